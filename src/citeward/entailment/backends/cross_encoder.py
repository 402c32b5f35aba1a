"""A sentence-transformers CrossEncoder that the caller has loaded."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np

from citeward.entailment.backends.onnx import positive_index
from citeward.entailment.guards import GUARDS_VERSION
from citeward.entailment.interface import Manifest, Pair
from citeward.entailment.probability import checked, in_time, sigmoid
from citeward.entailment.selection import SELECTOR_VERSION, select
from citeward.errors import CheckFailed, ConfigError

__all__ = ["CrossEncoderBackend"]

_AT_ONCE = 32


class _CrossEncoder(Protocol):
    """The part of ``sentence_transformers.CrossEncoder`` that is used."""

    def predict(
        self, sentences: list[tuple[str, str]], *, activation_fn: Any = ..., convert_to_numpy: bool = ...
    ) -> Any:
        """Logits, one row per pair."""
        ...


class CrossEncoderBackend:
    """Wraps a loaded model. Loading it, and whose code that runs, is the caller's decision."""

    def __init__(
        self,
        model: _CrossEncoder,
        name: str,
        *,
        labels: Sequence[str] | None = None,
        positive: str | None = None,
        budget: int = 160,
        english_only: bool = True,
    ) -> None:
        """Wraps ``model``.

        Args:
            model: a CrossEncoder; its configuration's ``id2label`` names the labels.
            name: what goes into the manifest: name and pinned revision.
            labels: output labels in order, where the configuration does not name them.
            positive: the label that means "supported", where its name does not say so.
            budget: words of evidence to select, so that the model's own truncation never strikes.
            english_only: whether claims in other languages are left uncertain.

        Raises:
            ConfigError: the labels do not tell which output means support.
        """
        table = getattr(getattr(model, "config", None), "id2label", None)
        known = tuple(str(table[k]) for k in sorted(table)) if isinstance(table, dict) else ()
        self._labels = tuple(labels) if labels is not None else known
        self._positive = positive_index(self._labels, positive)
        if not name:
            raise ConfigError("name", "is empty", "Name the model and its revision.")
        self._model, self._budget = model, budget
        self.english_only = english_only
        self._manifest = Manifest(
            "cross-encoder", name, self._labels, f"{budget} words selected", SELECTOR_VERSION, GUARDS_VERSION
        )

    @property
    def manifest(self) -> Manifest:
        """What answers."""
        return self._manifest

    def score(self, pairs: Sequence[Pair], deadline: float) -> list[float]:
        """See :class:`citeward.entailment.interface.Backend`."""
        scores: list[float] = []
        for at in range(0, len(pairs), _AT_ONCE):
            in_time(deadline, "the cross-encoder")
            batch = [(select(p.source, p.claim, self._budget).text, p.claim) for p in pairs[at : at + _AT_ONCE]]
            try:
                rows = np.asarray(
                    self._model.predict(batch, activation_fn=_identity, convert_to_numpy=True), dtype=np.float64
                )
            except Exception as problem:  # a model may raise anything; none of it is a score
                raise CheckFailed(f"the cross-encoder failed: {type(problem).__name__}") from problem
            rows = rows.reshape(-1, 1) if rows.ndim == 1 else rows
            if rows.shape != (len(batch), len(self._labels)) or not np.isfinite(rows).all():
                raise CheckFailed("the cross-encoder answered in another shape, or not with numbers")
            if len(self._labels) == 1:
                scores += [sigmoid(float(row[0])) for row in rows]
            else:
                weights = np.exp(rows - rows.max(axis=1, keepdims=True))
                scores += [float(p) for p in weights[:, self._positive] / weights.sum(axis=1)]
        return checked(scores, len(pairs), "the cross-encoder")


def _identity(logits: Any) -> Any:
    """In place of the model's own activation: probabilities are made here, where the label order is known."""
    return logits
