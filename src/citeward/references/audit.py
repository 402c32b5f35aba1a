"""A whole bibliography, resolved in order of entry while the registries' limits are kept."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass

from citeward.model import DEFAULT_TENANT
from citeward.references.bibliography import Entry
from citeward.references.finding import Finding, ReferenceVerdict
from citeward.references.resolve import References

__all__ = ["Audited", "audit"]

_IN_FLIGHT = 512
"""Entries being resolved at once. The limiters set the pace; this bounds memory."""


@dataclass(frozen=True, slots=True)
class Audited:
    """One entry and what became of it."""

    entry: Entry
    finding: Finding


async def audit(
    entries: Iterable[Entry], references: References, *, tenant: str = DEFAULT_TENANT
) -> AsyncIterator[Audited]:
    """Yields a result for every entry, in order, as soon as it and all before it are there.

    An entry that could not be read, or that names no identifier, is unknown and costs no request.
    """
    waiting: deque[tuple[Entry, asyncio.Task[Finding]]] = deque()
    try:
        for entry in entries:
            waiting.append((entry, asyncio.create_task(_resolve(entry, references, tenant))))
            if len(waiting) >= _IN_FLIGHT:
                first, task = waiting.popleft()
                yield Audited(first, await task)
        while waiting:
            first, task = waiting.popleft()
            yield Audited(first, await task)
    finally:
        for _, task in waiting:
            task.cancel()
        await asyncio.gather(*(task for _, task in waiting), return_exceptions=True)


async def _resolve(entry: Entry, references: References, tenant: str) -> Finding:
    if entry.cite is None:
        return Finding(ReferenceVerdict.UNKNOWN, "unreadable_entry")
    return await references.resolve(entry.cite, tenant=tenant)
