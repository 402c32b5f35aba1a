"""One pass over an answer for the families an adapter asks for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from citeward.providers.markers.found import Family, Found
from citeward.providers.markers.prose import Prose

__all__ = ["scan"]


def scan(answer: str, *families: Family, covered: Iterable[tuple[int, int]] = ()) -> list[Found]:
    """Every marker of these families in the running text of an answer, in order.

    Where two overlap the one that begins first counts, then the longer. Whatever touches a place in ``covered`` has
    been reported by the provider already and is left out.
    """
    found = [marker for family in families for marker in family(answer)]
    if not found:
        return []
    found.sort(key=lambda marker: (marker.start, -marker.end))
    prose = Prose(answer)
    taken = _merge(covered)
    kept: list[Found] = []
    done = at = 0
    for marker in found:
        while at < len(taken) and taken[at][1] <= marker.start:
            at += 1
        if marker.start < done or (at < len(taken) and taken[at][0] < marker.end):
            continue
        if prose.holds(marker.start, marker.end):
            kept.append(marker)
            done = marker.end
    return kept


def _merge(covered: Iterable[tuple[int, int]]) -> Sequence[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, end in sorted(covered):
        if merged and start <= merged[-1][1]:
            merged[-1] = merged[-1][0], max(end, merged[-1][1])
        else:
            merged.append((start, end))
    return merged
