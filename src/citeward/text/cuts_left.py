"""What must not be cut off before a quote: part of its first word or number, a sign, a currency, a negator."""

from __future__ import annotations

import re

from .edge_marks import COMPARISONS, CURRENCY, INVISIBLE, REACH, SIGNS, SPACES, last_word
from .gaps import APOSTROPHES, HYPHENS
from .letters import is_extender
from .polarity import follows_negator
from .result import QuoteReason
from .scripts import is_unspaced
from .units import CURRENCIES, NUMBERS, SCALES, UNIT_MARKS, UNITS

_NUMBER_BEFORE = re.compile(r"\d[\d.,]*[)\]]?[ \xa0\u202f\u2009-]?$")
_GROUP_BEFORE = re.compile(r"(?<!\d)\d{1,3}[ \xa0\u202f\u2009]$")
_RANGE_BEFORE = re.compile(r"\d\s?[-–−—~/:]\s?$")
_FIRST_WORD = re.compile(r"[^\W\d_]+")
_FRACTION = re.compile(r"\d+[/⁄]\d")
_LINE_START = re.compile(r"(?:^|\n)[ \t>|]*$")
_FIRST_NUMBER = re.compile(r"\d+")
_ELISIONS = """
l d j m t s c qu lorsqu puisqu jusqu quoiqu dell nell all sull dall coll un quell bell sant v
"""
_ELIDED = frozenset(_ELISIONS.split())
"""French and Italian words that lose their vowel before an apostrophe; the next word is whole. Not "n'": it negates."""


def judge_left(text: str, at: int, first: int, *, is_open: bool) -> QuoteReason | None:
    """Why an excerpt must not begin at `at`, its first letter being at `first`; None when it may.

    `is_open` says that an ellipsis stands before it: what that leaves out is judged elsewhere.
    """
    before = text[max(0, at - REACH) : at]
    letter = text[first]
    if is_extender(text[at]):
        return QuoteReason.CUT_MARK
    bare = before.rstrip(INVISIBLE)
    touching = bare[-1:]
    if at == first and letter.islower() and touching.isspace() and _broken_by_hyphen(bare):
        return QuoteReason.CUT_WORD
    if touching and not touching.isspace():
        reason = _cut_left(bare, touching, letter, taken=at < first)
        if reason is not None:
            return reason
    if letter.isdigit() and at == first:
        reason = _cut_number_left(bare, text[first : first + 32])
        if reason is not None:
            return reason
    elif at == first and (word := _FIRST_WORD.match(text, first)) is not None and word.group().lower() in UNITS:
        number_word = word.group().lower() in SCALES and last_word(bare.rstrip()).lower() in NUMBERS
        if number_word or _NUMBER_BEFORE.search(bare):
            return QuoteReason.CUT_NUMBER
    elif text[at] in UNIT_MARKS and _NUMBER_BEFORE.search(bare):
        return QuoteReason.CUT_NUMBER
    if not is_open and follows_negator(before):
        return QuoteReason.AFTER_NEGATOR
    return None


def _broken_by_hyphen(bare: str) -> bool:
    """Whether a word was broken at the end of the line before."""
    line = bare.rstrip()
    return line[-1:] in HYPHENS and line[-2:-1].isalpha() and "\n" in bare[len(line) :]


def _cut_left(bare: str, touching: str, letter: str, *, taken: bool) -> QuoteReason | None:
    """`touching` stands directly before the excerpt. `taken` says the excerpt begins with a mark of its own."""
    if touching.isalnum() or is_extender(touching):
        if taken:
            return QuoteReason.CUT_NUMBER if touching.isdigit() else None
        if touching.isdigit() or (touching.isnumeric() and letter.isdigit()):
            return QuoteReason.CUT_NUMBER
        if is_unspaced(touching) or is_unspaced(letter):
            return None
        return QuoteReason.CUT_WORD
    inner = bare[-2:-1]
    joins_word = inner.isalnum() and not taken
    if letter.isdigit() and not taken:
        if touching in SIGNS or touching in COMPARISONS or CURRENCY.match(touching) or touching in "#^§№":
            if inner.isdigit():
                return QuoteReason.CUT_NUMBER
            return QuoteReason.CUT_WORD if inner.isalpha() and touching in HYPHENS else QuoteReason.CUT_SIGN
        if touching in ".,:/'’٫٬·" and (inner.isdigit() or touching == "."):
            return QuoteReason.CUT_NUMBER
    if not joins_word:
        return None
    if touching in HYPHENS or touching in "/@&+_\\=#":
        return QuoteReason.CUT_WORD
    if touching in APOSTROPHES:
        return None if last_word(bare[:-1]).lower() in _ELIDED else QuoteReason.CUT_WORD
    if touching == ".":
        return QuoteReason.CUT_WORD if not (letter.isupper() and len(last_word(bare[:-1])) > 1) else None
    if touching == ":" and letter.isalnum() and inner.isalpha() and letter.islower():
        return QuoteReason.CUT_WORD
    return None


def _cut_number_left(bare: str, ahead: str) -> QuoteReason | None:
    spaced = bare.rstrip(SPACES)
    gap = len(bare) - len(spaced)
    mark = spaced[-1:]
    if gap and mark and (mark in COMPARISONS or mark in "§№¶" or CURRENCY.match(mark)):
        return QuoteReason.CUT_SIGN
    if _RANGE_BEFORE.search(bare):
        return QuoteReason.CUT_NUMBER
    if gap and mark in SIGNS and mark and not _LINE_START.search(spaced[:-1]):
        return QuoteReason.CUT_SIGN
    if gap and mark.isdigit() and _FRACTION.match(ahead):
        return QuoteReason.CUT_NUMBER
    number = _FIRST_NUMBER.match(ahead)
    if gap and number is not None and len(number.group()) == 3 and _GROUP_BEFORE.search(bare):
        return QuoteReason.CUT_NUMBER
    return QuoteReason.CUT_SIGN if gap and last_word(spaced).lower() in CURRENCIES else None
