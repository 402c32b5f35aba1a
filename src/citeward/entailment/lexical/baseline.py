"""The default that needs no weights: a logistic regression over eleven lexical features.

Fitted by penalised maximum likelihood (ridge 5) on licensed training pairs and synthetic pairs, each set and each label
weighing the same; features whose coefficient contradicted their meaning were left out. It knows wording, not meaning,
and is shipped so that nobody goes without a check, not because it is good.
"""

from __future__ import annotations

from collections.abc import Sequence

from citeward.entailment.lexical.features import FEATURES

__all__ = ["BASELINE_NAME", "baseline_logit"]

BASELINE_NAME = "lexical-baseline-1"
"""Raised with every change of the numbers below."""

_BIAS = -0.153
_WEIGHTS = {
    "content share": 0.866,
    "missing numbers": -0.618,
    "missing names": -0.567,
    "negation difference": -0.601,
    "hedges lost": -0.158,
    "certainty gained": -0.470,
    "direction conflict": -0.421,
    "opposites": -0.976,
    "verbatim": 1.524,
    "missing tail": -0.188,
    "months missing": -0.512,
}
_COLUMNS = tuple((FEATURES.index(name), weight) for name, weight in _WEIGHTS.items())
_NEGATION = FEATURES.index("negation difference")


def baseline_logit(row: Sequence[float]) -> float:
    """The logit of "supported" for one row of features. A difference of negations counts whichever way it goes."""
    return _BIAS + sum(weight * (abs(row[i]) if i == _NEGATION else row[i]) for i, weight in _COLUMNS)
