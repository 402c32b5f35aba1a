"""Where thousands of needles stand in one skeleton: its aligned 8-grams, sorted once, searched for all at once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from .skeleton import sift

_GRAM = 8
_MOST = 64
"""Aligned grams looked at per needle and alignment; a more common one is left to the ordinary search."""


def hits_of_all(data: bytes, quotes: Sequence[str], limit: int) -> dict[bytes, list[int]]:
    """Offsets of every needle in `data`, complete up to `limit`.

    Needles shorter than 15 bytes, or made of too common grams, are left out of the answer. Memory: 1.5 bytes per
    skeleton byte while it runs.
    """
    needles = list({needle for quote in quotes if len(needle := sift(quote)) >= 2 * _GRAM - 1})
    if not needles or len(data) < _GRAM:
        return {}
    grams = np.frombuffer(data, dtype=">u8", count=len(data) // _GRAM).astype(np.uint64)
    order = np.argsort(grams, kind="stable").astype(np.uint32)
    grams = grams[order]
    heads = np.frombuffer(b"".join(needle[: 2 * _GRAM - 1] for needle in needles), dtype=np.uint8)
    windows = np.lib.stride_tricks.sliding_window_view(heads.reshape(len(needles), -1), _GRAM, axis=1)
    keys = np.ascontiguousarray(windows).view(">u8").astype(np.uint64).reshape(len(needles), _GRAM)
    lows, highs = np.searchsorted(grams, keys, "left"), np.searchsorted(grams, keys, "right")
    found: dict[bytes, list[int]] = {}
    for needle, low, high, counts in zip(needles, lows.tolist(), highs.tolist(), (highs - lows).tolist(), strict=True):
        if max(counts) > _MOST:
            continue
        hits: list[int] = []
        for shift in range(_GRAM):
            if counts[shift]:
                for gram in order[low[shift] : high[shift]].tolist():
                    at = gram * _GRAM - shift
                    if at >= 0 and data.startswith(needle, at):
                        hits.append(at)
        found[needle] = sorted(hits)[:limit]
    return found
