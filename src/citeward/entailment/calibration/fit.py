"""From raw scores to probabilities: Platt scaling (Platt 1999) and isotonic regression (Zadrozny and Elkan 2002).

Written out in numpy so that calibrating needs nothing installed; both are a screenful.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from citeward.entailment.probability import logit, sigmoid

__all__ = ["Method", "Scale", "cross_validated", "fit"]

Floats = npt.NDArray[np.float64]
_EDGE = 1e-3
"""Isotonic steps are kept this far from 0 and 1: a handful of labels proves no certainty."""


class Method(StrEnum):
    """How scores are mapped."""

    NONE = "none"
    PLATT = "platt"
    ISOTONIC = "isotonic"


@dataclass(frozen=True, slots=True)
class Scale:
    """A fitted mapping. Monotone: it never puts one score above another that was above it."""

    method: Method
    knots: tuple[tuple[float, float], ...] = ()
    """Isotonic: (score, probability), ascending; between two of them the line through them holds."""
    slope: float = 1.0
    offset: float = 0.0
    """Platt: probability = sigmoid(slope * logit(score) + offset)."""

    def __call__(self, score: float) -> float:
        """The probability of a score."""
        if self.method is Method.PLATT:
            return sigmoid(self.slope * logit(score) + self.offset)
        if self.method is Method.ISOTONIC:
            return float(np.interp(score, [x for x, _ in self.knots], [y for _, y in self.knots]))
        return score


def fit(
    scores: Sequence[float], labels: Sequence[bool], method: Method, weights: Sequence[float] | None = None
) -> Scale:
    """Fits a mapping; ``weights`` give each pair its say (all the same where None)."""
    x, y = np.asarray(scores, dtype=np.float64), np.asarray(labels, dtype=np.float64)
    w = np.ones(len(x)) if weights is None else np.asarray(weights, dtype=np.float64)
    if method is Method.PLATT:
        return _platt(x, y, w)
    return _isotonic(x, y, w) if method is Method.ISOTONIC else Scale(Method.NONE)


def _platt(x: Floats, y: Floats, w: Floats) -> Scale:
    """Newton steps on the log loss, with Platt's smoothed targets and a slope that may not turn scores round.

    A step is halved until the loss falls (Lin, Lin and Weng 2007): of a model that is far too sure of itself the
    curvature at the start says next to nothing, and a whole step would fly off.
    """
    z = np.array([logit(float(value)) for value in x])
    up, down = float((w * y).sum()), float((w * (1 - y)).sum())
    target = np.where(y > 0, (up + 1) / (up + 2), 1 / (down + 2))
    a, b = 1.0, 0.0

    def loss(slope: float, offset: float) -> float:
        value = slope * z + offset
        return float((w * (np.logaddexp(0, value) - target * value)).sum())

    for _ in range(100):
        p = 1 / (1 + np.exp(-np.clip(a * z + b, -30, 30)))
        g, h = w * (p - target), w * p * (1 - p) + 1e-12
        hessian = np.array([[(h * z * z).sum() + 1e-6, (h * z).sum()], [(h * z).sum(), h.sum() + 1e-6]])
        step = np.linalg.solve(hessian, np.array([(g * z).sum(), g.sum()]))
        before = loss(a, b)
        while float(np.abs(step).max()) >= 1e-9 and loss(a - float(step[0]), b - float(step[1])) > before:
            step /= 2
        a, b = a - float(step[0]), b - float(step[1])
        if float(np.abs(step).max()) < 1e-9:
            break
    return Scale(Method.PLATT, slope=max(a, 1e-3), offset=b)


def _isotonic(x: Floats, y: Floats, w: Floats) -> Scale:
    """Pool adjacent violators; one knot at the middle of every block."""
    order = np.argsort(x, kind="stable")
    blocks: list[list[float]] = []  # weight, sum of labels, sum of scores
    for i in order:
        blocks.append([float(w[i]), float(w[i] * y[i]), float(w[i] * x[i])])
        while len(blocks) > 1 and blocks[-2][1] * blocks[-1][0] >= blocks[-1][1] * blocks[-2][0]:
            last = blocks.pop()
            blocks[-1] = [a + b for a, b in zip(blocks[-1], last, strict=True)]
    knots = {round(s / n, 9): min(1 - _EDGE, max(_EDGE, k / n)) for n, k, s in blocks}
    return Scale(Method.ISOTONIC, tuple(sorted(knots.items())))


def cross_validated(
    scores: Sequence[float],
    labels: Sequence[bool],
    method: Method,
    weights: Sequence[float] | None = None,
    folds: int = 5,
) -> tuple[list[float], float]:
    """Each pair mapped by a fit that has not seen it, and the mean log loss of that.

    Deterministic: every n-th pair is a fold.
    """
    w = [1.0] * len(scores) if weights is None else list(weights)
    mapped = [0.0] * len(scores)
    for fold in range(folds):
        seen = [i for i in range(len(scores)) if i % folds != fold]
        scale = fit([scores[i] for i in seen], [labels[i] for i in seen], method, [w[i] for i in seen])
        for i in range(fold, len(scores), folds):
            mapped[i] = scale(scores[i])
    loss = 0.0
    for p, y, weight in zip(mapped, labels, w, strict=True):
        loss -= weight * math.log(min(1.0, max(1e-9, p if y else 1 - p)))
    return mapped, loss / sum(w)
