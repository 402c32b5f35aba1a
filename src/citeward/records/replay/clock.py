"""The time of a history: it begins on a fixed day and moves a minute with every event, so that it replays the same."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

__all__ = ["Clock"]

_BEGIN = datetime(2026, 1, 1, tzinfo=UTC)
_STEP = timedelta(minutes=1)


class Clock:
    """Tells the time of the current event."""

    def __init__(self) -> None:
        self._now = _BEGIN

    def __call__(self) -> datetime:
        """The time of the current event."""
        return self._now

    def advance(self, to: datetime | None) -> None:
        """Moves on to the next event: to the time it names, or by a minute."""
        self._now = self._now + _STEP if to is None else to
