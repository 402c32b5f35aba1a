"""The lexical backend: selection, features, boosted trees. Needs nothing but numpy."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from citeward.entailment.backends.weights import embedded_weights
from citeward.entailment.guards import GUARDS_VERSION
from citeward.entailment.interface import Manifest, Pair
from citeward.entailment.lexical import Trees, features
from citeward.entailment.probability import checked, in_time, sigmoid
from citeward.entailment.selection import BUDGET, SELECTOR_VERSION, select

__all__ = ["LexicalBackend"]


class LexicalBackend:
    """Words alone. Instant, deterministic, and no judge of meaning."""

    english_only = True

    def __init__(self, trees: Path | None = None) -> None:
        """Reads the trees in a ``lexical.json``, the package's own where None.

        Raises:
            ConfigError: the file cannot be used.
        """
        file = trees if trees is not None else embedded_weights() / "lexical.json"
        self._trees = Trees.read(file)
        name = f"trees {hashlib.sha256(file.read_bytes()).hexdigest()}"
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
        return [float(value) for value in self._trees.logits(np.asarray(rows, dtype=np.float64))]

    def score(self, pairs: Sequence[Pair], deadline: float) -> list[float]:
        """See :class:`citeward.entailment.interface.Backend`."""
        return checked((sigmoid(value) for value in self.logits(pairs, deadline)), len(pairs), "the lexical model")
