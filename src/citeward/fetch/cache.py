"""Results of recent fetches, good and bad, so that a repeated reference costs nobody a connection."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

from citeward.hosts import HostPolicy

from .reasons import FetchError, FetchReason
from .snapshot import Snapshot

_Key = tuple[str, str, tuple[HostPolicy, ...]]
_ENTRY_BYTES = 1_024
"""What an entry costs beside its body: bounds a cache of empty pages and refusals too."""


class ResultCache:
    """Least recently used, bounded in bytes, keyed by tenant, canonical URL and the hosts the way to it had to keep to:
    what was found over others is no answer. For one event loop; `clock` is monotonic."""

    def __init__(
        self,
        max_bytes: int = 67_108_864,
        seconds: float = 600.0,
        failure_seconds: float = 60.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._max_bytes = max_bytes
        self._seconds = seconds
        self._failure_seconds = failure_seconds
        self._clock = clock
        self._bytes = 0
        self._entries: OrderedDict[_Key, tuple[float, int, Snapshot | FetchError]] = OrderedDict()

    def get(self, tenant: str, url: str, within: tuple[HostPolicy, ...] = ()) -> Snapshot | FetchError | None:
        """What is remembered, None when nothing is or it is too old."""
        key = (tenant, url, within)
        entry = self._entries.get(key)
        if entry is None:
            return None
        expires, _, result = entry
        if expires <= self._clock():
            self._drop(key)
            return None
        self._entries.move_to_end(key)
        return result

    def put(self, tenant: str, url: str, result: Snapshot | FetchError, within: tuple[HostPolicy, ...] = ()) -> None:
        """Remembers a result. A used-up budget is no result: it says nothing about the URL."""
        if isinstance(result, FetchError):
            if result.reason is FetchReason.BUDGET:
                return
            size, seconds = _ENTRY_BYTES, self._failure_seconds
        else:
            size, seconds = _ENTRY_BYTES + len(result.body) + 4 * len(result.text or ""), self._seconds
        key = (tenant, url, within)
        self._drop(key)
        if size > self._max_bytes:
            return
        self._entries[key] = (self._clock() + seconds, size, result)
        self._bytes += size
        while self._bytes > self._max_bytes:
            self._drop(next(iter(self._entries)))

    def _drop(self, key: _Key) -> None:
        entry = self._entries.pop(key, None)
        if entry is not None:
            self._bytes -= entry[1]
