"""Which words of a sentence a marker stands for: its clause, where the sentence has several that can stand alone.

A marker stands for the words since the clause before it ended. Of several in one clause the last stands for all of it,
because that is how a reader takes it; an earlier one stands for the words before it, where those say something alone.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from citeward.entailment import parts, stands_alone
from citeward.model import Claim
from citeward.parse import Cite, Close, Code, Html, Math, Open, Parsed, Quote, Text, leans

__all__ = ["Clause", "clause_extents", "clauses_of"]

_MARKUP = (Open, Close)
_SHOWN = (Text, Quote, Code, Math, Html, Cite)
_LONGEST = 400
"""Code points before a marker that may be a clause of their own. A sentence of thousands of markers is read once, and
not once for each of them."""


@dataclass(frozen=True, slots=True)
class Clause:
    """The words a proposal stands for."""

    start: int
    """Code points of the claim's text, end exclusive."""
    end: int
    stretch: int
    """Which run of clauses of the claim it belongs to: markers of one run may carry its words together."""
    place: int
    """Where in the claim its marker stands, in visible characters."""

    def is_all_of(self, claim: Claim) -> bool:
        """Whether it is the whole sentence."""
        return self.start == 0 and self.end == len(claim.text)


def clauses_of(parsed: Parsed) -> dict[int, Clause]:
    """The clause of every proposal that stands in the text, by the proposal's index."""
    found: dict[int, Clause] = {}
    for claim, places in _places(parsed).items():
        text = parsed.claims[claim].text
        seen = [k for k, char in enumerate(text) if not char.isspace()] if _has_inner(places, text) else []
        if not seen:
            place = max(place for place, _ in places)
            found.update({index: Clause(0, len(text), 0, place) for _, made in places for index in made})
            continue
        distinct = list(dict.fromkeys(place for place, _ in places))
        offsets = [seen[place - 1] + 1 if 0 < place <= len(seen) else 0 for place in distinct]
        by_place = dict(zip(distinct, _clauses(text, offsets, distinct), strict=True))
        found.update({index: by_place[place] for place, made in places for index in made})
    return found


def clause_extents(parsed: Parsed) -> dict[int, tuple[int, int]]:
    """The extent in its claim's text of every proposal that stands for a part of it, by the proposal's index."""
    return {
        index: (clause.start, clause.end)
        for index, clause in clauses_of(parsed).items()
        if not clause.is_all_of(parsed.claims[parsed.proposals[index].claim])
    }


def _places(parsed: Parsed) -> dict[int, list[tuple[int, tuple[int, ...]]]]:
    """By claim: after how many visible characters each place of citation stands, and the proposals made there.

    A claim whose events do not add up to its text has none but its end: nothing can be said of where they stand.
    """
    counts: dict[int, int] = {}
    places: dict[int, list[tuple[int, tuple[int, ...]]]] = {}
    struck = 0
    cited = {event.claim for event in parsed.events if isinstance(event, Cite)}
    for event in parsed.events:
        if isinstance(event, _SHOWN):
            if event.claim not in cited or event.claim < 0:
                continue
            before = counts.get(event.claim, 0)
            if isinstance(event, Cite):
                places.setdefault(event.claim, []).append((before, event.proposals))
            counts[event.claim] = before + (0 if struck else _visible(event.text))
        elif isinstance(event, _MARKUP) and event.tag == "del":
            struck += 1 if isinstance(event, Open) else -1
    for claim, found in places.items():
        if counts[claim] != _visible(parsed.claims[claim].text):
            places[claim] = [(counts[claim], made) for _, made in found]
    return places


def _visible(text: str) -> int:
    return sum(map(len, text.split()))


def _has_inner(places: Iterable[tuple[int, tuple[int, ...]]], text: str) -> bool:
    """Whether one of the places is followed by words of the sentence."""
    first = min(place for place, _ in places)
    at = 0
    for char in reversed(text):
        if char.isalnum():
            break
        at += not char.isspace()
    return 0 < first < _visible(text) - at or len({place for place, _ in places}) > 1


def _clauses(text: str, offsets: Sequence[int], places: Sequence[int]) -> list[Clause]:
    """The clause of each place of citation, in order."""
    extents = [(part.start, part.end) for part in parts(text, fine=True)]
    starts = [start for start, _ in extents]
    holders = [max(bisect_left(starts, offset) - 1, 0) for offset in offsets]
    if offsets[0] == 0:  # the sentence opens with its marker; others may open its clauses
        holders = [max(bisect_left(starts, offset + 2) - 1, 0) for offset in offsets]
    found: list[Clause] = []
    begin = 0
    for k, holder in enumerate(holders):
        last = k + 1 == len(holders) or holders[k + 1] != holder
        end = _end(text, extents, holder, last=k + 1 == len(holders))
        near = not last and offsets[k] - begin <= _LONGEST and stands_alone(text[begin : offsets[k]].strip())
        found.append(Clause(begin, offsets[k] if near else end, holder, places[k]))
        if last and holder + 1 < len(extents):
            begin = extents[holder + 1][0]
    return found


def _end(text: str, extents: Sequence[tuple[int, int]], holder: int, *, last: bool) -> int:
    """Where a part ends. The last one takes what stands behind it, and so does the last with a marker where that says
    nothing by itself: "...; this no longer applies" undoes what was granted.
    """
    if holder + 1 == len(extents) or (last and leans(text[extents[holder + 1][0] :])):
        return len(text)
    return extents[holder][1]
