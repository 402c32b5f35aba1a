"""Platt scaling of a half of the embedded model, on the held-out slices of the training sets."""

from __future__ import annotations

from collections.abc import Sequence

from citeward.entailment.calibration import Method, fit
from citeward.entailment.probability import sigmoid
from training.data import Pair

__all__ = ["even", "platt"]


def even(pairs: Sequence[Pair]) -> list[float]:
    """Weights that give every set, and both labels in it, the same say."""
    count: dict[tuple[str, bool], int] = {}
    for pair in pairs:
        count[pair.origin, pair.supported] = count.get((pair.origin, pair.supported), 0) + 1
    return [1 / count[pair.origin, pair.supported] for pair in pairs]


def platt(logits: Sequence[float], pairs: Sequence[Pair]) -> tuple[float, float]:
    """(slope, offset) that make ``logits`` mean what they say on ``pairs``."""
    scores, weights = [sigmoid(float(value)) for value in logits], even(pairs)
    mean = sum(weights) / len(weights)
    scale = fit(scores, [pair.supported for pair in pairs], Method.PLATT, [w / mean for w in weights])
    return scale.slope, scale.offset
