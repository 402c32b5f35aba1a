"""What a finder of works finds."""

from __future__ import annotations

from typing import NamedTuple

from citeward.model import ProposalKind

__all__ = ["YEAR", "Work", "holds_year"]

YEAR = r"(?:1[5-9]|20)\d\d[a-z]?"
"""A year as cites give it; a letter tells the works of one year apart. Older ones are years of events."""


class Work(NamedTuple):
    """A work named in running text: its extent there, in code points, and what a registry would be asked."""

    start: int
    end: int
    kind: ProposalKind
    target: str


def holds_year(text: str) -> bool:
    """Whether a text can hold a year at all; searching for two characters costs next to nothing."""
    return (
        "20" in text or "19" in text or "18" in text or "17" in text or "16" in text or "15" in text
    )  # written out: a generator would cost more than the search
