"""``log verify``: reads a tenant's whole chain and names every entry that is not as it was written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from sqlalchemy import LargeBinary, Row, Table, cast, func, select
from sqlalchemy.exc import OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection

from citeward.storage.log import GENESIS, KINDS, Head, chained, committed, head, rows_digest
from citeward.storage.tables import APPEND_ONLY, HEADS, LOG, PAYLOADS, TENANTS, TOMBSTONES

__all__ = ["LogProblem", "LogReport", "ProblemKind", "logged_tenants", "verify_log"]

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
    RESTORED_PAYLOAD = "restored_payload"
    """A payload was erased and is there again."""
    CUT_OFF = "cut_off"
    """The chain ends before its head, or before the published one."""
    REWRITTEN = "rewritten"
    """The entry is not the one that the published head, or the next entry, was written after: it, or one before it, was
    written anew. Between it and the next one only what was kept outside the database can decide."""
    UNLOGGED_ROWS = "unlogged_rows"
    """Rows that no entry of the chain was written with."""


@dataclass(frozen=True, slots=True)
class LogProblem:
    """One finding."""

    seq: int
    """The number of the entry; 0 where a row names none that could be one."""
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
    walk = _Walk(published)
    while len(walk.problems) < _MOST_PROBLEMS:
        block = await _Block.read(connection, tenant, walk.seq)
        if not block.entries:
            break
        for entry in block.entries:
            walk.take(tenant, entry, block)
        if reached is not None:
            reached(walk.seq)
    walk.end(stored)
    problems = [*walk.problems, *await _unlogged(connection, tenant)]
    return LogReport(walk.seq, walk.erased, Head(walk.seq, walk.previous), tuple(problems[:_MOST_PROBLEMS]))


async def logged_tenants(connection: AsyncConnection) -> set[str]:
    """Everybody of whom anything is logged, also where their own row was taken away."""
    found: set[str] = set()
    for table in (TENANTS, HEADS, LOG, PAYLOADS, *APPEND_ONLY):
        found |= set((await connection.execute(select(table.c.tenant).distinct())).scalars())
    return found


class _Walk:
    """The chain as far as it was read, and what was found on the way."""

    def __init__(self, published: Head | None) -> None:
        self.seq, self.previous, self.erased = 0, GENESIS, 0
        self.problems: list[LogProblem] = []
        self._published = published
        self._seen_published = published is None or published.seq == 0

    def take(self, tenant: str, entry: Row[Any], block: _Block) -> None:
        """Checks the next entry."""
        missing = _between(self.seq, entry.seq)
        self._find(ProblemKind.MISSING, *missing)
        own = block.check(entry)
        if _hash_of(self.previous, tenant, entry) != entry.hash:
            if not (own or missing) and self.seq and not _kind_was_altered(self.previous, tenant, entry):
                # It is as it was written, so far as can be told: then it was written after another predecessor.
                self._find(ProblemKind.REWRITTEN, self.seq)
            self._find(ProblemKind.BROKEN_CHAIN, entry.seq)
        self.problems += own
        self.erased += entry.seq in block.tombstones and entry.seq not in block.payloads
        self.seq, self.previous = entry.seq, entry.hash if isinstance(entry.hash, str) else repr(entry.hash)
        if self._published is not None and self.seq == self._published.seq:
            self._seen_published = True
            if self.previous != self._published.hash:
                self._find(ProblemKind.REWRITTEN, self.seq)

    def end(self, stored: Head) -> None:
        """Compares where it ended with where it should."""
        is_whole = (self.seq, self.previous) == (stored.seq, stored.hash) and self._seen_published
        if not is_whole and len(self.problems) < _MOST_PROBLEMS:
            self._find(ProblemKind.CUT_OFF, self.seq + 1)

    def _find(self, kind: ProblemKind, *numbers: int) -> None:
        self.problems += [LogProblem(number, kind) for number in numbers]


def _hash_of(previous: str, tenant: str, entry: Row[Any]) -> str | None:
    """What an entry's hash has to be; None where a value in it is none that we write."""
    try:
        return chained(previous, tenant, entry.seq, entry.kind, entry.rows_digest, entry.commitment)
    except (TypeError, ValueError):
        return None


def _kind_was_altered(previous: str, tenant: str, entry: Row[Any]) -> bool:
    kinds = (chained(previous, tenant, entry.seq, kind, entry.rows_digest, entry.commitment) for kind in KINDS)
    return entry.hash in kinds


def _between(last: int, found: int) -> range:
    return range(last + 1, min(found, last + 1 + _MOST_PROBLEMS))


@dataclass(frozen=True, slots=True)
class _Block:
    entries: list[Row[Any]]
    rows: Mapping[int, list[tuple[str, list[dict[str, Any]]]]]
    payloads: Mapping[int, Row[Any]]
    tombstones: frozenset[int]
    unreadable: bool = False
    """The one entry of it has rows or a payload that the driver cannot read: nothing of ours."""

    @classmethod
    async def read(cls, connection: AsyncConnection, tenant: str, after: int) -> _Block:
        """The next entries; where something among them cannot be read, the next one alone."""
        try:
            return await cls._read(connection, tenant, after, _BLOCK)
        except OperationalError:  # SQLite keeps bytes that are no text in a column of text
            try:
                return await cls._read(connection, tenant, after, 1)
            except OperationalError:
                return cls([await _next_entry(connection, tenant, after)], {}, {}, frozenset(), unreadable=True)

    @classmethod
    async def _read(cls, connection: AsyncConnection, tenant: str, after: int, limit: int) -> _Block:
        chain = select(LOG).where(LOG.c.tenant == tenant, LOG.c.seq > after).order_by(LOG.c.seq).limit(limit)
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
        if self.unreadable or not _is_digest(self.rows.get(entry.seq, ()), entry.rows_digest):
            found.append(LogProblem(entry.seq, ProblemKind.ALTERED_ROWS))
        payload = self.payloads.get(entry.seq)
        if payload is None:
            if entry.commitment and entry.seq not in self.tombstones and not self.unreadable:
                found.append(LogProblem(entry.seq, ProblemKind.MISSING_PAYLOAD))
        elif entry.seq in self.tombstones:
            found.append(LogProblem(entry.seq, ProblemKind.RESTORED_PAYLOAD))
        elif not _is_committed(payload, entry.commitment):
            found.append(LogProblem(entry.seq, ProblemKind.ALTERED_PAYLOAD))
        return found


async def _next_entry(connection: AsyncConnection, tenant: str, after: int) -> Row[Any]:
    """One entry, whatever it holds: as bytes, which are no entry of ours, where it cannot be read as text."""
    here = (LOG.c.tenant == tenant, LOG.c.seq > after)
    try:
        return (await connection.execute(select(LOG).where(*here).order_by(LOG.c.seq).limit(1))).one()
    except OperationalError:
        columns = (LOG.c.kind, LOG.c.rows_digest, LOG.c.commitment, LOG.c.hash)
        as_bytes = (cast(column, LargeBinary).label(column.name) for column in columns)
        return (await connection.execute(select(LOG.c.seq, *as_bytes).where(*here).order_by(LOG.c.seq).limit(1))).one()


def _is_digest(rows: Iterable[tuple[str, list[dict[str, Any]]]], digest: object) -> bool:
    try:
        return rows_digest(rows) == digest
    except (TypeError, ValueError):  # bytes in a column of text were not written by us
        return False


def _is_committed(payload: Row[Any], commitment: object) -> bool:
    try:
        return committed(payload.salt, payload.body) == commitment
    except (AttributeError, TypeError, ValueError):  # as little as a salt that is no hex
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
            found.append(LogProblem(seq if isinstance(seq, int) else 0, ProblemKind.UNLOGGED_ROWS))
    return found
