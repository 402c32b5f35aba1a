"""What operators ask of the citation ledger: one record in full, and how displays have fared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import func, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from citeward.access import Acl
from citeward.model import Tier
from citeward.records.audience import audience
from citeward.records.nouns import CitationState
from citeward.storage import (
    ANSWERS,
    CITATION_ROOTS,
    CITATIONS,
    DISPLAYS,
    PAYLOADS,
    VERDICTS,
    ensure_tenant,
    from_us,
    read_payload,
    to_us,
)

__all__ = [
    "AnswerDetails",
    "RecordDetails",
    "RootSpan",
    "StateShare",
    "count_displays",
    "describe",
    "describe_answer",
    "shares",
]

_HOUR_US = 3_600_000_000
_COUNT = text(
    "INSERT INTO displays (tenant, at, state, reason, citations) VALUES (:tenant, :at, :state, :reason, :citations) "
    "ON CONFLICT (tenant, at, state, reason) DO UPDATE SET citations = displays.citations + excluded.citations"
)


@dataclass(frozen=True, slots=True)
class RootSpan:
    """One thing a citation rests on. Offsets are code points of the version."""

    document: str
    version: int | None
    start: int | None
    end: int | None
    role: str
    """``own``, ``root``, ``via``, ``kept`` or ``past``."""


@dataclass(frozen=True, slots=True)
class RecordDetails:
    """What was recorded of one proposal. For operators: it names what a viewer may not know of."""

    id: str
    answer: str
    policy: str
    created_at: datetime
    kind: str
    handle: str | None
    document: str | None
    version: str | None
    source: str | None
    claim: str | None
    """The words it stands for: as the support stage judged them, with what pronouns stand for in their place, else as
    the model wrote them (untrusted). None where the answer's text was erased."""
    guard: str | None
    """The kind of difference that vetoed it whatever the support model said; None where none did, or it was erased."""
    verdict: str
    reason: str
    checks: dict[str, str]
    action: str
    score: float | None
    """Probability of support, to six places; None where it was not computed."""
    tier: Tier | None
    """The tier it was judged at; None where trust was not judged."""
    judged_by: str | None
    """Version of the support model and its thresholds."""
    roots: tuple[RootSpan, ...]
    """Of a granted citation: its own span first."""


@dataclass(frozen=True, slots=True)
class StateShare:
    """How many displayed citations were in a state, for a reason."""

    state: str
    reason: str
    citations: int
    share: float
    """Of all displayed citations, between 0 and 1."""


@dataclass(frozen=True, slots=True)
class AnswerDetails:
    """What was recorded of one answer. For operators."""

    id: str
    turn: str
    given_at: datetime
    action: str
    policy: str
    rules: str | None
    """The digest of the policy (:class:`citeward.records.PolicyChange`); None of answers from before it was kept."""
    model: str | None
    provider: str | None
    latency_s: float
    principal: str | None
    """Who asked; None where that was erased."""
    audience: Acl
    """Who may open it: who asked, and whom it is shared with. Nobody, where it was erased."""
    records: tuple[RecordDetails, ...]
    """One per proposal, in order."""


async def describe(connection: AsyncConnection, tenant: str, record: str) -> RecordDetails | None:
    """One record, granted or not; None where there is none."""
    query = (
        select(VERDICTS, ANSWERS.c.policy, ANSWERS.c.at, PAYLOADS.c.body)
        .join(ANSWERS, (ANSWERS.c.tenant == VERDICTS.c.tenant) & (ANSWERS.c.id == VERDICTS.c.answer))
        .outerjoin(PAYLOADS, (PAYLOADS.c.tenant == tenant) & (PAYLOADS.c.seq == ANSWERS.c.seq))
        .where(VERDICTS.c.tenant == tenant, VERDICTS.c.id == record)
    )
    row = (await connection.execute(query)).first()
    if row is None:
        return None
    mine = (CITATION_ROOTS.c.tenant == tenant) & (CITATION_ROOTS.c.citation == record)
    roots = await connection.execute(select(CITATION_ROOTS).where(mine).order_by(CITATION_ROOTS.c.ordinal))
    payload = None if row.body is None else read_payload(row.body)
    return _record(row, (row.policy, row.at), payload, tuple(map(_root, roots)))


async def describe_answer(connection: AsyncConnection, tenant: str, answer: str) -> AnswerDetails | None:
    """One answer with all of its records; None where there is none."""
    query = (
        select(ANSWERS, PAYLOADS.c.body)
        .outerjoin(PAYLOADS, (PAYLOADS.c.tenant == tenant) & (PAYLOADS.c.seq == ANSWERS.c.seq))
        .where(ANSWERS.c.tenant == tenant, ANSWERS.c.id == answer)
    )
    row = (await connection.execute(query)).first()
    if row is None:
        return None
    roots: dict[str, list[RootSpan]] = {}
    cited = (
        select(CITATION_ROOTS)
        .join(CITATIONS, (CITATIONS.c.tenant == tenant) & (CITATIONS.c.id == CITATION_ROOTS.c.citation))
        .where(CITATION_ROOTS.c.tenant == tenant, CITATIONS.c.answer == answer)
        .order_by(CITATION_ROOTS.c.citation, CITATION_ROOTS.c.ordinal)
    )
    for each in await connection.execute(cited):
        roots.setdefault(each.citation, []).append(_root(each))
    mine = (VERDICTS.c.tenant == tenant) & (VERDICTS.c.answer == answer)
    verdicts = await connection.execute(select(VERDICTS).where(mine).order_by(VERDICTS.c.ordinal))
    payload = None if row.body is None else read_payload(row.body)
    return AnswerDetails(
        id=row.id,
        turn=row.turn,
        given_at=from_us(row.at),
        action=row.action,
        policy=row.policy,
        rules=row.rules,
        model=row.model,
        provider=row.provider,
        latency_s=row.latency_us / 1e6,
        principal=None if payload is None else payload["principal"],
        audience=await audience(connection, tenant, row.id),
        records=tuple(_record(each, (row.policy, row.at), payload, tuple(roots.get(each.id, ()))) for each in verdicts),
    )


def _record(
    row: Any, given: tuple[str, int], payload: Mapping[str, Any] | None, roots: tuple[RootSpan, ...]
) -> RecordDetails:
    policy, at = given
    judged = () if payload is None else payload.get("judged", ())
    words = judged[row.ordinal] if row.ordinal < len(judged) else {"claim": "", "guard": ""}
    written = None if payload is None else payload["text"][row.claim_start : row.claim_end]
    return RecordDetails(
        id=row.id,
        answer=row.answer,
        policy=policy,
        created_at=from_us(at),
        kind=row.kind,
        handle=row.handle,
        document=row.document,
        version=row.label,
        source=row.source,
        claim=words["claim"] or written,
        guard=words["guard"] or None,
        verdict=row.verdict,
        reason=row.reason,
        checks=read_payload(row.checks),
        action=row.action,
        score=None if row.score_ppm is None else row.score_ppm / 1e6,
        tier=None if row.tier is None else Tier(row.tier),
        judged_by=row.judged_by,
        roots=roots,
    )


def _root(row: Any) -> RootSpan:
    return RootSpan(row.document, row.version, row.start_at, row.end_at, row.role)


async def count_displays(connection: AsyncConnection, tenant: str, states: Sequence[CitationState], now: int) -> None:
    """Adds displayed citations to the counts of their hour. Never says who looked, or at what."""
    await ensure_tenant(connection, tenant)
    hour = now - now % _HOUR_US
    found = Counter((state.state.value, state.reason.value) for state in states)
    rows: list[dict[str, Any]] = [
        {"tenant": tenant, "at": hour, "state": state, "reason": reason, "citations": number}
        for (state, reason), number in sorted(found.items())
    ]
    if rows:
        await connection.execute(_COUNT, rows)


async def shares(connection: AsyncConnection, tenant: str, since: datetime | None = None) -> list[StateShare]:
    """The share of displayed citations per state and reason, the most frequent first.

    A steady background of ``no_longer_permitted`` says that answers are shared more widely than their sources.
    """
    start = 0 if since is None else to_us(since) - to_us(since) % _HOUR_US
    total = func.sum(DISPLAYS.c.citations).label("total")
    query = (
        select(DISPLAYS.c.state, DISPLAYS.c.reason, total)
        .where(DISPLAYS.c.tenant == tenant, DISPLAYS.c.at >= start)
        .group_by(DISPLAYS.c.state, DISPLAYS.c.reason)
        .order_by(total.desc(), DISPLAYS.c.reason)
    )
    rows = (await connection.execute(query)).all()
    everything = sum(int(row.total) for row in rows)
    return [StateShare(row.state, row.reason, int(row.total), int(row.total) / everything) for row in rows]
