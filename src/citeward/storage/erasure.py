"""Lawful erasure: the payload goes, a tombstone and the chain stay.

So do the tenant's cached verdicts of support: their keys are plain hashes of claims and sources, which would confirm a
guess at what was erased. Nobody can tell which of them are of an erased text, and the cache fills again.
"""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from citeward.storage.log import Entry, append
from citeward.storage.moments import now_us
from citeward.storage.tables import PAYLOADS, SUPPORT_VERDICTS, TOMBSTONES

__all__ = ["erase"]

_BLOCK = 1_000
"""Numbers in one statement; databases limit how many parameters it may have."""


async def erase(connection: AsyncConnection, tenant: str, numbers: Iterable[int], reason: str) -> set[int]:
    """Erases the payloads of log entries, within the caller's transaction; returns those that were still there.

    The erasure is an entry of the chain itself, so that nobody can erase without leaving a trace.

    Args:
        connection: a writing one.
        tenant: whose entries.
        numbers: ``seq`` of each entry; those without a payload are passed over.
        reason: for the tombstone, e.g. ``retention`` or the number of a request. Never names a person.
    """
    there: list[int] = []
    wanted = sorted(set(numbers))
    for begin in range(0, len(wanted), _BLOCK):
        block = wanted[begin : begin + _BLOCK]
        found = select(PAYLOADS.c.seq).where(PAYLOADS.c.tenant == tenant, PAYLOADS.c.seq.in_(block))
        there += sorted((await connection.execute(found)).scalars())
    if not there:
        return set()
    at = now_us()
    tombstones = [{"erased": seq, "reason": reason, "at": at} for seq in there]
    await append(connection, tenant, [Entry("erasure", [(TOMBSTONES, tombstones)])])
    for begin in range(0, len(there), _BLOCK):
        gone = there[begin : begin + _BLOCK]
        await connection.execute(delete(PAYLOADS).where(PAYLOADS.c.tenant == tenant, PAYLOADS.c.seq.in_(gone)))
    await connection.execute(delete(SUPPORT_VERDICTS).where(SUPPORT_VERDICTS.c.tenant == tenant))
    return set(there)
