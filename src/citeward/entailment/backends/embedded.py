"""The embedded default: the lexical model, and the small cross-encoder where it can run.

The two read different things, words and meaning, and err differently; their logits are added. The weights ship with
the package, or lie in a directory the caller names. Running the cross-encoder takes onnxruntime and tokenizers, which
``citeward[onnx]`` installs; without them the lexical model answers alone, and the manifest says "lexical alone".
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from pathlib import Path

from citeward.entailment.backends.combination import Combination
from citeward.entailment.backends.lexical import LexicalBackend
from citeward.entailment.backends.onnx import OnnxBackend, runtime_installed
from citeward.entailment.backends.weights import embedded_weights
from citeward.entailment.interface import Manifest, Pair
from citeward.entailment.own_words import OWN_WORDS_VERSION, own_words, word_for_word
from citeward.entailment.probability import checked, logit, sigmoid
from citeward.entailment.selection import BUDGET

__all__ = ["EmbeddedBackend"]


class EmbeddedBackend:
    """The default: the trees of ``lexical.json``, and ``model.int8.onnx`` where it is there and can run."""

    english_only = True

    def __init__(self, weights: Path | None = None, *, threads: int = 0, cross_encoder: bool = True) -> None:
        """Loads what ``weights`` holds.

        Args:
            weights: a directory; the package's own where None. The package's own trees stand in for missing ones.
            threads: that run the cross-encoder; 0 for one a core.
            cross_encoder: False for the lexical model alone, though the other could run.

        Raises:
            ConfigError: a file that is there cannot be used. A missing file is a smaller model, a broken one an error.
        """
        folder = weights if weights is not None else embedded_weights()
        trees = folder / "lexical.json"
        self._lexical = LexicalBackend(trees if trees.is_file() else None)
        self._cross: OnnxBackend | None = None
        self._combination = Combination.read(folder)
        if cross_encoder and (folder / "model.int8.onnx").is_file() and runtime_installed():
            self._cross = OnnxBackend(folder, budget=BUDGET, threads=threads)
        self._manifest = self._combined()

    def _combined(self) -> Manifest:
        base = self._lexical.manifest
        words = f"words {OWN_WORDS_VERSION} {self._combination.own_words} {self._combination.word_for_word}"
        parts = [base.model, words]
        if self._cross is None:
            name, labels, window = "lexical alone", base.labels, base.window
        else:
            cross = self._cross.manifest
            name, labels, window = "lexical and cross-encoder", cross.labels, cross.window
            parts += [cross.model, str(self._combination)]
        digest = hashlib.sha256("\n".join(parts).encode()).hexdigest()
        return Manifest("embedded", f"{name} {digest}", labels, window, base.selector, base.guards)

    @property
    def manifest(self) -> Manifest:
        """What answers."""
        return self._manifest

    def score(self, pairs: Sequence[Pair], deadline: float) -> list[float]:
        """See :class:`citeward.entailment.interface.Backend`."""
        words = self._lexical.logits(pairs, deadline)
        meaning: Sequence[float | None] = [None] * len(pairs)
        if self._cross is not None and pairs:
            scores = self._cross.score(pairs, deadline)
            meaning = [score if math.isnan(score) else logit(score) for score in scores]
        own = [own_words(pair.source, pair.claim) for pair in pairs]
        same = [word_for_word(pair.source, pair.claim) for pair in pairs]
        joint = map(self._combination, words, meaning, own, same)
        return checked(map(sigmoid, joint), len(pairs), "the embedded model", gaps=True)
