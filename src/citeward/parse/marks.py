"""Marks: places of the answer that somebody else has read as references, in a form the marker grammar does not know.

A provider adapter finds ``[1]``, ``【4:0†source】`` or a private-use marker and says which sources it names; at those
places the parse makes proposals as it does for a marker of ours, and takes the mark out of the words.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from citeward.parse.hygiene import View

__all__ = ["Mark", "Target", "in_view"]


class Target(NamedTuple):
    """One source a mark names."""

    handle: str | None
    """The handle it was resolved to; None where nothing fits."""
    ambiguous: bool = False
    quoted: tuple[str, ...] = ()
    """Passages reported as quoted from it."""
    url: str | None = None
    """The page of the web it is, where nothing of the ledger fits."""


class Mark(NamedTuple):
    """A place in the canonical answer, in code points, and the sources it names."""

    start: int
    end: int
    targets: tuple[Target, ...]


def in_view(marks: Sequence[Mark], view: View, base: int, length: int) -> list[Mark]:
    """The marks that lie wholly within a stretch of the answer, at their offsets in its view, ascending.

    Args:
        marks: at offsets of the answer.
        view: of the stretch.
        base: where the stretch begins in the answer.
        length: of the stretch as it was sent.
    """
    inside = [mark for mark in marks if base <= mark.start < mark.end <= base + length]
    if not inside:
        return []
    if not view.differs:
        found = [mark._replace(start=mark.start - base, end=mark.end - base) for mark in inside]
    else:
        places = {view.to_source(offset): offset for offset in range(len(view.text) + 1)}
        ends = {view.to_source(offset, end=True): offset for offset in range(1, len(view.text) + 1)}
        found = [
            mark._replace(start=places[mark.start - base], end=ends[mark.end - base])
            for mark in inside
            if mark.start - base in places and mark.end - base in ends
        ]
    return sorted(found)
