"""Support judged from words alone: features and boosted trees."""

from __future__ import annotations

from citeward.entailment.lexical.features import FEATURES, features
from citeward.entailment.lexical.trees import Trees
from citeward.entailment.lexical.words import WORD, content, sentence_spans, stem

__all__ = [
    "FEATURES",
    "WORD",
    "Trees",
    "content",
    "features",
    "sentence_spans",
    "stem",
]
