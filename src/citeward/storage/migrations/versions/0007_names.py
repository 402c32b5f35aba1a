"""Pseudonyms of people, and the names beside them. Rows written before go on naming who they named.

PostgreSQL keeps samples of what stands in columns, for its planner; it keeps none of texts and names from here on.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

_SAMPLED = {"payloads": ("body",), "documents": ("title", "url"), "names": ("name",)}


def upgrade() -> None:
    op.create_table(
        "names",
        sa.Column("tenant", sa.Text(), primary_key=True),
        sa.Column("pseudonym", sa.Text(), primary_key=True),
        sa.Column("name", sa.Text(), nullable=False),
    )
    op.create_index("ix_names_name", "names", ["tenant", "name"])
    if op.get_bind().dialect.name == "postgresql":
        for table, columns in _SAMPLED.items():
            for column in columns:
                op.execute(sa.text(f"ALTER TABLE {table} ALTER COLUMN {column} SET STATISTICS 0"))
