"""ALCE scores of an answer that the gate has checked, by the model that checked it."""

from __future__ import annotations

from typing import NamedTuple

from citeward.entailment import Support, SupportState
from citeward.errors import CheckFailed
from citeward.evaluation.alce import Score, alce, strict
from citeward.evaluation.answers import Passage, parsed_answer
from citeward.evaluation.evaluate import Judged
from citeward.ledger import Ledger
from citeward.parse import Parsed

__all__ = ["Scores", "scores_of"]


class Scores(NamedTuple):
    """Citation recall and precision of one answer; None where the paper's code skips it or the model did not answer."""

    alce: Score | None = None
    strict: Score | None = None


def scores_of(parsed: Parsed, ledger: Ledger, support: Support, until: float | None = None) -> Scores:
    """Both scores of an answer. Passages and sentences the gate has judged cost no further call.

    A passage counts for what it says, whoever may read it: these are figures about the answer, and hold no text of it.

    Args:
        parsed: the answer.
        ledger: what it could cite.
        support: the model that judged it.
        until: time of :func:`time.monotonic` (seconds) from which on there are no scores; a deadline of the model's own
            for every sentence where None.
    """
    tiers = [int(evidence.tier) for evidence in ledger]
    passages = {evidence.handle: Passage(evidence.text, int(evidence.tier)) for evidence in ledger}
    answer = parsed_answer("", parsed, passages)
    known = {passage.text: passage.tier for passage in answer.passages}
    lowest = min(tiers, default=None)

    def entails(premise: str, hypothesis: str) -> bool:
        asked = Judged(premise, hypothesis, ledger.tenant, known.get(premise, lowest))
        return support.judge_now([asked], until)[0].state is SupportState.SUPPORTED

    try:
        return Scores(alce(answer, entails), strict(answer, entails) if answer.sentences else None)
    except CheckFailed:
        return Scores()
