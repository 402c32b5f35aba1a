"""What a stage is: a pure function from one proposal and the facts to an outcome."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from citeward.entailment import SupportState
from citeward.model import Check, Evidence, Proposal, QuoteFinding, Span, Stage, SupportNote, Tier, Verdict
from citeward.verify.clauses import Clause
from citeward.verify.facts import Case, Facts
from citeward.verify.findings import PageFinding
from citeward.verify.requirements import Requirements
from citeward.verify.spans import Passages
from citeward.verify.wording import Statement, Wording

__all__ = ["Outcome", "StageCheck", "Subject", "Together", "Weight", "failed", "passed", "skipped"]


class Weight(NamedTuple):
    """How far one passage, or several joined, carry one claim."""

    score: float
    state: SupportState
    reason: str
    guard: str = ""
    contradicts: bool = False
    """Whether the passage says otherwise, and does not merely say nothing of it."""
    span: tuple[int, int] | None = None
    """Code points of the passage; None where the model does not say."""


class Together(NamedTuple):
    """The smallest set of passages that carries a claim."""

    handles: tuple[str, ...]
    weight: Weight


@dataclass(slots=True)
class Subject:
    """One proposal on its way through the stages. Stages add what later ones and the reader need."""

    proposal: Proposal
    case: Case
    facts: Facts
    requirements: Requirements
    wording: Wording
    """The words each proposal of the answer is judged for."""
    clause: Clause | None = None
    """Where in its claim the proposal stands; None where it has no place in the text."""
    checks: dict[Stage, Check] = field(default_factory=dict)
    evidence: Evidence | None = None
    page: PageFinding | None = None
    """What became of the page it names, where that might be looked up."""
    may_link: bool = False
    span: Span | None = None
    quotes: tuple[QuoteFinding, ...] = ()
    score: float | None = None
    note: SupportNote = field(default_factory=SupportNote)
    granted_for: str = "granted"
    """What is said of it when it has passed every stage."""
    tier: Tier = Tier.D
    """The lower of the source's tier at retrieval and now, once the trust stage has looked."""
    peers: Sequence[Subject] = ()
    """Every proposal of the answer, by index: as far as the stages before this one have judged them."""
    beside: Sequence[Subject] = ()
    """Those of the same claim, this one among them."""
    together: dict[Hashable, Together | None] = field(default_factory=dict)
    """Sets of passages found to carry a claim together, for all proposals of the answer."""
    passages: Passages = field(default_factory=Passages)
    """The sentences of every passage looked at for this answer."""
    citing: frozenset[int] = frozenset()
    """The proposals of the answer that policy lets cite by an address."""
    quotations: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    """Which quotations of the answer each group of markers stands for."""

    @property
    def statement(self) -> Statement:
        """What the proposal is judged for, once it is known which source it names."""
        return self.wording.naming(self.proposal.index, self.evidence)

    @property
    def said(self) -> str:
        """The words the model is asked about. Empty where the proposal stands for none."""
        return self.statement.text


class Outcome(NamedTuple):
    """What one stage says. ``failed`` always names the verdict; nothing else does."""

    check: Check
    verdict: Verdict | None = None
    reason: str = ""


class StageCheck(Protocol):
    """A stage: judges, and never raises on purpose. What it raises by accident becomes ``unconfirmed``."""

    def __call__(self, subject: Subject) -> Outcome:
        """Passed, skipped (with the reason), or failed with a verdict."""
        ...


def passed(reason: str = "") -> Outcome:
    """The stage ran and found nothing wrong."""
    return Outcome(Check.PASSED, None, reason)


def skipped(reason: str) -> Outcome:
    """The stage does not apply, or policy lets it be passed over."""
    return Outcome(Check.SKIPPED, None, reason)


def failed(verdict: Verdict, reason: str) -> Outcome:
    """The stage found something wrong, or could not find out."""
    return Outcome(Check.FAILED, verdict, reason)
