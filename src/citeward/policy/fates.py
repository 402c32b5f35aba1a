"""What becomes of claims, of their clauses and of an answer, from what policy does with its citations. Pure.

The one place for these rules: an answer is decided by them when it is checked, and again whenever it is shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from citeward.model import AnswerAction, CitationAction, Claim, ClaimAction, Proposal
from citeward.verify import URL_KINDS

__all__ = ["Cited", "Fates", "answer_action", "claim_fates"]


class Cited(NamedTuple):
    """One proposal, what became of it, and the clause it stands for."""

    proposal: Proposal
    action: CitationAction
    clause: tuple[int, int] | None = None
    """Code points of the claim's text; None: all of it."""


class Fates(NamedTuple):
    """What happens to the claims of an answer."""

    claims: tuple[ClaimAction, ...]
    """By claim index."""
    clauses: tuple[int, ...]
    """The last proposal of every clause that lost all of its citations in a sentence that keeps another."""


def claim_fates(claims: Sequence[Claim], cited: Iterable[Cited], *, require_citation: bool) -> Fates:
    """A sentence whose only citations failed is dropped, or marked where one of them is or no citation is required.

    One that keeps another stays. The clause that lost its citations is marked; a clause that keeps one of several makes
    the sentence partly cited. A link the model wrote does nothing to its sentence.
    """
    by_claim: dict[int, list[Cited]] = {}
    for one in cited:
        if one.proposal.kind not in URL_KINDS:
            by_claim.setdefault(one.proposal.claim, []).append(one)
    found: list[ClaimAction] = []
    lost: list[int] = []
    for claim in claims:
        fate, clauses = _fate(by_claim.get(claim.index, ()), require_citation)
        found.append(fate)
        lost += clauses
    return Fates(tuple(found), tuple(lost))


def _fate(cited: Sequence[Cited], require_citation: bool) -> tuple[ClaimAction, list[int]]:
    if all(one.action is CitationAction.KEEP for one in cited):
        return ClaimAction.KEEP, []
    if not any(one.action is CitationAction.KEEP for one in cited):
        marked = not require_citation or any(one.action is CitationAction.MARK for one in cited)
        return (ClaimAction.UNSUPPORTED if marked else ClaimAction.DROP), []
    by_clause: dict[tuple[int, int] | None, list[Cited]] = {}
    for one in cited:
        by_clause.setdefault(one.clause, []).append(one)
    lost: list[int] = []
    mixed = False
    for members in by_clause.values():
        kept = sum(one.action is CitationAction.KEEP for one in members)
        if not kept:
            lost.append(members[-1].proposal.index)
        mixed = mixed or 0 < kept < len(members)
    return (ClaimAction.PARTLY if mixed else ClaimAction.CLAUSE), lost


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
