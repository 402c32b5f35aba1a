"""Which tokens of a claim stand in a sentence of the source, in the same order.

A longest common subsequence of stems (Hyyr\u00f6 2004, bit-parallel: one big-integer step per claim token), so a
hostile sentence costs no more than its length times a few machine words.
"""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["matched"]


def matched(claim: Sequence[str], source: Sequence[str]) -> tuple[tuple[int, int], ...]:
    """Pairs (index in ``claim``, index in ``source``) of equal items, ascending in both.

    >>> matched(["the", "cat", "sat"], ["the", "black", "cat", "sat"])
    ((0, 0), (1, 2), (2, 3))
    """
    places: dict[str, int] = {}
    for j, item in enumerate(source):
        places[item] = places.get(item, 0) | 1 << j
    full = (1 << len(source)) - 1
    rows = [full]
    for item in claim:
        row = rows[-1]
        hit = row & places.get(item, 0)
        rows.append(((row + hit) | (row - hit)) & full)
    # A zero bit at place j of row i: one more match once source[:j + 1] is allowed. Walk back from the far corner.
    pairs: list[tuple[int, int]] = []
    i, j = len(claim), len(source)
    while i and j:
        here = _length(rows[i], j)
        if here == _length(rows[i - 1], j):
            i -= 1
        elif here == _length(rows[i], j - 1):
            j -= 1
        else:
            i, j = i - 1, j - 1
            pairs.append((i, j))
    return tuple(reversed(pairs))


def _length(row: int, width: int) -> int:
    return width - (row & ((1 << width) - 1)).bit_count()
