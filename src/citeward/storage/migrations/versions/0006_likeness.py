"""What derived texts are known by: keyed hashes of their words, so that the same text keeps its lineage under any name.

Texts derived before this are not among them.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "likeness",
        *(sa.Column(name, sa.Text(), primary_key=True) for name in ("tenant", "run", "document")),
        sa.Column("version", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("runs", sa.BigInteger(), nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_likeness_document", "likeness", ["tenant", "document"])
