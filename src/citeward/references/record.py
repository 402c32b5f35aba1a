"""What a registry says of one work, in one shape whichever registry said it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from citeward.references.people import Name
from citeward.references.titles import RecordTitle

__all__ = ["Record", "RecordKind", "RecordTitle", "Retraction"]


class RecordKind(StrEnum):
    """What the identifier names, as far as it matters for comparing."""

    WORK = "work"
    PREPRINT = "preprint"
    DATASET = "dataset"
    COMPONENT = "component"
    """A figure, table or supplement with an identifier of its own."""
    REVIEW = "review"
    """A referee's report or an author's response."""
    NOTICE = "notice"
    """A retraction or correction of another work."""
    CASE = "case"
    """A decided case; ``titles`` are its names."""


@dataclass(frozen=True, slots=True)
class Retraction:
    """Why a work does not stand any more."""

    kind: str
    """The registry's word: retraction, withdrawal, removal, partial_retraction, marked_title."""
    notice: str | None = None
    """DOI of the notice, where there is one of its own."""
    source: str = ""
    """Who reported it to the registry, e.g. ``publisher`` or ``retraction-watch``."""
    date: str = ""
    """ISO 8601, as precise as registered."""


@dataclass(frozen=True, slots=True)
class Record:
    """One work. Text is as registered: nothing in it is folded, trimmed or trusted."""

    registry: str
    kind: RecordKind = RecordKind.WORK
    titles: tuple[RecordTitle, ...] = ()
    """Every title: main, original, translated. Empty where the registry has none."""
    authors: tuple[Name, ...] = ()
    years: frozenset[int] = frozenset()
    """Years of print, online, posting and acceptance into a volume, not of registration."""
    venues: tuple[str, ...] = ()
    """Journal or proceedings, full and abbreviated."""
    identifiers: frozenset[str] = frozenset()
    """Lower-case DOIs, ``arxiv:`` and ``pmid:`` names of this very work."""
    related: frozenset[str] = frozenset()
    """The same for its other versions: preprint, journal version, new version."""
    retractions: tuple[Retraction, ...] = ()
    url: str | None = None
