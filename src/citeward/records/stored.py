"""A stored answer as it was written: its parse, its verdicts, and the citations its reader was shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from citeward.model import AnswerAction, Check, CitationAction, Stage, Uncited, Verdict
from citeward.parse import Parsed, from_plain
from citeward.storage import ANSWER_EVIDENCE, ANSWERS, CITATION_ROOTS, CITATIONS, PAYLOADS, VERDICTS, read_payload
from citeward.verify import clause_extents

__all__ = ["StoredAnswer", "StoredEvidence", "StoredVerdict", "answer_of", "load_answer"]


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
    asker: str
    """The principal who asked."""
    action: AnswerAction
    parsed: Parsed
    """As it was verified."""
    drop_failed: bool
    uncited: Uncited
    """What becomes of what cites nothing, as it was decided."""
    verdicts: tuple[StoredVerdict, ...]
    evidence: tuple[StoredEvidence, ...]
    clauses: Mapping[int, tuple[int, int]]
    """Which words of its claim a proposal was judged by, where not by all of it: code points of the claim's text."""

    @property
    def citations(self) -> tuple[str, ...]:
        """The ids of its citations, in order."""
        return tuple(verdict.id for verdict in self.verdicts if verdict.is_citation)


async def answer_of(connection: AsyncConnection, tenant: str, citation: str) -> StoredAnswer | None:
    """The answer a citation stands in; None where there is none, or its text was erased."""
    mine = select(CITATIONS.c.answer).where(CITATIONS.c.tenant == tenant, CITATIONS.c.id == citation)
    answer = (await connection.execute(mine)).scalar()
    return None if answer is None else await load_answer(connection, tenant, answer)


async def load_answer(connection: AsyncConnection, tenant: str, answer: str) -> StoredAnswer | None:
    """An answer; None where there is none, or its text was erased.

    Raises:
        PayloadError: it was stored without its parse, or by a release that knows more than this one.
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
    parsed = from_plain(payload["text"], payload.get("parse", {}))
    return StoredAnswer(
        row.id,
        payload["principal"],
        AnswerAction(row.action),
        parsed,
        # An answer kept before either had its name: what failed was said under another, and what cites nothing stayed.
        payload["drop_failed"] if "drop_failed" in payload else payload["require_citation"],
        Uncited(payload.get("uncited", Uncited.KEEP)),
        tuple(_verdict(each, spans) for each in verdicts),
        _evidence(list(evidence), payload["retrieved_at"]),
        _clauses(payload, parsed),
    )


def _clauses(payload: Mapping[str, Any], parsed: Parsed) -> Mapping[int, tuple[int, int]]:
    """As they were judged; of an answer that does not say, as they are found now."""
    if "judged" not in payload:
        return clause_extents(parsed)
    said = enumerate(words["clause"] for words in payload["judged"])
    return {number: (extent[0], extent[1]) for number, extent in said if extent is not None}


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
