"""Access: may this principal see the passage, and what its link opens, now?

A permitted passage does not permit a link into the wider document around it: such a citation is granted without one.
"""

from __future__ import annotations

from citeward.model import Verdict
from citeward.verify.interfaces import AccessScope, Decision
from citeward.verify.principals import fault_of
from citeward.verify.stages.interface import Outcome, Subject, failed, passed, skipped

__all__ = ["check"]


def check(subject: Subject) -> Outcome:
    """Passed only on an explicit ``allow`` of an engine that knows who is asking."""
    evidence, case = subject.evidence, subject.case
    if evidence is None:
        return skipped("no_evidence")
    fault = fault_of(case.principal, case.tenant, case.now, subject.requirements.principal_max_age)
    if evidence.tenant != case.tenant or fault == "other_tenant":
        return failed(Verdict.UNAUTHORISED, "other_tenant")
    if fault is not None:
        return failed(Verdict.UNCONFIRMED, fault)
    if evidence.copy is not None:
        # Fetched without credentials, or handed over for this very principal: nothing an engine of ours could know of.
        subject.may_link = True
        return passed("page_of_the_web")
    subject.may_link = subject.facts.may_open(evidence)
    match subject.facts.access.get((evidence.handle, AccessScope.PASSAGE)):
        case Decision.ALLOW:
            return passed()
        case Decision.DENY:
            return failed(Verdict.UNAUTHORISED, "not_permitted")
        case _:
            return failed(Verdict.UNCONFIRMED, "access_unknown")
