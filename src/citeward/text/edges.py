"""The edges of a found quote: what it takes along and what it must not cut off.

A quote that is a substring of the source can still say something else: "permitted to terminate" out of "not permitted
to terminate", "1.2" out of "$1.2 million", "lawful" out of "unlawful". Every rule here holds in the exact tier too.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from .cuts_left import judge_left
from .cuts_right import judge_right
from .edge_marks import REACH
from .gaps import QUESTION
from .outer_marks import take_left, take_right
from .result import QuoteReason, Tolerance

_LOOSE = frozenset({Tolerance.PUNCTUATION, Tolerance.MARKUP})
_NUMBER_BEFORE = re.compile(r"\d[ \xa0)]*$")
_NUMBER_AFTER = re.compile(r"[\s(#§$€£-]*\d")
"""A quote that closes with punctuation of its own where the source goes on with a number has lost the number."""


@dataclass(frozen=True, slots=True)
class Edges:
    """Where the excerpt begins and ends once the quote's outer punctuation has been taken along."""

    start: int
    end: int
    tolerances: frozenset[Tolerance]


def find_edges(
    text: str, start: int, end: int, lead: str, tail: str, *, open_left: bool = False, open_right: bool = False
) -> Edges | QuoteReason:
    """Judge both edges of the letters `text[start:end]` of a quote.

    Args:
        text: the source.
        start: code point of the first letter.
        end: code point after the last letter and its marks.
        lead: what the quote has before its first letter.
        tail: what the quote has after its last letter.
        open_left: an ellipsis stands before; what it leaves out is judged elsewhere.
        open_right: an ellipsis stands after.

    Returns:
        The span to show, or why the quote must be refused there. Reads a bounded stretch on either side.
    """
    left = take_left(text, start, lead)
    if isinstance(left, QuoteReason):
        return left
    right = take_right(text, end, tail)
    if isinstance(right, QuoteReason):
        return right
    if left[1] & _LOOSE and _NUMBER_BEFORE.search(text, max(0, start - REACH), left[0]):
        return QuoteReason.CUT_NUMBER
    if right[1] & _LOOSE and _NUMBER_AFTER.match(text, right[0]):
        return QuoteReason.CUT_NUMBER
    reason = judge_left(text, left[0], start, is_open=open_left) or judge_right(text, end, right[0], is_open=open_right)
    if reason is not None:
        return reason
    if not open_right and any(char in QUESTION for char in text[right[0] : right[0] + 1]) and not _asks(tail):
        return QuoteReason.QUESTION_DIFFERS
    return Edges(left[0], right[0], frozenset(left[1] | right[1]))


def _asks(tail: str) -> bool:
    return any(char in QUESTION for char in tail)
