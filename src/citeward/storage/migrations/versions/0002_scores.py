"""The score of support, the tier, and the version of what scored, beside every verdict.

The columns may be null, so that entries written before keep their digests; those written from now on cover them.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("verdicts", sa.Column("score_ppm", sa.BigInteger(), nullable=True))
    op.add_column("verdicts", sa.Column("tier", sa.BigInteger(), nullable=True))
    op.add_column("verdicts", sa.Column("judged_by", sa.Text(), nullable=True))
