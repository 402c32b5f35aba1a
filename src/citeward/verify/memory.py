"""In-memory stand-ins for the outside: for trying out, for tests, and for batch rows that bring their own store."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from citeward.errors import CheckFailed
from citeward.kept import KeptAnswer
from citeward.model import Chunk, CitationRecord, Evidence, Incident, Principal, Tier
from citeward.verify.interfaces import (
    AccessAnswer,
    AccessObject,
    AccessScope,
    Current,
    Decision,
    ExternalFinding,
    ExternalState,
    SupportPair,
)

__all__ = ["GroupAccess", "InMemoryDocuments", "InMemoryResolver", "InMemorySink", "InMemorySupport"]


class GroupAccess:
    """Allows a principal who is in one of the groups an object names; an object that names none is denied.

    Args:
        current: the groups of a document as they are now. A document not in it, and what a link opens, is judged by
            the snapshot the retriever took, which is right only where retrieval resolves access itself.
    """

    def __init__(self, current: Mapping[str, frozenset[str] | None] | None = None) -> None:
        self._current = dict(current or {})

    def set(self, document: str, acl: frozenset[str] | None) -> None:
        """Changes who may read a document, from now on."""
        self._current[document] = acl

    async def decide(self, principal: Principal, objects: Sequence[AccessObject]) -> AccessAnswer:
        """See :class:`citeward.verify.interfaces.AccessControl`."""
        return AccessAnswer(tuple(self._decide(principal, item) for item in objects))

    def _decide(self, principal: Principal, item: AccessObject) -> Decision:
        acl = item.acl
        if item.scope is AccessScope.PASSAGE and item.id in self._current:
            acl = self._current[item.id]
        if item.tenant == principal.tenant and acl is not None and principal.groups & acl:
            return Decision.ALLOW
        return Decision.DENY


class InMemoryDocuments:
    """Documents held in a dictionary, by tenant and id.

    Args:
        documents: the current state of each document.
        tenant: whose documents they are.
        unlisted_unchanged: a document that is not listed counts as unchanged. Only for callers that are their own
            store and say so; everybody else's unlisted document is gone.
    """

    def __init__(
        self,
        documents: Mapping[str, Current] | None = None,
        *,
        tenant: str = "default",
        unlisted_unchanged: bool = False,
    ) -> None:
        self._tenant = tenant
        self._documents = {document: [current] for document, current in (documents or {}).items()}
        self._unlisted_unchanged = unlisted_unchanged

    @classmethod
    def of(cls, chunks: Iterable[Chunk], tenant: str = "default") -> InMemoryDocuments:
        """A store in which every chunk is a document that reads as it was retrieved."""
        store = cls(tenant=tenant)
        for chunk in chunks:
            current = Current(version=chunk.version, text=chunk.text, tier=Tier(chunk.trust))
            store._documents.setdefault(chunk.id, []).append(current)
        return store

    def put(self, document: str, current: Current) -> None:
        """Sets what the store says of a document, from now on, in place of all its passages."""
        self._documents[document] = [current]

    def remove(self, document: str) -> None:
        """Takes a document away."""
        self._documents.pop(document, None)

    async def current(self, tenant: str, evidence: Sequence[Evidence]) -> Sequence[Current | None]:
        """See :class:`citeward.verify.interfaces.DocumentStore`."""
        return [self._current(tenant, item) for item in evidence]

    def _current(self, tenant: str, item: Evidence) -> Current | None:
        if tenant != self._tenant or item.tenant != tenant:
            return None
        found = self._documents.get(item.id)
        if found is None:
            unchanged = Current(version=item.version, text=item.text, tier=item.tier)
            return unchanged if self._unlisted_unchanged else None
        return next((current for current in found if current.text == item.text), found[0])


class InMemorySupport:
    """Scores from a table.

    Args:
        scores: the probability of support by ``(passage, claim)``.
        default: for a pair that is not in the table; None raises, as a model that is down does.
    """

    def __init__(self, scores: Mapping[tuple[str, str], float] | None = None, default: float | None = None) -> None:
        self._scores = dict(scores or {})
        self._default = default
        self.batches: list[tuple[SupportPair, ...]] = []
        """What was asked for, call by call."""

    async def judge(self, pairs: Sequence[SupportPair]) -> Sequence[float]:
        """See :class:`citeward.verify.interfaces.SupportModel`."""
        self.batches.append(tuple(pairs))
        return [self._score(pair) for pair in pairs]

    def _score(self, pair: SupportPair) -> float:
        score = self._scores.get((pair.source, pair.claim), self._default)
        if score is None:
            raise CheckFailed("support: no score for a pair. Add it to the table, or give a default.")
        return score


class InMemoryResolver:
    """Findings from a table; a reference that is not in it is not known to exist or not to.

    Args:
        findings: by the reference as written.
    """

    def __init__(self, findings: Mapping[str, ExternalFinding] | None = None) -> None:
        self._findings = dict(findings or {})
        self.asked: list[tuple[str, ...]] = []
        """What was asked for, call by call."""

    async def resolve(self, tenant: str, references: Sequence[str]) -> Sequence[ExternalFinding]:
        """See :class:`citeward.verify.interfaces.Resolver`."""
        self.asked.append(tuple(references))
        unknown = ExternalFinding(ExternalState.UNKNOWN, "not_in_table")
        return [self._findings.get(reference, unknown) for reference in references]


class InMemorySink:
    """Keeps answers, and the records and incidents of all of them, in lists."""

    def __init__(self) -> None:
        self.answers: list[KeptAnswer] = []
        self.records: list[CitationRecord] = []
        self.incidents: list[Incident] = []

    async def write(self, kept: KeptAnswer) -> None:
        """See :class:`citeward.verify.interfaces.RecordSink`."""
        self.answers.append(kept)
        self.records.extend(kept.records)
        self.incidents.extend(kept.incidents)

    async def report(self, incidents: Sequence[Incident], at: datetime) -> None:
        """See :class:`citeward.verify.interfaces.RecordSink`."""
        self.incidents.extend(incidents)
