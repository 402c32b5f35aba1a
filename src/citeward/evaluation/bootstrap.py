"""How far a mean over answers may be off: percentile bootstrap (Efron 1979), resampling whole answers."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

__all__ = ["Interval", "bootstrap"]


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean and its 95 % interval."""

    mean: float
    low: float
    high: float
    count: int


def bootstrap(values: Sequence[float], samples: int = 2000, seed: int = 0) -> Interval:
    """The mean of ``values`` with its interval. Deterministic for a seed; nan where there are none."""
    if not values:
        return Interval(float("nan"), float("nan"), float("nan"), 0)
    rng = random.Random(seed)  # noqa: S311 - resampling, no secret
    means = sorted(sum(rng.choices(values, k=len(values))) / len(values) for _ in range(samples))
    return Interval(
        sum(values) / len(values), means[int(0.025 * samples)], means[int(0.975 * samples) - 1], len(values)
    )
