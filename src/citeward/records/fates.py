"""What became of an answer's claims, told from what was recorded of its citations. Pure.

The same rules as :func:`citeward.policy.decide`, which needs what is not stored: the whole policy.
"""

from __future__ import annotations

from collections.abc import Sequence

from citeward.model import AnswerAction, CitationAction, CitationRecord, ClaimAction, Verdict
from citeward.parse import Parsed
from citeward.verify import URL_KINDS

__all__ = ["answer_action", "claim_fates", "is_granted", "matches"]


def matches(parsed: Parsed, records: Sequence[CitationRecord]) -> bool:
    """Whether these are the records of this answer's proposals, one each and in order."""
    if len(parsed.proposals) != len(records):
        return False
    said = [(p.kind, parsed.claims[p.claim].start, parsed.claims[p.claim].end) for p in parsed.proposals]
    return said == [(record.kind, record.claim_start, record.claim_end) for record in records]


def is_granted(record: CitationRecord, action: AnswerAction) -> bool:
    """Whether a record is of a citation that its reader was shown, and that can be checked again."""
    kept = record.verdict is Verdict.OK and record.action is CitationAction.KEEP
    return kept and action is not AnswerAction.BLOCK and record.document is not None


def claim_fates(parsed: Parsed, actions: Sequence[CitationAction], require_citation: bool) -> tuple[ClaimAction, ...]:
    """What happens to each claim, by its index.

    Args:
        parsed: the answer.
        actions: one per proposal.
        require_citation: whether a claim whose citations all failed is dropped.
    """
    by_claim: dict[int, list[CitationAction]] = {}
    for proposal, action in zip(parsed.proposals, actions, strict=True):
        if proposal.kind not in URL_KINDS:
            by_claim.setdefault(proposal.claim, []).append(action)
    return tuple(_fate(by_claim.get(claim.index, []), require_citation) for claim in parsed.claims)


def _fate(actions: Sequence[CitationAction], require_citation: bool) -> ClaimAction:
    if all(action is CitationAction.KEEP for action in actions):
        return ClaimAction.KEEP
    if CitationAction.KEEP in actions:
        return ClaimAction.PARTLY
    if CitationAction.MARK in actions or not require_citation:
        return ClaimAction.UNSUPPORTED
    return ClaimAction.DROP


def answer_action(parsed: Parsed, fates: Sequence[ClaimAction], actions: Sequence[CitationAction]) -> AnswerAction:
    """What happens to the answer as a whole."""
    if CitationAction.BLOCK in actions:
        return AnswerAction.BLOCK
    if ClaimAction.DROP not in fates:
        return AnswerAction.DELIVER
    said = [fate for claim, fate in zip(parsed.claims, fates, strict=True) if claim.text]
    if said and all(fate is ClaimAction.DROP for fate in said):
        return AnswerAction.BLOCK
    return AnswerAction.REDACT
