"""What is kept of an answer: every verdict, each citation with what it rests on, and all that was in the prompt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Table
from sqlalchemy.ext.asyncio import AsyncConnection

from citeward.access import NOBODY, Acl, insert_acl, personal
from citeward.errors import UsageError
from citeward.model import CitationRecord, Evidence, Incident
from citeward.parse import parse
from citeward.policy import STRICT, Policy
from citeward.records.fates import answer_action, claim_fates, is_granted, matches
from citeward.records.judge import answer_object
from citeward.records.lineage import VersionRef, expand, find_versions
from citeward.records.placing import Placed, locate, place, root_of
from citeward.records.rows import citation_row, evidence_row, incident_row, root_rows, verdict_row
from citeward.registry import DocumentText, RootRow, load_texts
from citeward.storage import (
    ANSWER_EVIDENCE,
    ANSWERS,
    CITATION_ROOTS,
    CITATIONS,
    INCIDENTS,
    VERDICTS,
    Entry,
    append,
    ensure_tenant,
    lock_head,
    now_us,
    to_us,
)
from citeward.turn import Turn
from citeward.verify import AccessScope

__all__ = ["AnswerContext", "keep"]


@dataclass(frozen=True, slots=True)
class AnswerContext:
    """What the records of an answer do not say themselves."""

    turn: Turn
    answer: str
    """The canonical answer, exactly as it was checked. Stored, and never rewritten."""
    policy: Policy = STRICT
    """The policy it was checked under."""
    shared: Acl = NOBODY
    """Who may open it besides the one who asked."""
    model: str | None = None
    provider: str | None = None
    answer_id: str | None = None
    """Its id, where that is not the records' own; needed for an answer that cites nothing to be kept at all."""


async def keep(
    connection: AsyncConnection,
    context: AnswerContext,
    records: Sequence[CitationRecord],
    incidents: Sequence[Incident],
    now: int | None = None,
) -> None:
    """Writes one answer within the caller's transaction: all of it, or nothing.

    Raises:
        UsageError: the records are not of this answer, or belong to another tenant.
    """
    turn = context.turn
    tenant = turn.ledger.tenant
    parsed = parse(context.answer, turn.ledger.handles)
    if not matches(parsed, records) or any(record.tenant != tenant for record in records):
        raise UsageError("the records are not of this answer; hand over the answer and the turn that were checked")
    answer_id = context.answer_id or (records[0].answer_id if records else None)
    at = now if now is not None else to_us(records[0].created_at) if records else now_us()
    key = (await ensure_tenant(connection, tenant)).span_key
    await lock_head(connection, tenant)
    told = [incident_row(item, at) for item in incidents]
    if answer_id is None:
        if told:
            await append(connection, tenant, [Entry("incident", [(INCIDENTS, told)])])
        return
    versions = await find_versions(connection, tenant, {(item.id, item.version) for item in turn.ledger})
    texts = await load_texts(connection, tenant, {(name, ref.number) for (name, _), ref in versions.items()})
    library = _Library(versions, texts, key)
    actions = [record.action for record in records]
    require = context.policy.require_citation
    action = answer_action(parsed, claim_fates(parsed, actions, require), actions)
    cited = {number: record for number, record in enumerate(records) if is_granted(record, action)}
    roots = {
        record.id: await _rests_on(connection, tenant, library.cited(record, _evidence(turn, record)), library)
        for record in cited.values()
    }
    answer = {
        "id": answer_id, "turn": turn.id, "action": action.value, "policy": context.policy.name, "model": context.model,
        "provider": context.provider, "latency_us": round(records[0].latency_s * 1e6) if records else 0, "at": at,
    }  # fmt: skip
    rows: list[tuple[Table, list[dict[str, Any]]]] = [
        (ANSWERS, [answer]),
        (ANSWER_EVIDENCE, [evidence_row(answer_id, n, e, library.whole(e)) for n, e in enumerate(turn.ledger)]),
        (VERDICTS, [verdict_row(answer_id, number, record) for number, record in enumerate(records)]),
        (CITATIONS, [citation_row(answer_id, number, record, at) for number, record in cited.items()]),
        (CITATION_ROOTS, [row for name, found in roots.items() for row in root_rows(name, found)]),
        (INCIDENTS, told),
    ]
    payload = {
        "text": context.answer, "principal": turn.principal.id, "require_citation": require,
        "retrieved_at": [None if e.retrieved_at is None else e.retrieved_at.isoformat() for e in turn.ledger],
        "anchors": {name: [root.anchor for root in found] for name, found in roots.items()},
    }  # fmt: skip
    await append(connection, tenant, [Entry("answer", rows, payload)])
    audience = Acl(context.shared.allow | {personal(turn.principal.id)}, context.shared.deny)
    await insert_acl(connection, tenant, answer_object(tenant, answer_id).id, AccessScope.PASSAGE, audience)


@dataclass(frozen=True, slots=True)
class _Library:
    """The stored versions that the chunks of a turn were cut from."""

    versions: Mapping[tuple[str, str], VersionRef]
    texts: Mapping[tuple[str, int], DocumentText]
    key: bytes

    def depth(self, evidence: Evidence) -> int:
        ref = self.versions.get((evidence.id, evidence.version))
        return 0 if ref is None else ref.depth

    def whole(self, evidence: Evidence) -> Placed:
        return locate(evidence, (0, len(evidence.text)), self._text(evidence), self.key)

    def cited(self, record: CitationRecord, evidence: Evidence) -> tuple[Evidence, Placed]:
        span = record.span
        extent = (0, len(evidence.text))
        if span is not None:
            base = evidence.locator.start if span.in_document and evidence.locator is not None else 0
            extent = (span.start - base, span.end - base)
        return evidence, place(evidence, extent, self._text(evidence), self.key)

    def _text(self, evidence: Evidence) -> DocumentText | None:
        ref = self.versions.get((evidence.id, evidence.version))
        return None if ref is None else self.texts.get((evidence.id, ref.number))


def _evidence(turn: Turn, record: CitationRecord) -> Evidence:
    """The chunk a granted record cites: by handle, or, for one granted by its URL or DOI, by document."""
    by_handle = turn.ledger.get(record.handle) if record.handle is not None else None
    if by_handle is not None:
        return by_handle
    for item in turn.ledger:
        if (item.id, item.version) == (record.document, record.version):
            return item
    raise UsageError(f"record {record.id} cites what is not in the turn's ledger; hand over the turn that was checked")


async def _rests_on(
    connection: AsyncConnection, tenant: str, cited: tuple[Evidence, Placed], library: _Library
) -> list[RootRow]:
    """The citation's own span and, where it is of a derived text, everything that came from."""
    evidence, placed = cited
    own = root_of(placed, "own")
    if not library.depth(evidence):
        return [own]
    inherited, _ = await expand(connection, tenant, [own])
    return [own, *(root for root in inherited if root.document != own.document)]
