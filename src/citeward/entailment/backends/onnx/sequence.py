"""Any sequence classifier or cross-encoder as an ONNX directory."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from citeward.entailment.backends.onnx.labels import positive_index
from citeward.entailment.backends.onnx.model import Floats, load
from citeward.entailment.backends.onnx.rows import rows_of, weakest
from citeward.entailment.interface import Manifest, Pair
from citeward.entailment.probability import NO_SCORE, checked, sigmoid
from citeward.errors import CheckFailed

__all__ = ["OnnxBackend"]


class OnnxBackend:
    """A classifier over (evidence, claim). Of several windows the one that supports most counts, of several pieces of a
    long claim the one that is supported least."""

    def __init__(
        self,
        directory: Path,
        *,
        labels: Sequence[str] | None = None,
        positive: str | None = None,
        budget: int | None = None,
        english_only: bool = True,
        threads: int = 0,
    ) -> None:
        """Loads the directory.

        Args:
            directory: see :func:`citeward.entailment.backends.onnx.model.load`.
            labels: output labels in order, where ``config.json`` does not name them.
            positive: the label that means "supported", where its name does not say so. A model with one output
                (a sigmoid) needs its one label named too.
            budget: words of evidence to select before the model reads it; None shows it everything, in windows.
            english_only: whether claims in other languages are left uncertain.
            threads: per run; 0 leaves the choice to the runtime.

        Raises:
            ConfigError: a file is missing, or the labels do not tell which output means support.
        """
        self._model = load(directory, labels=labels, threads=threads)
        self._positive = positive_index(self._model.labels, positive)
        self._budget = budget
        self.english_only = english_only
        window = f"{self._model.max_tokens} tokens" + (f", {budget} words selected" if budget else ", windowed")
        self._manifest = self._model.manifest("onnx", directory.name, window)

    @property
    def manifest(self) -> Manifest:
        """What answers."""
        return self._manifest

    def score(self, pairs: Sequence[Pair], deadline: float) -> list[float]:
        """See :class:`citeward.entailment.interface.Backend`."""
        rows = rows_of(self._model, pairs, self._budget)
        outputs = self._model.run([row.encoding for row in rows], deadline)
        best: dict[tuple[int, int], float] = {}
        for row, output in zip(rows, outputs, strict=True):
            key = (row.pair, row.piece)
            value = NO_SCORE if output is None else self._probability(output)
            best[key] = value if math.isnan(value) else max(best.get(key, 0.0), value)
        return checked(weakest(best, len(pairs)), len(pairs), "the model", gaps=True)

    def _probability(self, output: Floats) -> float:
        if output.shape != (len(self._model.labels),):
            raise CheckFailed(f"the model has {output.shape} outputs for {len(self._model.labels)} labels")
        if len(output) == 1:
            return sigmoid(float(output[0]))
        weights = np.exp(output - output.max())
        return float(weights[self._positive] / weights.sum())
