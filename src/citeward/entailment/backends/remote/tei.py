"""Text Embeddings Inference and whatever speaks its ``POST /predict``: pairs in, label scores out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from citeward.entailment.backends.onnx import positive_index
from citeward.entailment.backends.remote.post import Endpoint
from citeward.entailment.guards import GUARDS_VERSION
from citeward.entailment.interface import Manifest, Pair
from citeward.entailment.probability import checked
from citeward.entailment.selection import SELECTOR_VERSION, select
from citeward.errors import CheckFailed, ConfigError

__all__ = ["PredictBackend"]

_AT_ONCE = 32
"""Pairs of one request: the service's default limit."""


class PredictBackend:
    """A remote sequence classifier. Evidence is selected here, so that nothing is cut there (``truncate`` is false)."""

    def __init__(
        self,
        url: str,
        model: str,
        labels: Sequence[str],
        *,
        positive: str | None = None,
        budget: int = 160,
        claim_first: bool = False,
        english_only: bool = True,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        """Names the service.

        Args:
            url: of the ``/predict`` route.
            model: name and revision it serves; part of every cache key, since the service cannot be hashed.
            labels: every label it may answer with. A reply with another one is refused.
            positive: the label that means "supported", where its name does not say so.
            budget: words of evidence sent.
            claim_first: whether the model was trained with the claim before the evidence.
            english_only: whether claims in other languages are left uncertain.
            headers: e.g. authorization.

        Raises:
            ConfigError: the URL or the labels cannot be used.
        """
        if not model:
            raise ConfigError("model", "is empty", "Name the model the service runs, with its revision.")
        self._endpoint = Endpoint(url, headers)
        self._labels = tuple(labels)
        self._positive = self._labels[positive_index(self._labels, positive)]
        self._budget, self._claim_first = budget, claim_first
        self.english_only = english_only
        name = f"{model} at {self._endpoint.name}"
        self._manifest = Manifest(
            "tei", name, self._labels, f"{budget} words selected", SELECTOR_VERSION, GUARDS_VERSION
        )

    @property
    def manifest(self) -> Manifest:
        """What answers."""
        return self._manifest

    def score(self, pairs: Sequence[Pair], deadline: float) -> list[float]:
        """See :class:`citeward.entailment.interface.Backend`."""
        scores: list[float] = []
        for at in range(0, len(pairs), _AT_ONCE):
            batch = pairs[at : at + _AT_ONCE]
            inputs = [self._ordered(select(p.source, p.claim, self._budget).text, p.claim) for p in batch]
            reply = self._endpoint.post({"inputs": inputs, "raw_scores": False, "truncate": False}, deadline)
            if not isinstance(reply, list) or len(reply) != len(batch):
                raise CheckFailed(f"{self._endpoint.name} did not answer for every pair")
            scores += [self._probability(one) for one in reply]
        return checked(scores, len(pairs), self._endpoint.name)

    def _ordered(self, evidence: str, claim: str) -> list[str]:
        return [claim, evidence] if self._claim_first else [evidence, claim]

    def _probability(self, predictions: Any) -> Any:
        """The score of the label that means support, once all labels are there and no other."""
        if not isinstance(predictions, list) or not all(isinstance(p, dict) for p in predictions):
            raise CheckFailed(f"{self._endpoint.name} answered in another shape")
        table = {p.get("label"): p.get("score") for p in predictions}
        if set(table) != set(self._labels) or len(predictions) != len(self._labels):
            raise CheckFailed(f"{self._endpoint.name} answered with other labels")
        score = table[self._positive]
        if isinstance(score, bool) or not isinstance(score, int | float):
            raise CheckFailed(f"{self._endpoint.name} answered with something that is not a number")
        return score
