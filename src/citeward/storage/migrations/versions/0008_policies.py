"""Which policies answers were checked under, and since when. Answers from before do not say by which rules.

The column may be null, so that entries written before keep their digests.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from citeward.storage.guards import guards

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "policies",
        *(sa.Column(name, sa.Text(), primary_key=True) for name in ("tenant", "name", "intent")),
        sa.Column("ordinal", sa.Integer(), primary_key=True, autoincrement=False),
        *(sa.Column(name, sa.Text(), nullable=False) for name in ("digest", "actor")),
        *(sa.Column(name, sa.BigInteger(), nullable=False) for name in ("at", "seq")),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_policies_seq", "policies", ["tenant", "seq"])
    op.add_column("answers", sa.Column("rules", sa.Text(), nullable=True))
    for statement in guards(op.get_bind().dialect.name, [("policies", ["tenant", "name", "intent", "ordinal"])]):
        op.execute(sa.text(statement))
