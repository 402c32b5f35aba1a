"""Scores a set of cited answers: ALCE both ways, and what happened to the sentences and their citations."""

from __future__ import annotations

import hashlib
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from citeward.entailment import Support, SupportState, kind_of_claim
from citeward.evaluation.alce import Score, alce, strict
from citeward.evaluation.answers import CitedAnswer
from citeward.evaluation.bootstrap import Interval, bootstrap

__all__ = ["Evaluation", "Judged", "evaluate"]

_TENANT = "evaluation"
_PATIENCE_S = 600.0
"""Seconds for one question: an evaluation waits, an answer does not."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A (premise, hypothesis) pair for the support model."""

    source: str
    claim: str
    tenant: str = _TENANT
    tier: int | None = None

    @property
    def source_sha256(self) -> str:
        """Hex digest of the premise in UTF-8."""
        return hashlib.sha256(self.source.encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Means over answers with bootstrap intervals; rates over sentences and citations."""

    answers: int
    skipped: int
    """Answers without a sentence, which ``alce`` leaves out."""
    alce_recall: Interval
    alce_precision: Interval
    strict_recall: Interval
    strict_precision: Interval
    uncited: float
    """Share of the sentences that claim something and cite nothing."""
    unsupported: float
    """Share of citations whose passage alone does not carry the sentence."""
    uncertain: float
    """Share of citations of which that cannot be told."""
    invented: float
    """Share of references to no passage."""
    tiers: dict[str, int]
    """Citations by trust tier of what they cite, where it is known."""
    model: str
    """Digest of the model that judged."""

    def as_json(self) -> dict[str, Any]:
        """For printing."""
        return asdict(self)


def evaluate(
    answers: Sequence[CitedAnswer],
    support: Support,
    *,
    samples: int = 2000,
    progress: Callable[[], object] | None = None,
) -> Evaluation:
    """Judges every sentence with ``support``. A citation counts as entailing where its verdict is ``supported``.

    Args:
        answers: what to score.
        support: what judges.
        samples: of the bootstrap.
        progress: called once an answer is done.

    Raises:
        CheckFailed: the support model did not answer.
    """

    def entails(premise: str, hypothesis: str) -> bool:
        return _state(support, premise, hypothesis) is SupportState.SUPPORTED

    kept: list[Score] = []
    hard: list[Score] = []
    for answer in answers:
        paper = alce(answer, entails)
        kept += [] if paper is None else [paper]
        hard.append(strict(answer, entails))
        if progress is not None:
            progress()
    states: Counter[str] = Counter()
    tiers: Counter[str] = Counter()
    claims = uncited = 0
    for answer in answers:
        for sentence in answer.sentences:
            if kind_of_claim(sentence.text).needs_support:
                claims += 1
                uncited += not sentence.references
            for reference in sentence.references:
                if not 0 <= reference < len(answer.passages):
                    states["invented"] += 1
                    continue
                passage = answer.passages[reference]
                states[_state(support, passage.text, sentence.text, passage.tier).value] += 1
                if passage.tier is not None:
                    tiers["DCBA"[passage.tier]] += 1
    total = states.total() or 1
    return Evaluation(
        len(answers),
        len(answers) - len(kept),
        bootstrap([score.recall for score in kept], samples),
        bootstrap([score.precision for score in kept], samples),
        bootstrap([score.recall for score in hard], samples),
        bootstrap([score.precision for score in hard], samples),
        uncited / claims if claims else 0.0,
        states["unsupported"] / total,
        states["uncertain"] / total,
        states["invented"] / total,
        dict(sorted(tiers.items())),
        support.manifest.digest(),
    )


def _state(support: Support, premise: str, hypothesis: str, tier: int | None = None) -> SupportState:
    return support.judge_now([Judged(premise, hypothesis, tier=tier)], _deadline())[0].state


def _deadline() -> float:
    return time.monotonic() + _PATIENCE_S
