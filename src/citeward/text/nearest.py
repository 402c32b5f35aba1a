"""The passage that comes closest to a refused quote, for a human to look at. Nothing here grants anything."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from .diff import word_diff
from .index import View
from .locate import skeleton_hits
from .result import NearKind, NearMiss, QuoteReason
from .skeleton import sift

_SEED = 10
"""Skeleton bytes of one probe: about two words."""
_PROBES = 24
_HITS_PER_PROBE = 4
_COVERED = 0.35
"""Share of the probes a passage must answer to be worth showing."""
_WORD = re.compile(r"\S+")
_SLACK = 400
"""Code points a passage may be longer than four quotes: beyond it there is nothing to compare."""
_MAX_QUOTE = 4000
"""Skeleton bytes of a quote that are probed; a longer one is judged by its beginning."""


@dataclass(slots=True)
class _Cluster:
    diagonal: int
    probes: set[int] = field(default_factory=set)
    low: int = 0
    high: int = 0


def nearest(view: View, quote: str) -> NearMiss | None:
    """The nearest passage, with its kind and a word diff from the quote; None when nothing comes close.

    A bounded number of probes, each one search of the skeleton.
    """
    needle = sift(quote)[:_MAX_QUOTE]
    if len(needle) < 4:
        return None
    clusters = _clusters(view.skeleton.data, needle)
    if not clusters:
        return None
    best = clusters[0]
    total = len(_probe_offsets(len(needle)))
    if len(best.probes) < max(1, _COVERED * total) and not (len(clusters) > 1 and _is_splice(clusters, total)):
        return None
    kind = NearKind.SPLICE if len(clusters) > 1 and _is_splice(clusters, total) else NearKind.LIGHT_EDIT
    span = _trim(view, best, len(needle), quote)
    if span[1] - span[0] > 4 * len(quote) + _SLACK:
        return None
    excerpt_start, excerpt_end = view.spans(*span)[0][0], view.spans(*span)[-1][1]
    excerpt = view.text[span[0] : span[1]]
    if kind is NearKind.LIGHT_EDIT and sift(excerpt) == needle:
        kind = NearKind.TYPOGRAPHY
    return NearMiss(kind, (excerpt_start, excerpt_end), excerpt, word_diff(quote, excerpt))


def near_reason(near: NearMiss, reason: QuoteReason) -> QuoteReason:
    """A more telling reason than "not found", where the nearest passage gives one."""
    if reason is not QuoteReason.NOT_FOUND:
        return reason
    if near.kind is NearKind.SPLICE:
        return QuoteReason.SPLICE
    if near.kind is NearKind.TYPOGRAPHY:
        return QuoteReason.TYPOGRAPHY
    changed = [op for op in near.diff if op.op != "equal" and sift(op.old) != sift(op.new)]
    if changed and all(_without_digits(op.old) == _without_digits(op.new) for op in changed):
        return QuoteReason.DIGITS_DIFFER
    return QuoteReason.LIGHT_EDIT


def _without_digits(words: str) -> bytes:
    return sift(words).translate(None, b"0123456789")


def _probe_offsets(length: int) -> list[int]:
    seed = min(_SEED, length)
    if length <= seed:
        return [0]
    count = min(_PROBES, max(2, length // 5))
    return sorted({round(step * (length - seed) / (count - 1)) for step in range(count)})


def _clusters(data: bytes, needle: bytes) -> list[_Cluster]:
    """Places where several probes agree on where the quote would begin, best first."""
    seed = min(_SEED, len(needle))
    slack = 20 + len(needle) // 5
    clusters: list[_Cluster] = []
    for offset in _probe_offsets(len(needle)):
        for hit in skeleton_hits(data, needle[offset : offset + seed], _HITS_PER_PROBE):
            diagonal = hit - offset
            home = next((one for one in clusters if abs(one.diagonal - diagonal) <= slack), None)
            if home is None:
                home = _Cluster(diagonal, low=hit, high=hit + seed)
                clusters.append(home)
            home.probes.add(offset)
            home.low, home.high = min(home.low, hit), max(home.high, hit + seed)
    return sorted(clusters, key=lambda one: (-len(one.probes), one.diagonal))


def _is_splice(clusters: list[_Cluster], total: int) -> bool:
    first, second = clusters[0].probes, clusters[1].probes
    return len(second - first) >= max(1, 0.2 * total) and len(first | second) >= 0.6 * total > 0.8 * len(first)


def _trim(view: View, best: _Cluster, length: int, quote: str) -> tuple[int, int]:
    """The passage as whole words: from the first probe that hit to the last, and as far as the quote reaches."""
    data = view.skeleton.data
    low = max(0, min(best.low, best.diagonal))
    high = min(len(data), max(best.high, best.diagonal + length))
    start = view.skeleton.position(low)
    end = view.skeleton.position(max(low, high - 1)) + 1
    words = [match.span() for match in _WORD.finditer(view.text, max(0, start - 40), min(len(view.text), end + 40))]
    words = [span for span in words if span[1] > start and span[0] < end]
    if not words:
        return start, end
    wanted = {sift(word) for word in quote.split()} - {b""}
    inner = [index for index, span in enumerate(words) if sift(view.text[span[0] : span[1]]) in wanted]
    first, last = (inner[0], inner[-1]) if inner else (0, len(words) - 1)
    return words[first][0], words[last][1]
