"""Dates: a day, month, year or decade that the source does not name and that cannot be reckoned from what it names."""

from __future__ import annotations

from citeward.entailment.guards.interface import GuardFinding, GuardKind
from citeward.entailment.guards.pairing import MOST_READ, Case, Pairing, agreed
from citeward.entailment.reading import Date, Reading

__all__ = ["check", "covers"]


_ALIKE = 0.7
"""Share of the claim's words that must be matched before two dates in one place are compared."""


def check(case: Case) -> GuardFinding | None:
    """A date of the claim that contradicts or lacks its counterpart."""
    return agreed(case, _other_in_place) or _nowhere(case)


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
            words = pairing.claim.text[said.start : said.end], pairing.source.text[rivals[0].start : rivals[0].end]
            reason = f"The claim says {words[0]!r} where the source says {words[1]!r}."
            return GuardFinding(GuardKind.DATE, reason, (said.start, said.end), (rivals[0].start, rivals[0].end))
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
        if low <= (given.year_to or given.year) and given.year <= high:
            return None
    if not dated:
        return None if source.relative or not source.tokens else ("The source does not name this year.", None)
    if _reckoned(low, high, source) or _short_year(low, source):
        return None
    return "The source does not name this year.", None


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
