"""What must not be cut off after a quote: part of its last word or number, a unit, a scale word, a condition."""

from __future__ import annotations

import re

from .edge_marks import CURRENCY, INVISIBLE, REACH, SPACES, last_word
from .gaps import APOSTROPHES, HYPHENS
from .later import conditioned_later, denied_later
from .letters import is_extender
from .polarity import clause_after, precedes_condition, precedes_negator
from .result import QuoteReason
from .scripts import is_unspaced
from .units import CJK_UNITS, NUMBERS, SCALES, UNIT_MARKS, UNITS

_GROUP_AFTER = re.compile(r"[ \xa0\u202f\u2009]\d{3}(?!\d)")
_RANGE_AFTER = re.compile(r"\s?[–−—-]\s?\d|[-/:~.,'’٫٬·]\d|\s?[×x]\s?10")
_UNIT_AFTER = re.compile(r"[ \xa0\u202f\u2009-]?([^\W\d_]+(?:/[^\W\d_]+)?)")
_OPENS_NUMBER = re.compile(r"(?:[§#№<>≤≥≈~±×÷^=/\-−–+(]|[$£€¥₹₽₩₺¢￥＄￡])\d|(?:[§№<>≤≥≈±×÷^]|[$£€¥₹₽₩₺￥＄￡])\s\d")
_SENTENCE_CLOSED = re.compile(r"[.!?。！？।۔][\"'”’»)\]*_]*$")
_NEXT_LINE = re.compile(r".[ \t\r]*\n\s*([^\W\d_])")


def judge_right(text: str, last: int, at: int, *, is_open: bool) -> QuoteReason | None:
    """Why an excerpt must not end at `at`, its last letter ending at `last`; None when it may.

    `is_open` says that an ellipsis stands after it: what that leaves out is judged elsewhere.
    """
    after = text[at : at + REACH]
    if after and is_extender(after[0]):
        return QuoteReason.CUT_MARK
    letter = _base_letter(text, last)
    bare = after.lstrip(INVISIBLE)
    reason = _cut_right(text, last, bare, letter) if at == last else _cut_after_mark(text, last, at, bare)
    if reason is not None:
        return reason
    if is_open:
        return None
    closed = _SENTENCE_CLOSED.search(text[last:at])
    if closed is not None and not (closed.group()[0] == "." and bare[:1].isalnum()):
        return None
    rest = clause_after(text, at)
    if at == last and (precedes_negator(after) or denied_later(rest, letter)):
        return QuoteReason.BEFORE_NEGATOR
    if precedes_condition(rest) or (at == last and conditioned_later(text[max(0, last - REACH) : last], rest)):
        return QuoteReason.TRUNCATED_CONDITION
    return None


def _base_letter(text: str, end: int) -> str:
    at = end - 1
    while at > 0 and end - at < 8 and is_extender(text[at]):
        at -= 1
    return text[at]


def _cut_right(text: str, last: int, bare: str, letter: str) -> QuoteReason | None:
    touching, beyond = bare[:1], bare[1:2]
    if letter.isdigit():
        reason = _cut_number_right(bare)
        if reason is not None:
            return reason
    elif _splits_number_words(text[max(0, last - 16) : last], bare):
        return QuoteReason.CUT_UNIT
    if not touching or touching.isspace():
        return None
    if touching.isalnum():
        if touching.isdigit() and letter.isdigit():
            return QuoteReason.CUT_NUMBER
        if letter.isdigit():
            return QuoteReason.CUT_UNIT if not is_unspaced(touching) or touching in CJK_UNITS else None
        if touching.isnumeric() and not touching.isdecimal():
            footnote = len(last_word(text[max(0, last - 8) : last])) > 3
            return None if footnote and touching.isdigit() else QuoteReason.CUT_UNIT
        return None if is_unspaced(letter) or is_unspaced(touching) else QuoteReason.CUT_WORD
    if touching in HYPHENS and (beyond.isalnum() or _continues_on_next_line(bare)):
        return QuoteReason.CUT_WORD
    if touching in "+#" and not letter.isdigit():
        return QuoteReason.CUT_WORD
    if touching in "/@&_\\=^" and beyond.isalnum():
        return QuoteReason.CUT_WORD
    if touching in APOSTROPHES and beyond.isalnum():
        return QuoteReason.CUT_WORD
    if touching == "." and beyond.isalnum():
        sentence = beyond.isupper() and len(last_word(text[max(0, last - 8) : last])) > 1
        return None if sentence else QuoteReason.CUT_WORD
    if touching == ":" and beyond == "/":
        return QuoteReason.CUT_WORD
    return None


def _splits_number_words(before: str, after: str) -> bool:
    """Whether "five" stands before and "million" after."""
    following = _UNIT_AFTER.match(after)
    return following is not None and following.group(1).lower() in SCALES and last_word(before).lower() in NUMBERS


def _continues_on_next_line(bare: str) -> bool:
    return (found := _NEXT_LINE.match(bare)) is not None and found.group(1).islower()


def _cut_number_right(bare: str) -> QuoteReason | None:
    touching = bare[:1]
    if touching and (touching in UNIT_MARKS or touching in "+^²³" or (touching.isnumeric() and not touching.isdigit())):
        return QuoteReason.CUT_UNIT
    if CURRENCY.match(bare) or touching == "(":
        return QuoteReason.CUT_UNIT
    if _RANGE_AFTER.match(bare) or _GROUP_AFTER.match(bare):
        return QuoteReason.CUT_NUMBER
    spaced = bare[1:2] if touching in SPACES and touching else ""
    if spaced and (spaced in UNIT_MARKS or CURRENCY.match(spaced)) and not bare[2:3].isdigit():
        return QuoteReason.CUT_UNIT
    if spaced and spaced.isnumeric() and not spaced.isdecimal():
        return QuoteReason.CUT_NUMBER
    unit = _UNIT_AFTER.match(bare)
    if unit is None:
        return None
    if bare[:1] in HYPHENS and bare[:1]:
        return QuoteReason.CUT_WORD
    words = unit.group(1).lower().split("/")
    return QuoteReason.CUT_UNIT if words[0] in UNITS or bare.lstrip().lower().startswith("per cent") else None


def _cut_after_mark(text: str, last: int, at: int, bare: str) -> QuoteReason | None:
    """The excerpt ends with a mark of its own, such as "." or "%"; it may still end inside a number or a name."""
    closing, touching = text[at - 1], bare[:1]
    if _OPENS_NUMBER.match(closing + bare):
        return QuoteReason.CUT_NUMBER
    if not touching.isalnum():
        if closing == "." and touching == "." and text[at : at + 2] == "..":
            return None
        if closing == "+" and touching == "+":
            return QuoteReason.CUT_WORD
        return None
    if closing in ".,:/-–'’@&_=+\\":
        if touching.isdigit() and text[last - 1].isdigit():
            return QuoteReason.CUT_NUMBER
        if closing == "." and touching.isupper() and len(last_word(text[max(0, last - 8) : last])) > 1:
            return None
        if closing in ",:" and not touching.isdigit():
            return None
        return QuoteReason.CUT_WORD
    return None
