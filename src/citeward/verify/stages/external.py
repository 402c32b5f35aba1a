"""External: a reference to something outside the ledger, confirmed by the registry that knows it or not at all."""

from __future__ import annotations

from citeward.model import Verdict
from citeward.verify.cited import cited_as
from citeward.verify.findings import PageState
from citeward.verify.interfaces import ExternalState
from citeward.verify.requirements import Need
from citeward.verify.stages.interface import Outcome, Subject, failed, passed, skipped

__all__ = ["check"]

_VERDICTS = {
    ExternalState.MISMATCH: Verdict.REFERENCE_MISMATCH,
    ExternalState.NOT_FOUND: Verdict.UNRESOLVABLE,
    ExternalState.RETRACTED: Verdict.RETRACTED,
}

_PAGES = {
    PageState.FORBIDDEN: Verdict.UNSAFE_URL,
    PageState.UNTRUSTED: Verdict.UNTRUSTED_SOURCE,
    PageState.ABSENT: Verdict.UNRESOLVABLE,
}


def check(subject: Subject) -> Outcome:
    """Passed only on a registry's match, or for a page that was read. With nobody asked nothing is known."""
    if subject.page is not None:
        if subject.evidence is not None:
            return passed("page_read")
        return failed(_PAGES.get(subject.page.state, Verdict.UNCONFIRMED), subject.page.reason)
    if subject.evidence is not None:
        return skipped("in_ledger")
    if not subject.facts.has_resolver:
        listed = subject.requirements.external is Need.SKIP
        return failed(Verdict.UNCONFIRMED, "not_looked_up" if listed else "no_resolver")
    finding = subject.facts.external.get(cited_as(subject.proposal, subject.case))
    if finding is None:
        return failed(Verdict.UNCONFIRMED, "registry_unknown")
    if finding.state is ExternalState.MATCH:
        return passed()
    return failed(_VERDICTS.get(finding.state, Verdict.UNCONFIRMED), finding.reason or str(finding.state))
