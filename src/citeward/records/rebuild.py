"""Judgements for a stored answer: evidence, span and quotes come back from the stored versions where all is current."""

from __future__ import annotations

from collections.abc import Mapping

from citeward.fetch import DOCUMENT_PREFIX
from citeward.ledger import digest
from citeward.model import (
    CHECKED_STAGES,
    Check,
    Copy,
    Evidence,
    Judgement,
    Locator,
    Proposal,
    QuoteFinding,
    QuoteStatus,
    Span,
    Stage,
    Tier,
    Verdict,
)
from citeward.parse import Parsed
from citeward.records.nouns import CitationState, State
from citeward.records.stored import StoredAnswer, StoredEvidence, StoredVerdict
from citeward.registry import DocumentText
from citeward.text import find
from citeward.verify import Web

__all__ = ["Texts", "rebuild"]

Texts = Mapping[tuple[str, int], DocumentText]


def rebuild(
    tenant: str, stored: StoredAnswer, states: Mapping[str, CitationState], texts: Texts, web: Web
) -> list[Judgement]:
    """One judgement per proposal. Only a citation that is current now comes with evidence, and may be kept."""
    found = []
    for proposal, verdict in zip(stored.parsed.proposals, stored.verdicts, strict=True):
        state = states.get(verdict.id)
        chunk = _chunk(verdict, stored)
        version = None if chunk is None else texts.get((chunk.document, chunk.version or 0))
        if chunk is None or version is None or state is None or state.state is not State.CURRENT:
            found.append(_bare(proposal, verdict))
        else:
            evidence = _evidence(tenant, chunk, version, state.tier, web)
            quotes = tuple(_quotes(stored.parsed, proposal, evidence.text))
            found.append(_full(proposal, verdict, evidence, quotes, state))
    return found


def _chunk(verdict: StoredVerdict, stored: StoredAnswer) -> StoredEvidence | None:
    """The chunk a citation was granted on."""
    if not verdict.is_citation:
        return None
    for item in stored.evidence:
        if item.handle == verdict.handle or (
            verdict.handle is None and (item.document, item.label) == (verdict.document, verdict.label)
        ):
            return item
    return None


def _evidence(tenant: str, chunk: StoredEvidence, version: DocumentText, tier: Tier, web: Web) -> Evidence:
    start = 0 if chunk.start is None else chunk.start
    end = len(version.text) if chunk.end is None else chunk.end
    text = version.text[start:end]
    return Evidence(
        tenant=tenant,
        handle=chunk.handle,
        id=chunk.document,
        version=chunk.label,
        sha256=digest(text),
        text=text,
        title=version.title,
        url=version.url,
        acl=None,
        link_acl=None,
        tier=tier,
        source="",
        connector="",
        locator=Locator(start, end),
        retrieved_at=chunk.retrieved_at,
        cache_key=None,
        copy=_copy(version, chunk.label, web),
    )


def _copy(version: DocumentText, label: str, web: Web) -> Copy | None:
    """That a stored version is a copy of a page, where it is one, and where it opens."""
    if not version.document.startswith(DOCUMENT_PREFIX) or not version.about:
        return None
    return Copy(web.link(version.document, label), str(version.about.get("handed_by", "")))


def _quotes(parsed: Parsed, proposal: Proposal, text: str) -> list[QuoteFinding]:
    """Quotations of the claim whose words are the source's under tolerances: the source's own characters are shown."""
    found = []
    meant = (proposal.claim, *parsed.claims[proposal.claim].covers)
    for quotation in parsed.quotations:
        if quotation.claim in meant:
            match = find(text, quotation.text)
            if match.granted:
                status = QuoteStatus(match.status.value)
                found.append(QuoteFinding(quotation.text, status, quotation.index, match.spans, match.excerpts))
    return found


def _full(
    proposal: Proposal,
    verdict: StoredVerdict,
    evidence: Evidence,
    quotes: tuple[QuoteFinding, ...],
    state: CitationState,
) -> Judgement:
    span = None if verdict.span is None else Span(evidence.id, evidence.version, *verdict.span, in_document=True)
    return Judgement(
        proposal=proposal,
        verdict=verdict.verdict,
        reason=verdict.reason,
        stage=Stage.MEMBERSHIP,
        checks=verdict.checks,
        evidence=evidence,
        span=span,
        quotes=quotes,
        may_link=state.may_link,
        tier=state.tier,
    )


def _bare(proposal: Proposal, verdict: StoredVerdict) -> Judgement:
    failed = [stage for stage in CHECKED_STAGES if verdict.checks.get(stage) is Check.FAILED]
    return Judgement(
        proposal=proposal,
        verdict=Verdict.UNCONFIRMED if verdict.verdict is Verdict.OK else verdict.verdict,
        reason=verdict.reason,
        stage=failed[0] if failed else Stage.MEMBERSHIP,
        checks=verdict.checks,
    )
