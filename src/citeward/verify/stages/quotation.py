"""Quotation: does what the answer puts in quotation marks stand in the cited text?

The cited span is the quoted passage, else the sentences of the passage that say most of what the claim says.
"""

from __future__ import annotations

from citeward.model import Check, Evidence, QuoteFinding, QuoteStatus, Stage, Verdict
from citeward.text import IndexCache, SourceIndex, find
from citeward.verify.groups import group_of
from citeward.verify.spans import span_of
from citeward.verify.stages.interface import Outcome, Subject, failed, passed, skipped

__all__ = ["check"]

_GOOD = (Stage.ACCESS, Stage.INTEGRITY, Stage.TRUST)
_INDEXES = IndexCache(64 * 2**20)
"""Bytes: the passages of a few thousand turns. One that is quoted in every answer is indexed once."""


def check(subject: Subject) -> Outcome:
    """Every passage quoted for this citation must be found; one offered for several sources, in one of them."""
    evidence = subject.evidence
    if evidence is None:
        if subject.page is not None:
            return skipped("page_not_read")
        quoted = subject.quotations.get(group_of(subject.proposal)) or subject.proposal.quoted
        return failed(Verdict.UNCONFIRMED, "quoted_text_not_at_hand") if quoted else skipped("no_evidence")
    near = subject.passages.of(evidence).best(subject.said)
    subject.span = span_of(evidence, near)
    written = subject.quotations.get(group_of(subject.proposal), ())
    if not written and not subject.proposal.quoted:
        return skipped("nothing_quoted")
    findings = [_find(evidence, quote, near) for quote in subject.proposal.quoted]
    elsewhere = False
    for index in written:
        quotation = subject.case.parsed.quotations[index]
        finding = _find(evidence, quotation.text, near, index)
        if finding.status is QuoteStatus.UNVERIFIED and _is_in_a_neighbour(subject, quotation.text):
            elsewhere = True
            continue
        findings.append(finding)
    subject.quotes = tuple(findings)
    for finding in findings:
        if finding.status is QuoteStatus.UNVERIFIED:
            return failed(Verdict.QUOTE_UNVERIFIED, finding.reason)
    if not findings:
        return skipped("quoted_from_another_source" if elsewhere else "nothing_quoted")
    first = findings[0].spans
    subject.span = span_of(evidence, (first[0][0], first[-1][1]))
    return passed()


def _find(evidence: Evidence, quote: str, near: tuple[int, int], index: int | None = None) -> QuoteFinding:
    match = find(_source(evidence), quote, near=near)
    reason = match.reason.value if match.reason is not None else ""
    return QuoteFinding(quote, match.status, index, match.spans, match.excerpts, reason)


def _is_in_a_neighbour(subject: Subject, quote: str) -> bool:
    """Whether another source of the same run of markers, itself good so far, has the passage."""
    for peer in subject.peers:
        if group_of(peer.proposal) != group_of(subject.proposal) or peer.evidence in (None, subject.evidence):
            continue
        good = all(peer.checks.get(stage) is Check.PASSED for stage in _GOOD)
        if good and peer.evidence is not None and find(_source(peer.evidence), quote, diagnose=False).granted:
            return True
    return False


def _source(evidence: Evidence) -> SourceIndex:
    return _INDEXES.get(evidence.sha256, evidence.text)
