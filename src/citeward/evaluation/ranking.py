"""How well scores order supported claims before unsupported ones, whatever the thresholds."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["auroc", "kept_at"]

_ROUNDING = 1e-9
"""So that 0.29 of a hundred are 29."""


def auroc(scores: Sequence[float], truth: Sequence[bool]) -> float:
    """Area under the ROC curve, ties counted half (Mann and Whitney 1947); not a number where one label is missing."""
    positives = sum(truth)
    if not 0 < positives < len(truth):
        return float("nan")
    order = sorted(range(len(scores)), key=scores.__getitem__)
    total, at = 0.0, 0
    while at < len(order):
        end = at
        while end < len(order) and scores[order[end]] == scores[order[at]]:
            end += 1
        total += sum(truth[order[k]] for k in range(at, end)) * (at + end + 1) / 2
        at = end
    return (total - positives * (positives + 1) / 2) / (positives * (len(truth) - positives))


def kept_at(scores: Sequence[float], truth: Sequence[bool], false_pass: float = 0.05) -> float:
    """The share of supported claims above a threshold that lets at most ``false_pass`` of the unsupported ones pass.

    The best such threshold for these very claims, so that it flatters a little; a measure of ranking, no promise. Not a
    number where one label is missing.
    """
    good = [score for score, supported in zip(scores, truth, strict=True) if supported]
    bad = sorted((score for score, supported in zip(scores, truth, strict=True) if not supported), reverse=True)
    if not good or not bad:
        return float("nan")
    allowed = int(false_pass * len(bad) + _ROUNDING)
    return sum(allowed >= len(bad) or score > bad[allowed] for score in good) / len(good)
