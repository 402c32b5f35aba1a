"""Marks among the pieces of a block: a mark takes the place of the characters it covers, a whole link among them.

Services write their markers as ``[1]``, and as links: ``([ex.org](https://ex.org/a))``, ``[[1]](https://ex.org/a)``.
What a mark covers in part only, or what is not literally there, stays as it stands.
"""

from __future__ import annotations

from collections.abc import Sequence

from citeward.model import ProposalKind
from citeward.parse.atoms import Atom, Kind, part
from citeward.parse.marks import Mark

__all__ = ["cut_at_marks"]

_LINKS = frozenset({ProposalKind.LINK, ProposalKind.AUTOLINK})


def cut_at_marks(raw: Sequence[Atom], marks: Sequence[Mark]) -> list[Atom]:
    """The same pieces with a marker in the place of all that a mark covers. Linear in both.

    Args:
        raw: the pieces of one block.
        marks: at offsets of the view, ascending.
    """
    pieces: list[Atom] = []
    index = at = 0
    done = -1
    while at < len(raw):
        atom = raw[at]
        while index < len(marks) and marks[index].start < max(atom.start, done):
            index += 1
        mark = marks[index] if index < len(marks) else None
        last = None if mark is None or not _begins(atom, mark) else _last(raw, at, mark)
        if mark is not None and last is not None:
            if atom.kind is Kind.TEXT:
                _keep(pieces, atom, max(done, atom.start), mark.start)
            pieces.append(Atom(Kind.MARKER, "", mark.start, mark.end, mark=mark))
            done, at, index = mark.end, last, index + 1
            continue
        if mark is not None and _begins(atom, mark):
            index += 1
            continue
        if atom.kind is Kind.TEXT and done > atom.start:
            _keep(pieces, atom, done, atom.end)
        else:
            pieces.append(atom)
        at = at + 1 if not _is_open(atom) else _through(raw, at, pieces)
    return pieces


def _begins(atom: Atom, mark: Mark) -> bool:
    """Whether a mark can begin in this piece: among literal characters, or where a link does."""
    if atom.kind is Kind.TEXT:
        return atom.literal and atom.start <= mark.start < atom.end
    return atom.kind is Kind.OPEN and atom.link in _LINKS and atom.start == mark.start


def _last(raw: Sequence[Atom], at: int, mark: Mark) -> int | None:
    """The piece the text goes on with behind a mark; None where it does not cover literal text and whole links."""
    while at < len(raw):
        atom = raw[at]
        if atom.start >= mark.end:
            return at
        if _is_open(atom):
            if atom.link not in _LINKS or atom.end > mark.end:
                return None
            at = _closing(raw, at)
        elif atom.kind is not Kind.TEXT or not atom.literal:
            return None
        elif atom.end > mark.end:
            return at
        at += 1
    return at


def _is_open(atom: Atom) -> bool:
    return atom.kind is Kind.OPEN and atom.link is not None


def _closing(raw: Sequence[Atom], at: int) -> int:
    """The index of the piece that closes the link opened at an index."""
    depth = 0
    for other in range(at, len(raw)):
        if raw[other].link is not None and raw[other].kind in (Kind.OPEN, Kind.CLOSE):
            depth += 1 if raw[other].kind is Kind.OPEN else -1
            if not depth:
                return other
    return len(raw) - 1


def _through(raw: Sequence[Atom], at: int, pieces: list[Atom]) -> int:
    """Keeps a link or an image as it stands, in which no mark counts; returns the index behind it."""
    closing = _closing(raw, at)
    pieces.extend(raw[at + 1 : closing + 1])
    return closing + 1


def _keep(pieces: list[Atom], atom: Atom, start: int, end: int) -> None:
    if start < end:
        pieces.append(part(atom, start - atom.start, end - atom.start))
