"""Trims the cache of states when PostgreSQL tells of a change. What is trimmed would not have been found any more."""

from __future__ import annotations

import asyncio

from citeward.records.cache import StateCache
from citeward.storage import Heard

__all__ = ["Trimmer"]

_WAIT_S = 0.2
"""Changes are gathered for as long: a connector that delivers a thousand documents is one trimming."""


class Trimmer:
    """Takes what was heard and trims a cache, a moment later. Bound to one event loop."""

    def __init__(self, cache: StateCache) -> None:
        self._cache = cache
        self._heard: dict[str | None, set[str] | None] = {}
        self._timer: asyncio.TimerHandle | None = None

    def __call__(self, heard: Heard) -> None:
        """Notes a change."""
        known = self._heard.setdefault(heard.tenant, set())
        if heard.objects is None or known is None:
            self._heard[heard.tenant] = None
        else:
            known |= heard.objects
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(_WAIT_S, self._trim)

    def stop(self) -> None:
        """Trims nothing more."""
        if self._timer is not None:
            self._timer.cancel()

    def _trim(self) -> None:
        heard, self._heard, self._timer = self._heard, {}, None
        for tenant, objects in heard.items():
            self._cache.trim(tenant, objects)
