"""What changed and whom it may concern: the outbox of notices, and a way from a person to the answers they may open."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def _key(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.Text(), primary_key=True, nullable=False)


def _text(name: str, *, null: bool = False) -> sa.Column[str]:
    return sa.Column(name, sa.Text(), nullable=null)


def _number(name: str, *, null: bool = False) -> sa.Column[int]:
    return sa.Column(name, sa.BigInteger(), nullable=null)


def upgrade() -> None:
    op.create_table(
        "changes", _key("tenant"), _key("kind"), _key("object"), _text("cursor"), _number("due_at"),
        sqlite_with_rowid=False,
    )  # fmt: skip
    op.create_index("ix_changes_due", "changes", ["tenant", "due_at"])
    op.create_table(
        "notices", _key("tenant"), _key("answer"), _text("id", null=True), _text("told"), _text("pending", null=True),
        _number("number"), _number("due_at", null=True), _number("attempts"), _number("at"),
        sa.ForeignKeyConstraint(["tenant", "answer"], ["answers.tenant", "answers.id"]), sqlite_with_rowid=False,
    )  # fmt: skip
    op.create_index("ix_notices_due", "notices", ["tenant", "due_at"])
    op.create_index("ix_acl_subject", "acl", ["tenant", "subject", "object"])
