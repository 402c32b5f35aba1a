"""Verdicts of support that were worked out before: hashes and scores, no text."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    keys = ("tenant", "source", "claim", "manifest")
    op.create_table(
        "support_verdicts",
        *(sa.Column(name, sa.Text(), primary_key=True) for name in keys),
        sa.Column("tier", sa.Integer(), primary_key=True),
        sa.Column("score", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        *(sa.Column(name, sa.BigInteger(), nullable=False) for name in ("vetoed", "start_at", "end_at", "at")),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_support_verdicts_at", "support_verdicts", ["tenant", "at"])
