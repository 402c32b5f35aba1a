"""Who might read earlier versions of documents.

What was stored before has no such lists: its earlier versions are judged by the document's own list, as they were, and
keep that one from when it changes.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "version_acl",
        sa.Column("tenant", sa.Text(), primary_key=True),
        sa.Column("document", sa.Text(), primary_key=True),
        sa.Column("through_version", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("subject", sa.Text(), primary_key=True),
        sa.Column("effect", sa.Text(), nullable=False),
        sqlite_with_rowid=False,
    )
