"""The lexical backend: selection, features, and trees where a model file is there, the logistic baseline where not."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from citeward.entailment.guards import GUARDS_VERSION
from citeward.entailment.interface import Manifest, Pair
from citeward.entailment.lexical import BASELINE_NAME, Trees, baseline_logit, features
from citeward.entailment.probability import checked, in_time, sigmoid
from citeward.entailment.selection import BUDGET, SELECTOR_VERSION, select

__all__ = ["LexicalBackend"]


class LexicalBackend:
    """Words alone. Instant, deterministic, and no judge of meaning."""

    english_only = True

    def __init__(self, trees: Path | None = None) -> None:
        """Reads the trees in a ``lexical.json``, or takes the logistic baseline.

        Raises:
            ConfigError: the file cannot be used.
        """
        self._trees = None if trees is None else Trees.read(trees)
        name = BASELINE_NAME if trees is None else f"trees {hashlib.sha256(trees.read_bytes()).hexdigest()}"
        self._manifest = Manifest(
            "lexical", name, ("unsupported", "supported"), f"{BUDGET} words", SELECTOR_VERSION, GUARDS_VERSION
        )

    @property
    def manifest(self) -> Manifest:
        """What answers."""
        return self._manifest

    def logits(self, pairs: Sequence[Pair], deadline: float) -> list[float]:
        """The logit of "supported" for each pair."""
        rows = []
        for pair in pairs:
            in_time(deadline, "the lexical model")
            rows.append(features(select(pair.source, pair.claim).text, pair.claim))
        if not rows:
            return []
        if self._trees is None:
            return [baseline_logit(row) for row in rows]
        return [float(value) for value in self._trees.logits(np.asarray(rows, dtype=np.float64))]

    def score(self, pairs: Sequence[Pair], deadline: float) -> list[float]:
        """See :class:`citeward.entailment.interface.Backend`."""
        return checked((sigmoid(value) for value in self.logits(pairs, deadline)), len(pairs), "the lexical model")
