"""``log verify``: reads a tenant's whole chain and names every entry that is not as it was written."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from sqlalchemy import Row, Table, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from citeward.storage.log import GENESIS, Head, chained, committed, head, rows_digest
from citeward.storage.tables import APPEND_ONLY, LOG, PAYLOADS, TOMBSTONES

__all__ = ["LogProblem", "LogReport", "ProblemKind", "verify_log"]

_BLOCK = 1_000
"""Entries read at a time: memory stays flat, however long the chain."""
_MOST_PROBLEMS = 1_000
"""Problems named; a chain with more is broken in one place and needs no longer list."""


class ProblemKind(StrEnum):
    """What is wrong with an entry."""

    MISSING = "missing"
    """An entry of the chain is not there."""
    BROKEN_CHAIN = "broken_chain"
    """The entry itself was altered, or does not follow its predecessor."""
    ALTERED_ROWS = "altered_rows"
    """A row written with this entry was altered, removed, or added to it."""
    ALTERED_PAYLOAD = "altered_payload"
    MISSING_PAYLOAD = "missing_payload"
    """A payload is gone and no tombstone says so."""
    CUT_OFF = "cut_off"
    """The chain ends before its head, or before the published one."""
    UNLOGGED_ROWS = "unlogged_rows"
    """Rows that no entry of the chain was written with."""


@dataclass(frozen=True, slots=True)
class LogProblem:
    """One finding."""

    seq: int
    kind: ProblemKind


@dataclass(frozen=True, slots=True)
class LogReport:
    """What a verification found."""

    entries: int
    """Entries read."""
    erased: int
    """Payloads that were lawfully erased."""
    head: Head
    """The end of the chain as computed from its entries: what to publish."""
    problems: tuple[LogProblem, ...]

    @property
    def ok(self) -> bool:
        """Whether nothing was found."""
        return not self.problems


async def verify_log(
    connection: AsyncConnection,
    tenant: str,
    published: Head | None = None,
    reached: Callable[[int], None] | None = None,
) -> LogReport:
    """Recomputes a tenant's chain from its rows and payloads. Linear in the length of the chain.

    Args:
        connection: one on which every statement sees the same moment.
        tenant: whose chain.
        published: a head that was noted outside the database earlier; the chain must still contain it.
        reached: told the number of the last entry after every thousand, for a progress bar.
    """
    stored = await head(connection, tenant)
    problems: list[LogProblem] = []
    seq, previous, erased, seen_published = 0, GENESIS, 0, published is None or published.seq == 0
    while True:
        block = await _Block.read(connection, tenant, seq)
        if not block.entries:
            break
        for entry in block.entries:
            problems += [LogProblem(missing, ProblemKind.MISSING) for missing in _between(seq, entry.seq)]
            expected = chained(previous, tenant, entry.seq, entry.kind, entry.rows_digest, entry.commitment)
            if expected != entry.hash:
                problems.append(LogProblem(entry.seq, ProblemKind.BROKEN_CHAIN))
            problems += block.check(entry)
            erased += entry.seq in block.tombstones and entry.seq not in block.payloads
            seq, previous = entry.seq, entry.hash
            seen_published = seen_published or Head(seq, previous) == published
        if reached is not None:
            reached(seq)
        if len(problems) >= _MOST_PROBLEMS:
            break
    is_whole = (seq, previous) == (stored.seq, stored.hash) and seen_published
    if not is_whole and len(problems) < _MOST_PROBLEMS:
        problems.append(LogProblem(seq + 1, ProblemKind.CUT_OFF))
    problems += await _unlogged(connection, tenant)
    return LogReport(seq, erased, Head(seq, previous), tuple(problems[:_MOST_PROBLEMS]))


def _between(last: int, found: int) -> range:
    return range(last + 1, min(found, last + 1 + _MOST_PROBLEMS))


@dataclass(frozen=True, slots=True)
class _Block:
    entries: list[Row[Any]]
    rows: Mapping[int, list[tuple[str, list[dict[str, Any]]]]]
    payloads: Mapping[int, Row[Any]]
    tombstones: frozenset[int]

    @classmethod
    async def read(cls, connection: AsyncConnection, tenant: str, after: int) -> _Block:
        chain = select(LOG).where(LOG.c.tenant == tenant, LOG.c.seq > after).order_by(LOG.c.seq).limit(_BLOCK)
        entries = list(await connection.execute(chain))
        last = entries[-1].seq if entries else after
        rows: dict[int, list[tuple[str, list[dict[str, Any]]]]] = {}
        for table in APPEND_ONLY:
            for row in (await connection.execute(_range(table, tenant, after, last))).mappings():
                rows.setdefault(row["seq"], []).append((table.name, [dict(row)]))
        payloads = {row.seq: row for row in await connection.execute(_range(PAYLOADS, tenant, after, last))}
        erased = select(TOMBSTONES.c.erased).where(
            TOMBSTONES.c.tenant == tenant, TOMBSTONES.c.erased > after, TOMBSTONES.c.erased <= last
        )
        tombstones = frozenset((await connection.execute(erased)).scalars())
        return cls(entries, rows, payloads, tombstones)

    def check(self, entry: Row[Any]) -> list[LogProblem]:
        found = []
        if rows_digest(self.rows.get(entry.seq, ())) != entry.rows_digest:
            found.append(LogProblem(entry.seq, ProblemKind.ALTERED_ROWS))
        payload = self.payloads.get(entry.seq)
        if payload is None:
            if entry.commitment and entry.seq not in self.tombstones:
                found.append(LogProblem(entry.seq, ProblemKind.MISSING_PAYLOAD))
        elif not _is_committed(payload, entry.commitment):
            found.append(LogProblem(entry.seq, ProblemKind.ALTERED_PAYLOAD))
        return found


def _is_committed(payload: Row[Any], commitment: str) -> bool:
    try:
        return committed(payload.salt, payload.body) == commitment
    except ValueError:  # a salt that is no hex was not written by us
        return False


def _range(table: Table, tenant: str, after: int, last: int) -> Any:
    return select(table).where(table.c.tenant == tenant, table.c.seq > after, table.c.seq <= last)


async def _unlogged(connection: AsyncConnection, tenant: str) -> list[LogProblem]:
    """Rows beside the chain: with a number it does not have."""
    found = []
    for table in (*APPEND_ONLY, PAYLOADS):
        known = select(LOG.c.seq).where(LOG.c.tenant == tenant, LOG.c.seq == table.c.seq).exists()
        lowest = select(func.min(table.c.seq)).where(table.c.tenant == tenant, ~known)
        seq = (await connection.execute(lowest)).scalar_one()
        if seq is not None:
            found.append(LogProblem(seq, ProblemKind.UNLOGGED_ROWS))
    return found
