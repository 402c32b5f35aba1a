"""The thin sync facade of a stream."""

from __future__ import annotations

from collections.abc import AsyncIterator

from citeward import sync
from citeward.model import Incident
from citeward.streaming.events import StreamEvent
from citeward.streaming.stream import AnswerStream

__all__ = ["SyncAnswerStream"]


class SyncAnswerStream:
    """An :class:`AnswerStream` for code without an event loop: each call returns its events together."""

    def __init__(self, stream: AnswerStream) -> None:
        self._stream = stream

    @property
    def id(self) -> str:
        """UUIDv7 of the answer."""
        return self._stream.id

    @property
    def incidents(self) -> tuple[Incident, ...]:
        """See :attr:`AnswerStream.incidents`."""
        return self._stream.incidents

    def feed(self, piece: str | bytes) -> list[StreamEvent]:
        """See :meth:`AnswerStream.feed`."""
        events, units = self._stream.take(piece)
        return [*events, *sync.run(_all(self._stream.judge(units)))] if units else events

    def abandon(self) -> None:
        """See :meth:`AnswerStream.abandon`."""
        sync.run(self._stream.abandon())

    def finish(self) -> list[StreamEvent]:
        """See :meth:`AnswerStream.finish`."""
        return sync.run(_all(self._stream.finish()))


async def _all(events: AsyncIterator[StreamEvent]) -> list[StreamEvent]:
    return [event async for event in events]
