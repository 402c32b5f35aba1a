"""Compare a stretch of the source with a quote, letter by letter and gap by gap."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Set as AbstractSet
from typing import Protocol

from .dissect import Dissected, dissect
from .gaps import Around, judge_gap
from .letters import is_vowel_point
from .result import QuoteReason, Tolerance
from .units import units_differ_by_case

Tolerances = frozenset[Tolerance]
EXACT: Tolerances = frozenset()
_WORD_REACH = 12
"""Letters looked at around a gap; only short words change how a gap is judged."""
WHITESPACE: Tolerances = frozenset({Tolerance.WHITESPACE})


_ACCENTS = {
    "´": "\u0301", "`": "\u0300", "¨": "\u0308", "ˆ": "\u0302", "˜": "\u0303", "¸": "\u0327", "ˇ": "\u030c",
    "˘": "\u0306", "˙": "\u0307", "˚": "\u030a", "˝": "\u030b",
}  # fmt: skip
_SPACING_ACCENT = re.compile(f"([{''.join(_ACCENTS)}]) ?([^\\W\\d_])")


class TakenApart(Protocol):
    """A quote that can be taken apart, once, when that is needed."""

    @property
    def letters(self) -> Dissected:
        """The quote taken apart."""
        ...


def compare(source: str, quote: str, parts: TakenApart) -> Tolerances | QuoteReason:
    """Compare a slice of the source with the core of a quote; both begin and end with a letter.

    Args:
        source: the slice, from the letter that left the first skeleton byte to the one that left the last.
        quote: the quote from its first to its last letter.
        parts: `quote` taken apart.

    Returns:
        The tolerances needed (empty for the same characters), or why the two differ. Linear in both lengths.
    """
    if source == quote:
        return EXACT
    if source.split() == quote.split():
        return WHITESPACE
    compared = _compare(source, quote, parts)
    if isinstance(compared, QuoteReason) and _SPACING_ACCENT.search(source) is not None:
        accented = _SPACING_ACCENT.sub(_accented, source)
        again = _compare(accented, quote, parts) if accented != source else compared
        return compared if isinstance(again, QuoteReason) else again | {Tolerance.COMPOSITION}
    return compared


def _accented(match: re.Match[str]) -> str:
    """The accent TeX has set before its letter, on it: "Poincar´e"."""
    letter = "i" if match[2] == "ı" else match[2]
    composed = unicodedata.normalize("NFC", letter + _ACCENTS[match[1]])
    return composed if len(composed) == 1 else match.group()


def _compare(source: str, quote: str, parts: TakenApart) -> Tolerances | QuoteReason:
    other = dissect(source)
    dissected = parts.letters
    if other.letters != dissected.letters:
        return QuoteReason.NOT_FOUND
    found: set[Tolerance] = set()
    if other.gaps != dissected.gaps:
        reason = _compare_gaps(other, dissected, found)
        if reason is not None:
            return reason
    if other.marks != dissected.marks:
        reason = _compare_marks(other, dissected)
        if reason is not None:
            return reason
        found.add(Tolerance.DIACRITICS)
    if units_differ_by_case(source, quote):
        return QuoteReason.UNIT_DIFFERS
    found |= _letter_tolerances(source, quote)
    return frozenset(found or {Tolerance.COMPOSITION})


def _compare_gaps(source: Dissected, quote: Dissected, found: set[Tolerance]) -> QuoteReason | None:
    letters = source.letters
    breaks = source.gaps.keys() | quote.gaps.keys()
    for index in sorted(breaks):
        old, new = source.gaps.get(index, ""), quote.gaps.get(index, "")
        if old == new:
            continue
        around = Around(
            letters[index - 1 : index],
            letters[index : index + 1],
            _word_before(letters, index, breaks),
            _word_after(letters, index, breaks),
        )
        judged = judge_gap(old, new, around)
        if isinstance(judged, QuoteReason):
            return judged
        found |= judged
    return None


def _word_before(letters: str, index: int, breaks: AbstractSet[int]) -> str:
    start = index
    while start > 0 and index - start < _WORD_REACH:
        start -= 1
        if start in breaks:
            break
    return letters[start:index]


def _word_after(letters: str, index: int, breaks: AbstractSet[int]) -> str:
    end = index
    while end < len(letters) and end - index < _WORD_REACH:
        end += 1
        if end in breaks:
            break
    return letters[index:end]


def _compare_marks(source: Dissected, quote: Dissected) -> QuoteReason | None:
    """Vowel points may be missing on either side; other soft marks only from the whole quote at once."""
    bare = not any(not is_vowel_point(mark) for marks in quote.marks.values() for mark in marks)
    for index in source.marks.keys() | quote.marks.keys():
        old, new = source.marks.get(index, ""), quote.marks.get(index, "")
        if old == new:
            continue
        old_points, new_points = "".join(filter(is_vowel_point, old)), "".join(filter(is_vowel_point, new))
        if old_points and new_points and old_points != new_points:
            return QuoteReason.DIACRITICS_DIFFER
        if len(old_points) == len(old) and len(new_points) == len(new):
            continue
        if not bare:
            return QuoteReason.DIACRITICS_DIFFER
    return None


def _letter_tolerances(source: str, quote: str) -> set[Tolerance]:
    """Name how letters judged equal are written differently, marks set aside."""
    if source.isascii() and quote.isascii():
        return set() if _alnum(source) == _alnum(quote) else {Tolerance.CASE}
    old, new = unicodedata.normalize("NFC", source), unicodedata.normalize("NFC", quote)
    if old == new:
        return {Tolerance.COMPOSITION}
    old, new = _alnum(unicodedata.normalize("NFD", old)), _alnum(unicodedata.normalize("NFD", new))
    if old == new:
        return set()
    if old.lower() == new.lower():
        return {Tolerance.CASE}
    old, new = unicodedata.normalize("NFKD", old), unicodedata.normalize("NFKD", new)
    folded = (old.translate(_FORMS), new.translate(_FORMS))
    return {Tolerance.COMPATIBILITY} if folded[0] == folded[1] else {Tolerance.CASE, Tolerance.COMPATIBILITY}


_FORMS = {0x06CC: 0x064A, 0x06A9: 0x0643}
"""Persian letters by their Arabic forms."""


def _alnum(text: str) -> str:
    return "".join(filter(str.isalnum, text))
