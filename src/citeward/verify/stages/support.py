"""Support: does the cited passage carry the claim? Asked of a model, once everything cheaper has passed."""

from __future__ import annotations

from citeward.entailment import ClaimKind, Setting, SupportState, claims_nothing_of, kind_of_claim
from citeward.model import Check, Stage, SupportNote, Verdict
from citeward.verify.interfaces import SupportPair
from citeward.verify.requirements import Need
from citeward.verify.spans import span_of
from citeward.verify.stages.interface import Outcome, Subject, Weight, failed, passed, skipped
from citeward.verify.stages.joint import together
from citeward.verify.stages.weight import weight_of
from citeward.verify.wording import Statement

__all__ = ["JOINT", "NO_CLAIM", "UNCERTAIN", "check", "pair_of"]

UNCERTAIN = "uncertain"
"""Reason of an ``unsupported`` citation of which nobody can tell."""
NO_CLAIM = "no_claim"
"""Reason of an ``unsupported`` citation on words that claim nothing, where nothing stands in front of them either."""
OTHER_CONTEXT = "other_context"
"""Reason of an ``unsupported`` citation whose source says the like of something else."""
JOINT = "joint_support"
"""Reason of a citation that carries its claim only together with its neighbours."""


def pair_of(subject: Subject) -> SupportPair | None:
    """The pair to judge for a proposal, or None where nothing is claimed or no passage is there to compare."""
    evidence, statement = subject.evidence, subject.statement
    if evidence is None or kind_of_claim(statement.text) is ClaimKind.EMPTY:
        return None
    if claims_nothing_of(evidence.text, statement.text) or statement.fits(evidence.title, evidence.text) > _FITTING:
        return None
    return SupportPair(subject.case.tenant, evidence.text, statement.text, evidence.sha256, subject.tier)


def check(subject: Subject) -> Outcome:
    """Passed from the upper threshold on; between the two nobody knows, and what nobody knows is not granted."""
    if subject.evidence is None:
        if subject.page is not None:
            return skipped("page_not_read")
        return skipped("no_passage")  # a registry confirms that something exists, and holds no text of it
    if not subject.facts.has_support_model:
        if subject.requirements.support is Need.SKIP:
            return skipped("no_support_model")
        return failed(Verdict.UNCONFIRMED, "no_support_model")
    statement = subject.statement
    pair = pair_of(subject)
    if pair is None:
        return _unasked(subject, statement)
    if statement.quoted and subject.checks.get(Stage.QUOTATION) is Check.PASSED:
        subject.note = SupportNote(statement.told, "The source says these very words.")
        return passed()
    alone = weight_of(subject, pair)
    if alone is None:
        subject.note = SupportNote(statement.told)
        return failed(Verdict.UNCONFIRMED, "no_score")
    _keep(subject, alone)
    if alone.state is SupportState.SUPPORTED:
        return passed()
    found = together(subject)
    if found is not None:
        subject.score = found.weight.score
        note = "The cited sources carry the claim together."
        subject.note = SupportNote(statement.told, note, together=found.handles)
        return passed(JOINT)
    return failed(Verdict.UNSUPPORTED, UNCERTAIN if alone.state is SupportState.UNCERTAIN else "unsupported")


def _unasked(subject: Subject, statement: Statement) -> Outcome:
    """Why no model is asked: nothing is claimed, or the source does not say it of what it is read under."""
    evidence = subject.evidence
    empty = kind_of_claim(statement.text) is ClaimKind.EMPTY
    if empty or evidence is None or claims_nothing_of(evidence.text, statement.text):
        return failed(Verdict.UNSUPPORTED, NO_CLAIM)
    elsewhere = statement.fits(evidence.title, evidence.text) is Setting.ELSEWHERE
    subject.note = SupportNote(statement.told, _OTHER if elsewhere else _UNCLEAR)
    return failed(Verdict.UNSUPPORTED, OTHER_CONTEXT if elsewhere else UNCERTAIN)


_FITTING = Setting.TOPIC
_OTHER = "The source says this of something else."
_UNCLEAR = "It cannot be told whether the source says this of what it stands under, or what is said at all."


def _keep(subject: Subject, weight: Weight) -> None:
    """Keeps what was found, and the best span of the passage where no quotation names one."""
    subject.score = weight.score
    subject.note = SupportNote(subject.statement.told, weight.reason, weight.guard)
    evidence, span = subject.evidence, weight.span
    if evidence is not None and span is not None and not subject.quotes and span != (0, len(evidence.text)):
        subject.span = span_of(evidence, span)
