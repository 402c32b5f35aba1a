"""What becomes of claims, of their clauses and of an answer, from what policy does with its citations. Pure.

The one place for these rules: an answer is decided by them when it is checked, and again whenever it is shown.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import NamedTuple

from citeward.model import (
    AnswerAction,
    Check,
    CitationAction,
    Claim,
    ClaimAction,
    ClaimForm,
    ContextKind,
    Judgement,
    Stage,
    Uncited,
)
from citeward.policy.uncited import uncited_claims
from citeward.verify import NO_CLAIM, URL_KINDS

__all__ = ["Fates", "answer_action", "claim_fates", "is_citation"]

_UNCITED = {Uncited.KEEP: ClaimAction.KEEP, Uncited.MARK: ClaimAction.UNCITED, Uncited.DROP: ClaimAction.DROP}
_GONE = (ClaimAction.DROP, ClaimAction.OMIT)
_Cited = tuple[Judgement, CitationAction]


class Fates(NamedTuple):
    """What happens to the claims of an answer."""

    claims: tuple[ClaimAction, ...]
    """By claim index."""
    clauses: tuple[int, ...]
    """The last proposal of every clause that lost all of its citations in a sentence that keeps another."""
    uncited: tuple[int, ...]
    """The claims that say something and cite nothing, whatever becomes of them."""


def is_citation(judgement: Judgement) -> bool:
    """Whether a claim can stand or fall with it: not with a link of the model's that was never looked up, nor with a
    marker on words that claim nothing.
    """
    looked_up = judgement.checks.get(Stage.MEMBERSHIP) in (Check.PASSED, Check.SKIPPED)
    return (judgement.proposal.kind not in URL_KINDS or looked_up) and judgement.reason != NO_CLAIM


def claim_fates(
    claims: Sequence[Claim],
    judgements: Sequence[Judgement],
    actions: Sequence[CitationAction],
    *,
    drop_failed: bool,
    uncited: Uncited,
) -> Fates:
    """A sentence whose only citations failed is dropped, or marked where one of them is or no citation is required.

    One that keeps another stays. The clause that lost its citations is marked; a clause that keeps one of several makes
    the sentence partly cited, as does a clause behind the last marker that says something besides. Links that are no
    citations drop nothing and save nothing. A citation counts for every claim it stands for. What leans on a dropped
    claim goes with it, and a lead-in or label with everything it announced. Of several passages that share the
    name a marker gives, one that is kept is enough. What says something and cites nothing is kept, marked or dropped.

    Args:
        claims: of the answer, in order.
        judgements: one per proposal of the answer, in order.
        actions: one per proposal.
        drop_failed: whether a claim whose citations all failed is dropped.
        uncited: what becomes of a claim that cites nothing.
    """
    by_claim: dict[int, list[_Cited]] = {}
    kept = (each for each, action in zip(judgements, actions, strict=True) if action is CitationAction.KEEP)
    settled = {judgement.proposal.choice for judgement in kept}
    for judgement, action in zip(judgements, actions, strict=True):
        if is_citation(judgement) and not _is_beside(judgement, action, settled):
            own = judgement.proposal.claim
            for index in (own, *claims[own].covers):
                by_claim.setdefault(index, []).append((judgement, action))
    bare = uncited_claims(claims, by_claim)
    without = frozenset(bare)
    found: list[ClaimAction] = []
    lost: list[int] = []
    for claim in claims:
        if claim.form is ClaimForm.LISTED:
            found.append(ClaimAction.OMIT)
            continue
        if claim.index in without:
            found.append(_UNCITED[uncited])
            continue
        fate, clauses = _fate(claim, by_claim.get(claim.index, ()), drop_failed)
        found.append(fate)
        lost += clauses
    _lean(
        claims, found, {index for index, cited in by_claim.items() if any(a is CitationAction.KEEP for _, a in cited)}
    )
    return Fates(tuple(found), tuple(lost), tuple(bare))


def _is_beside(judgement: Judgement, action: CitationAction, settled: Container[int]) -> bool:
    """Whether another passage of the name is what was meant: who names a file need not mean all of it."""
    choice = judgement.proposal.choice
    return choice >= 0 and choice in settled and action in (CitationAction.STRIP, CitationAction.MARK)


def _lean(claims: Sequence[Claim], fates: list[ClaimAction], kept: Container[int]) -> None:
    """Drops what leans on a dropped claim, and what announced nothing but dropped ones."""
    announced: dict[int, list[int]] = {}
    for claim in claims:
        on = claim.leans_on
        if on is None:
            continue
        leads = claims[on].form is ClaimForm.LEAD or any(each.kind is ContextKind.LEAD_IN for each in claim.context)
        if leads:
            announced.setdefault(on, []).append(claim.index)
        # An item that keeps a citation goes with its lead-in: without it, it says something else.
        if fates[on] is ClaimAction.DROP and (leads or claim.index not in kept):
            fates[claim.index] = ClaimAction.DROP
    for lead, items in announced.items():
        if lead not in kept and all(fates[index] is ClaimAction.DROP for index in items):
            fates[lead] = ClaimAction.DROP


def _fate(claim: Claim, cited: Sequence[_Cited], drop_failed: bool) -> tuple[ClaimAction, list[int]]:
    actions = [action for _, action in cited]
    if all(action is CitationAction.KEEP for action in actions):
        return ClaimAction.PARTLY if _goes_on(claim, cited) else ClaimAction.KEEP, []
    if CitationAction.KEEP not in actions:
        marked = not drop_failed or CitationAction.MARK in actions
        return (ClaimAction.UNSUPPORTED if marked else ClaimAction.DROP), []
    by_clause: dict[tuple[int, int] | None, list[_Cited]] = {}
    for one in cited:
        by_clause.setdefault(one[0].clause, []).append(one)
    lost: list[int] = []
    mixed = False
    for members in by_clause.values():
        kept = sum(action is CitationAction.KEEP for _, action in members)
        if not kept:
            lost.append(members[-1][0].proposal.index)
        mixed = mixed or 0 < kept < len(members)
    return (ClaimAction.PARTLY if mixed else ClaimAction.CLAUSE), lost


def _goes_on(claim: Claim, cited: Sequence[_Cited]) -> bool:
    """Whether words of the claim stand behind the last clause that is cited."""
    if not cited or any(judgement.clause is None for judgement, _ in cited):
        return False
    end = max(judgement.clause[1] for judgement, _ in cited if judgement.clause is not None)
    return any(char.isalnum() for char in claim.text[end:])


def answer_action(
    claims: Sequence[Claim], fates: Sequence[ClaimAction], actions: Sequence[CitationAction]
) -> AnswerAction:
    """What happens to the answer as a whole: one blocked citation, or no sentence left, blocks it."""
    if CitationAction.BLOCK in actions:
        return AnswerAction.BLOCK
    said = [fate for claim, fate in zip(claims, fates, strict=True) if claim.text]
    if said and all(fate in _GONE for fate in said):
        return AnswerAction.BLOCK
    return AnswerAction.REDACT if ClaimAction.DROP in fates else AnswerAction.DELIVER
