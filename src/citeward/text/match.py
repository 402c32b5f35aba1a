"""Find a quote in one source: literally, then split at its ellipses, then with its editorial brackets read."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from citeward.model import QuoteStatus

from .chain import chain
from .index import SourceIndex, View
from .locate import Place, places, skeleton_hits
from .markup import clean, has_markup
from .minimum import is_long_enough, is_whole
from .pairs import balance
from .result import QuoteLimits, QuoteMatch, QuoteReason, Tolerance
from .scripts import is_wide
from .segments import Joint, Reading, has_joints, read_edited, read_elided, read_literally
from .skeleton import sift

Span = tuple[int, int]
_AROUND = 500
"""Code points before the cited span from which places are looked at, when there are too many to look at all."""
_SHORTEST_SEGMENT = 3
"""Code points, wide ones counting double: "a ... the ... to" could be found in any text."""
_NO_HITS: Mapping[bytes, list[int]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class _Grant:
    spans: tuple[Span, ...]
    tolerances: frozenset[Tolerance]


def refuse(reason: QuoteReason) -> QuoteMatch:
    """An unverified match with a reason."""
    return QuoteMatch(QuoteStatus.UNVERIFIED, reason=reason)


def match_quote(
    source: SourceIndex,
    quote: str,
    near: Span | None,
    limits: QuoteLimits,
    hits: Mapping[bytes, list[int]] = _NO_HITS,
) -> QuoteMatch:
    """Match `quote` against one source, without looking for the nearest passage when it is refused.

    `hits` are skeleton offsets already known for the source's own text, by needle.
    """
    if source.no_source:
        return refuse(QuoteReason.NO_SOURCE)
    if len(quote) > limits.max_quote:
        return refuse(QuoteReason.TOO_LONG)
    grants, reason = _match_text(source, quote, near, limits, hits)
    if not grants and has_markup(quote):
        again = _match_unmarked(source, quote, near, limits)
        grants = [replace(grant, tolerances=grant.tolerances | {Tolerance.MARKUP}) for grant in again]
    return _choose(source.text, grants, near) if grants else refuse(reason)


def _match_text(
    source: SourceIndex, quote: str, near: Span | None, limits: QuoteLimits, known: Mapping[bytes, list[int]]
) -> tuple[list[_Grant], QuoteReason]:
    literal = read_literally(quote)
    if literal is None:
        return [], QuoteReason.EMPTY_QUOTE
    long_enough = is_long_enough(literal, limits)
    hits = _near_hits(source.raw, literal, near, limits, known)
    grants, reason = _match_view(source.raw, quote, literal, hits, long_enough=long_enough, limits=limits)
    if not grants and (cleaned := source.cleaned) is not None:
        hits = _near_hits(cleaned, literal, None, limits, _NO_HITS)
        grants, other = _match_view(cleaned, quote, literal, hits, long_enough=long_enough, limits=limits)
        reason = other if reason is QuoteReason.NOT_FOUND else reason
    return grants, reason


def _near_hits(
    view: View, literal: Reading, near: Span | None, limits: QuoteLimits, known: Mapping[bytes, list[int]]
) -> list[int]:
    """Where the whole quote may stand, up to one more than the candidate limit; if so many, around the cited span."""
    needle = literal.segments[0].skeleton
    hits = known.get(needle)
    if hits is None:
        hits = skeleton_hits(view.skeleton.data, needle, limits.max_candidates + 1)
    if near is not None and len(hits) > limits.max_candidates:
        low = view.skeleton.offset(max(0, near[0] - _AROUND))
        hits = skeleton_hits(view.skeleton.data, needle, limits.max_candidates + 1, low) or hits
    return hits


def _match_unmarked(source: SourceIndex, quote: str, near: Span | None, limits: QuoteLimits) -> list[_Grant]:
    """The same for the quote without tags, entities and link targets, then without its note numbers.

    A source's note number may be left out of a quote. One that stands in the quote alone is never dropped: it would
    be a figure that the source does not have.
    """
    marked = clean(quote, notes=False)
    if marked is not None and not marked.breaks:
        grants, _ = _match_text(source, marked.text, near, limits, _NO_HITS)
        if grants:
            return grants
    bare = clean(quote)
    if bare is None or bare.breaks or bare == marked:
        return []
    grants, _ = _match_text(source, bare.text, near, limits, _NO_HITS)
    wanted = _figures(quote)
    return [grant for grant in grants if _holds(_figures(" ".join(source.text[a:b] for a, b in grant.spans)), wanted)]


def _figures(text: str) -> bytes:
    """The letters and digits of a text that its reader sees, raised ones among them."""
    shown = clean(text, notes=False)
    return sift(unicodedata.normalize("NFKC", text if shown is None else shown.text))


def _holds(letters: bytes, wanted: bytes) -> bool:
    """Whether `letters` has all that is wanted, in order, whatever else stands between."""
    ahead = iter(letters)
    return all(letter in ahead for letter in wanted)


def _match_view(
    view: View,
    quote: str,
    literal: Reading,
    hits: list[int],
    *,
    long_enough: bool,
    limits: QuoteLimits,
) -> tuple[list[_Grant], QuoteReason]:
    grants, reason = _match_literally(view, literal, hits, long_enough=long_enough, limits=limits)
    if grants or not has_joints(quote):
        return grants, reason
    elided = read_elided(quote)
    if elided is not None:
        grants, why = _match_chain(view, elided, limits)
        if grants:
            return grants, why
        reason = why if reason in _WEAK else reason
    edited = read_edited(quote)
    if isinstance(edited, QuoteReason):
        return [], edited if reason in _WEAK else reason
    if edited is not None:
        grants, why = _match_chain(view, edited, limits)
        reason = why if reason in _WEAK else reason
    return grants, reason


_WEAK = frozenset(
    {QuoteReason.NOT_FOUND, QuoteReason.ELLIPSIS_SWALLOWED, QuoteReason.BRACKET_ADDED, QuoteReason.TOO_SHORT}
)


def _match_literally(
    view: View, reading: Reading, hits: list[int], *, long_enough: bool, limits: QuoteLimits
) -> tuple[list[_Grant], QuoteReason]:
    (segment,) = reading.segments
    found, why = places(view.locator, segment, hits[: limits.max_candidates])
    if not long_enough:
        whole = [place for place in found if is_whole(view.text, place.start, place.end)]
        why = QuoteReason.TOO_SHORT if found and not whole else why
        found = whole
    if not found and len(hits) > limits.max_candidates:
        return [], QuoteReason.TOO_MANY_CANDIDATES
    return _grants(view, [(place,) for place in found], reading, why)


def _match_chain(view: View, reading: Reading, limits: QuoteLimits) -> tuple[list[_Grant], QuoteReason]:
    if len(reading.segments) > limits.max_segments:
        return [], QuoteReason.TOO_LONG
    if not any(is_long_enough(Reading((segment,), ()), limits) for segment in reading.segments):
        return [], QuoteReason.SEGMENT_TOO_SHORT
    if not all(is_wide(segment.core, _SHORTEST_SEGMENT) for segment in reading.segments):
        return [], QuoteReason.SEGMENT_TOO_SHORT
    chains, why = chain(view, reading, limits)
    return _grants(view, [one.places for one in chains], reading, why)


def _grants(
    view: View, found: Sequence[tuple[Place, ...]], reading: Reading, why: QuoteReason | None
) -> tuple[list[_Grant], QuoteReason]:
    """What is granted of the places found: those whose excerpts hold no half of a pair."""
    quote = " ".join(segment.shown for segment in reading.segments)
    grants = [grant for places in found if (grant := _whole(view, _grant(view, places, reading), quote)) is not None]
    return grants, QuoteReason.HALF_A_PAIR if found and not grants else why or QuoteReason.NOT_FOUND


def _whole(view: View, grant: _Grant, quote: str) -> _Grant | None:
    """The grant with the pairs of its excerpts whole. Those of several excerpts may stand in different ones."""
    if len(grant.spans) == 1:
        whole = balance(view.original, *grant.spans[0], quote)
        if whole is None:
            return None
        return grant if whole == grant.spans[0] else _Grant((whole,), grant.tolerances | {Tolerance.PUNCTUATION})
    shown = " ".join(view.original[start:end] for start, end in grant.spans)
    return grant if balance(shown, 0, len(shown), quote) == (0, len(shown)) else None


def _grant(view: View, found: tuple[Place, ...], reading: Reading) -> _Grant:
    if len(found) == 1 and view.cleaned is None and not reading.edited:
        return _Grant(((found[0].start, found[0].end),), found[0].tolerances)
    spans: list[Span] = []
    for index, place in enumerate(found):
        if index and reading.joints[index - 1] is Joint.BRACKET:
            spans[-1] = (spans[-1][0], place.end)
        else:
            spans.append((place.start, place.end))
    tolerances = frozenset().union(*(place.tolerances for place in found))
    if reading.edited:
        tolerances |= {Tolerance.BRACKET}
    mapped = [part for span in spans for part in view.spans(*span)]
    if view.cleaned is not None:
        tolerances |= {Tolerance.PAGE_BREAK if len(mapped) > len(spans) else Tolerance.MARKUP}
    return _Grant(tuple(mapped), tolerances)


def _choose(text: str, grants: list[_Grant], near: Span | None) -> QuoteMatch:
    """The place nearest the cited span; without one, the first that needs no tolerance, else the first."""
    if len(grants) == 1:
        best = grants[0]
    elif near is not None:
        best = min(grants, key=lambda grant: (_distance(grant, near), bool(grant.tolerances), grant.spans))
    else:
        best = min(grants, key=lambda grant: (bool(grant.tolerances), grant.spans))
    excerpts = tuple(text[start:end] for start, end in best.spans)
    return QuoteMatch(
        QuoteStatus.REPAIRED if best.tolerances else QuoteStatus.VERIFIED,
        best.spans,
        excerpts,
        1 if len(grants) == 1 else len({grant.spans for grant in grants}),
        tuple(sorted(best.tolerances)) if best.tolerances else (),
    )


def _distance(grant: _Grant, near: Span) -> int:
    start, end = grant.spans[0][0], grant.spans[-1][1]
    return max(0, near[0] - end, start - near[1]) or (0 if near[0] <= start and end <= near[1] else 1)
