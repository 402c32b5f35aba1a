"""Pieces of running text, and the references found in them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from enum import IntEnum
from typing import NamedTuple

from citeward.model import ProposalKind
from citeward.parse import links
from citeward.parse.markers import Grammar
from citeward.parse.marks import Mark

__all__ = ["Atom", "Kind", "find_references"]


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
    DOI = 8
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
    handles: tuple[str, ...] = ()
    target: str | None = None
    flag: bool = False
    """A display formula; a hard break."""
    mark: Mark | None = None
    """Set on a MARKER that somebody else has read."""
    link: ProposalKind | None = None
    """Set on both ends of a link or image, and on raw HTML that carries a URL."""


def find_references(raw: Sequence[Atom], grammar: Grammar, marks: Sequence[Mark] = ()) -> list[Atom]:
    """The same pieces with every marker, URL and DOI of the text as a piece of its own.

    URLs are looked for in what is shown, entities and escapes included; a marker only where the source literally is
    one, and never inside a link or an image. ``marks`` lie at offsets of the view, ascending.
    """
    atoms: list[Atom] = []
    group: list[Atom] = []
    depth = 0
    for atom in raw:
        if atom.kind is Kind.TEXT:
            for piece in _at_marks(atom, marks) if marks and not depth else (atom,):
                if piece.kind is Kind.TEXT:
                    group.append(piece)
                    continue
                _scan(group, atoms, grammar, inside_link=False)
                group = []
                atoms.append(piece)
            continue
        _scan(group, atoms, grammar, inside_link=depth > 0)
        group = []
        if atom.link is not None:
            depth += (atom.kind is Kind.OPEN) - (atom.kind is Kind.CLOSE)
        atoms.append(atom)
    _scan(group, atoms, grammar, inside_link=depth > 0)
    return atoms


def _at_marks(atom: Atom, marks: Sequence[Mark]) -> list[Atom]:
    """A literal piece of text, cut at the marks in it."""
    pieces: list[Atom] = []
    done = atom.start
    index = bisect_left(marks, (atom.start,))
    while atom.literal and index < len(marks) and marks[index].end <= atom.end:
        mark = marks[index]
        index += 1
        if mark.start < done:
            continue
        if mark.start > done:
            pieces.append(_part(atom, done, mark.start))
        pieces.append(Atom(Kind.MARKER, "", mark.start, mark.end, mark=mark))
        done = mark.end
    return [*pieces, _part(atom, done, atom.end)] if pieces and done < atom.end else pieces or [atom]


def _part(atom: Atom, start: int, end: int) -> Atom:
    return Atom(Kind.TEXT, atom.text[start - atom.start : end - atom.start], start, end)


def _scan(group: list[Atom], atoms: list[Atom], grammar: Grammar, *, inside_link: bool) -> None:
    if not group:
        return
    text = group[0].text if len(group) == 1 else "".join(atom.text for atom in group)
    match = grammar.scan.search(text)
    if match is None:
        atoms.extend(group)
        return
    pieces = _Pieces(group) if len(group) > 1 or not group[0].literal else _Piece(group[0])
    done = at = 0
    while match is not None:
        at = match.end()
        handles: tuple[str, ...] = ()
        target: str | None = None
        if match.lastgroup != "marker":
            link = links.read(match, done)
            if link is None:
                match = grammar.scan.search(text, at)
                continue
            start, end, found, target = link
            kind = Kind.URL if found is ProposalKind.URL else Kind.DOI
            shown = target if kind is Kind.DOI else text[start:end]
        else:
            marker = None if inside_link else grammar.match(text, match.start())
            if marker is None or not pieces.is_literal(marker.start, marker.end):
                match = grammar.scan.search(text, at)
                continue
            start, end, handles = marker
            kind, shown = Kind.MARKER, ""
        atoms.extend(pieces.cut(done, start))
        source = pieces.source(start), pieces.source(end, end=True)
        atoms.append(Atom(kind, shown, *source, handles=handles, target=target))
        done = at = end
        match = grammar.scan.search(text, at)
    atoms.extend(pieces.cut(done, len(text)))


class _Piece:
    """One literal piece of text: what almost every block consists of."""

    __slots__ = ("_atom",)

    def __init__(self, atom: Atom) -> None:
        self._atom = atom

    def is_literal(self, start: int, end: int) -> bool:
        """See :meth:`_Pieces.is_literal`."""
        return True

    def source(self, offset: int, *, end: bool = False) -> int:
        """See :meth:`_Pieces.source`."""
        return self._atom.start + offset

    def cut(self, start: int, end: int) -> tuple[Atom, ...]:
        """See :meth:`_Pieces.cut`."""
        if start >= end:
            return ()
        base = self._atom.start
        return (Atom(Kind.TEXT, self._atom.text[start:end], base + start, base + end),)


class _Pieces:
    """Adjoining text of one block, joined, with the way back to the view."""

    __slots__ = ("_atoms", "_starts")

    def __init__(self, atoms: list[Atom]) -> None:
        self._atoms = atoms
        self._starts = [0]
        for atom in atoms[:-1]:
            self._starts.append(self._starts[-1] + len(atom.text))

    def is_literal(self, start: int, end: int) -> bool:
        """Whether one literal piece holds all of a joined stretch."""
        index = bisect_right(self._starts, start) - 1
        atom = self._atoms[index]
        return atom.literal and end - self._starts[index] <= len(atom.text)

    def source(self, offset: int, *, end: bool = False) -> int:
        """The view offset of a joined offset."""
        index = bisect_right(self._starts, offset - end) - 1
        atom = self._atoms[index]
        if atom.literal:
            return atom.start + offset - self._starts[index]
        return atom.end if end else atom.start

    def cut(self, start: int, end: int) -> list[Atom]:
        """The pieces of a joined stretch."""
        out = []
        for index in range(bisect_right(self._starts, start) - 1, len(self._atoms)):
            atom, at = self._atoms[index], self._starts[index]
            if at >= end:
                break
            low, high = max(start - at, 0), min(end - at, len(atom.text))
            if low >= high:
                continue
            if high - low == len(atom.text):
                out.append(atom)
            elif atom.literal:
                out.append(Atom(Kind.TEXT, atom.text[low:high], atom.start + low, atom.start + high))
            else:
                out.append(Atom(Kind.TEXT, atom.text[low:high], atom.start, atom.end, literal=False))
        return out
