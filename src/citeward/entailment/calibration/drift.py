"""Whether live scores still look like those a calibrator was made from. If not, its error rates no longer hold."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from citeward.errors import InputError

__all__ = ["Drift", "drift", "quantiles"]

_QUANTILES = 20
_FEWEST = 100
_DRIFTED = 0.2
"""Population stability index from which a change is taken for real, by long custom in credit scoring."""


@dataclass(frozen=True, slots=True)
class Drift:
    """How far live scores have moved."""

    index: float
    """Population stability index over ten bins that held a tenth of the calibration scores each."""
    drifted: bool
    count: int


def quantiles(scores: Sequence[float]) -> tuple[float, ...]:
    """21 quantiles, the lowest and the highest score among them."""
    ordered = sorted(scores)
    return tuple(ordered[round(k * (len(ordered) - 1) / _QUANTILES)] for k in range(_QUANTILES + 1)) if ordered else ()


def drift(reference: Sequence[float], live: Sequence[float]) -> Drift:
    """Compares live final scores with a calibrator's ``quantiles``.

    Raises:
        InputError: the calibrator keeps none, or the live scores are too few to tell.
    """
    if len(reference) != _QUANTILES + 1:
        raise InputError("calibrator", "keeps no quantiles", "Calibrate again")
    if len(live) < _FEWEST:
        raise InputError("scores", f"are too few ({len(live)})", f"Wait for {_FEWEST}")
    edges = sorted(set(reference[2:-1:2]))
    expected = [0.0] * (len(edges) + 1)
    for value in reference[1:]:  # each ends a twentieth, so one on an edge belongs to the bin below it
        expected[bisect_left(edges, value)] += 1 / _QUANTILES
    found = [0] * (len(edges) + 1)
    for value in live:
        found[bisect_left(edges, value)] += 1
    index = 0.0
    for share, count in zip(expected, found, strict=True):
        a, b = max(share, 0.005), max(count / len(live), 0.005)
        index += (b - a) * math.log(b / a)
    return Drift(index, index >= _DRIFTED, len(live))
