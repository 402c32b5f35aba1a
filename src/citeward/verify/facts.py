"""What was asked for and what came back: the only things the judge knows besides the answer and its ledger."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from types import MappingProxyType

from citeward.model import Evidence, Principal
from citeward.parse import Parsed
from citeward.verify.interfaces import AccessObject, Current, Decision, ExternalFinding, SupportPair

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


@dataclass(frozen=True, slots=True)
class Needs:
    """Which facts the judge will ask for. Built without I/O, fetched in one batch each."""

    access: tuple[AccessObject, ...] = ()
    documents: tuple[Evidence, ...] = ()
    external: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Facts:
    """What could be learned. A fact that is not here could not be learned."""

    access: Mapping[AccessObject, Decision] = field(default_factory=lambda: MappingProxyType({}))
    epoch: str = ""
    documents: Mapping[str, Current | None] = field(default_factory=lambda: MappingProxyType({}))
    """By handle. Absent: could not be asked; None: the store does not have it."""
    external: Mapping[str, ExternalFinding] = field(default_factory=lambda: MappingProxyType({}))
    support: Mapping[SupportPair, float] = field(default_factory=lambda: MappingProxyType({}))
    has_support_model: bool = False
    has_resolver: bool = False
    failures: tuple[str, ...] = ()
    """Which calls failed, for operators."""
