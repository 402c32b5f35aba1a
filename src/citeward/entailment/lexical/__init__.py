"""Support judged from words alone: features, a logistic baseline, boosted trees."""

from __future__ import annotations

from citeward.entailment.lexical.baseline import BASELINE_NAME, baseline_logit
from citeward.entailment.lexical.features import FEATURES, features
from citeward.entailment.lexical.trees import Trees
from citeward.entailment.lexical.words import WORD, content, sentence_spans, stem

__all__ = [
    "BASELINE_NAME",
    "FEATURES",
    "WORD",
    "Trees",
    "baseline_logit",
    "content",
    "features",
    "sentence_spans",
    "stem",
]
