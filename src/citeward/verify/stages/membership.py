"""Membership: does the proposal name an object the system retrieved this turn?

A URL the model wrote is no citation, not even where it is right, unless policy lets it be looked up: a reader is led
only by links from the ledger, or to pages that were read for this answer. It is told apart by how it would have misled,
because operators act on imitations of their own hosts.
"""

from __future__ import annotations

import re

from citeward.hosts import LookalikeVerdict, SafeUrl, UrlReason, read_url
from citeward.model import Proposal, ProposalKind, Verdict
from citeward.verify.findings import PageFinding, PageState
from citeward.verify.hostrules import watchlist
from citeward.verify.lookups import page_of
from citeward.verify.plan import EXTERNAL_KINDS, URL_KINDS, matches
from citeward.verify.stages.interface import Outcome, Subject, failed, passed, skipped

__all__ = ["check"]

_PROTOCOL_RELATIVE = re.compile(r"\s*[/\\]{2}")
"""An address that takes its scheme from the page it stands on, and leads as far away as any other."""


def check(subject: Subject) -> Outcome:
    """Fabricated unless the ledger has it; a work the ledger does not have is left to the external stage."""
    proposal = subject.proposal
    if proposal.kind is ProposalKind.UNREAD:
        return failed(Verdict.FABRICATED, "unread_marker")
    if proposal.ambiguous:
        behind = page_of(proposal, subject.facts) if proposal.target and proposal.index in subject.citing else None
        return failed(Verdict.UNCONFIRMED, "ambiguous_source") if behind is None else _page(subject, behind)
    found = matches(proposal, subject.case)
    if len(found) > 1:
        # Which of them is meant cannot be known, and one that this reader may not see must not hide behind another.
        hidden = not all(subject.facts.may_read(evidence) for evidence in found)
        return failed(Verdict.UNAUTHORISED, "not_permitted") if hidden else _several(proposal)
    subject.evidence = found[0] if found else None
    if proposal.kind in URL_KINDS:
        return _url(subject)
    if subject.evidence is not None:
        return passed()
    if proposal.kind in EXTERNAL_KINDS:
        return skipped("external_reference")
    page = page_of(proposal, subject.facts) if proposal.index in subject.citing else None
    if page is not None:
        return _page(subject, page)
    return failed(Verdict.FABRICATED, "unknown_handle" if proposal.handle else "no_such_source")


def _several(proposal: Proposal) -> Outcome:
    if proposal.kind in URL_KINDS:
        return failed(Verdict.MODEL_URL_STRIPPED, "url_of_several_sources")
    return failed(Verdict.UNCONFIRMED, "ambiguous_source")


def _url(subject: Subject) -> Outcome:
    evidence = subject.evidence
    if evidence is None:
        strange = _strange_url(subject.proposal, subject.requirements.brands)
        page = page_of(subject.proposal, subject.facts) if subject.proposal.index in subject.citing else None
        return strange if page is None or strange.verdict is not Verdict.MODEL_URL_STRIPPED else _page(subject, page)
    if not subject.facts.may_read(evidence):
        return failed(Verdict.UNAUTHORISED, "url_of_a_hidden_source")
    if subject.proposal.index in subject.citing:
        return passed("url_of_a_source")
    subject.may_link = subject.facts.may_open(evidence)
    return failed(Verdict.MODEL_URL_STRIPPED, "url_of_a_source")


def _page(subject: Subject, page: PageFinding) -> Outcome:
    """A page that might be looked up. Where it could not be read, the external stage says why."""
    subject.page = page
    if page.state is not PageState.READ or page.evidence is None:
        return skipped("page_not_read")
    subject.evidence = page.evidence
    return passed("page_read")


def _strange_url(proposal: Proposal, brands: tuple[str, ...]) -> Outcome:
    target = proposal.target or ""
    if proposal.kind is ProposalKind.HTML:
        return failed(Verdict.MODEL_URL_STRIPPED, "raw_html")
    url = read_url(f"https:{target}" if _PROTOCOL_RELATIVE.match(target) else target)
    if not isinstance(url, SafeUrl):
        if url is UrlReason.SCHEME and ":" not in target:
            return failed(Verdict.MODEL_URL_STRIPPED, "relative_url")
        return failed(Verdict.UNSAFE_URL, url.value)
    found = watchlist(brands).judge(url.host) if brands else None
    if found is not None and found.verdict is LookalikeVerdict.BLOCK:
        return failed(Verdict.LOOKALIKE_HOST, found.reason.value)
    return failed(Verdict.MODEL_URL_STRIPPED, "url_not_in_ledger")
