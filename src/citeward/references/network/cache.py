"""Replies of registries, kept for a while, so that a reference cited twice is asked for once. For one event loop."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable

from citeward.references.network.request import Request
from citeward.references.network.transport import Answer

__all__ = ["ReplyCache"]

_ENTRY_BYTES = 1_024
"""What an entry costs beside its text."""


class ReplyCache:
    """Least recently used, bounded in bytes, keyed by tenant and request. Only answers, never failures."""

    def __init__(
        self,
        now: Callable[[], float],
        max_bytes: int = 67_108_864,
        found_seconds: float = 86_400.0,
        absent_seconds: float = 3_600.0,
    ) -> None:
        """A retraction may go unseen for ``found_seconds``, a newly registered work for ``absent_seconds``."""
        self._now = now
        self._max_bytes = max_bytes
        self._found_seconds = found_seconds
        self._absent_seconds = absent_seconds
        self._bytes = 0
        self._entries: OrderedDict[tuple[str, str, bytes | None], tuple[float, Answer]] = OrderedDict()

    def get(self, tenant: str, request: Request) -> Answer | None:
        """What is remembered, None when nothing is or it is too old."""
        key = (tenant, request.url, request.form)
        entry = self._entries.get(key)
        if entry is None:
            return None
        expires, answer = entry
        if expires <= self._now():
            self._drop(key)
            return None
        self._entries.move_to_end(key)
        return answer

    def put(self, tenant: str, request: Request, answer: Answer, *, found: bool) -> None:
        """Remembers an answer; ``found`` says whether it holds a record."""
        key = (tenant, request.url, request.form)
        if key in self._entries:
            self._drop(key)
        self._entries[key] = (self._now() + (self._found_seconds if found else self._absent_seconds), answer)
        self._bytes += _size(answer)
        while self._bytes > self._max_bytes:
            self._drop(next(iter(self._entries)))

    def _drop(self, key: tuple[str, str, bytes | None]) -> None:
        _, answer = self._entries.pop(key)
        self._bytes -= _size(answer)


def _size(answer: Answer) -> int:
    return _ENTRY_BYTES + 4 * len(answer.text)
