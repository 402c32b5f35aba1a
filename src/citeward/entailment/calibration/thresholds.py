"""Where "supported" begins and "unsupported" ends, for a wanted false-pass rate and how sure one may be of it."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from citeward.errors import InputError

__all__ = ["Labelled", "Rate", "Thresholds", "choose", "precision_at", "rates_at", "wilson"]

_Z = 1.959964
"""Two-sided 95 %."""
FEWEST_SUPPORTED = 30
_LOWEST = 1e-6
"""A lower threshold of zero would leave a veto nowhere to go."""


@dataclass(frozen=True, slots=True)
class Labelled:
    """A final score with its label, and the data set it came from."""

    score: float
    supported: bool
    group: str = ""


@dataclass(frozen=True, slots=True)
class Rate:
    """A share with its 95 % interval (Wilson 1927)."""

    value: float
    low: float
    high: float
    count: int


@dataclass(frozen=True, slots=True)
class Thresholds:
    """``supported`` from the upper one on, ``unsupported`` below the lower one, uncertain between."""

    supported_from: float
    unsupported_below: float

    def __post_init__(self) -> None:
        if not 0.0 < self.unsupported_below <= self.supported_from <= 1.0:
            raise InputError(
                "thresholds", "do not lie in order between 0 and 1", "0 < unsupported_below <= supported_from <= 1"
            )


def wilson(hits: int, count: int) -> Rate:
    """The share ``hits`` of ``count`` with its interval; (0, 1) where nothing was counted."""
    if count == 0:
        return Rate(0.0, 0.0, 1.0, 0)
    p = hits / count
    spread = _Z * math.sqrt(p * (1 - p) / count + _Z * _Z / (4 * count * count))
    middle, scale = p + _Z * _Z / (2 * count), 1 + _Z * _Z / count
    return Rate(p, max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale), count)


def rates_at(rows: Sequence[Labelled], threshold: float) -> tuple[Rate, Rate]:
    """(false pass, kept) at a threshold: shares of the unsupported and the supported at or above it, macro over groups.

    The interval of a macro share over several groups is that of the pooled count around the macro share.
    """
    passed: list[float] = []
    kept: list[float] = []
    counts = [0, 0, 0, 0]
    for group in dict.fromkeys(row.group for row in rows):
        for label, shares in ((False, passed), (True, kept)):
            mine = [row.score >= threshold for row in rows if row.group == group and row.supported is label]
            if mine:
                shares.append(sum(mine) / len(mine))
                counts[2 * label] += sum(mine)
                counts[2 * label + 1] += len(mine)
    return _macro(passed, counts[1]), _macro(kept, counts[3])


def _macro(shares: Sequence[float], count: int) -> Rate:
    if not shares:
        return wilson(0, 0)
    mean = sum(shares) / len(shares)
    around = wilson(round(mean * count), count)
    return Rate(mean, min(mean, around.low), max(mean, around.high), count)


def precision_at(false_pass: float, kept: float, base_rate: float) -> float:
    """The share of what passes that is supported, where ``base_rate`` of all claims are (Bayes)."""
    good, bad = base_rate * kept, (1 - base_rate) * false_pass
    return good / (good + bad) if good + bad else 1.0


def choose(rows: Sequence[Labelled], wanted: float, *, certain: bool = True, lost: float = 0.10) -> Thresholds:
    """The lowest upper threshold that keeps to ``wanted``, and a lower one that loses ``lost`` of the supported.

    Args:
        rows: final scores with labels.
        wanted: highest false-pass rate.
        certain: whether the upper end of the interval must keep to it, and not only the share that was counted.
        lost: share of the supported that may be called unsupported rather than uncertain.

    Raises:
        InputError: the labels are too few to say, or no threshold reaches the rate.
    """
    bad = sum(not row.supported for row in rows)
    good = len(rows) - bad
    needed = math.ceil(_Z * _Z * (1 - wanted) / wanted) if certain else math.ceil(1 / wanted)
    if bad < needed or good < FEWEST_SUPPORTED:
        raise InputError(
            "labels",
            f"are too few: {bad} unsupported and {good} supported pairs",
            f"A false-pass rate of {wanted:.0%} needs at least {needed} unsupported and {FEWEST_SUPPORTED} supported "
            f"ones",
        )
    grid = sorted({row.score for row in rows})
    upper = _first(grid, lambda t: (rates_at(rows, t)[0].high if certain else rates_at(rows, t)[0].value) <= wanted)
    if upper is None or upper <= 0.0:
        raise InputError(
            "labels",
            f"do not reach a false-pass rate of {wanted:.0%} at any threshold",
            "Use a better model, or more labels",
        )
    losing = _first(grid, lambda t: rates_at(rows, t)[1].value < 1 - lost)
    keeping = [t for t in grid if 0.0 < t <= upper and (losing is None or t < losing)]
    return Thresholds(upper, max(keeping, default=min(upper, max(grid[0], _LOWEST))))


def _first(grid: Sequence[float], holds: Callable[[float], bool]) -> float | None:
    """The first of an ascending grid from which on ``holds`` is true, by bisection: the rate only falls."""
    low, high = 0, len(grid)
    while low < high:
        middle = (low + high) // 2
        if holds(grid[middle]):
            high = middle
        else:
            low = middle + 1
    return grid[low] if low < len(grid) else None
