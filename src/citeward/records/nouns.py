"""The nouns of stored citations: state, reason, and what is known of a citation for one viewer now."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple

from citeward.model import Tier
from citeward.text import DiffOp

__all__ = ["STATES", "Change", "CitationState", "CurrentSource", "Reason", "State", "strictest"]


class State(StrEnum):
    """What a viewer may know of a stored citation."""

    CURRENT = "current"
    SOURCE_CHANGED = "source_changed"
    UNVERIFIED = "unverified"
    """The check itself could not be done."""
    UNAVAILABLE = "unavailable"
    """Gone or not for this viewer: which of the two, nobody is told."""


class Reason(StrEnum):
    """Why. For operators only: a viewer who learned it would learn of what was hidden."""

    UNCHANGED = "unchanged"
    RELOCATED = "relocated"
    SPAN_CHANGED = "span_changed"
    SUPERSEDED = "superseded"
    AMBIGUOUS = "ambiguous"
    UNCONFIRMED = "unconfirmed"
    NO_LONGER_PERMITTED = "no_longer_permitted"
    RETIRED = "retired"
    RETRACTED = "retracted"
    POISONED = "poisoned"
    SOURCE_REMOVED = "source_removed"


STATES = MappingProxyType(
    {
        Reason.UNCHANGED: State.CURRENT,
        Reason.RELOCATED: State.CURRENT,
        Reason.SPAN_CHANGED: State.SOURCE_CHANGED,
        Reason.SUPERSEDED: State.SOURCE_CHANGED,
        Reason.AMBIGUOUS: State.SOURCE_CHANGED,
        Reason.UNCONFIRMED: State.UNVERIFIED,
        Reason.NO_LONGER_PERMITTED: State.UNAVAILABLE,
        Reason.RETIRED: State.UNAVAILABLE,
        Reason.RETRACTED: State.UNAVAILABLE,
        Reason.POISONED: State.UNAVAILABLE,
        Reason.SOURCE_REMOVED: State.UNAVAILABLE,
    }
)
"""Which state each reason stands behind."""

_STRICTNESS = {reason: rank for rank, reason in enumerate(Reason)}


def strictest(one: Reason, two: Reason) -> Reason:
    """The one that shows less; among those that show the same, the one that is looked for first."""
    return one if _STRICTNESS[one] >= _STRICTNESS[two] else two


@dataclass(frozen=True, slots=True)
class CurrentSource:
    """A version a viewer may be pointed to."""

    document: str
    version: str
    title: str
    url: str | None
    """Where it can be opened; None where there is no URL, or this viewer may not open what it opens."""


@dataclass(frozen=True, slots=True)
class Change:
    """What changed under a citation. Made only for a viewer who may read both sides."""

    changed_at: int
    """Microseconds since 1970-01-01 UTC."""
    now: CurrentSource | None
    """The current version, or the successor; None where this viewer may not see it."""
    diff: tuple[DiffOp, ...] = ()
    """From the cited words to what stands in their place."""


class CitationState(NamedTuple):
    """One stored citation for one viewer now. A tuple, because a page makes a thousand of them."""

    id: str
    state: State
    reason: Reason
    """For operators only."""
    change: Change | None = None
    """Of a ``source_changed`` citation."""
    tier: Tier = Tier.D
    """The lowest of its source and of everything it was derived from, now."""
    may_link: bool = False
    """Whether this viewer may open what the source's URL opens."""
    readable: bool = False
    """Whether this viewer may read everything it rests on, whatever else is unknown."""
