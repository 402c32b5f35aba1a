"""How long something lasted, as far as two times of day or two days of the source tell: from 09:12 to 11:47."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date as day_of
from itertools import combinations, islice, pairwise
from typing import NamedTuple

from citeward.entailment.reading import Date, Reading

__all__ = ["Span", "spans"]

_MOST = 24
"""Times and days of a source that are held against one another."""
_HALF_DAY, _DAY = 12 * 3600, 24 * 3600
_SOME_YEAR = 2023
"""Where a year is not named: one without a 29 February, so that the count is a day short at worst."""
_NOON = {"am": 0, "pm": 12}


class Span(NamedTuple):
    """A time between two moments of a text, and where the text names the two (code points)."""

    seconds: float
    start: int
    end: int


class _Time(NamedTuple):
    seconds: int
    """Since midnight."""
    sure: bool
    """"9:30" may be in the evening."""
    start: int
    end: int


def spans(source: Reading) -> Iterator[Span]:
    """The time between any two times of day, and any two days, that the source names."""
    times = list(islice(_times(source), _MOST))
    for first, second in combinations(times, 2):
        for whole in (_DAY,) if first.sure and second.sure else (_DAY, _HALF_DAY):
            yield Span(float((second.seconds - first.seconds) % whole), first.start, second.end)
    days = [(day, date) for day, date in ((_day(date), date) for date in source.dates) if day is not None][:_MOST]
    for (a, opened), (b, closed) in combinations(days, 2):
        for apart in (abs((b - a).days), abs((b - a).days) + 1):  # also with both days counted
            yield Span(float(apart * _DAY), opened.start, closed.end)


def _times(source: Reading) -> Iterator[_Time]:
    for token, after in pairwise((*source.tokens, None)):
        assert token is not None
        half = _NOON.get(after.lower) if after is not None and not after.barrier else None
        hour, _, rest = token.lower.partition(":")
        if not hour.isdecimal() or len(hour) > 2 or (half is None and len(rest) != 2):
            continue
        minute = rest[:2] or "0"
        if not minute.isdecimal() or int(hour) > 24 or int(minute) > 59:
            continue
        told = int(hour) if half is None else int(hour) % 12 + half
        end = token.end if half is None or after is None else after.end
        yield _Time(told * 3600 + int(minute) * 60, half is not None or len(hour) == 2, token.start, end)


def _day(date: Date) -> day_of | None:
    if date.month is None or date.day is None:
        return None
    try:
        return day_of(date.year or _SOME_YEAR, date.month, date.day)
    except ValueError:
        return None
