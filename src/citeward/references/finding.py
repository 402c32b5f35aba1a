"""What became of one reference."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from citeward.references.record import Record, Retraction

__all__ = ["Finding", "ReferenceVerdict"]


class ReferenceVerdict(StrEnum):
    """What the registries say of a reference. Only ``match`` is good, and nothing falls back to it."""

    MATCH = "match"
    PARTIAL = "partial"
    """The same work, cited wrongly; or something that belongs to it."""
    MISMATCH = "mismatch"
    """The identifier leads to another work."""
    NOT_FOUND = "not_found"
    """The registry that decides has no such identifier."""
    RETRACTED = "retracted"
    """The work does not stand any more."""
    UNKNOWN = "unknown"
    """Nobody could be asked, or nobody answered in time."""


@dataclass(frozen=True, slots=True)
class Finding:
    """The verdict on one reference, and what it rests on."""

    verdict: ReferenceVerdict
    reason: str
    """A stable code."""
    registry: str = ""
    """Who said so; empty where nobody did."""
    record: Record | None = None
    """The record the identifier leads to."""
    retraction: Retraction | None = None
