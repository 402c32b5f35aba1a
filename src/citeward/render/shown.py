"""What is shown: the parse's own events with decisions applied. Every format prints these and looks nothing up."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from citeward.model import Copy, Tier
from citeward.parse import Break, Close, Code, Fence, Html, Math, Open, Rule, Text
from citeward.render import labels

__all__ = ["Chip", "Mark", "MarkKind", "Note", "Shown", "ShownEvent", "ShownSource"]


class Chip(NamedTuple):
    """A granted citation at its place."""

    number: int
    """The number of its source, dense from 1: a gap would betray a hidden one."""
    handle: str
    occurrence: int
    """Which citation of that source this is, from 1."""
    tier: Tier
    citation: str
    """Id of the stored record, empty where none is kept."""
    label: str
    """What a screen reader says and a pointer shows: title, host, tier, date, what was checked. Of this citation alone,
    so that a citation that was shown does not change with the ones that follow."""

    @property
    def shown(self) -> str:
        """What stands at the place: the number, in doubt for tier D."""
        return f"{self.number}?" if self.tier is Tier.D else str(self.number)


class Note(NamedTuple):
    """Something of the model's was taken out here. ``text`` says what kind of thing."""

    text: str


class MarkKind(StrEnum):
    """What a sentence must not be taken for."""

    PARTLY = "partly"
    UNSUPPORTED = "unsupported"
    UNCITED = "uncited"
    UNCERTAIN = "uncertain"
    UNVETTED = "unvetted"
    MODEL_SOURCES = "model_sources"


_WARNINGS = {
    MarkKind.PARTLY: labels.PARTLY,
    MarkKind.UNSUPPORTED: labels.UNSUPPORTED,
    MarkKind.UNCITED: labels.UNCITED,
    MarkKind.UNCERTAIN: labels.UNCERTAIN,
    MarkKind.UNVETTED: labels.UNVETTED,
    MarkKind.MODEL_SOURCES: labels.MODEL_SOURCES,
}


class Mark(NamedTuple):
    """A visible warning at the end of a sentence or clause."""

    kind: MarkKind

    @property
    def text(self) -> str:
        """The warning."""
        return _WARNINGS[self.kind]


ShownEvent = Open | Close | Text | Code | Math | Html | Fence | Break | Rule | Chip | Note | Mark


@dataclass(frozen=True, slots=True)
class ShownSource:
    """One source of the list, from the system's own metadata. Everything in it is still hostile text."""

    number: int
    handle: str
    title: str
    href: str | None
    """A web URL this reader may open, canonical; None where there is none to show."""
    host: str
    """Where ``href`` leads, as it may be displayed."""
    tier: Tier
    version: str
    retrieved_at: datetime | None
    snippets: tuple[str, ...]
    """The cited spans."""
    supported: bool
    """Whether support was checked for every citation of it."""
    citations: int
    copy: Copy | None = None
    """Set where what is cited is a copy of a page; ``href`` then leads to the page as it is now, and comes second."""
    permalinks: tuple[tuple[int, str], ...] = ()
    """Which citation of it, from 1, and where that is checked again; where records are kept and links configured."""

    @property
    def exported(self) -> tuple[tuple[int, str], ...]:
        """The permalinks that lead to the same place from wherever they are read: a path of ours would lead a reader of
        exported text to somebody else's.
        """
        return tuple((number, href) for number, href in self.permalinks if href.startswith("https:"))

    @property
    def shown(self) -> str:
        """The number as its citations show it."""
        return f"{self.number}?" if self.tier is Tier.D else str(self.number)

    @property
    def about(self) -> tuple[str, ...]:
        """What every format says of a source besides its title and link, in order."""
        # The version of a copy is a hash, and says nothing to a reader.
        version = (f"version {self.version}",) if self.version and self.copy is None else ()
        tier, date = labels.TIERS[self.tier], labels.retrieved(self.retrieved_at)
        if self.copy is not None:
            date = labels.archived(self.retrieved_at, self.copy.handed_by)
        return (tier, date, *version, labels.support(self.supported))


@dataclass(frozen=True, slots=True)
class Shown:
    """One answer for one reader."""

    events: tuple[ShownEvent, ...]
    sources: tuple[ShownSource, ...]
    dropped: int = 0
    """Sentences left out."""
    blocked: bool = False
    """Nothing of the answer may be shown."""
    unmarked: bool = False
    """A sentence that cites nothing is shown as it is."""
