"""Dates: a day, month, year or decade that the source does not name and that cannot be reckoned from what it names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from citeward.entailment.guards.interface import GuardFinding, GuardKind
from citeward.entailment.guards.pairing import MOST_READ, Case, Pairing, agreed
from citeward.entailment.reading import Date, Reading, Token, fold
from citeward.entailment.wordlist import words

__all__ = ["check", "covers"]

_ALIKE = 0.7
"""Share of the claim's words that must be matched before two dates in one place are compared."""
_BORN, _DIED = words("born birth"), words("died dead death")
_VERB_WITHIN = 4
"""Tokens before a date in which it is told what happened then."""
_BRACKET_WITHIN = 12
"""Code points before a date in which its bracket opens."""
_OPENED, _CLOSED = re.compile(r"\s?\(\s*\Z"), re.compile(r"\s*\)")


def check(case: Case) -> GuardFinding | None:
    """A date of the claim that contradicts or lacks its counterpart."""
    return agreed(case, _other_in_place) or _nowhere(case) or _other_end_of_life(case)


def _other_in_place(pairing: Pairing) -> GuardFinding | None:
    """Another date where the source's own sentence has one."""
    if pairing.coverage < _ALIKE:
        return None
    given_sentence = [
        d for d in pairing.source.dates if pairing.source_sentence.first <= d.first < pairing.source_sentence.stop
    ]
    for said in pairing.claim.dates:
        if not pairing.claim_sentence.first <= said.first < pairing.claim_sentence.stop or said.year_to is not None:
            continue
        gap = next((g for g in (pairing.gap_at(i) for i in range(said.first, said.stop)) if g is not None), None)
        if gap is None or pairing.near(said.first, 5) < 0.6:
            continue
        rivals = [d for d in given_sentence if d.first < gap.source_stop and d.stop > gap.source_first]
        if rivals and all(_contrary(said, d) for d in rivals) and not any(covers(said, d) for d in given_sentence):
            given = rivals[0]
            claim, source = pairing.claim.text[said.start : said.end], pairing.source.text[given.start : given.end]
            reason = f"The claim says {claim!r} where the source says {source!r}."
            return GuardFinding(GuardKind.DATE, reason, (said.start, said.end), (given.start, given.end))
    return None


def _contrary(said: Date, given: Date) -> bool:
    """Whether a part that both name differs."""
    if (
        said.year is not None
        and given.year is not None
        and not given.year <= said.year <= (given.year_to or given.year)
    ):
        return True
    pairs = ((said.month, given.month), (said.day, given.day), (said.weekday, given.weekday))
    return any(a is not None and b is not None and a != b for a, b in pairs)


def covers(said: Date, given: Date) -> bool:
    """Whether ``given`` names all that ``said`` names, and the same."""
    parts = ((said.month, given.month), (said.day, given.day), (said.weekday, given.weekday))
    year = said.year is None or (given.year is not None and given.year <= said.year <= (given.year_to or given.year))
    return year and all(a is None or a == b for a, b in parts)


def _nowhere(case: Case) -> GuardFinding | None:
    """A date that the source does not have at all."""
    for said in case.claim.dates[:MOST_READ]:
        problem = _problem(said, case.source)
        if problem is not None:
            reason, given = problem
            return GuardFinding(
                GuardKind.DATE, reason, (said.start, said.end), None if given is None else (given.start, given.end)
            )
    return None


def _problem(said: Date, source: Reading) -> tuple[str, Date | None] | None:
    if said.weekday is not None:
        others = [d for d in source.dates if d.weekday is not None]
        if others and all(d.weekday != said.weekday for d in others) and not source.relative:
            return "The source names another day of the week.", others[0]
        return None
    if said.year is not None:
        problem = _year_problem(said, source)
        if problem is not None:
            return problem
    if said.month is not None:
        months = [d for d in source.dates if d.month is not None]
        same = [d for d in months if d.month == said.month]
        if months and not same and not _numeric_dates(source):
            return "The source names another month.", months[0]
        days = [d for d in same if d.day is not None]
        if said.day is not None and days and all(d.day != said.day for d in days) and not _listed(said.day, source):
            return "The source names another day.", days[0]
    return None


def _year_problem(said: Date, source: Reading) -> tuple[str, Date | None] | None:
    assert said.year is not None
    low, high = said.year, said.year_to or said.year
    dated = [d for d in source.dates if d.year is not None]
    for given in dated:
        assert given.year is not None
        until = given.year_to or given.year
        apart = 1 if low < high and given.year < until else 0  # 1900 belongs to two centuries, and makes them not one
        if low + apart <= until and given.year + apart <= high:
            return None
    if not dated:
        return None if source.relative or not source.tokens else ("The source does not name this year.", None)
    if _reckoned(low, high, source) or _short_year(low, source):
        return None
    return "The source does not name this year.", None


def _other_end_of_life(case: Case) -> GuardFinding | None:
    """ "Voss was born in 1993" where the source has "Voss (1911-1993)" and no other word of a birth or death."""
    if any(token.lower in _BORN | _DIED for token in case.source.tokens):
        return None
    lives = [life for life in _lives(case.source) if life.whose in case.claim.folded]
    for said in case.claim.dates[:MOST_READ] if lives else ():
        told = set(case.claim.words(max(0, said.first - _VERB_WITHIN), said.first))
        if said.year is None or said.year_to is not None or bool(told & _BORN) == bool(told & _DIED):
            continue
        ends = [(life.death, life.birth) if told & _BORN else (life.birth, life.death) for life in lives]
        named = sum(d.year == said.year and d.year_to is None for d in case.source.dates)
        mistaken = [wrong for wrong, right in ends if wrong.year == said.year != right.year]
        if mistaken and len(mistaken) == named:
            given, event = mistaken[0], "death" if told & _BORN else "birth"
            reason = f"The source gives {said.year} as the year of {event}."
            return GuardFinding(GuardKind.DATE, reason, (said.start, said.end), (given.start, given.end))
    return None


class _Life(NamedTuple):
    whose: str
    """The word before the bracket, folded: the last of a name."""
    birth: Date
    death: Date


def _lives(source: Reading) -> Iterator[_Life]:
    """Birth and death where nothing else stands in the brackets behind a name: "Voss (3 May 1911 - 16 March 1993)"."""
    before: dict[int, Token] = {token.end: token for token in source.tokens if token.capital}
    for first, whole, last in zip(source.dates, source.dates[1:], source.dates[2:], strict=False):
        if first.year_to is not None or (whole.start, whole.year_to) != (first.start, last.year):
            continue
        opened = _OPENED.search(source.text, max(0, first.start - _BRACKET_WITHIN), first.start)
        whose = None if opened is None else before.get(opened.start())
        if whose is not None and _CLOSED.match(source.text, last.end):
            yield _Life(fold(whose.lower), first, last)


def _reckoned(low: int, high: int, source: Reading) -> bool:
    """Whether some year of the source and some duration, or "last" and "next", arrive at the claim's year."""
    years = {d.year for d in source.dates if d.year is not None}
    steps = {int(q.value) for q in source.quantities[:60] if 0 < q.value < 200 and float(q.value).is_integer()}
    if source.relative:
        steps |= {1}
    return any(low <= year + sign * step <= high for year in years for step in steps for sign in (1, -1))


def _short_year(year: int, source: Reading) -> bool:
    """Whether the year stands shortened ("2003-04", "'98", "05/09/18")."""
    short = f"{year % 100:02d}"
    text = source.text
    return any(
        (t.lower == short and text[max(0, t.start - 1) : t.start] in ("-", "\u2013", "/", "'", "\u2019"))
        or t.lower == str(year)
        or t.lower.endswith(f".{short}")
        for t in source.tokens
    )


def _numeric_dates(source: Reading) -> bool:
    """Whether the source writes dates in figures only, where day and month cannot be told apart."""
    text = source.text
    return any(
        t.lower.isdecimal()
        and len(t.lower) <= 2
        and text[t.end : t.end + 1] in ("/", ".", "-")
        and text[t.end + 1 : t.end + 2].isdecimal()
        for t in source.tokens
    ) or any(t.lower.count(".") == 2 for t in source.tokens)


def _listed(day: int, source: Reading) -> bool:
    """Whether the day is named without its month ("on 3, 5 and 9 May")."""
    return any(t.lower == str(day) for t in source.tokens) or any(q.value == day for q in source.quantities)
