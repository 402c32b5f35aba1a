"""The quantities of a text: value, unit, how exactly it is meant, and where it stands."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from citeward.entailment.reading.numerals import SCALES, Numeral, ordinal, part_behind, read_numeral
from citeward.entailment.reading.tokens import Token
from citeward.entailment.reading.units import CURRENCIES, UNITS, Unit

__all__ = ["Bound", "Quantity", "quantities"]

_COMPOUND = frozenset({"time", "length", "mass"})
_BETWEEN = re.compile(r"\s*(?:-|\u2010|\u2011|\u2012|\u2013|\u2014|to)\s*")
_BETWEEN_AND, _OPENS = re.compile(r"\s+and\s+"), "between "
_LEAST = 1000.0
"""A number from here on is written out: "1,900 to 2 million" lends it no scale."""


class Bound(StrEnum):
    """How a number is meant."""

    PLAIN = "plain"
    ABOUT = "about"
    OVER = "over"
    """More than it, strictly."""
    UNDER = "under"
    """Less than it, strictly."""
    AT_LEAST = "at least"
    AT_MOST = "at most"
    EXACTLY = "exactly"
    NEARLY = "nearly"


@dataclass(frozen=True, slots=True)
class Quantity:
    """One number of a text, with what it counts."""

    value: float
    unit: Unit | None
    """A unit of measure, or percent; None for plain counts and for money."""
    currency: str | None
    digits: int
    bound: Bound
    first: int
    """Index of its first token, the bound and a sign before it not counted."""
    stop: int
    """Index after its last token, unit included."""
    start: int
    end: int
    weak: bool = False
    """A word that often counts nothing, or a number whose unit can be read in two ways."""
    ordinal: bool = False
    scaled: bool = False
    scale: float = 1.0
    """What the scale word or letter at its end multiplies it by."""
    lent: bool = False
    """Whether its unit, currency or scale stands at another figure ("10" in "10-15 %"): read alone it says less."""

    @property
    def dimension(self) -> str:
        """What kind of thing it measures; empty for a plain number."""
        if self.currency is not None:
            return "currency"
        return self.unit.dimension if self.unit is not None else ""

    @property
    def base(self) -> float:
        """The value in the base unit of its dimension."""
        return self.value if self.unit is None else self.value * self.unit.factor + self.unit.shift


_BOUNDS = {
    "about": Bound.ABOUT,
    "around": Bound.ABOUT,
    "approximately": Bound.ABOUT,
    "roughly": Bound.ABOUT,
    "circa": Bound.ABOUT,
    "some": Bound.ABOUT,
    "approx": Bound.ABOUT,
    "over": Bound.OVER,
    "above": Bound.OVER,
    "exceeding": Bound.OVER,
    "exceeds": Bound.OVER,
    "exceed": Bound.OVER,
    "exceeded": Bound.OVER,
    "under": Bound.UNDER,
    "below": Bound.UNDER,
    "nearly": Bound.NEARLY,
    "almost": Bound.NEARLY,
    "exactly": Bound.EXACTLY,
    "precisely": Bound.EXACTLY,
    "minimum": Bound.AT_LEAST,
    "maximum": Bound.AT_MOST,
}
_PHRASES = {
    ("at", "least"): Bound.AT_LEAST,
    ("at", "most"): Bound.AT_MOST,
    ("more", "than"): Bound.OVER,
    ("greater", "than"): Bound.OVER,
    ("less", "than"): Bound.UNDER,
    ("fewer", "than"): Bound.UNDER,
    ("up", "to"): Bound.AT_MOST,
    ("close", "to"): Bound.NEARLY,
    ("minimum", "of"): Bound.AT_LEAST,
    ("maximum", "of"): Bound.AT_MOST,
    ("higher", "than"): Bound.OVER,
    ("lower", "than"): Bound.UNDER,
    ("larger", "than"): Bound.OVER,
    ("smaller", "than"): Bound.UNDER,
}
_AFTER = {
    ("or", "more"): Bound.AT_LEAST,
    ("or", "less"): Bound.AT_MOST,
    ("or", "fewer"): Bound.AT_MOST,
    ("or", "so"): Bound.ABOUT,
}
_LETTERS = {"m": "metre", "g": "gram", "l": "litre", "h": "hour"}
_JOINED = frozenset({"c", "f", "s", "t", "w", "v", "b"})
_ARTICLES = frozenset({"a", "an"})


def quantities(text: str, tokens: Sequence[Token], taken: frozenset[int]) -> tuple[Quantity, ...]:
    """Every quantity of ``text``, in order, except those whose tokens are ``taken`` (by a date). Linear."""
    found: list[Quantity] = []
    i = 0
    while i < len(tokens):
        if i in taken:
            i += 1
            continue
        rank = ordinal(tokens, i)
        if rank is not None:
            stop = i + (1 if tokens[i].lower[0].isalpha() else 2)
            found.append(
                Quantity(rank, None, None, 1, Bound.PLAIN, i, stop, tokens[i].start, tokens[stop - 1].end, ordinal=True)
            )
            i = stop
            continue
        numeral = None if _in_name(text, tokens, i) else read_numeral(tokens, i)
        if numeral is None and tokens[i].lower in _ARTICLES and _unit_and_part(tokens, i + 1):
            numeral = Numeral(1.0, i + 1, 2, False)
        if numeral is None:
            i += 1
            continue
        quantity = _quantity(text, tokens, i, numeral)
        found.append(quantity)
        i = quantity.stop
    return _together(text, found)


def _unit_and_part(tokens: Sequence[Token], at: int) -> bool:
    """Whether "hour and a half" stands at ``at``."""
    return at < len(tokens) and tokens[at].lower in UNITS and part_behind(tokens, at + 1)[0] > 0


def _part_of(tokens: Sequence[Token], at: int) -> tuple[Unit | None, int]:
    """The unit of which a fraction before ``at`` tells the part ("half an hour", "of a mile"), and the index after."""
    at += at < len(tokens) and tokens[at].lower == "of"
    if at + 1 < len(tokens) and tokens[at].lower in _ARTICLES and not tokens[at + 1].barrier:
        return UNITS.get(tokens[at + 1].lower), at + 2
    return None, at


def _in_name(text: str, tokens: Sequence[Token], at: int) -> bool:
    """Whether the digits belong to a designation ("COVID-19", "F16", "section 4.2.1") and count nothing."""
    token = tokens[at]
    if not token.lower[0].isdecimal():
        return False
    before = tokens[at - 1] if at else None
    if before is not None and before.lower[0].isalpha():
        gap = text[before.end : token.start]
        if gap == "" or (gap in ("-", "\u2010", "\u2011") and (before.capital or len(before.lower) == 1)):
            return True
    after = tokens[at + 1] if at + 1 < len(tokens) else None
    return (
        after is not None
        and after.start == token.end
        and after.capital
        and len(after.lower) == 1
        and after.lower not in "cfkmb"
    )


def _quantity(text: str, tokens: Sequence[Token], at: int, numeral: Numeral) -> Quantity:
    value, stop, weak = numeral.value, numeral.stop, numeral.weak
    scale = numeral.scale if numeral.scaled and tokens[stop - 1].lower in SCALES else 1.0
    first = at
    currency = None
    unit, behind = _part_of(tokens, stop) if numeral.fraction else (None, stop)
    if unit is not None:
        stop, weak = behind, False
    elif numeral.fraction:
        unit, value = Unit("%", "percent", 1.0), value * 100.0
    if (
        at
        and tokens[at - 1].lower in CURRENCIES
        and (len(tokens[at - 1].lower) == 1 or tokens[at - 1].end + 1 >= tokens[at].start)
    ):
        currency, first = CURRENCIES[tokens[at - 1].lower], at - 1
    sign = text[max(0, tokens[first].start - 1) : tokens[first].start]
    if sign in ("-", "\u2212") and not text[max(0, tokens[first].start - 2) : tokens[first].start - 1].strip():
        value = -value
    following = [t.lower for t in tokens[stop : stop + 2]]
    if (
        following
        and stop < len(tokens)
        and not numeral.fraction
        and text[numeral_end(tokens, stop) : tokens[stop].start].strip() in ("", "-")
    ):
        word = following[0]
        joined = tokens[stop].start == tokens[stop - 1].end
        if currency and joined and word in ("m", "b"):
            scale = 1e6 if word == "m" else 1e9
            value, stop = value * scale, stop + 1
        elif word in ("percent", "%", "pct", "percentage") or following == ["per", "cent"]:
            stop += 2 if following[0] in ("per", "percentage") and len(following) > 1 else 1
            points = word == "percentage" or (stop < len(tokens) and tokens[stop].lower in ("point", "points"))
            stop += points and word != "percentage"
            unit = UNITS["points" if points else "%"]
        elif word == "\u00b0":
            name = {"c": "celsius", "f": "fahrenheit", "celsius": "celsius", "fahrenheit": "fahrenheit"}.get(
                following[-1]
            )
            unit, stop = (UNITS[name] if name else None), stop + (2 if name else 1)
        elif following in (
            ["degrees", "celsius"],
            ["degrees", "fahrenheit"],
            ["degree", "celsius"],
            ["degree", "fahrenheit"],
        ):
            unit, stop = UNITS[following[1]], stop + 2
        elif word in ("square", "sq", "cubic"):
            weak = True
        elif word in CURRENCIES and currency is None:
            currency, stop = CURRENCIES[word], stop + 1
        elif word in UNITS and currency is None:
            unit, stop = UNITS[word], stop + 1
            part, behind = part_behind(tokens, stop)
            if value.is_integer():
                value, stop = value + part, behind
        elif word in _LETTERS and currency is None:
            unit, stop, weak = UNITS[_LETTERS[word]], stop + 1, weak or word == "m"
        elif word in _JOINED:
            weak = weak or currency is None
    bound, low = _bound(text, tokens, first, stop)
    return Quantity(
        value,
        unit,
        currency,
        numeral.digits,
        bound,
        low,
        stop,
        tokens[first].start,
        tokens[stop - 1].end,
        weak,
        False,
        numeral.scaled or scale > 1.0,
        scale,
    )


def _together(text: str, found: Sequence[Quantity]) -> tuple[Quantity, ...]:
    """The quantities, ranges with what their ends lend each other, and those told in two units as one.

    "$2.40-2.46 billion" tells of billions of dollars twice, "2 hours 30 minutes" of two and a half hours.
    """
    out: list[Quantity] = []
    for quantity in found:
        if not out or out[-1].ordinal or quantity.ordinal:
            out.append(quantity)
            continue
        last, between = out[-1], text[out[-1].end : quantity.start]
        if _is_compound(last, quantity) and between.strip() in ("", "and"):
            assert last.unit is not None
            out[-1] = replace(
                last,
                value=last.value + (quantity.base - quantity.unit.shift if quantity.unit else 0.0) / last.unit.factor,
                digits=last.digits + quantity.digits,
                stop=quantity.stop,
                end=quantity.end,
            )
        elif quantity.bound is Bound.PLAIN and (
            _BETWEEN.fullmatch(between)
            or (_BETWEEN_AND.fullmatch(between) and text.endswith((_OPENS, _OPENS.capitalize()), 0, last.start))
        ):
            out[-1:] = _lend(last, quantity)
        else:
            out.append(quantity)
    return tuple(out)


def _is_compound(large: Quantity, small: Quantity) -> bool:
    if large.unit is None or small.unit is None or large.dimension != small.dimension or large.weak or small.weak:
        return False
    return (
        large.dimension in _COMPOUND
        and large.value.is_integer()
        and small.unit.factor < large.unit.factor
        and 0 < small.base < large.unit.factor
    )


def _lend(low: Quantity, high: Quantity) -> tuple[Quantity, Quantity]:
    """The two ends of a range, each with the unit, currency and scale that only the other is written with."""
    if low.unit is None and low.currency is None and (high.unit is not None or high.currency is not None):
        low = replace(low, unit=high.unit, currency=high.currency, lent=True)
    elif high.unit is None and high.currency is None and low.currency is not None:
        high = replace(high, currency=low.currency, lent=True)
    if low.scale == 1.0 and high.scale > 1.0 and abs(low.value) < _LEAST and low.value <= high.value / high.scale:
        low = replace(low, value=low.value * high.scale, scaled=True, lent=True)
    return low, high


def numeral_end(tokens: Sequence[Token], stop: int) -> int:
    """Where the token before ``stop`` ends."""
    return tokens[stop - 1].end


def _bound(text: str, tokens: Sequence[Token], first: int, stop: int) -> tuple[Bound, int]:
    """How the number is meant, and the index its wording starts at."""
    after = tuple(t.lower for t in tokens[stop : stop + 2])
    if len(after) == 2 and after in _AFTER:
        return _AFTER[after[0], after[1]], first
    if text[max(0, tokens[first].start - 1) : tokens[first].start] in ("~", "\u2248"):
        return Bound.ABOUT, first
    before = tuple(t.lower for t in tokens[max(0, first - 3) : first])
    if before[-3:] in (
        ("no", "more", "than"),
        ("not", "more", "than"),
        ("no", "greater", "than"),
        ("not", "exceed", ""),
    ):
        return Bound.AT_MOST, first
    if before[-3:] in (
        ("no", "less", "than"),
        ("no", "fewer", "than"),
        ("not", "less", "than"),
        ("no", "later", "than"),
    ):
        return Bound.AT_LEAST if before[1] != "later" else Bound.AT_MOST, first
    if len(before) >= 2 and (before[-2], before[-1]) in _PHRASES:
        return _PHRASES[before[-2], before[-1]], first
    if before and before[-1] in _BOUNDS:
        return _BOUNDS[before[-1]], first
    return Bound.PLAIN, first
