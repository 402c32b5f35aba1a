"""What was asked for and what came back: the only things the judge knows besides the answer and its ledger."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from types import MappingProxyType

from citeward.model import Evidence, Principal
from citeward.parse import Parsed
from citeward.verify.findings import PageFinding, PageNeed
from citeward.verify.interfaces import (
    AccessObject,
    AccessScope,
    Current,
    Decision,
    ExternalFinding,
    SupportFinding,
    SupportPair,
)

__all__ = ["Case", "Facts", "Needs"]


@dataclass(frozen=True, slots=True)
class Case:
    """One answer on the judge's table."""

    parsed: Parsed
    evidence: Mapping[str, Evidence]
    """The ledger, by handle."""
    principal: Principal
    tenant: str
    now: datetime
    earlier: tuple[str, ...] = ()
    """The last claims before this stretch of an answer, pronouns resolved: what its first ones may refer to."""


@dataclass(frozen=True, slots=True)
class Needs:
    """Which facts the judge will ask for. Built without I/O, fetched in one batch each."""

    access: Mapping[str, tuple[AccessObject, ...]] = field(default_factory=lambda: MappingProxyType({}))
    """By handle: the passage, and what its link opens."""
    documents: tuple[Evidence, ...] = ()
    external: tuple[str, ...] = ()
    pages: tuple[PageNeed, ...] = ()


@dataclass(frozen=True, slots=True)
class Facts:
    """What could be learned. A fact that is not here could not be learned."""

    access: Mapping[tuple[str, AccessScope], Decision] = field(default_factory=lambda: MappingProxyType({}))
    """By handle and scope. Absent: no decision was made, which denies."""
    epoch: str = ""
    documents: Mapping[str, Current | None] = field(default_factory=lambda: MappingProxyType({}))
    """By handle. Absent: could not be asked; None: the store does not have it."""
    external: Mapping[str, ExternalFinding] = field(default_factory=lambda: MappingProxyType({}))
    support: Mapping[SupportPair, SupportFinding] = field(default_factory=lambda: MappingProxyType({}))
    has_support_model: bool = False
    has_resolver: bool = False
    pages: Mapping[str, PageFinding] = field(default_factory=lambda: MappingProxyType({}))
    """By canonical URL: the pages that might be looked up."""

    def may_read(self, evidence: Evidence) -> bool:
        """Whether the access engine allowed the passage itself."""
        return self.access.get((evidence.handle, AccessScope.PASSAGE)) is Decision.ALLOW

    def may_open(self, evidence: Evidence) -> bool:
        """Whether it allowed what the evidence's link opens."""
        return self.access.get((evidence.handle, AccessScope.LINK)) is Decision.ALLOW
