"""Numbers in digits and in words, read at one place of a token sequence."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

from citeward.entailment.reading.tokens import Token
from citeward.entailment.wordlist import listed

__all__ = ["ORDINALS", "SCALES", "Numeral", "ordinal", "part_behind", "read_numeral"]

_UNITS = {
    word: value
    for value, word in enumerate(
        listed(
            "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
            "seventeen eighteen nineteen"
        )
    )
}
_TENS = {w: 10 * (i + 2) for i, w in enumerate(listed("twenty thirty forty fifty sixty seventy eighty ninety"))}
_SCALES = {"hundred": 1e2, "thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12, "crore": 1e7, "lakh": 1e5}
_SUFFIXES = {"k": 1e3, "mn": 1e6, "bn": 1e9, "tn": 1e12}
_DOZENS = {"dozen": 12.0}
_PARTS = {
    "half": 2,
    "halves": 2,
    "third": 3,
    "thirds": 3,
    "quarter": 4,
    "quarters": 4,
    "fifth": 5,
    "fifths": 5,
    "tenth": 10,
    "tenths": 10,
    "sixth": 6,
    "eighth": 8,
    "eighths": 8,
}
ORDINALS = {
    word: value + 1
    for value, word in enumerate(
        listed(
            "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth "
            "fifteenth sixteenth seventeenth eighteenth nineteenth twentieth"
        )
    )
}
_SIGNS = {sign: unicodedata.numeric(sign) for sign in "\u00bc\u00bd\u00be\u2153\u2154\u215b\u215c\u215d\u215e"}
SCALES = frozenset({*_SCALES, *_SUFFIXES})
"""Words and letters that multiply the number before them."""
_GROUPED = re.compile(r"\d{1,3}(?:,\d{2,3})+(?:\.\d+)?")


class Numeral(NamedTuple):
    """A number and the tokens it takes."""

    value: float
    stop: int
    """Index after its last token."""
    digits: int
    """Significant digits it was written with: what it may have been rounded to."""
    weak: bool
    """Written as a word that often counts nothing ("one")."""
    fraction: bool = False
    """A share of something: a half, two thirds, one in five."""
    scale: float = 1.0
    """What its last word multiplies it by ("1.2 million"): rounded numbers are written so."""

    @property
    def scaled(self) -> bool:
        """Whether it is written with a scale word."""
        return self.scale != 1.0


def read_numeral(tokens: Sequence[Token], at: int) -> Numeral | None:
    """The number that starts at token ``at``, or None."""
    lower = tokens[at].lower
    if lower[0].isdecimal():
        return _digits(tokens, at)
    if lower in ("half", "quarter") or (lower in ("a", "one", "two", "three", "four") and _part_follows(tokens, at)):
        return _fraction(tokens, at)
    if lower in _SIGNS:
        return Numeral(_SIGNS[lower], at + 1, 1, False)
    return _words(tokens, at)


def part_behind(tokens: Sequence[Token], at: int) -> tuple[float, int]:
    """What "and a half", "and three quarters" or "\u00bd" at token ``at`` adds to a number, and the index after it.

    (0, ``at``) where no part stands there.
    """
    if at < len(tokens) and tokens[at].lower in _SIGNS and not tokens[at].barrier:
        return _SIGNS[tokens[at].lower], at + 1
    words = [token.lower for token in tokens[at : at + 3]]
    if len(words) < 3 or words[0] != "and" or any(token.barrier for token in tokens[at : at + 3]):
        return 0.0, at
    above = 1 if words[1] in ("a", "one") else _UNITS.get(words[1], 0)
    below = _PARTS.get(words[2], 0)
    if not 0 < above < below or words[2].endswith("s") != (above > 1):
        return 0.0, at
    return above / below, at + 3


def ordinal(tokens: Sequence[Token], at: int) -> int | None:
    """The value of an ordinal at token ``at`` ("third", "21st"), or None."""
    lower = tokens[at].lower
    if lower in ORDINALS:
        return ORDINALS[lower]
    if lower.isdecimal() and at + 1 < len(tokens):
        after = tokens[at + 1]
        if after.start == tokens[at].end and after.lower in ("st", "nd", "rd", "th"):
            return int(lower[:9])
    return None


def _digits(tokens: Sequence[Token], at: int) -> Numeral | None:
    written = tokens[at].lower
    if ":" in written:
        return None  # a time of day or a ratio
    if _GROUPED.fullmatch(written):
        plain = written.replace(",", "")
    elif written.count(",") == 1 and "." not in written:
        plain = written.replace(",", ".")
    else:
        plain = written.replace(",", "")
    if plain.count(".") > 1 or len(plain) > 24:
        return None  # a version, a section or an address
    value = float(plain)
    significant = plain.replace(".", "").lstrip("0")
    digits = len(significant.rstrip("0")) if "." not in plain else len(significant)
    part, stop = part_behind(tokens, at + 1) if value.is_integer() else (0.0, at + 1)
    value, digits, scale, last = value + part, digits + (part > 0), 1.0, stop + 1
    while stop < len(tokens) and stop <= last:
        after = tokens[stop].lower
        joined = tokens[stop].start == tokens[stop - 1].end
        if after in _SCALES:
            scale *= _SCALES[after]
        elif after in _DOZENS and scale == 1.0:
            scale *= _DOZENS[after]
        elif joined and after in _SUFFIXES:
            scale *= _SUFFIXES[after]
        else:
            break
        stop += 1
    return Numeral(value * scale, stop, max(1, digits), False, scale=scale)


def _words(tokens: Sequence[Token], at: int) -> Numeral | None:
    total = current = 0.0
    stop, digits, seen, scale = at, 0, False, 1.0
    while stop < len(tokens) and stop < at + 12:
        lower = tokens[stop].lower
        if stop > at and tokens[stop].barrier:
            break
        if lower in _UNITS and (not seen or current % 100 == 0 or (current % 10 == 0 and current % 100 >= 20)):
            current, seen, digits = current + _UNITS[lower], True, digits + 1
        elif lower in _TENS and (not seen or current % 100 == 0):
            current, seen, digits = current + _TENS[lower], True, digits + 1
        elif lower == "hundred" and (seen or _article(tokens, stop)):
            current, seen, scale = (current or 1.0) * 100, True, 100.0
        elif lower in _SCALES and (seen or _article(tokens, stop)):
            total, current, seen, scale = total + (current or 1.0) * _SCALES[lower], 0.0, True, _SCALES[lower]
        elif lower in _DOZENS and (seen or lower == "dozen") and scale == 1.0:
            current, seen = (current or 1.0) * _DOZENS[lower], True
            stop += 1
            break
        elif seen and part_behind(tokens, stop)[0]:
            part, stop = part_behind(tokens, stop)
            current, digits = current + part, digits + 1
            continue
        elif not (lower == "and" and scale > 1.0 and stop + 1 < len(tokens) and _is_small(tokens[stop + 1].lower)):
            break
        stop += 1
    if not seen:
        return None
    weak = stop == at + 1 and tokens[at].lower in ("one", "zero")
    return Numeral(total + current, stop, max(1, digits), weak, scale=scale)


def _article(tokens: Sequence[Token], at: int) -> bool:
    return at > 0 and tokens[at - 1].lower in ("a", "one", "per")


def _is_small(word: str) -> bool:
    return word in _UNITS or word in _TENS


def _part_follows(tokens: Sequence[Token], at: int) -> bool:
    if at + 1 >= len(tokens) or tokens[at + 1].barrier:
        return False
    after = tokens[at + 1].lower
    if after in ("half", "quarter", "third", "fifth", "tenth", "sixth", "eighth"):
        return tokens[at].lower in ("a", "one") and (after in ("half", "quarter") or _of(tokens, at + 2))
    return after in _PARTS and after.endswith("s")


def _of(tokens: Sequence[Token], at: int) -> bool:
    return at < len(tokens) and tokens[at].lower == "of"


def _fraction(tokens: Sequence[Token], at: int) -> Numeral | None:
    lower = tokens[at].lower
    if lower in ("half", "quarter"):
        if lower == "quarter":
            return None  # of a year, as often as not
        after = [t.lower for t in tokens[at + 1 : at + 3]]
        if after[:1] == ["a"] and after[1:2] and after[1] in _SCALES:
            return Numeral(0.5 * _SCALES[after[1]], at + 3, 1, False, scale=_SCALES[after[1]])
        return Numeral(0.5, at + 1, 1, True, fraction=True)
    above = 1 if lower in ("a", "one") else _UNITS[lower]
    return Numeral(above / _PARTS[tokens[at + 1].lower], at + 2, 1, False, fraction=True)
