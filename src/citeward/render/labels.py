"""Every word of ours that a reader can see. None of them appears in a form that the model could have typed."""

from __future__ import annotations

from datetime import datetime

from citeward.model import Tier

__all__ = [
    "BLOCKED",
    "CHECK_AGAIN",
    "DATE_UNKNOWN",
    "GAP",
    "LINK_REMOVED",
    "LIVE_PAGE",
    "MODEL_SOURCES",
    "NO_TITLE",
    "PARTLY",
    "QUOTATION_REMOVED",
    "REFERENCE_REMOVED",
    "SOURCES",
    "SOURCES_OF_CITED",
    "SUPPORT_CHECKED",
    "SUPPORT_NOT_CHECKED",
    "TIERS",
    "UNCERTAIN",
    "UNCITED",
    "UNSUPPORTED",
    "UNVETTED",
    "archived",
    "dropped",
    "foreign",
    "ours",
    "retrieved",
    "sources",
    "support",
]

TIERS = {
    Tier.A: "tier A: authoritative",
    Tier.B: "tier B: maintained",
    Tier.C: "tier C: informal",
    Tier.D: "tier D: unvetted",
}
LIVE_PAGE = "live page:"
SOURCES = "Sources checked by citeward"
SOURCES_OF_CITED = "Sources of the cited sentences only"
"""Where a sentence that cites nothing stands unmarked: the answer as a whole was not checked."""
SUPPORT_CHECKED = "support checked"
SUPPORT_NOT_CHECKED = "listed, support not checked"
CHECK_AGAIN = "Check again"
DATE_UNKNOWN = "retrieval date unknown"
NO_TITLE = "Untitled source"
PARTLY = "only partly cited"
UNSUPPORTED = "not supported by a source"
UNCITED = "no source cited"
UNCERTAIN = "uncertain whether a source supports this"
UNVETTED = "rests on unvetted sources only"
LINK_REMOVED = "link removed"
REFERENCE_REMOVED = "reference removed"
QUOTATION_REMOVED = "quotation removed"
GAP = "\u2026"
"""Stands where a sentence was left out: what is left must not read as if nothing had stood there."""
MODEL_SOURCES = "written by the model, not checked"
BLOCKED = "This answer cannot be shown."
"""The same for every reason: a reader learns nothing of what stood behind it."""


_OURS = str.maketrans({"\u27e6": "[", "\u27e7": "]"})


def ours(text: str) -> str:
    """A mark of ours. Its brackets are taken out of everything else, so that no model and no title can write one."""
    return f"\u27e6{text}\u27e7"


def foreign(text: str) -> str:
    """Text of somebody else, without our brackets."""
    return text.translate(_OURS) if "\u27e6" in text or "\u27e7" in text else text


def retrieved(at: datetime | None) -> str:
    """When a source was retrieved, or that nobody knows."""
    return DATE_UNKNOWN if at is None else f"retrieved {at:%Y-%m-%d}"


def archived(at: datetime | None, handed_by: str) -> str:
    """That what is cited is our copy of a page, and from when; or what a provider handed over of it."""
    what = "as handed over by the provider" if handed_by else "archived copy"
    return f"{what}, {retrieved(at)}"


def sources(unmarked: bool) -> str:
    """What stands over the list of sources.

    Args:
        unmarked: a sentence that cites nothing is shown as it is.
    """
    return SOURCES_OF_CITED if unmarked else SOURCES


def support(checked: bool) -> str:
    """Whether support was checked; anything but a passed check says that it was not."""
    return SUPPORT_CHECKED if checked is True else SUPPORT_NOT_CHECKED


def dropped(count: int) -> str:
    """The notice for sentences that were taken out."""
    sentences = "1 sentence was" if count == 1 else f"{count} sentences were"
    return f"{sentences} left out because no source could be confirmed."
