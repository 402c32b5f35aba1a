"""What operators ask of the citation ledger: one record in full, and how displays have fared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import func, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from citeward.model import Tier
from citeward.records.nouns import CitationState
from citeward.storage import (
    ANSWERS,
    CITATION_ROOTS,
    DISPLAYS,
    VERDICTS,
    ensure_tenant,
    from_us,
    read_payload,
    to_us,
)

__all__ = ["RecordDetails", "RootSpan", "StateShare", "count_displays", "describe", "shares"]

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
    """``own``, ``root`` or ``via``."""


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


async def describe(connection: AsyncConnection, tenant: str, record: str) -> RecordDetails | None:
    """One record, granted or not; None where there is none."""
    query = (
        select(VERDICTS, ANSWERS.c.policy, ANSWERS.c.at)
        .join(ANSWERS, (ANSWERS.c.tenant == VERDICTS.c.tenant) & (ANSWERS.c.id == VERDICTS.c.answer))
        .where(VERDICTS.c.tenant == tenant, VERDICTS.c.id == record)
    )
    row = (await connection.execute(query)).first()
    if row is None:
        return None
    mine = (CITATION_ROOTS.c.tenant == tenant) & (CITATION_ROOTS.c.citation == record)
    roots = await connection.execute(select(CITATION_ROOTS).where(mine).order_by(CITATION_ROOTS.c.ordinal))
    return RecordDetails(
        id=row.id,
        answer=row.answer,
        policy=row.policy,
        created_at=from_us(row.at),
        kind=row.kind,
        handle=row.handle,
        document=row.document,
        version=row.label,
        source=row.source,
        verdict=row.verdict,
        reason=row.reason,
        checks=read_payload(row.checks),
        action=row.action,
        score=None if row.score_ppm is None else row.score_ppm / 1e6,
        tier=None if row.tier is None else Tier(row.tier),
        judged_by=row.judged_by,
        roots=tuple(RootSpan(each.document, each.version, each.start_at, each.end_at, each.role) for each in roots),
    )


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
