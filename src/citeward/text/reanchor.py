"""Find an anchored span again in a later version of its document.

The keyed hash proves a span; position and context only choose where to look. With the span's own text at hand
(`exact`) every place that holds it is known, so a repeated span can be told apart by its context or not at all; without
it the context is followed to the places it leads to. A guess is never reported as found: two places that fit equally
well are `ambiguous` (short spans guess wrong in one case of ten).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from itertools import takewhile

from .anchor import CONTEXT, Anchor
from .diff import word_diff
from .hashing import same_span
from .index import SourceIndex
from .letters import SIEVED, is_extender
from .locate import skeleton_hits
from .result import DiffOp
from .skeleton import Skeleton, sift

_MOST_PLACES = 256
"""Places looked at; a span that occurs more often is ambiguous."""
_MOST_GROWTH = 2.0
"""How many times longer a changed span may have become between its old neighbours."""
_MARGIN = 4
"""Skeleton bytes by which the context of the best of several places must lead."""
_ENOUGH = 8
"""Skeleton bytes of context that must agree when the same text stands at several places."""
_WIDEST = 8
"""Marks around the letters of a span that are tried; each try is one hash."""
_UNIQUE = 20
"""Skeleton bytes of context that are followed when the span's own text is not at hand."""


class AnchorState(StrEnum):
    """What became of an anchored span."""

    FOUND = "found"
    """The same text at the same offsets."""
    MOVED = "moved"
    """The same text elsewhere."""
    CHANGED = "changed"
    """Its neighbours are there, with another text between them."""
    AMBIGUOUS = "ambiguous"
    """The same text at several places that context cannot tell apart."""
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class Reanchored:
    """Where an anchored span stands now."""

    state: AnchorState
    start: int | None = None
    """Code points of the new text; None when ambiguous or lost."""
    end: int | None = None
    diff: tuple[DiffOp, ...] = ()
    """From the old text to the new one, when changed and `exact` was given."""


def reanchor(anchor: Anchor, new_text: str | SourceIndex, key: bytes, exact: str | None = None) -> Reanchored:
    """Find an anchored span in a later version.

    Args:
        anchor: what was kept of the span.
        new_text: the later version, or its index.
        key: the key of the anchor's hash.
        exact: the span's old text, where the caller still has it: without it, a span is found by its context only and
            a change has no diff.

    Returns:
        found, moved, changed, ambiguous or lost. Linear in the length of the new text.
    """
    source = new_text if isinstance(new_text, SourceIndex) else SourceIndex(new_text)
    if exact is not None and not same_span(anchor.span_hash, exact, key):
        exact = None  # not the anchored text: it must not steer the search
    places = _places_of(source, anchor, exact, key) if exact is not None else _places_by_context(source, anchor, key)
    here = (anchor.start, min(anchor.end, len(source.text)))  # a span that was set more widely may end behind the text
    if here not in places and same_span(anchor.span_hash, source.text[here[0] : here[1]], key):
        places.append(here)
    places = [place for place in places if _cuts_words_alike(source.text, place, anchor)]
    if not places:
        return _changed(source, anchor, exact)
    return _choose(source.text, anchor, places)


def _choose(text: str, anchor: Anchor, places: list[tuple[int, int]]) -> Reanchored:
    if len(places) > _MOST_PLACES:
        return Reanchored(AnchorState.AMBIGUOUS)
    ranked = sorted(((_agreement(text, anchor, place), place) for place in places), reverse=True)
    best, place = ranked[0]
    if len(ranked) > 1 and ranked[1][0] >= best - _MARGIN:
        return Reanchored(AnchorState.AMBIGUOUS)
    if len(ranked) > 1 and best < _ENOUGH:
        return Reanchored(AnchorState.AMBIGUOUS)
    state = AnchorState.FOUND if place == (anchor.start, anchor.end) else AnchorState.MOVED
    return Reanchored(state, *place)


def _agreement(text: str, anchor: Anchor, place: tuple[int, int]) -> int:
    """How many skeleton bytes of prefix and suffix, counted outwards from the span, agree."""
    before, after = sift(anchor.prefix), sift(anchor.suffix)
    has_before = sift(text[max(0, place[0] - 4 * CONTEXT) : place[0]])
    has_after = sift(text[place[1] : place[1] + 4 * CONTEXT])
    return _common(before[::-1], has_before[::-1]) + _common(after, has_after)


def _common(first: bytes, second: bytes) -> int:
    count = 0
    for one, other in zip(first, second, strict=False):
        if one != other:
            break
        count += 1
    return count


def _places_of(source: SourceIndex, anchor: Anchor, exact: str, key: bytes) -> list[tuple[int, int]]:
    needle = sift(exact)
    text, skeleton = source.text, source.raw.skeleton
    found: list[tuple[int, int]] = []
    if not needle:
        at = text.find(exact)
        while at >= 0 and len(found) <= _MOST_PLACES:
            found.append((at, at + len(exact)))
            at = text.find(exact, at + 1)
        return found
    for hit in skeleton_hits(skeleton.data, needle, _MOST_PLACES + 1):
        start = skeleton.position(hit)
        end = _end_of(text, skeleton, hit + len(needle))
        place = _with_marks(text, (start, end), anchor, exact, key)
        if place is not None:
            found.append(place)
    return found


def _end_of(text: str, skeleton: Skeleton, offset: int) -> int:
    end = skeleton.position(offset - 1) + 1
    while end < len(text) and is_extender(text[end]):
        end += 1
    return end


def _with_marks(text: str, letters: tuple[int, int], anchor: Anchor, exact: str, key: bytes) -> tuple[int, int] | None:
    """Widen the letters of a span by the marks it began and ended with, until its hash agrees."""
    start, end = letters
    lead = next(at for at, char in enumerate(exact) if SIEVED[char])
    tail = len(exact)
    while tail and not (SIEVED[exact[tail - 1]] or is_extender(exact[tail - 1])):
        tail -= 1
    wanted = len(exact) - tail
    for left in dict.fromkeys((lead, 0, *range(lead + 3))):
        for right in dict.fromkeys((wanted, 0, *range(wanted + 3))):
            if left > _WIDEST or right > _WIDEST:
                continue
            low, high = max(0, start - left), min(len(text), end + right)
            if same_span(anchor.span_hash, text[low:high], key):
                while low < start and text[low].isspace():
                    low += 1
                while high > end and text[high - 1].isspace():
                    high -= 1
                return low, high
    return None


def _cuts_words_alike(text: str, place: tuple[int, int], anchor: Anchor) -> bool:
    """Whether a place begins and ends where words do, or cuts the words at its edges where the span itself cut them.

    A span of a chunk that began inside a word stands where that word does, and inside no other one.
    """
    start, end = place
    if start >= end:
        return False
    before, after = text[max(0, start - CONTEXT) : start], text[end : end + CONTEXT]
    left, right = _rest(before[::-1], text[start]), _rest(after, text[end - 1])
    return left in ("", _rest(anchor.prefix[::-1], text[start])) and right in ("", _rest(anchor.suffix, text[end - 1]))


def _rest(outside: str, edge: str) -> str:
    """The letters beyond an edge that stands inside a word; none where it does not, or the script has no spaces."""
    if not (edge.isalnum() and outside[:1].isalnum() and outside[:1].isascii()):
        return ""
    return "".join(takewhile(str.isalnum, outside))


def _places_by_context(source: SourceIndex, anchor: Anchor, key: bytes) -> list[tuple[int, int]]:
    """Places between the old prefix and the old suffix, or beside one of them, whose hash agrees."""
    return [place for place in _gaps(source, anchor) if same_span(anchor.span_hash, source.text[slice(*place)], key)]


def _gaps(source: SourceIndex, anchor: Anchor) -> list[tuple[int, int]]:
    """Spans between a place of the prefix and the next place of the suffix, near each other."""
    text, skeleton = source.text, source.raw.skeleton
    before, after = sift(anchor.prefix)[-_UNIQUE:], sift(anchor.suffix)[:_UNIQUE]
    length = anchor.end - anchor.start
    reach = int(length * _MOST_GROWTH) + 2 * CONTEXT
    starts = [_end_of(text, skeleton, hit + len(before)) for hit in _context_hits(skeleton, before)]
    ends = [skeleton.position(hit) for hit in _context_hits(skeleton, after)]
    if not anchor.prefix:
        starts = [0]
    if not anchor.suffix:
        ends = [len(text)]
    found: list[tuple[int, int]] = []
    for low in starts:
        high = next((end for end in ends if end >= low), None)
        if high is not None and high - low <= reach:
            found += _trimmed(text, low, high, anchor)
    return list(dict.fromkeys(found))


def _context_hits(skeleton: Skeleton, needle: bytes) -> list[int]:
    return skeleton_hits(skeleton.data, needle, _MOST_PLACES) if len(needle) >= 4 else []


def _trimmed(text: str, low: int, high: int, anchor: Anchor) -> list[tuple[int, int]]:
    """The stretch without the marks that belonged to its neighbours."""
    lead = _outer(anchor.prefix[::-1])
    trail = _outer(anchor.suffix)
    start, end = low, high
    for char in reversed(lead):
        if start < end and text[start] == char:
            start += 1
    for char in reversed(trail):
        if end > start and text[end - 1] == char:
            end -= 1
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return [(start, end)] if start < end else []


def _outer(context: str) -> str:
    """The marks of a context between the span and its first letter, counted outwards, without space."""
    marks: list[str] = []
    for char in context:
        if SIEVED[char]:
            break
        if not char.isspace():
            marks.append(char)
    return "".join(marks)


def _changed(source: SourceIndex, anchor: Anchor, exact: str | None) -> Reanchored:
    places = _gaps(source, anchor)
    if len(places) != 1:
        return Reanchored(AnchorState.LOST)
    start, end = places[0]
    diff = word_diff(exact, source.text[start:end]) if exact is not None else ()
    return Reanchored(AnchorState.CHANGED, start, end, diff)
