"""Chain the segments of an elided or edited quote: in order, near each other, nothing left out that turns it round."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass

from .governing import governed
from .index import View
from .locate import Place, places, skeleton_hits
from .polarity import clause_after, clause_before, joins_sentences, turns_round
from .result import QuoteLimits, QuoteReason
from .segments import Joint, Reading, Segment

_RETRIEVED = 4096
"""Skeleton hits looked at per segment before their distances are compared: a common phrase in a long document."""
_SENTENCE_ENDS = ".!?。！？।۔"


@dataclass(frozen=True, slots=True)
class Chain:
    """One way to place all segments; `places` run in order."""

    places: tuple[Place, ...]


def chain(view: View, reading: Reading, limits: QuoteLimits) -> tuple[list[Chain], QuoteReason | None]:
    """All chains of a reading, in order, one per place of its last segment; or why there is none.

    The predecessor of a place is the latest chained place before it: what a farther one leaves out includes what the
    nearer one leaves out, so if the nearest fails a rule of omission every other fails it too. Linear in the hits.
    """
    hits = _near_hits(view, reading, limits)
    if isinstance(hits, QuoteReason):
        return [], hits
    count = len(reading.segments)
    chained: list[Chain] = []
    reason: QuoteReason | None = None
    for index, segment in enumerate(reading.segments):
        found, why = places(
            view.locator,
            segment,
            hits[index],
            open_left=reading.open_left if index == 0 else reading.joints[index - 1] is not Joint.BRACKET,
            open_right=index < count - 1 or reading.open_right,
            first=index == 0 and not reading.open_left,
        )
        if not found:
            return [], why or QuoteReason.NOT_FOUND
        if index == 0:
            chained, reason = _open(view.text, reading, found)
        else:
            chained, reason = _extend(view.text, chained, found, reading.joints[index - 1], limits)
        if not chained:
            return [], reason
    if reading.open_right:
        kept = [one for one in chained if not turns_round(clause_after(view.text, one.places[-1].end))]
        return kept, None if kept else QuoteReason.OMISSION_NEGATES
    return chained, None


def _open(text: str, reading: Reading, found: list[Place]) -> tuple[list[Chain], QuoteReason | None]:
    if reading.open_left:
        found = [
            place
            for place in found
            if not turns_round(clause_before(text, place.start)) and governed(text, place.start, place.end) is None
        ]
    return [Chain((place,)) for place in found], None if found else QuoteReason.OMISSION_NEGATES


def _extend(
    text: str, chained: list[Chain], found: list[Place], joint: Joint, limits: QuoteLimits
) -> tuple[list[Chain], QuoteReason | None]:
    ends = [one.places[-1].end for one in chained]
    longer: list[Chain] = []
    reason: QuoteReason | None = QuoteReason.OUT_OF_ORDER
    for place in found:
        at = bisect_right(ends, place.start) - 1
        if at < 0:
            continue
        why = _judge_omission(text[ends[at] : place.start], joint, limits)
        if why is None:
            longer.append(Chain((*chained[at].places, place)))
        else:
            reason = why
    return longer, None if longer else reason


def _judge_omission(omitted: str, joint: Joint, limits: QuoteLimits) -> QuoteReason | None:
    if joint is Joint.BRACKET:
        return _judge_bracket(omitted, limits)
    if len(omitted) > limits.max_omission:
        return QuoteReason.OMISSION_TOO_LONG
    if turns_round(omitted):
        return QuoteReason.OMISSION_NEGATES
    return QuoteReason.SPLICE if joint is Joint.ELLIPSIS and joins_sentences(omitted) else None


def _judge_bracket(replaced: str, limits: QuoteLimits) -> QuoteReason | None:
    if len(replaced) > limits.max_bracket or any(end in replaced.strip() for end in _SENTENCE_ENDS):
        return QuoteReason.BRACKET_TOO_LONG
    if any(char.isnumeric() for char in replaced):
        return QuoteReason.BRACKET_HIDES_NUMBER
    return QuoteReason.BRACKET_HIDES_NEGATION if turns_round(replaced) else None


def _near_hits(view: View, reading: Reading, limits: QuoteLimits) -> list[list[int]] | QuoteReason:
    """Skeleton hits of every segment, thinned to those with a neighbour of each other segment near enough."""
    data = view.skeleton.data
    hits: list[list[int]] = []
    for segment in reading.segments:
        found = skeleton_hits(data, segment.skeleton, _RETRIEVED + 1)
        if not found:
            return QuoteReason.NOT_FOUND
        if len(found) > _RETRIEVED:
            return QuoteReason.TOO_MANY_CANDIDATES
        hits.append(found)
    reach = limits.max_omission * 3  # one code point leaves three skeleton bytes at most, but for rare ligatures
    whole = [list(found) for found in hits]
    for index in range(1, len(hits)):
        hits[index] = _after(hits[index - 1], reading.segments[index - 1], hits[index], reach)
    for index in range(len(hits) - 2, -1, -1):
        hits[index] = _before(hits[index + 1], reading.segments[index], hits[index], reach)
    if not all(hits):
        together = all(
            any(later >= earlier for later in whole[index + 1][-1:] for earlier in whole[index][:1])
            for index in range(len(whole) - 1)
        )
        return QuoteReason.OMISSION_TOO_LONG if together else QuoteReason.OUT_OF_ORDER
    if max(map(len, hits)) > limits.max_candidates:
        return QuoteReason.TOO_MANY_CANDIDATES
    return hits


def _after(earlier: list[int], segment: Segment, later: list[int], reach: int) -> list[int]:
    length = len(segment.skeleton)
    return [
        hit for hit in later if (at := bisect_right(earlier, hit - length)) and hit - length - earlier[at - 1] <= reach
    ]


def _before(later: list[int], segment: Segment, earlier: list[int], reach: int) -> list[int]:
    kept: list[int] = []
    for hit in earlier:
        end = hit + len(segment.skeleton)
        at = bisect_left(later, end)
        if at < len(later) and later[at] - end <= reach:
            kept.append(hit)
    return kept
