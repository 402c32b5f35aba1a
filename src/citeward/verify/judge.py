"""Judge: from facts to verdicts. Pure, and the only place where ``ok`` is given."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from types import MappingProxyType

from citeward.model import CHECKED_STAGES, Check, Judgement, Stage, Verdict
from citeward.verify.clauses import clauses_of
from citeward.verify.facts import Case, Facts
from citeward.verify.groups import attach
from citeward.verify.interfaces import SupportPair
from citeward.verify.lookups import citing_urls
from citeward.verify.requirements import Requirements
from citeward.verify.spans import Passages
from citeward.verify.stages import DETERMINISTIC, LATE, Outcome, StageCheck, Subject, Together, joint_pairs, pair_of
from citeward.verify.wording import Wording

__all__ = ["Trial"]

# Whatever else applies, these must have been passed: by the evidence of the ledger, or by a registry's match.
_LEDGER_GRANT = (Stage.MEMBERSHIP, Stage.ACCESS, Stage.INTEGRITY, Stage.TRUST)
_REGISTRY_GRANT = (Stage.EXTERNAL,)


class Trial:
    """The proposals of one answer on their way through the stages.

    Run :meth:`deterministic`, fetch what the support model says of :meth:`pairs` and then of :meth:`joint_pairs`, run
    :meth:`late`, read :meth:`judgements`.
    """

    def __init__(self, case: Case, facts: Facts, requirements: Requirements) -> None:
        citing = citing_urls(case, facts, requirements)
        quotations = attach(case.parsed, citing)
        clauses = clauses_of(case.parsed)
        self._wording = wording = Wording(case, clauses)
        passages = Passages()
        self._subjects = [
            Subject(
                proposal,
                case,
                facts,
                requirements,
                wording,
                clauses.get(proposal.index),
                passages=passages,
                quotations=quotations,
                citing=citing,
            )
            for proposal in case.parsed.proposals
        ]
        found: dict[Hashable, Together | None] = {}
        by_claim: dict[int, list[Subject]] = {}
        for subject in self._subjects:
            by_claim.setdefault(subject.proposal.claim, []).append(subject)
        for subject in self._subjects:
            subject.peers, subject.beside = self._subjects, by_claim[subject.proposal.claim]
            subject.together = found
        self._decided: dict[int, tuple[Stage, Outcome]] = {}

    def deterministic(self) -> None:
        """Everything that needs no model."""
        for stage in DETERMINISTIC:  # stage by stage: one citation may ask whether its neighbour has passed so far
            self._run((stage,))

    @property
    def context(self) -> tuple[str, ...]:
        """The last claims, pronouns resolved: ``earlier`` of the case that goes on from here."""
        return self._wording.context

    def pairs(self) -> list[SupportPair]:
        """What to judge: only for proposals that have passed so far."""
        pairs = (pair_of(subject) for subject in self._survivors())
        return [pair for pair in pairs if pair is not None]

    def joint_pairs(self, facts: Facts) -> list[SupportPair]:
        """What to judge besides, once it is known which passages do not carry their claim alone."""
        survivors = self._survivors()
        for subject in survivors:
            subject.facts = facts
        return joint_pairs(subject for subject in survivors if pair_of(subject) is not None)

    def late(self, facts: Facts) -> None:
        """Support and external references, with whatever more is known now."""
        for subject in self._subjects:
            subject.facts = facts
        self._run(LATE)

    def judgements(self) -> tuple[Judgement, ...]:
        """The verdict on every proposal, in order."""
        return tuple(self._judgement(subject) for subject in self._subjects)

    def _survivors(self) -> list[Subject]:
        return [subject for subject in self._subjects if subject.proposal.index not in self._decided]

    def _run(self, stages: Sequence[tuple[Stage, StageCheck]]) -> None:
        for subject in self._survivors():
            for stage, check in stages:
                outcome = _attempt(check, subject)
                subject.checks[stage] = outcome.check
                if outcome.check is Check.PASSED and stage is Stage.SUPPORT:
                    subject.granted_for = outcome.reason or subject.granted_for
                if outcome.check is not Check.PASSED and outcome.check is not Check.SKIPPED:
                    self._decided[subject.proposal.index] = stage, outcome
                    break

    def _judgement(self, subject: Subject) -> Judgement:
        stage, outcome = self._decided.get(subject.proposal.index) or _grant(subject)
        checks = {each: subject.checks.get(each, Check.NOT_RUN) for each in CHECKED_STAGES}
        return Judgement(
            proposal=subject.proposal,
            verdict=outcome.verdict or Verdict.UNCONFIRMED,
            reason=outcome.reason,
            stage=stage,
            checks=MappingProxyType(checks),
            evidence=subject.evidence,
            span=subject.span,
            quotes=subject.quotes,
            score=subject.score,
            support=subject.note,
            clause=_clause(subject),
            may_link=subject.may_link,
            tier=subject.tier,
        )


def _attempt(check: StageCheck, subject: Subject) -> Outcome:
    try:
        outcome = check(subject)
    except Exception as error:  # a stage that breaks has confirmed nothing; the answer goes on without this citation
        return Outcome(Check.FAILED, Verdict.UNCONFIRMED, f"stage_error:{type(error).__name__}")
    if outcome.check is Check.FAILED and (outcome.verdict is None or outcome.verdict is Verdict.OK):
        return Outcome(Check.FAILED, Verdict.UNCONFIRMED, "stage_without_verdict")
    return outcome


def _grant(subject: Subject) -> tuple[Stage, Outcome]:
    """``ok``, only where the stages that make a citation were passed and none was left out."""
    needed = _LEDGER_GRANT if subject.evidence is not None else _REGISTRY_GRANT
    checks = subject.checks
    if all(checks.get(stage) is Check.PASSED for stage in needed) and len(checks) == len(CHECKED_STAGES):
        last = max((stage for stage in checks if checks[stage] is Check.PASSED), key=CHECKED_STAGES.index)
        return last, Outcome(Check.PASSED, Verdict.OK, subject.granted_for)
    return Stage.MEMBERSHIP, Outcome(Check.FAILED, Verdict.UNCONFIRMED, "stages_incomplete")


def _clause(subject: Subject) -> tuple[int, int] | None:
    claim, clause = subject.case.parsed.claims[subject.proposal.claim], subject.clause
    return None if clause is None or clause.is_all_of(claim) else (clause.start, clause.end)
