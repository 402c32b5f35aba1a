"""Pieces of running text."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from citeward.model import ProposalKind
from citeward.parse.marks import Mark

__all__ = ["Atom", "Kind", "part"]


class Kind(IntEnum):
    """What a piece of running text is."""

    TEXT = 0
    CODE = 1
    MATH = 2
    BREAK = 3
    OPEN = 4
    CLOSE = 5
    HTML = 6
    MARKER = 7
    REFERENCE = 8
    """A work named in words or by an identifier; ``link`` says by which kind."""
    URL = 9


class Atom(NamedTuple):
    """A piece of running text with its extent in the view, in code points."""

    kind: Kind
    text: str
    """What is shown; the tag of an OPEN or CLOSE."""
    start: int
    end: int
    literal: bool = True
    """The source reads exactly as shown: no entity, no escape."""
    handles: tuple[tuple[str, ...], ...] = ()
    """Of a MARKER: for each reference in it the handles it may mean."""
    target: str | None = None
    flag: bool = False
    """A display formula; a hard break."""
    mark: Mark | None = None
    """Set on a MARKER that somebody else has read."""
    link: ProposalKind | None = None
    """Set on both ends of a link or image, on raw HTML that carries a URL, on a REFERENCE, and on a MARKER that is no
    handle's."""


def part(atom: Atom, low: int, high: int) -> Atom:
    """Some of the characters of a piece of text."""
    if atom.literal:
        return Atom(Kind.TEXT, atom.text[low:high], atom.start + low, atom.start + high)
    return Atom(Kind.TEXT, atom.text[low:high], atom.start, atom.end, literal=False)
