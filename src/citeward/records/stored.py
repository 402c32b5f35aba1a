"""A stored answer as it was written: its parse, its verdicts, and the citations its reader was shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from citeward.model import AnswerAction, Check, CitationAction, Stage, Verdict
from citeward.parse import Parsed, from_plain
from citeward.storage import ANSWER_EVIDENCE, ANSWERS, CITATION_ROOTS, CITATIONS, PAYLOADS, VERDICTS, read_payload

__all__ = ["StoredAnswer", "StoredEvidence", "StoredVerdict", "load_answer"]


@dataclass(frozen=True, slots=True)
class StoredVerdict:
    """What was found of one proposal."""

    id: str
    handle: str | None
    document: str | None
    label: str | None
    verdict: Verdict
    reason: str
    checks: dict[Stage, Check]
    action: CitationAction
    span: tuple[int, int] | None
    """Of a citation: code points of the cited version, where its place is known."""
    is_citation: bool
    """Whether it was granted, and can be checked again."""


@dataclass(frozen=True, slots=True)
class StoredEvidence:
    """One chunk of the prompt."""

    handle: str
    document: str
    version: int | None
    label: str
    start: int | None
    end: int | None
    retrieved_at: datetime | None


@dataclass(frozen=True, slots=True)
class StoredAnswer:
    """One answer. Its text is the model's: untrusted, and never shown as it is."""

    id: str
    action: AnswerAction
    parsed: Parsed
    """As it was verified."""
    require_citation: bool
    verdicts: tuple[StoredVerdict, ...]
    evidence: tuple[StoredEvidence, ...]

    @property
    def citations(self) -> tuple[str, ...]:
        """The ids of its citations, in order."""
        return tuple(verdict.id for verdict in self.verdicts if verdict.is_citation)


async def load_answer(connection: AsyncConnection, tenant: str, answer: str) -> StoredAnswer | None:
    """An answer; None where there is none, or its text was erased.

    Raises:
        PayloadError: it was stored by a release that knows more than this one.
    """
    query = (
        select(ANSWERS.c.id, ANSWERS.c.action, PAYLOADS.c.body)
        .join(PAYLOADS, (PAYLOADS.c.tenant == ANSWERS.c.tenant) & (PAYLOADS.c.seq == ANSWERS.c.seq))
        .where(ANSWERS.c.tenant == tenant, ANSWERS.c.id == answer)
    )
    row = (await connection.execute(query)).first()
    if row is None:
        return None
    payload = read_payload(row.body)
    spans = await _spans(connection, tenant, answer)
    mine = (VERDICTS.c.tenant == tenant) & (VERDICTS.c.answer == answer)
    verdicts = await connection.execute(select(VERDICTS).where(mine).order_by(VERDICTS.c.ordinal))
    its = (ANSWER_EVIDENCE.c.tenant == tenant) & (ANSWER_EVIDENCE.c.answer == answer)
    evidence = await connection.execute(select(ANSWER_EVIDENCE).where(its).order_by(ANSWER_EVIDENCE.c.ordinal))
    return StoredAnswer(
        row.id,
        AnswerAction(row.action),
        from_plain(payload["text"], payload["parse"]),
        payload["require_citation"],
        tuple(_verdict(each, spans) for each in verdicts),
        _evidence(list(evidence), payload["retrieved_at"]),
    )


async def _spans(connection: AsyncConnection, tenant: str, answer: str) -> dict[str, tuple[int, int] | None]:
    own = (
        select(CITATIONS.c.id, CITATION_ROOTS.c.start_at, CITATION_ROOTS.c.end_at)
        .join(
            CITATION_ROOTS,
            (CITATION_ROOTS.c.tenant == CITATIONS.c.tenant) & (CITATION_ROOTS.c.citation == CITATIONS.c.id),
        )
        .where(CITATIONS.c.tenant == tenant, CITATIONS.c.answer == answer, CITATION_ROOTS.c.ordinal == 0)
    )
    rows = await connection.execute(own)
    return {row.id: None if row.start_at is None else (row.start_at, row.end_at) for row in rows}


def _verdict(row: Any, spans: dict[str, tuple[int, int] | None]) -> StoredVerdict:
    return StoredVerdict(
        id=row.id,
        handle=row.handle,
        document=row.document,
        label=row.label,
        verdict=Verdict(row.verdict),
        reason=row.reason,
        checks={Stage(stage): Check(check) for stage, check in read_payload(row.checks).items()},
        action=CitationAction(row.action),
        span=spans.get(row.id),
        is_citation=row.id in spans,
    )


def _evidence(rows: Sequence[Any], retrieved_at: Sequence[str | None]) -> tuple[StoredEvidence, ...]:
    return tuple(
        StoredEvidence(
            row.handle, row.document, row.version, row.label, row.start_at, row.end_at,
            None if moment is None else datetime.fromisoformat(moment),
        )
        for row, moment in zip(rows, retrieved_at, strict=True)
    )  # fmt: skip
