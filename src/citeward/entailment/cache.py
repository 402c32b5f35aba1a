"""Verdicts that were worked out before: a bounded table in memory, least recently used goes first.

The key names everything a verdict rests on: whose world, which text of the source, which resolved claim, which model
with which selector, guards and calibrator. A change of any of them is another key, so nothing is ever invalidated.
Behind the table a :class:`VerdictStore` may keep verdicts between processes.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

__all__ = ["KeptVerdict", "VerdictCache", "VerdictKey", "VerdictStore"]

_V = TypeVar("_V")


@dataclass(frozen=True, slots=True)
class VerdictKey:
    """What a verdict rests on."""

    tenant: str
    source_sha256: str
    """Of the source's text, hex."""
    claim_sha256: str
    """Of the resolved claim, hex."""
    manifest: str
    """Digest of the manifest, calibrator included."""
    tier: int | None = None
    """Of the source: a judge may raise the verdict on a trusted one and not on the same words elsewhere."""


@dataclass(frozen=True, slots=True)
class KeptVerdict:
    """What is kept of a verdict where it outlives a process: no word of the source or the claim."""

    score: float
    state: str
    span: tuple[int, int]
    vetoed: bool
    """Whether a guard refused the claim. Its reason quotes the texts and is worked out again from them."""


class VerdictStore(Protocol):
    """Keeps verdicts between processes. It may forget any of them, and one that fails costs a call of the model."""

    async def get(self, keys: Sequence[VerdictKey]) -> Mapping[VerdictKey, KeptVerdict]:
        """Those of the verdicts that are there."""
        ...

    async def put(self, verdicts: Mapping[VerdictKey, KeptVerdict]) -> None:
        """Keeps verdicts."""
        ...


class VerdictCache(Generic[_V]):
    """Up to ``limit`` verdicts. Safe to share between threads."""

    def __init__(self, limit: int = 50_000) -> None:
        self._limit = max(0, limit)
        self._table: OrderedDict[VerdictKey, _V] = OrderedDict()
        self._lock = threading.Lock()
        self.hits = 0
        self.misses = 0

    def get(self, key: VerdictKey) -> _V | None:
        """The verdict under ``key``, or None."""
        with self._lock:
            value = self._table.get(key)
            if value is None:
                self.misses += 1
                return None
            self._table.move_to_end(key)
            self.hits += 1
            return value

    def put(self, key: VerdictKey, value: _V) -> None:
        """Keeps a verdict, and lets the one that was used longest ago go where there is no room."""
        with self._lock:
            self._table[key] = value
            self._table.move_to_end(key)
            while len(self._table) > self._limit:
                self._table.popitem(last=False)

    def forget(self, tenant: str) -> None:
        """Drops every verdict of a tenant."""
        with self._lock:
            for key in [key for key in self._table if key.tenant == tenant]:
                del self._table[key]

    def __len__(self) -> int:
        return len(self._table)
