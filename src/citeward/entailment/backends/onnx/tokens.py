"""Token-level detectors (LettuceDetect's kind): every token of the claim is told supported or hallucinated."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from citeward.entailment.backends.onnx.model import Floats, load
from citeward.entailment.backends.onnx.rows import Row, rows_of, weakest
from citeward.entailment.interface import Manifest, Pair
from citeward.entailment.probability import NO_SCORE, checked
from citeward.errors import CheckFailed, ConfigError

__all__ = ["TokenBackend"]

_NEGATIVE = frozenset({"hallucinated", "hallucination", "unsupported", "not_supported", "hal"})


class TokenBackend:
    """A token classifier over (evidence, claim). A claim is as supported as its least supported token; of several
    windows of a source each token takes the one that supports it most."""

    def __init__(
        self,
        directory: Path,
        *,
        labels: Sequence[str] | None = None,
        negative: str | None = None,
        english_only: bool = True,
        threads: int = 0,
    ) -> None:
        """Loads the directory.

        Args:
            directory: see :func:`citeward.entailment.backends.onnx.model.load`.
            labels: output labels in order, where ``config.json`` does not name them.
            negative: the label of an unsupported token, where its name does not say so.
            english_only: whether claims in other languages are left uncertain.
            threads: per run; 0 leaves the choice to the runtime.

        Raises:
            ConfigError: a file is missing, or the labels do not tell which output means unsupported.
        """
        self._model = load(directory, labels=labels, threads=threads)
        names = (
            [negative]
            if negative is not None
            else [n for n in self._model.labels if n.lower().replace(" ", "_") in _NEGATIVE]
        )
        if len(names) != 1 or names[0] not in self._model.labels:
            listed = ", ".join(self._model.labels) or "(none)"
            raise ConfigError("labels", f"{listed} do not tell which one marks an unsupported token", "Name it.")
        self._negative = self._model.labels.index(names[0])
        self.english_only = english_only
        window = f"{self._model.max_tokens} tokens, windowed"
        self._manifest = self._model.manifest("token-level", directory.name, window)

    @property
    def manifest(self) -> Manifest:
        """What answers."""
        return self._manifest

    def score(self, pairs: Sequence[Pair], deadline: float) -> list[float]:
        """See :class:`citeward.entailment.interface.Backend`."""
        rows = rows_of(self._model, pairs, None)
        outputs = self._model.run([row.encoding for row in rows], deadline)
        tokens: dict[tuple[int, int], Floats] = {}
        for row, output in zip(rows, outputs, strict=True):
            support = np.full(1, NO_SCORE, np.float32) if output is None else self._support(row, output)
            key = (row.pair, row.piece)
            tokens[key] = support if key not in tokens else np.maximum(tokens[key], support)
        pieces = {key: float(support.min()) if len(support) else 0.0 for key, support in tokens.items()}
        return checked(weakest(pieces, len(pairs)), len(pairs), "the model", gaps=True)

    def _support(self, row: Row, output: Floats) -> Floats:
        """P(supported) of each claim token of a row."""
        if output.ndim != 2 or output.shape[1] != len(self._model.labels):
            raise CheckFailed("the model does not answer per token")
        mine = np.asarray([one == row.claim_sequence for one in row.encoding.sequence_ids])
        chosen = output[mine]
        weights = np.exp(chosen - chosen.max(axis=1, keepdims=True))
        support: Floats = 1.0 - weights[:, self._negative] / weights.sum(axis=1)
        return support
