"""Support: does the cited passage carry the claim? Asked of a model, once everything cheaper has passed."""

from __future__ import annotations

import math

from citeward.model import Verdict
from citeward.verify.interfaces import SupportPair
from citeward.verify.requirements import Need
from citeward.verify.stages.interface import Outcome, Subject, failed, passed, skipped

__all__ = ["check", "pair_of"]


def pair_of(subject: Subject) -> SupportPair | None:
    """The pair to score for a proposal, or None where no claim or no passage is there to compare."""
    claim = subject.case.parsed.claims[subject.proposal.claim].text
    if subject.evidence is None or not claim:
        return None
    return SupportPair(subject.case.tenant, subject.evidence.text, claim, subject.evidence.sha256)


def check(subject: Subject) -> Outcome:
    """Passed from the upper threshold on; between the two nobody knows, and what nobody knows is not granted."""
    needed = subject.requirements
    if subject.evidence is None:
        if subject.page is not None:
            return skipped("page_not_read")
        if needed.support is Need.REQUIRE:
            return failed(Verdict.UNCONFIRMED, "no_passage")
        return skipped("no_evidence")
    if not subject.facts.has_support_model:
        if needed.support is Need.SKIP:
            return skipped("no_support_model")
        return failed(Verdict.UNCONFIRMED, "no_support_model")
    pair = pair_of(subject)
    if pair is None:
        return failed(Verdict.UNSUPPORTED, "no_claim")
    score = subject.facts.support.get(pair)
    if not isinstance(score, (int, float)) or not math.isfinite(score) or not 0.0 <= score <= 1.0:
        return failed(Verdict.UNCONFIRMED, "no_score")
    subject.score = float(score)
    if score >= needed.supported_from:
        return passed()
    return failed(Verdict.UNSUPPORTED, "unsupported" if score < needed.unsupported_below else "uncertain")
