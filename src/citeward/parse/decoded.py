"""Hygiene once more, of what character references stand for.

``&#x202e;`` is seven letters and a sign to whoever cleans the answer as it was sent, and a character that turns the
line around once it is decoded; ``&#8203;`` in a handle, ``&#27;`` before a terminal's command and a stack of marks,
one reference each, are hidden in the same way. So the pieces of a block are cleaned again as they will stand together.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from citeward.parse.atoms import Atom, Kind, part
from citeward.parse.hygiene import clean

__all__ = ["cleaned"]

_EDGE = "\ufffc"
"""Keeps what stands on either side of a code span or formula apart: no hygiene joins across it."""


def cleaned(pieces: Sequence[Atom]) -> Sequence[Atom]:
    """The pieces of a block, without what hygiene takes out of the text that they make together."""
    shown = [_text(atom) for atom in pieces]
    whole = "".join(shown)
    view = clean(whole)
    if not view.differs:
        return pieces
    origins = [view.to_source(offset) for offset in range(len(view.text))]
    out: list[Atom] = []
    at = begin = 0
    for atom, text in zip(pieces, shown, strict=True):
        end = at + len(text)
        stop = begin
        while stop < len(origins) and origins[stop] < end:
            stop += 1
        kept = view.text[begin:stop]
        if atom.kind is not Kind.TEXT or kept == text:
            out.append(atom)
        elif atom.literal:
            out += _runs(atom, kept, [origin - at for origin in origins[begin:stop]])
        elif kept:
            out.append(atom._replace(text=kept))
        at, begin = end, stop
    return out


def _text(atom: Atom) -> str:
    if atom.kind is Kind.TEXT:
        return atom.text
    return "" if atom.kind in (Kind.OPEN, Kind.CLOSE) else _EDGE


def _runs(atom: Atom, kept: str, places: Sequence[int]) -> list[Atom]:
    """The stretches of a literal piece that are left, each as it was sent."""
    found: list[Atom] = []
    for _, run in groupby(range(len(places)), key=lambda k: (places[k] - k, kept[k] == atom.text[places[k]])):
        first, *rest = run
        last = rest[-1] if rest else first
        low, high = places[first], places[last] + 1
        text, own = kept[first : last + 1], part(atom, low, high)
        found.append(own if text == own.text else own._replace(text=text, literal=False))
    return found
