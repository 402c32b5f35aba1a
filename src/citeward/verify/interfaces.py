"""What the gate asks the outside: access, documents, support, external references, and where records go.

Each is one batched call per answer (or per released block). An implementation answers for every item it was asked
about, in order, or raises; whatever is missing, late or raised fails closed. None of them is told what the answer
said, except the support model, which gets one claim and one passage at a time, and the resolver, which gets references
as they were written.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from citeward.entailment import SupportVerdict
from citeward.hosts import HostPolicy
from citeward.kept import KeptAnswer
from citeward.model import DocumentStatus, Evidence, Incident, Principal, Tier

if TYPE_CHECKING:  # the fetch is a room that most gates never enter
    from citeward.fetch import AnswerBudget, Snapshot

__all__ = [
    "AccessAnswer",
    "AccessControl",
    "AccessObject",
    "AccessScope",
    "Current",
    "Decision",
    "DocumentStore",
    "ExternalFinding",
    "ExternalState",
    "PageFetcher",
    "PerAnswer",
    "RecordSink",
    "Resolver",
    "SupportFinding",
    "SupportModel",
    "SupportPair",
]


class AccessScope(StrEnum):
    """What would be shown: the passage itself, or the object its link opens."""

    PASSAGE = "passage"
    LINK = "link"


class Decision(StrEnum):
    """An access engine's answer for one object. Anything but ``allow`` denies."""

    ALLOW = "allow"
    DENY = "deny"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class AccessObject:
    """One object a principal may or may not see."""

    tenant: str
    id: str
    version: str
    scope: AccessScope
    acl: frozenset[str] | None
    """The groups the retriever saw on it: a snapshot, possibly stale, None where it saw none."""
    number: int | None = None
    """Of a document, the stored version, counted from 1, where it is known: ``version`` is what its origin calls it.
    Who may read one version need not be who may read another."""


@dataclass(frozen=True, slots=True)
class AccessAnswer:
    """Decisions in the order asked, and the state of the engine they were made at."""

    decisions: tuple[Decision, ...]
    epoch: str = ""
    """Opaque consistency token; part of every cache key that rests on these decisions."""


class AccessControl(Protocol):
    """Who may see what, now."""

    async def decide(self, principal: Principal, objects: Sequence[AccessObject]) -> AccessAnswer:
        """Decides for every object, as of now. Called once before the prompt is built and once when it is checked."""
        ...


@dataclass(frozen=True, slots=True)
class Current:
    """What the store says now of a passage that was retrieved earlier."""

    status: DocumentStatus | str = DocumentStatus.ACTIVE
    """An unknown status is not ``active``: it fails."""
    version: str | None = None
    text: str | None = None
    """The passage as it stands in the current version, where the store keeps text."""
    sha256: str | None = None
    """Hex digest of that passage, where the store keeps only hashes. One of the two must be there."""
    tier: Tier | None = None
    """The source's tier now; the lower of this and the retrieved one counts."""


class DocumentStore(Protocol):
    """The documents as they are now."""

    async def current(self, tenant: str, evidence: Sequence[Evidence]) -> Sequence[Current | None]:
        """The current state of each passage, in the order asked; None for a document that is not there any more."""
        ...


@dataclass(frozen=True, slots=True)
class SupportPair:
    """One claim and the passage it is said to rest on; or several passages, joined by line breaks."""

    tenant: str
    source: str
    claim: str
    """The words that are judged: a sentence or clause, with what its pronouns stand for in their place."""
    source_sha256: str
    tier: Tier = Tier.D
    """The lowest tier of what is in ``source``, at retrieval and now."""


SupportFinding = SupportVerdict | float
"""What a model says of one pair: a verdict with thresholds of its own; or a bare probability of support in [0, 1],
which has to reach the bar of a model that nobody has calibrated (:data:`citeward.entailment.UNCALIBRATED`)."""


class SupportModel(Protocol):
    """Does the passage carry the claim?

    Asked once per answer (or released block) for every claim and passage, and once more where several passages may
    carry a claim only together.
    """

    async def judge(self, pairs: Sequence[SupportPair]) -> Sequence[SupportFinding | None]:
        """A finding on each pair, in the order asked; None for one that could not be judged while others could."""
        ...


class ExternalState(StrEnum):
    """What a registry says of a reference. Anything but ``match`` fails."""

    MATCH = "match"
    MISMATCH = "mismatch"
    NOT_FOUND = "not_found"
    RETRACTED = "retracted"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class ExternalFinding:
    """The finding on one external reference."""

    state: ExternalState
    reason: str = ""


class Resolver(Protocol):
    """Looks external references up. It is given the cite alone, never answer text."""

    async def resolve(self, tenant: str, references: Sequence[str]) -> Sequence[ExternalFinding]:
        """The finding on each reference, in the order asked."""
        ...


@runtime_checkable
class PerAnswer(Protocol):
    """A :class:`Resolver` that bounds what one answer may ask, over all the blocks it is released in."""

    def for_answer(self) -> Resolver:
        """The resolver of one answer."""
        ...


class PageFetcher(Protocol):
    """Looks at pages: :class:`citeward.fetch.Fetcher` in this process, or a client of a resolver elsewhere."""

    def answer_budget(self) -> AnswerBudget:
        """The budget of everything that one answer may cause."""
        ...

    async def fetch(
        self, url: str, *, tenant: str, answer: AnswerBudget, within: tuple[HostPolicy, ...] = ()
    ) -> Snapshot:
        """The page at a URL. Nothing is sent to a host, of a redirect neither, that one of ``within`` does not allow.

        Raises:
            FetchError: there is none to be had; see :mod:`citeward.fetch.reasons`.
        """
        ...


class RecordSink(Protocol):
    """Where answers are kept. Everything of one answer is handed over in one call, a streamed one at its end."""

    async def write(self, kept: KeptAnswer) -> None:
        """Stores all of it or raises. What was not stored is not shown, or taken back."""
        ...

    async def report(self, incidents: Sequence[Incident], at: datetime) -> None:
        """Stores what operators have to know of a turn that came to no answer, or raises. Never called with none."""
        ...
