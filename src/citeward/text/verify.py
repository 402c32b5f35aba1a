"""Verify a quote against the source it cites, and say where it stands when it does not stand there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from .diff import word_diff
from .index import SourceIndex
from .match import Span, match_quote
from .nearest import near_reason, nearest
from .result import DEFAULT_LIMITS, NearKind, NearMiss, QuoteLimits, QuoteMatch, QuoteReason

_ELSEWHERE = frozenset(
    {
        QuoteReason.NOT_FOUND,
        QuoteReason.NO_SOURCE,
        QuoteReason.LIGHT_EDIT,
        QuoteReason.SPLICE,
        QuoteReason.DIGITS_DIFFER,
        QuoteReason.OUT_OF_ORDER,
        QuoteReason.OMISSION_TOO_LONG,
    }
)
"""Reasons that leave open whether the quote belongs to another source."""
_WORTH_SHOWING = QuoteReason.EMPTY_QUOTE, QuoteReason.NO_SOURCE, QuoteReason.TOO_LONG, QuoteReason.TOO_MANY_CANDIDATES


def _indexed(source: str | SourceIndex) -> SourceIndex:
    return source if isinstance(source, SourceIndex) else SourceIndex(source)


def find(
    source: str | SourceIndex,
    quote: str,
    *,
    near: Span | None = None,
    limits: QuoteLimits = DEFAULT_LIMITS,
    diagnose: bool = True,
) -> QuoteMatch:
    """Find `quote` in `source`.

    Args:
        source: the text, or its index when more than one quote is looked for.
        quote: what the model wrote between quotation marks.
        near: the cited span, in code points; of several places the nearest is chosen.
        limits: bounds and minimum lengths.
        diagnose: look for the nearest passage when the quote is refused. It never changes the status.

    Returns:
        `verified`, `repaired` or `unverified`; spans are code points of the source text, end exclusive. Linear in the
        length of source and quote whatever they hold.
    """
    indexed = _indexed(source)
    return _diagnosed(indexed, quote, match_quote(indexed, quote, near, limits), diagnose=diagnose)


def _diagnosed(source: SourceIndex, quote: str, found: QuoteMatch, *, diagnose: bool) -> QuoteMatch:
    if found.granted or not diagnose or found.reason in _WORTH_SHOWING or found.reason is None:
        return found
    close = nearest(source.raw, quote)
    return found if close is None else replace(found, reason=near_reason(close, found.reason), nearest=close)


def verify(
    quote: str,
    cited: str | SourceIndex,
    *,
    others: Mapping[str, str | SourceIndex] | None = None,
    near: Span | None = None,
    limits: QuoteLimits = DEFAULT_LIMITS,
) -> QuoteMatch:
    """Verify `quote` against the source it cites.

    Args:
        quote: what the model wrote between quotation marks.
        cited: the source it names.
        others: other sources of the same turn, by id. A quote found in one of them stays unverified: its reason is
            `found_in_another_source` and its nearest passage names the source.
        near: the cited span, in code points.
        limits: bounds and minimum lengths.
    """
    found = find(cited, quote, near=near, limits=limits)
    if found.granted or found.reason not in _ELSEWHERE:
        return found
    for source_id, other in (others or {}).items():
        elsewhere = match_quote(_indexed(other), quote, None, limits)
        if elsewhere.granted:
            excerpt = " … ".join(elsewhere.excerpts)
            span = elsewhere.spans[0][0], elsewhere.spans[-1][1]
            close = NearMiss(NearKind.OTHER_SOURCE, span, excerpt, word_diff(quote, excerpt), source_id)
            return replace(found, reason=QuoteReason.FOUND_IN_ANOTHER_SOURCE, nearest=close)
    return found


def find_many(
    source: str | SourceIndex,
    quotes: Iterable[str],
    *,
    limits: QuoteLimits = DEFAULT_LIMITS,
    diagnose: bool = True,
) -> list[QuoteMatch]:
    """Find many quotes in one source, in order. The same answers as `find`, at less cost per quote in a long source."""
    indexed = _indexed(source)
    wanted = list(quotes)
    hits = _hits_of_all(indexed, wanted, limits)
    return [
        _diagnosed(indexed, quote, match_quote(indexed, quote, None, limits, hits), diagnose=diagnose)
        for quote in wanted
    ]


_MANY = 64
_LONG_SOURCE = 1 << 18
"""From so many quotes and skeleton bytes on, sorting the source's grams costs less than searching it per quote."""


def _hits_of_all(source: SourceIndex, quotes: list[str], limits: QuoteLimits) -> Mapping[bytes, list[int]]:
    data = source.raw.skeleton.data
    if len(quotes) < _MANY or len(data) < _LONG_SOURCE:
        return {}
    from .grams import hits_of_all  # numpy takes longer to import than a single quote to verify

    return hits_of_all(data, quotes, limits.max_candidates + 1)
