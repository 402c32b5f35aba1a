"""Decide: from verdicts to what the reader gets. Pure; nothing is looked up and nothing is rendered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from citeward.model import AnswerAction, CitationAction, Claim, ClaimAction, Judgement, Stage, Verdict
from citeward.policy.fates import answer_action, claim_fates, is_citation
from citeward.policy.rules import Policy
from citeward.verify import Need

__all__ = ["Decisions", "decide"]

_REASONS = {
    AnswerAction.DELIVER: "delivered",
    AnswerAction.REDACT: "sentences_dropped",
    AnswerAction.BLOCK: "nothing_left",
}


@dataclass(frozen=True, slots=True)
class Decisions:
    """What happens to an answer, its claims and its citations."""

    answer: AnswerAction
    reason: str
    """For operators: ``unauthorised``, ``policy``, ``nothing_left``, ``sentences_dropped`` or ``delivered``."""
    claims: tuple[ClaimAction, ...]
    """By claim index."""
    citations: tuple[CitationAction, ...]
    """By proposal index."""
    policy: str
    clauses: tuple[int, ...] = ()
    """The last proposal of every clause that lost its citations in a sentence that keeps another: the mark's place."""
    unclaimed: bool = True
    """Whether what belongs to no claim is shown: code blocks."""
    uncited: tuple[int, ...] = ()
    """The claims that say something and cite nothing, by index."""

    @property
    def unmarked(self) -> bool:
        """Whether such a claim is shown as it is: then nothing beside the answer may say that it was checked."""
        return any(self.claims[index] is ClaimAction.KEEP for index in self.uncited)


def decide(claims: Sequence[Claim], judgements: Sequence[Judgement], policy: Policy) -> Decisions:
    """Applies a policy.

    A sentence whose only citations failed is dropped; one that keeps another stays, marked at the clause that lost its
    own. A link the model wrote is taken out and drops nothing, unless policy let it be looked up: then it is a
    citation. One citation this reader may not see, or whose access could not be decided, blocks everything: the words
    around it came from what it says.
    """
    citations = tuple(_action(judgement, policy) for judgement in judgements)
    found = claim_fates(claims, judgements, citations, drop_failed=policy.drop_failed, uncited=policy.uncited)
    action = answer_action(claims, found.claims, citations)
    reason = _reason(action, citations, judgements)
    return Decisions(action, reason, found.claims, citations, policy.name, found.clauses, uncited=found.uncited)


def _is_hidden(judgement: Judgement) -> bool:
    """Whether this reader may not see what was cited, or nobody could say that they may."""
    refused = judgement.stage is Stage.ACCESS and judgement.verdict is not Verdict.OK
    return refused or judgement.verdict is Verdict.UNAUTHORISED


def _action(judgement: Judgement, policy: Policy) -> CitationAction:
    if _is_hidden(judgement):
        return CitationAction.BLOCK
    action = policy.action(judgement.verdict)
    not_asked = judgement.stage is Stage.EXTERNAL and judgement.verdict is Verdict.UNCONFIRMED
    if not_asked and policy.requirements.external is Need.SKIP and action is CitationAction.STRIP:
        return CitationAction.MARK
    if not is_citation(judgement) and action is CitationAction.MARK:
        return CitationAction.STRIP
    return action


def _reason(action: AnswerAction, citations: Sequence[CitationAction], judgements: Sequence[Judgement]) -> str:
    if CitationAction.BLOCK in citations:
        unseen = any(_is_hidden(judgement) for judgement in judgements)
        return "unauthorised" if unseen else "policy"
    return _REASONS[action]
