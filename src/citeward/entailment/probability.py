"""Probabilities and logits, and the refusal of what is neither."""

from __future__ import annotations

import math
import time
from collections.abc import Iterable

from citeward.errors import CheckFailed

__all__ = ["NO_SCORE", "checked", "in_time", "logit", "sigmoid"]

_EDGE = 1e-6
"""Probabilities are kept this far from 0 and 1, so that no single model can outvote another with infinite certainty."""


def sigmoid(value: float) -> float:
    """The probability of a logit."""
    return 1.0 / (1.0 + math.exp(-value)) if value >= 0 else math.exp(value) / (1.0 + math.exp(value))


def logit(probability: float) -> float:
    """The logit of a probability, kept finite."""
    p = min(1.0 - _EDGE, max(_EDGE, probability))
    return math.log(p / (1.0 - p))


NO_SCORE = math.nan
"""In the place of a score: this one pair could not be taken, the others are none the worse for it."""


def checked(scores: Iterable[float], count: int, who: str, *, gaps: bool = False) -> list[float]:
    """``scores`` as floats in [0, 1], ``count`` of them; with ``gaps`` also :data:`NO_SCORE` in the place of some.

    Raises:
        CheckFailed: a score is missing, not a number or out of range.
    """
    try:
        found = [float(score) for score in scores]
    except (TypeError, ValueError) as problem:
        raise CheckFailed(f"{who} answered with something that is not a number") from problem
    if len(found) != count:
        raise CheckFailed(f"{who} answered {len(found)} of {count} pairs")
    real = [score for score in found if not (gaps and math.isnan(score))]
    if any(not math.isfinite(score) or not 0.0 <= score <= 1.0 for score in real):
        raise CheckFailed(f"{who} answered with a score outside 0 to 1")
    return found


def in_time(deadline: float, who: str) -> float:
    """Seconds left until ``deadline`` (:func:`time.monotonic`).

    Raises:
        CheckFailed: none are left.
    """
    left = deadline - time.monotonic()
    if left <= 0:
        raise CheckFailed(f"{who} was too slow")
    return left
