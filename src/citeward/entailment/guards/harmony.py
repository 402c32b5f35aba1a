"""A claim with its figures and dates written as its source writes them, where they are the same figures and dates.

A model that reads words would take "one thousand", "1,000" and "about 330 feet" for three things missing from a source
that says "1,000" and "100 metres". Arithmetic knows better, and settles it before the model is asked.
"""

from __future__ import annotations

from citeward.entailment.guards.date import covers
from citeward.entailment.guards.figures import accounts_for, lasting, shown
from citeward.entailment.guards.pairing import MOST_READ
from citeward.entailment.reading import Bound, Quantity, Reading, read

__all__ = ["harmonised"]


_BESIDE = 60
"""Code points in which two moments stand beside each other: "from 09:12 to 11:47"."""


def _bound_start(said: Reading, quantity: Quantity) -> int:
    """Where a figure begins with the "about" before it, which does not stand before two moments."""
    before = said.tokens[quantity.first - 1] if quantity.first else None
    return before.start if before is not None and quantity.bound is Bound.ABOUT else quantity.start


def harmonised(source: str, claim: str) -> str:
    """``claim``, with every figure or date that the source has in another form put in the source's form. Linear."""
    have, said = read(source), read(claim)
    changes: list[tuple[int, int, str]] = []
    for quantity in said.quantities[:MOST_READ]:
        if quantity.weak or quantity.ordinal or shown(said, quantity) in source:
            continue
        stated = (g for g in have.quantities if not (g.weak or g.ordinal or g.lent))
        match = next((g for g in stated if accounts_for(g, quantity)), None)
        span = lasting(have, quantity) if match is None else None
        if span is not None and span.end - span.start <= _BESIDE:
            changes.append((_bound_start(said, quantity), quantity.end, f"from {source[span.start : span.end]}"))
        if match is not None:
            changes.append((quantity.start, quantity.end, shown(have, match)))
    for date in said.dates[:MOST_READ]:
        written = claim[date.start : date.end]
        if written in source or date.year_to is not None:
            continue
        same = next((g for g in have.dates if covers(date, g) and g.year_to is None), None)
        if same is not None:
            changes.append((date.start, date.end, source[same.start : same.end]))
    for start, end, text in sorted(changes, reverse=True):
        claim = claim[:start] + text + claim[end:]
    return claim
