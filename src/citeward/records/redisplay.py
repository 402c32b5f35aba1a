"""A stored answer for one viewer: the parse that was verified and the same renderers, with the states of now in place
of decisions.

A claim is shown as cited only by citations that are current. It is withheld where one of its citations is unavailable,
and marked where one has changed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from citeward.model import AnswerAction, CitationAction, ClaimAction, Judgement
from citeward.policy import Decisions, answer_action, claim_fates
from citeward.records.nouns import CitationState, State
from citeward.records.rebuild import Texts, rebuild
from citeward.records.stored import StoredAnswer, StoredVerdict
from citeward.render import Permalinks, Shown, select
from citeward.verify import Web

__all__ = ["BLOCKED", "Redisplay", "redisplay"]


@dataclass(frozen=True, slots=True)
class Redisplay:
    """One stored answer for one viewer."""

    shown: Shown
    claims: Mapping[str, str]
    """The claim of each citation that is shown, by the citation's id."""
    excerpts: Mapping[str, str]
    """The cited words of each citation that is shown, by its id."""


BLOCKED = Redisplay(Shown((), (), blocked=True), {}, {})
"""What is left of an answer that may not be shown, or is not there."""


def redisplay(
    tenant: str,
    stored: StoredAnswer,
    states: Mapping[str, CitationState],
    texts: Texts,
    permalinks: Permalinks | None = None,
    *,
    web: Web | None = None,
) -> Redisplay:
    """What a viewer gets of a stored answer.

    Args:
        tenant: whose.
        stored: the answer as it was written.
        states: of its citations, for this viewer.
        texts: the cited versions.
        permalinks: where each of its citations is shown by itself.
        web: where copies of pages open.
    """
    parsed = stored.parsed
    if stored.action is AnswerAction.BLOCK or len(parsed.proposals) != len(stored.verdicts):
        return BLOCKED
    judgements = rebuild(tenant, stored, states, texts, web or Web())
    actions = tuple(
        _action(verdict, states.get(verdict.id), judgement)
        for verdict, judgement in zip(stored.verdicts, judgements, strict=True)
    )
    judgements = [replace(judgement, clause=stored.clauses.get(n)) for n, judgement in enumerate(judgements)]
    found = claim_fates(parsed.claims, judgements, actions, require_citation=stored.require_citation)
    fates = list(found.claims)
    for proposal, verdict in zip(parsed.proposals, stored.verdicts, strict=True):
        if verdict.is_citation and _is_withheld(states.get(verdict.id)):
            fates[proposal.claim] = ClaimAction.DROP
    action = answer_action(parsed.claims, fates, actions)
    if action is AnswerAction.BLOCK:
        return BLOCKED
    ids = {number: verdict.id for number, verdict in enumerate(stored.verdicts)}
    decisions = Decisions(action, "", tuple(fates), actions, "", found.clauses)
    shown = select(parsed, judgements, decisions, ids=ids, permalinks=permalinks)
    kept = [
        (ids[number], judgement)
        for number, judgement in enumerate(judgements)
        if actions[number] is CitationAction.KEEP and fates[judgement.proposal.claim] is not ClaimAction.DROP
    ]
    claims = {name: parsed.claims[judgement.proposal.claim].text for name, judgement in kept}
    return Redisplay(shown, claims, {name: _excerpt(judgement) for name, judgement in kept})


def _is_withheld(state: CitationState | None) -> bool:
    """Whether the claim must not be shown: its source is gone, not for this viewer, or nobody can tell."""
    return state is None or state.state is State.UNAVAILABLE or not state.readable


def _action(verdict: StoredVerdict, state: CitationState | None, judgement: Judgement) -> CitationAction:
    if verdict.action is not CitationAction.KEEP:
        return verdict.action
    if verdict.is_citation and _is_withheld(state):
        return CitationAction.STRIP
    return CitationAction.KEEP if judgement.evidence is not None else CitationAction.MARK


def _excerpt(judgement: Judgement) -> str:
    evidence, span = judgement.evidence, judgement.span
    if evidence is None or span is None or evidence.locator is None:
        return ""
    return evidence.text[span.start - evidence.locator.start : span.end - evidence.locator.start]
