"""A stored answer for one viewer: the parse that was verified and the same renderers, with the states of now in place
of decisions.

A claim is shown as cited only by citations that are current. It is withheld where one of its citations is unavailable,
and marked where one has changed. What an answer says without a citation was written from its prompt, too: lead-ins,
asides and code are shown only to who asked, and to who may read everything the prompt held.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
    reads_prompt: bool,
) -> Redisplay:
    """What a viewer gets of a stored answer.

    Args:
        tenant: whose.
        stored: the answer as it was written.
        states: of its citations, for this viewer.
        texts: the cited versions.
        permalinks: where each of its citations is shown by itself.
        web: where copies of pages open.
        reads_prompt: whether this viewer may be shown what rests on the prompt as a whole, and on no citation.
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
    found = claim_fates(parsed.claims, judgements, actions, drop_failed=stored.drop_failed, uncited=stored.uncited)
    fates = list(found.claims)
    for proposal, verdict in zip(parsed.proposals, stored.verdicts, strict=True):
        if verdict.is_citation and _is_withheld(states.get(verdict.id)):
            fates[proposal.claim] = ClaimAction.DROP
    if not reads_prompt:
        carried = _carried(stored, states)
        fates = [fate if number in carried else ClaimAction.DROP for number, fate in enumerate(fates)]
    action = answer_action(parsed.claims, fates, actions)
    if action is AnswerAction.BLOCK or not (reads_prompt or _says_something(stored, fates)):
        return BLOCKED
    ids = {number: verdict.id for number, verdict in enumerate(stored.verdicts)}
    decisions = Decisions(action, "", tuple(fates), actions, "", found.clauses, reads_prompt, found.uncited)
    shown = select(parsed, judgements, decisions, ids=ids, permalinks=permalinks)
    kept = [
        (ids[number], judgement)
        for number, judgement in enumerate(judgements)
        if actions[number] is CitationAction.KEEP and fates[judgement.proposal.claim] is not ClaimAction.DROP
    ]
    claims = {name: parsed.claims[judgement.proposal.claim].text for name, judgement in kept}
    return Redisplay(shown, claims, {name: _excerpt(judgement) for name, judgement in kept})


def _carried(stored: StoredAnswer, states: Mapping[str, CitationState]) -> set[int]:
    """The claims every word of which was judged by a granted citation that this viewer may read."""
    covered: dict[int, list[tuple[int, int]]] = {}
    for number, (proposal, verdict) in enumerate(zip(stored.parsed.proposals, stored.verdicts, strict=True)):
        if verdict.is_citation and not _is_withheld(states.get(verdict.id)):
            whole = (0, len(stored.parsed.claims[proposal.claim].text))
            covered.setdefault(proposal.claim, []).append(stored.clauses.get(number, whole))
    return {claim for claim, extents in covered.items() if _covers(stored.parsed.claims[claim].text, extents)}


def _covers(text: str, extents: Sequence[tuple[int, int]]) -> bool:
    """Whether no letter or digit stands outside all of the extents."""
    end = 0
    for start, stop in sorted(extents):
        if any(map(str.isalnum, text[end:start])):
            return False
        end = max(end, stop)
    return not any(map(str.isalnum, text[end:]))


def _says_something(stored: StoredAnswer, fates: Sequence[ClaimAction]) -> bool:
    return any(
        claim.text and fate is not ClaimAction.DROP for claim, fate in zip(stored.parsed.claims, fates, strict=True)
    )


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
