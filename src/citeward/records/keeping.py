"""What is kept of an answer: every verdict, each citation with what it rests on, and all that was in the prompt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import Table, select
from sqlalchemy.ext.asyncio import AsyncConnection

from citeward.access import NOBODY, Acl
from citeward.errors import UsageError
from citeward.kept import KeptAnswer
from citeward.model import AnswerAction, CitationAction, CitationRecord, Claim, Evidence, Incident, Verdict
from citeward.parse import to_plain
from citeward.records.audience import begin_audience
from citeward.records.lineage import VersionRef, expand, find_versions
from citeward.records.placing import Placed, locate, place, root_of
from citeward.records.policies import rules_digest
from citeward.records.rows import citation_row, evidence_row, incident_row, root_entries, verdict_row
from citeward.registry import DocumentText, RootRow, load_texts
from citeward.storage import (
    ANSWER_EVIDENCE,
    ANSWERS,
    CITATIONS,
    INCIDENTS,
    VERDICTS,
    Entry,
    append,
    check_identifier,
    ensure_tenant,
    lock_head,
    pseudonym,
    to_us,
)
from citeward.turn import Turn

__all__ = ["keep", "keep_incidents"]


async def keep(connection: AsyncConnection, kept: KeptAnswer, shared: Acl = NOBODY) -> None:
    """Writes one answer within the caller's transaction: all of it, or nothing.

    Args:
        connection: a writing one.
        kept: the answer.
        shared: who may open it besides the one who asked.

    Raises:
        UsageError: the records are not of this answer, or belong to another tenant; the answer is kept already.
        InputError: the asker's id cannot be stored.
    """
    turn = kept.turn
    tenant = turn.ledger.tenant
    if not _is_whole(kept):
        raise UsageError("the records are not of this answer; hand over what the gate handed over")
    check_identifier("principal", turn.principal.id)  # or nobody could name who has to be erased
    at = to_us(kept.created_at)
    key = (await ensure_tenant(connection, tenant)).span_key
    await lock_head(connection, tenant)
    there = select(ANSWERS.c.seq).where(ANSWERS.c.tenant == tenant, ANSWERS.c.id == kept.id)
    if (await connection.execute(there)).first() is not None:
        raise UsageError(f"answer {kept.id!r} is kept already; give every answer an id of its own")
    versions = await find_versions(connection, tenant, {(item.id, item.version) for item in turn.ledger})
    texts = await load_texts(connection, tenant, {(name, ref.number) for (name, _), ref in versions.items()})
    library = _Library(versions, texts, key)
    cited = {number: record for number, record in enumerate(kept.records) if _is_granted(record, kept.action)}
    roots = {
        record.id: await _rests_on(connection, tenant, library.cited(record, _evidence(turn, record)), library)
        for record in cited.values()
    }
    answer = {
        "id": kept.id, "turn": turn.id, "action": kept.action.value, "policy": kept.policy, "model": kept.model,
        "provider": kept.provider, "latency_us": round(kept.latency_s * 1e6), "at": at,
        "rules": rules_digest(kept.rules),
    }  # fmt: skip
    rows: list[tuple[Table, list[dict[str, Any]]]] = [
        (ANSWERS, [answer]),
        (ANSWER_EVIDENCE, [evidence_row(kept.id, n, e, library.whole(e)) for n, e in enumerate(turn.ledger)]),
        (VERDICTS, [verdict_row(kept.id, number, record) for number, record in enumerate(kept.records)]),
        (CITATIONS, [citation_row(kept.id, number, record, at) for number, record in cited.items()]),
        (INCIDENTS, await _incidents(connection, tenant, kept.incidents, at)),
    ]
    payload: dict[str, Any] = {
        "text": kept.parsed.answer, "parse": to_plain(kept.parsed), "principal": turn.principal.id,
        "drop_failed": kept.drop_failed, "uncited": kept.uncited.value,
        "retrieved_at": [None if e.retrieved_at is None else e.retrieved_at.isoformat() for e in turn.ledger],
    }  # fmt: skip
    if kept.judged:
        payload["judged"] = [asdict(words) for words in kept.judged]
    await append(connection, tenant, [Entry("answer", rows, payload), *root_entries(roots)])
    await begin_audience(connection, tenant, kept.id, turn.principal.id, shared)


async def keep_incidents(connection: AsyncConnection, tenant: str, incidents: Sequence[Incident], at: int) -> None:
    """Writes what operators have to know of a turn that came to no answer, within the caller's transaction."""
    await ensure_tenant(connection, tenant)
    await lock_head(connection, tenant)
    told = await _incidents(connection, tenant, incidents, at)
    await append(connection, tenant, [Entry("incident", [(INCIDENTS, told)])])


async def _incidents(
    connection: AsyncConnection, tenant: str, incidents: Sequence[Incident], at: int
) -> list[dict[str, Any]]:
    called = {name: await pseudonym(connection, tenant, name) for name in {item.principal for item in incidents}}
    return [incident_row(item, at, called[item.principal]) for item in incidents]


def _is_whole(kept: KeptAnswer) -> bool:
    """Whether these are the records of this answer's proposals, one each and in order."""
    said = [(p.kind, *_place(kept.parsed.claims[p.claim])) for p in kept.parsed.proposals]
    recorded = [(record.kind, record.claim_start, record.claim_end) for record in kept.records]
    whose = {(record.tenant, record.answer_id) for record in kept.records}
    told = len(kept.judged) in (0, len(kept.records))
    return told and said == recorded and whose <= {(kept.turn.ledger.tenant, kept.id)}


def _place(claim: Claim) -> tuple[int, int]:
    return claim.start, claim.end


def _is_granted(record: CitationRecord, action: AnswerAction) -> bool:
    """Whether a record is of a citation that its reader was shown, and that can be checked again."""
    granted = record.verdict is Verdict.OK and record.action is CitationAction.KEEP
    return granted and action is not AnswerAction.BLOCK and record.document is not None


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
