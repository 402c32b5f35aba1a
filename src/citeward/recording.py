"""Records and incidents of one answer: what is kept of every proposal, without a word it should not keep."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from citeward.checked import CheckedAnswer
from citeward.hosts import HostPolicy, HostVerdict, SafeUrl, read_url
from citeward.ids import uuid7
from citeward.kept import JudgedWords, KeptAnswer
from citeward.model import (
    Check,
    CitationRecord,
    Evidence,
    Incident,
    IncidentKind,
    Judgement,
    Principal,
    ProposalKind,
    Stage,
    Verdict,
)
from citeward.parse import Parsed
from citeward.policy import Decisions, Policy, to_plain
from citeward.turn import Turn, incident
from citeward.verify import URL_KINDS, Facts, Requirements, SupportModel

__all__ = ["Answer", "incidents_of", "kept_of", "records_of", "version_of"]

_JUDGED = (Check.PASSED, Check.FAILED)


@dataclass(frozen=True, slots=True)
class Answer:
    """What the records of one answer have in common."""

    id: str
    turn: Turn
    parsed: Parsed
    requirements: Requirements
    created_at: datetime
    latency_s: float
    key: bytes
    judged_by: str | None = None
    """Version of the support model. See :class:`citeward.model.CitationRecord`."""


def version_of(model: SupportModel | None) -> str | None:
    """What a support model calls itself, where it does."""
    version = getattr(model, "version", None)
    return version if isinstance(version, str) else None


def kept_of(
    checked: CheckedAnswer,
    turn: Turn,
    policy: Policy,
    *,
    created_at: datetime,
    latency_s: float,
    origin: tuple[str | None, str | None] = (None, None),
) -> KeptAnswer:
    """What is kept of a checked answer.

    Args:
        checked: the answer.
        turn: what the model was given.
        policy: what it was checked under.
        created_at: aware.
        latency_s: seconds the check took.
        origin: the model that wrote it and its provider, where they are known.
    """
    return KeptAnswer(
        id=checked.id,
        turn=turn.with_pages(checked.judgements),
        parsed=checked.parsed,
        action=checked.action,
        policy=policy.name,
        drop_failed=policy.drop_failed,
        uncited=policy.uncited,
        records=checked.records,
        incidents=checked.incidents,
        created_at=created_at,
        latency_s=latency_s,
        model=origin[0],
        provider=origin[1],
        judged=tuple(map(_words, checked.judgements)),
        rules=to_plain(policy),
    )


def _words(judgement: Judgement) -> JudgedWords:
    looked = judgement.support
    return JudgedWords(judgement.clause, looked.claim, looked.guard, looked.together)


def records_of(answer: Answer, judgements: Sequence[Judgement], decisions: Decisions) -> tuple[CitationRecord, ...]:
    """One record per proposal, in order."""
    return tuple(_record(answer, judgement, decisions) for judgement in judgements)


def _record(answer: Answer, judgement: Judgement, decisions: Decisions) -> CitationRecord:
    proposal, evidence = judgement.proposal, judgement.evidence
    claim = answer.parsed.claims[proposal.claim]
    target = proposal.target
    return CitationRecord(
        id=uuid7(),
        answer_id=answer.id,
        turn_id=answer.turn.id,
        tenant=answer.turn.ledger.tenant,
        principal=answer.turn.principal.id,
        kind=proposal.kind,
        handle=proposal.handle if evidence is not None else None,
        document=evidence.id if evidence is not None else None,
        version=evidence.version if evidence is not None else None,
        source=evidence.source if evidence is not None else None,
        span=judgement.span,
        claim_start=claim.start,
        claim_end=claim.end,
        verdict=judgement.verdict,
        reason=judgement.reason,
        checks=judgement.checks,
        action=decisions.citations[proposal.index],
        policy=decisions.policy,
        created_at=answer.created_at,
        latency_s=answer.latency_s,
        host_class=_host_class(judgement, answer.requirements) if proposal.kind in URL_KINDS else None,
        target_hash=None if target is None else _keyed(answer.key, target),
        score=judgement.score,
        tier=judgement.tier if judgement.checks[Stage.TRUST] in _JUDGED else None,
        judged_by=answer.judged_by if judgement.score is not None else None,
    )


def _keyed(key: bytes, text: str) -> str:
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), key=key, digest_size=16).hexdigest()


def _host_class(judgement: Judgement, requirements: Requirements) -> str:
    if judgement.proposal.kind is ProposalKind.HTML:
        return "other"
    url = read_url(judgement.proposal.target or "")
    if not isinstance(url, SafeUrl):
        return "invalid"
    if judgement.evidence is not None and judgement.evidence.copy is None:
        return "ledger"
    known = requirements.allowed_hosts
    return "registered" if known and HostPolicy.of(known).judge(url.host) is HostVerdict.ALLOWED else "other"


def incidents_of(turn: Turn, judgements: Sequence[Judgement], facts: Facts) -> tuple[Incident, ...]:
    """What operators have to look at, those of the turn included, each once."""
    principal = turn.principal
    found = dict.fromkeys(turn.incidents)
    cited = {j.evidence.handle for j in judgements if j.evidence is not None}
    for evidence in turn.ledger:
        if not _readable(evidence, principal, facts):
            kind = IncidentKind.UNAUTHORISED_CITATION if evidence.handle in cited else IncidentKind.UNAUTHORISED_CHUNK
            found[incident(kind, evidence, principal)] = None
    for judgement in judgements:
        if judgement.verdict is Verdict.RETRACTED and judgement.evidence is not None:
            found[incident(IncidentKind.RETRACTED_CITATION, judgement.evidence, principal)] = None
        elif judgement.verdict is Verdict.LOOKALIKE_HOST:
            found[_lookalike(judgement, turn)] = None
    return tuple(found)


def _readable(evidence: Evidence, principal: Principal, facts: Facts) -> bool:
    return evidence.tenant == principal.tenant and facts.may_read(evidence)


def _lookalike(judgement: Judgement, turn: Turn) -> Incident:
    if judgement.evidence is not None:
        return incident(IncidentKind.LOOKALIKE_HOST, judgement.evidence, turn.principal)
    return Incident(IncidentKind.LOOKALIKE_HOST, turn.ledger.tenant, turn.principal.id, None, "", "", None)
