"""Find the places where one segment of a quote stands in a source."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import stringzilla  # type: ignore[import-not-found]  # an extension module without type information

from .compare import EXACT, WHITESPACE, Tolerances, compare
from .crossings import crosses_lines, crossing
from .edges import find_edges
from .gaps import difference
from .governing import governed
from .heads import REACH, sentence_before
from .letters import is_extender
from .pairs import leaves_aside
from .result import QuoteReason, Tolerance
from .segments import Segment
from .signs import sign_behind
from .skeleton import Skeleton
from .struck import Struck

_LONG = 1 << 14
"""Skeleton bytes from which the vectorised search pays."""
_SHORT = 256
"""Needle bytes up to which it is used: it compares whole needles, which long periodic ones would make quadratic."""
_HEAD = 32
"""Needle bytes it looks for; the rest is compared where they are found."""
_MISSES = 64
"""Heads found without the rest after which it gives way to the ordinary search: repetitive text."""
_SLACK = 4096
"""Code points a place may be longer than four times its segment: spaces and soft hyphens, not pages of them."""

_MUTE = frozenset({QuoteReason.NOT_FOUND, QuoteReason.CUT_WORD})
"""Reasons that say little: the letters happen to stand inside other words."""


@dataclass(frozen=True, slots=True)
class Place:
    """One place where a segment stands, letters and edges judged."""

    start: int
    end: int
    tolerances: frozenset[Tolerance]
    """Empty when the source has the same characters."""


def skeleton_hits(data: bytes, needle: bytes, limit: int, low: int = 0) -> list[int]:
    """Offsets of `needle` in `data[low:]`, overlapping ones included, at most `limit` of them."""
    if len(needle) > _SHORT or len(data) - low < _LONG:
        return _search(data, needle, limit, low)
    hits: list[int] = []
    head, at, misses = needle[:_HEAD], low, 0
    while len(hits) < limit:
        at = stringzilla.find(data, head, at, len(data))
        if at < 0:
            break
        if data.startswith(needle, at):
            hits.append(at)
        elif (misses := misses + 1) > _MISSES:
            return hits + _search(data, needle, limit - len(hits), at + 1)
        at += 1
    return hits


def _search(data: bytes, needle: bytes, limit: int, low: int) -> list[int]:
    """The same with the standard library's search, which is linear for any needle."""
    hits: list[int] = []
    at = data.find(needle, low)
    while at >= 0 and len(hits) < limit:
        hits.append(at)
        at = data.find(needle, at + 1)
    return hits


class Locator:
    """Judges skeleton hits in one text."""

    __slots__ = ("_skeleton", "_struck", "_text")

    def __init__(self, text: str, skeleton: Skeleton) -> None:
        self._text = text
        self._skeleton = skeleton
        self._struck = Struck(text)

    def place(
        self, segment: Segment, hit: int, *, open_left: bool = False, open_right: bool = False, first: bool = True
    ) -> Place | QuoteReason:
        """Judge the segment at one skeleton hit; `first`: nothing of the quote stands before it."""
        text = self._text
        start = self._skeleton.position(hit)
        tolerances: Tolerances = EXACT
        end = start + len(segment.core)
        if not text.startswith(segment.core, start) or (end < len(text) and is_extender(text[end])):
            end = self._skeleton.position(hit + len(segment.skeleton) - 1) + 1
            longest = start + 4 * len(segment.core) + _SLACK
            while end < min(longest, len(text)) and is_extender(text[end]):
                end += 1
            if end > longest:
                return QuoteReason.NOT_FOUND
            compared = compare(text[start:end], segment.core, segment)
            if isinstance(compared, QuoteReason):
                return compared
            tolerances = compared
            if compared == WHITESPACE and "\n" not in segment.core:
                if crosses_lines(text, start, end):
                    return QuoteReason.CROSSES_END
            elif (crossed := crossing(text, start, end, segment.letters)) is not None:
                return crossed
        edges = find_edges(text, start, end, segment.lead, segment.tail, open_left=open_left, open_right=open_right)
        if isinstance(edges, QuoteReason):
            return edges
        if self._struck.touches(start, end):
            return QuoteReason.STRUCK_OUT
        if not open_right and sign_behind(text, edges.end):
            return QuoteReason.CUT_SIGN
        if first:
            sentence = sentence_before(text, edges.start)
            if leaves_aside(
                sentence[0], text[start:end], text[end : end + REACH], None if tolerances <= WHITESPACE else segment
            ):
                return QuoteReason.HALF_A_PAIR
            reason = governed(text, edges.start, edges.end, sentence)
            if reason is not None:
                return reason
        tolerances |= edges.tolerances
        if not tolerances and (shown := text[edges.start : edges.end]) != segment.shown:
            tolerances = difference(shown, segment.shown)
        return Place(edges.start, edges.end, tolerances)


def places(
    locator: Locator,
    segment: Segment,
    hits: Sequence[int],
    *,
    open_left: bool = False,
    open_right: bool = False,
    first: bool = True,
) -> tuple[list[Place], QuoteReason | None]:
    """The hits that hold, in order, and the reason of the most telling one that does not."""
    found: list[Place] = []
    worst: QuoteReason | None = None
    for hit in hits:
        judged = locator.place(segment, hit, open_left=open_left, open_right=open_right, first=first)
        if isinstance(judged, Place):
            found.append(judged)
        elif worst is None or worst in _MUTE:
            worst = judged
    return found, worst
