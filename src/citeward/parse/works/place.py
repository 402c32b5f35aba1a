"""Works as pieces of running text of their own, so that each can be judged and shown or left out."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate

from citeward.parse import quotations
from citeward.parse.atoms import Atom, Kind, part
from citeward.parse.works.find import find_works
from citeward.parse.works.work import Work

__all__ = ["place_works"]

_NO_WORDS = "\ufffc"
"""Stands for code, a formula, a tag, a URL or a DOI: no name of a work goes on behind it."""
_INSTEAD = dict.fromkeys(Kind, _NO_WORDS) | {
    Kind.BREAK: " ", Kind.OPEN: "", Kind.CLOSE: "", Kind.MARKER: "",
}  # fmt: skip


def place_works(atoms: Sequence[Atom]) -> Sequence[Atom]:
    """The same pieces with every work that is named in them as a piece of its own; the same object where none is.

    A name may run through emphasis and over a line break. One inside a quotation is left alone where a marker stands
    in the block: the passage is checked against the source it was taken from, word by word.
    """
    texts = [atom.text if atom.kind is Kind.TEXT else _INSTEAD[atom.kind] for atom in atoms]
    text = "".join(texts)
    works = find_works(text)
    if works and any(atom.kind is Kind.MARKER for atom in atoms):
        quoted = quotations.find(text)
        works = [work for work in works if not any(low <= work.start and work.end <= high for low, high in quoted)]
    if not works:
        return atoms
    return _Placing(atoms, texts, text).run(works)


class _Placing:
    def __init__(self, atoms: Sequence[Atom], texts: Sequence[str], text: str) -> None:
        self.atoms, self.text = atoms, text
        self.starts = list(accumulate(map(len, texts), initial=0))

    def run(self, works: Sequence[Work]) -> list[Atom]:
        out: list[Atom] = []
        index, done = 0, 0
        for number, atom in enumerate(self.atoms):
            begin, end = self.starts[number], self.starts[number + 1]
            if begin == end or atom.kind not in (Kind.TEXT, Kind.BREAK):
                out.append(atom)  # a tag inside a name stands behind it, and so stays paired
                continue
            at = max(begin, min(done, end))
            while index < len(works) and works[index].start < end:
                work = works[index]
                if at < work.start:
                    out.append(self._some(atom, begin, at, work.start))
                out.append(self._piece(work))
                index, done = index + 1, work.end
                at = min(done, end)
            if at < end:
                out.append(self._some(atom, begin, at, end))
        return out

    def _some(self, atom: Atom, begin: int, low: int, high: int) -> Atom:
        return (
            atom if high - low == len(atom.text) or atom.kind is Kind.BREAK else part(atom, low - begin, high - begin)
        )

    def _piece(self, work: Work) -> Atom:
        shown = self.text[work.start : work.end]
        start, end = self._view(work.start), self._view(work.end, end=True)
        return Atom(Kind.REFERENCE, shown, start, end, target=work.target, link=work.kind)

    def _view(self, offset: int, *, end: bool = False) -> int:
        """The view offset of an offset of the text."""
        index = bisect_right(self.starts, offset - end) - 1
        atom = self.atoms[index]
        if atom.kind is Kind.TEXT and atom.literal:
            return atom.start + offset - self.starts[index]
        return atom.end if end else atom.start
