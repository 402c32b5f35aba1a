"""Verdicts of support in the database, so that no process works out what another one has.

Nothing but hashes, scores and places is stored, and any row may be missing: a cache that is lost costs time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlalchemy import delete, func, select
from sqlalchemy.dialects.postgresql import insert as postgresql_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert
from sqlalchemy.ext.asyncio import AsyncConnection

from citeward.entailment import KeptVerdict, VerdictKey
from citeward.storage import SUPPORT_VERDICTS, Database, as_items, items, list_query, now_us

__all__ = ["StoredVerdicts"]

_COLUMNS = ("tenant", "source", "claim", "manifest", "tier")
_UNKNOWN = -1
"""Tier of a source whose tier is not known: a key has no empty columns."""
_BLOCK = 500
"""Rows of one statement: databases limit how many parameters it may have."""


class StoredVerdicts:
    """A :class:`citeward.entailment.VerdictStore` over a database. Bound to the event loop the database is.

    Args:
        database: where they are kept.
        limit: verdicts of one tenant; the oldest go first, some time after there are more.
    """

    def __init__(self, database: Database, limit: int = 1_000_000) -> None:
        self._database, self._limit = database, max(1, limit)
        self._added: dict[str, int] = {}

    async def get(self, keys: Sequence[VerdictKey]) -> Mapping[VerdictKey, KeptVerdict]:
        """See :class:`citeward.entailment.VerdictStore`. One query, whatever the number."""
        by_row = {_row(key): key for key in keys}
        dialect = self._database.dialect
        tier = "CAST(asked.tier AS integer)"
        query = list_query(
            dialect,
            f"SELECT v.tenant, v.source, v.claim, v.manifest, v.tier, v.score, v.state, v.vetoed, v.start_at, v.end_at "  # noqa: S608
            f"FROM {items(dialect, 'asked', _COLUMNS)} "
            f"JOIN support_verdicts v ON v.tenant = asked.tenant AND v.source = asked.source "
            f"AND v.claim = asked.claim AND v.manifest = asked.manifest AND v.tier = {tier}",
        )
        async with self._database.read() as connection:
            rows = (await connection.execute(query, {"asked": as_items(by_row)})).all()
        return {
            by_row[tuple(row[:5])]: KeptVerdict(float(row[5]), row[6], (row[8], row[9]), bool(row[7])) for row in rows
        }

    async def put(self, verdicts: Mapping[VerdictKey, KeptVerdict]) -> None:
        """See :class:`citeward.entailment.VerdictStore`. A verdict that is there already stays as it is."""
        at = now_us()
        rows = [
            {
                **dict(zip(_COLUMNS, _row(key), strict=True)),
                "score": repr(kept.score),
                "state": kept.state,
                "vetoed": int(kept.vetoed),
                "start_at": kept.span[0],
                "end_at": kept.span[1],
                "at": at,
            }
            for key, kept in verdicts.items()
        ]
        if not rows:
            return
        insert = postgresql_insert if self._database.dialect == "postgresql" else sqlite_insert
        statement = insert(SUPPORT_VERDICTS).on_conflict_do_nothing()
        async with self._database.write() as connection:
            for begin in range(0, len(rows), _BLOCK):
                await connection.execute(statement, rows[begin : begin + _BLOCK])
            for tenant in {key.tenant for key in verdicts}:
                await self._trim(connection, tenant, sum(key.tenant == tenant for key in verdicts))

    async def _trim(self, connection: AsyncConnection, tenant: str, added: int) -> None:
        """Lets the oldest go. Counted once in a while: counting reads the whole index."""
        before = self._added.get(tenant)
        self._added[tenant] = total = (before or 0) + added
        if before is not None and total < self._limit // 20:
            return
        self._added[tenant] = 0
        mine = SUPPORT_VERDICTS.c.tenant == tenant
        count = (await connection.execute(select(func.count()).select_from(SUPPORT_VERDICTS).where(mine))).scalar_one()
        if count <= self._limit:
            return
        newest = select(SUPPORT_VERDICTS.c.at).where(mine).order_by(SUPPORT_VERDICTS.c.at.desc())
        edge = (await connection.execute(newest.offset(self._limit).limit(1))).scalar_one()
        await connection.execute(delete(SUPPORT_VERDICTS).where(mine, SUPPORT_VERDICTS.c.at <= edge))


def _row(key: VerdictKey) -> tuple[str, str, str, str, int]:
    tier = _UNKNOWN if key.tier is None else int(key.tier)
    return key.tenant, key.source_sha256, key.claim_sha256, key.manifest, tier
