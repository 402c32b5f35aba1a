"""The dates of a text: days, months, years, decades and centuries, as far as each is named."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from citeward.entailment.reading.tokens import Token
from citeward.entailment.reading.units import CURRENCIES, UNITS
from citeward.entailment.wordlist import listed, words

__all__ = ["MONTHS", "Date", "dates", "is_relative"]

_NAMES = listed("january february march april may june july august september october november december")
MONTHS = (
    {name: i + 1 for i, name in enumerate(_NAMES)}
    | {name[:3]: i + 1 for i, name in enumerate(_NAMES) if name != "may"}
    | {"sept": 9}
)
"""Month names and their abbreviations to 1-12."""
_WEEKDAYS = {name: i for i, name in enumerate(listed("monday tuesday wednesday thursday friday saturday sunday"))}
_YEAR = re.compile(r"1[0-9]{3}|20[0-9]{2}")
_ISO = re.compile(r"\b(\d{4})-(\d{2})-(\d{2})\b")
_DECADE = re.compile(r"\b((?:1[0-9]|20)\d0)['\u2019]?s\b|(?<![\w\d])['\u2019]?([2-9]0)['\u2019]?s\b")
_RANGE = re.compile(r"\s*(?:-|\u2013|\u2014|to|until|till|through|and)\s*")
_PRESENT = re.compile(r"\s*(?:-|\u2013|\u2014|to)\s*(?:the )?present\b", re.IGNORECASE)
_OPEN_END = 2099
"""Where "1989 to present" is taken to end: the text does not say when it was written."""
_RELATIVE = re.compile(
    r"\b(?:today|yesterday|tomorrow|ago|last|next|this|previous|following|later|earlier|since|recently|currently|now|"
    r"anniversary|"
    r"(?:the )?same) ?(?:day|week|month|year|decade|century|january|february|march|april|may|june|july|august|"
    r"september|"
    r"october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday)?\b",
    re.IGNORECASE,
)
_CENTURIES = re.compile(
    r"\b(\d{1,2})(?:st|nd|rd|th)[ -]centur(?:y|ies)\b|\b(fif|six|seven|eigh|nine|twen)(?:teenth|teen|tieth|th|"
    r"ty-first) century\b",
    re.IGNORECASE,
)
_CENTURY_WORDS = {"fif": 15, "six": 16, "seven": 17, "eigh": 18, "nine": 19, "twen": 20}


@dataclass(frozen=True, slots=True)
class Date:
    """A date as far as it is named; None where a part is not. ``year_to`` closes a decade or a century, inclusive."""

    year: int | None
    month: int | None
    day: int | None
    year_to: int | None
    weekday: int | None
    start: int
    end: int
    first: int
    stop: int
    """Token range."""


def is_relative(text: str) -> bool:
    """Whether the text tells time from somewhere else ("last year", "two years later"): years can be reckoned."""
    return _RELATIVE.search(text) is not None


def dates(text: str, tokens: Sequence[Token]) -> tuple[Date, ...]:
    """Every date of ``text``, in order. Linear."""
    found: list[Date] = []
    spans = [(m.start(), m.end(), *_span_years(m)) for m in _DECADE.finditer(text)]
    spans += [(m.start(), m.end(), *_century(m)) for m in _CENTURIES.finditer(text)]
    spans.sort()
    iso = {m.start(): m for m in _ISO.finditer(text)}
    opened = {low: (high, a, b) for low, high, a, b in spans}
    i = 0
    while i < len(tokens):
        start = tokens[i].start
        date = None
        if start in iso:
            m = iso[start]
            year, month, day = (int(g) for g in m.groups())
            if 1 <= month <= 12 and 1 <= day <= 31:
                date = Date(year, month, day, None, None, start, m.end(), i, _token_after(tokens, i, m.end()))
        elif start in opened or start - 1 in opened:
            high, a, b = opened[start if start in opened else start - 1]
            date = Date(a, None, None, b, None, start, high, i, _token_after(tokens, i, high))
        else:
            date = _spelled(text, tokens, i)
        if date is None:
            i += 1
        else:
            found.append(date)
            i = max(i + 1, date.stop)
    return tuple(_ranges(text, found))


def _ranges(text: str, found: Sequence[Date]) -> list[Date]:
    """The dates, with "1989-1995" read as all the years between as well."""
    out: list[Date] = []
    for k, date in enumerate(found):
        after = found[k + 1] if k + 1 < len(found) else None
        out.append(date)
        if date.year is None or date.year_to is not None:
            continue
        if _PRESENT.match(text, date.end):
            out.append(replace(date, year_to=_OPEN_END, month=None, day=None))
        elif (
            after is not None
            and after.year is not None
            and after.year > date.year
            and _RANGE.fullmatch(text, date.end, after.start)
        ):
            out.append(replace(date, year_to=after.year, month=None, day=None))
    return out


def _span_years(match: re.Match[str]) -> tuple[int, int]:
    if match.group(1):
        first = int(match.group(1))
        return first, first + (99 if first % 100 == 0 else 9)  # "the 1800s" is a century more often than a decade
    return 1900 + int(match.group(2)), 1909 + int(match.group(2))


def _century(match: re.Match[str]) -> tuple[int, int]:
    number = int(match.group(1)) if match.group(1) else _CENTURY_WORDS[match.group(2).lower()]
    if match.group().lower().startswith("twenty-first"):
        number = 21
    return 100 * (number - 1), 100 * number


def _token_after(tokens: Sequence[Token], at: int, end: int) -> int:
    while at < len(tokens) and tokens[at].start < end:
        at += 1
    return at


def _spelled(text: str, tokens: Sequence[Token], i: int) -> Date | None:
    """A date that starts at token ``i`` in one of its spelled forms, or None."""
    month = _month(tokens, i)
    if month is not None:
        day, j = _day(tokens, i + 1)
        if (
            day is None
            and tokens[i].lower in ("may", "march", "mar", "sun")
            and _year(text, tokens, i + 1) is None
            and not _clear(tokens, i)
        ):
            return None
        year, j = _year_at(text, tokens, j)
        return Date(year, month, day, None, None, tokens[i].start, tokens[j - 1].end, i, j)
    day, j = _day(tokens, i)
    if day is not None:
        j += j < len(tokens) and tokens[j].lower == "of"
        month = _month(tokens, j)
        if month is not None and (tokens[j].lower not in ("may", "march", "mar") or tokens[j].capital):
            year, j = _year_at(text, tokens, j + 1)
            return Date(year, month, day, None, None, tokens[i].start, tokens[j - 1].end, i, j)
    weekday = _WEEKDAYS.get(tokens[i].lower.removesuffix("s"))
    if weekday is not None and tokens[i].capital:
        return Date(None, None, None, None, weekday, tokens[i].start, tokens[i].end, i, i + 1)
    year = _year(text, tokens, i)
    if year is None:
        return None
    return Date(year, None, None, None, None, tokens[i].start, tokens[i].end, i, i + 1)


def _month(tokens: Sequence[Token], i: int) -> int | None:
    return MONTHS.get(tokens[i].lower) if i < len(tokens) and (tokens[i].capital or tokens[i].lower in _NAMES) else None


def _clear(tokens: Sequence[Token], i: int) -> bool:
    """Whether "may" or "march" is the month: capital inside a sentence and after a preposition."""
    return (
        tokens[i].capital
        and i > 0
        and tokens[i - 1].lower
        in ("in", "of", "since", "until", "by", "from", "to", "and", "early", "late", "mid", "last", "next")
    )


def _day(tokens: Sequence[Token], i: int) -> tuple[int | None, int]:
    if (
        i < len(tokens)
        and tokens[i].lower.isdecimal()
        and len(tokens[i].lower) <= 2
        and 1 <= int(tokens[i].lower) <= 31
    ):
        after = i + 1
        if (
            after < len(tokens)
            and tokens[after].start == tokens[i].end
            and tokens[after].lower in ("st", "nd", "rd", "th")
        ):
            after += 1
        return int(tokens[i].lower), after
    return None, i


def _year_at(text: str, tokens: Sequence[Token], i: int) -> tuple[int | None, int]:
    if i < len(tokens) and tokens[i].lower == "of":
        year = _year(text, tokens, i + 1)
        return (year, i + 2) if year is not None else (None, i)
    year = _year(text, tokens, i)
    return (year, i + 1) if year is not None else (None, i)


_NOT_AFTER_YEAR = words("people % men women children") | {
    name for name in (*UNITS, *CURRENCIES) if name.isalpha() and name != "second"
}
_NOT_BEFORE_YEAR = words("$ \u20ac \u00a3 \u00a5 \u20b9 about approximately roughly nearly over than least most some")


def _year(text: str, tokens: Sequence[Token], i: int) -> int | None:
    """A four-digit year at token ``i``: 1000-2099, joined to no letter and counting nothing."""
    if i >= len(tokens) or not _YEAR.fullmatch(tokens[i].lower):
        return None
    token = tokens[i]
    after = tokens[i + 1] if i + 1 < len(tokens) else None
    if (
        after is not None
        and not after.barrier
        and (after.lower in _NOT_AFTER_YEAR or (after.start == token.end and after.lower != "s"))
    ):
        return None
    before = tokens[i - 1] if i else None
    if before is not None and not token.barrier and (before.lower in _NOT_BEFORE_YEAR or before.end == token.start):
        return None
    return int(token.lower)
