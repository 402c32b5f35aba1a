"""Whether the figures of a source account for a figure of a claim: equal, rounded, converted or reckoned."""

from __future__ import annotations

import math
from collections.abc import Sequence

from citeward.entailment.guards.spans import Span, spans
from citeward.entailment.reading import Bound, Quantity, Reading

__all__ = ["accounts_for", "accounts_for_any", "comparable", "lasting", "reckoned", "same_value", "shown"]

_EXACT = 1e-6
_CONVERTED = 0.025
"""Relative error of a conversion that was rounded for reading (330 ft, 100 m)."""
_ROUNDED = 0.03
_ROUNDED_SCALED = 0.06
_ABOUT = 0.12
_MOST_RECKONED = 60
"""Figures of a source that are added and subtracted in pairs; a table of thousands must not cost millions of sums."""
_YEAR = 31556952.0
"""Seconds."""
_WIDE = 20.0
"""How far past a bound a figure may be and still be what "over" or "under" was said of."""


def same_value(a: float, b: float, tolerance: float = _EXACT) -> bool:
    """Whether two values differ by at most the relative ``tolerance``."""
    return math.isclose(a, b, rel_tol=tolerance, abs_tol=1e-12)


def comparable(said: Quantity, given: Quantity) -> bool:
    """Whether the two could measure the same thing: one dimension, or one of them names none."""
    if said.dimension and given.dimension:
        if _pounds(said) and _pounds(given):
            return True
        return said.dimension == given.dimension and (said.currency is None or said.currency == given.currency)
    return True


def _pounds(quantity: Quantity) -> bool:
    """Whether it may be read as an amount in pounds sterling."""
    return quantity.currency == "GBP" or (quantity.unit is not None and quantity.unit.name == "lb")


def accounts_for(given: Quantity, said: Quantity) -> bool:
    """Whether ``given`` in a source carries ``said`` in a claim."""
    if not comparable(said, given):
        return False
    both = said.unit is not None and given.unit is not None
    a, b = (said.base, given.base) if both else (said.value, given.value)
    if same_value(a, b):
        return True
    if said.unit is not None and given.unit is not None and said.unit.name != given.unit.name:
        if same_value(a, b, _CONVERTED) or (abs(a - b) < 0.6 and said.dimension == "temperature"):
            return True
    elif said.dimension == "percent" and not given.dimension and same_value(a, 100.0 * b):
        return True
    return _rounded(a, b, said, given)


def _rounded(a: float, b: float, said: Quantity, given: Quantity) -> bool:
    """Whether ``a`` is a fair way of stating ``b``, given how it was stated."""
    if a <= 0 or b <= 0:
        return False
    ratio = b / a
    match said.bound:
        case Bound.ABOUT:
            return abs(ratio - 1) <= _ABOUT
        case Bound.NEARLY:
            return 1 - _ABOUT <= ratio <= 1 + _EXACT
        case Bound.OVER | Bound.AT_LEAST:
            return 1.0 <= ratio <= _WIDE
        case Bound.UNDER | Bound.AT_MOST:
            return 1 / _WIDE <= ratio <= 1.0
        case Bound.EXACTLY:
            return False
    if given.bound in (Bound.ABOUT, Bound.NEARLY) and abs(ratio - 1) <= _ROUNDED:
        return True
    if given.digits <= said.digits:
        return False
    allowed = _ROUNDED_SCALED if said.scaled else _ROUNDED
    return abs(ratio - 1) <= allowed and same_value(_to_digits(b, said.digits), a, 1e-9)


def _to_digits(value: float, digits: int) -> float:
    return float(f"{value:.{max(0, digits - 1)}e}")


def accounts_for_any(source: Reading, said: Quantity) -> bool:
    """Whether some figure of the source, a date's parts among them, carries ``said``."""
    if any(accounts_for(given, said) for given in source.quantities):
        return True
    if said.dimension in ("", "time") and any(said.value in (d.year, d.day, d.year_to) for d in source.dates):
        return True
    return said.value.is_integer() and _written(source, said)


def _written(source: Reading, said: Quantity) -> bool:
    """Whether the digits stand in the source in a place that is not read as a figure (a designation, a time of day)."""
    digits = str(int(said.value))
    read_as = {q.first for q in source.quantities}
    return any(
        digits in token.lower.split(":")
        for i, token in enumerate(source.tokens)
        if i not in read_as and token.lower[0].isdecimal()
    )


def reckoned(source: Reading, said: Quantity) -> bool:
    """Whether ``said`` is a sum, difference or share of what the source has. Then nobody can be sure it is wrong."""
    if said.dimension == "time" and said.base >= _YEAR and any(date.year is not None for date in source.dates):
        return True  # years run up to a day the source does not name
    if lasting(source, said) is not None:
        return True
    values = _values(source, said)
    for k, a in enumerate(values):
        for b in values[:k]:
            if same_value(said.value, abs(a - b), 0.005) or same_value(said.value, a + b, 0.005):
                return True
            if said.dimension in ("percent", "") and a and b and _is_share(said.value, a, b):
                return True
    return False


def lasting(source: Reading, said: Quantity) -> Span | None:
    """Two moments of the source between which about as much time lies as ``said`` tells; None where there are none."""
    if said.dimension != "time":
        return None
    for span in spans(source):
        if same_value(said.base, span.seconds, _ROUNDED_SCALED) or _rounded(said.base, span.seconds, said, said):
            return span
    return None


def _values(source: Reading, said: Quantity) -> Sequence[float]:
    values = [q.value for q in source.quantities[:_MOST_RECKONED] if comparable(said, q) or said.dimension == "percent"]
    if said.dimension in ("", "time"):
        values += [float(d.year) for d in source.dates[:_MOST_RECKONED] if d.year is not None]
    return values


def _is_share(percent: float, a: float, b: float) -> bool:
    low, high = sorted((abs(a), abs(b)))
    return (
        same_value(percent, 100 * low / high, 0.01)
        or same_value(percent, 100 * (high - low) / low, 0.01)
        or same_value(percent, high / low, 0.01)
    )


def shown(reading: Reading, quantity: Quantity) -> str:
    """The quantity as it was written."""
    return reading.text[quantity.start : quantity.end]
