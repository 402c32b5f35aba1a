"""What becomes of claims and of an answer, from what policy does with its citations. Pure.

The one place for these rules: an answer is decided by them when it is checked, and again whenever it is shown.
"""

from __future__ import annotations

from collections.abc import Sequence

from citeward.model import AnswerAction, CitationAction, Claim, ClaimAction, Proposal
from citeward.verify import URL_KINDS

__all__ = ["answer_action", "claim_fates"]


def claim_fates(
    claims: Sequence[Claim], proposals: Sequence[Proposal], actions: Sequence[CitationAction], *, require_citation: bool
) -> tuple[ClaimAction, ...]:
    """What happens to each claim, by its index. Links the model wrote drop nothing and save nothing.

    Args:
        claims: of the answer, in order.
        proposals: of the answer, in order.
        actions: one per proposal.
        require_citation: whether a claim whose citations all failed is dropped.
    """
    by_claim: dict[int, list[CitationAction]] = {}
    for proposal, action in zip(proposals, actions, strict=True):
        if proposal.kind not in URL_KINDS:
            by_claim.setdefault(proposal.claim, []).append(action)
    return tuple(_fate(by_claim.get(claim.index, ()), require_citation) for claim in claims)


def _fate(actions: Sequence[CitationAction], require_citation: bool) -> ClaimAction:
    if all(action is CitationAction.KEEP for action in actions):
        return ClaimAction.KEEP
    if CitationAction.KEEP in actions:
        return ClaimAction.PARTLY
    if CitationAction.MARK in actions or not require_citation:
        return ClaimAction.UNSUPPORTED
    return ClaimAction.DROP


def answer_action(
    claims: Sequence[Claim], fates: Sequence[ClaimAction], actions: Sequence[CitationAction]
) -> AnswerAction:
    """What happens to the answer as a whole: one blocked citation, or no sentence left, blocks it."""
    if CitationAction.BLOCK in actions:
        return AnswerAction.BLOCK
    if ClaimAction.DROP not in fates:
        return AnswerAction.DELIVER
    said = [fate for claim, fate in zip(claims, fates, strict=True) if claim.text]
    if said and all(fate is ClaimAction.DROP for fate in said):
        return AnswerAction.BLOCK
    return AnswerAction.REDACT
