"""One turn: who asked, what the model was given, and what was kept from it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from citeward.errors import UsageError
from citeward.ids import uuid7
from citeward.ledger import Ledger
from citeward.model import Evidence, Incident, IncidentKind, Judgement, Principal
from citeward.parse import Names

__all__ = ["Turn", "incident"]


@dataclass(frozen=True, slots=True)
class Turn:
    """The ledger of one question and the principal who asked it."""

    ledger: Ledger
    principal: Principal
    intent: str | None = None
    incidents: tuple[Incident, ...] = ()
    """Chunks that retrieval should not have returned. They are not in the ledger."""
    id: str = field(default_factory=uuid7, compare=False)
    """UUIDv7, in every record of this turn."""
    first_number: int | None = None
    """The number of the first piece of evidence where the model was asked to cite by number; None: by handle."""

    def seen_by(self, principal: Principal) -> Turn:
        """The same turn, judged by the groups its asker has now.

        Raises:
            UsageError: somebody else, or somebody of another tenant.
        """
        if (principal.id, principal.tenant) != (self.principal.id, self.principal.tenant):
            raise UsageError("principal: not the one this turn was opened for; open a turn for each reader")
        return replace(self, principal=principal)

    def with_pages(self, judgements: Iterable[Judgement]) -> Turn:
        """The same turn with the pages that were read for its answer among its evidence, for its records.

        They are in no prompt.
        """
        cited = (judgement.evidence for judgement in judgements)
        pages = {item.handle: item for item in cited if item is not None and item.copy is not None}
        if not pages:
            return self
        return replace(self, ledger=replace(self.ledger, evidence=(*self.ledger.evidence, *pages.values())))

    @property
    def names(self) -> Names:
        """What the model may call the evidence by."""
        given = (item for item in self.ledger if item.copy is None)
        return Names(given, first=self.first_number)

    @property
    def prompt(self) -> str:
        """The text for the model's prompt: handles or numbers, and passages, nothing else."""
        return self.ledger.prompt(self.first_number)


def incident(kind: IncidentKind, evidence: Evidence, principal: Principal) -> Incident:
    """An incident about one piece of evidence, without a word of what it says."""
    return Incident(
        kind, evidence.tenant, principal.id, evidence.handle, evidence.id, evidence.version, evidence.cache_key
    )
