"""The time of a history: it begins on a fixed day and moves a minute with every event, so that it replays the same."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from citeward.errors import InputError

__all__ = ["Clock"]

_BEGIN = datetime(2026, 1, 1, tzinfo=UTC)
_STEP = timedelta(minutes=1)
_FIRST, _LAST = datetime(2, 1, 1, tzinfo=UTC), datetime(9998, 12, 31, tzinfo=UTC)
"""A year from the edges of what can be counted, so that whatever is reckoned from a time can be counted too."""


class Clock:
    """Tells the time of the current event."""

    def __init__(self) -> None:
        self._now = _BEGIN

    def __call__(self) -> datetime:
        """The time of the current event."""
        return self._now

    def advance(self, to: datetime | None) -> None:
        """Moves on to the next event: to the time it names, or by a minute, for as long as there are minutes to come.

        Raises:
            InputError: a time outside the years 2 to 9998; the clock stays.
        """
        if to is None:
            self._now = min(self._now + _STEP, _LAST)
        elif _FIRST <= to <= _LAST:
            self._now = to
        else:
            raise InputError("at", "is out of range", "Name a year between 2 and 9998.")
