"""Markers, URLs and DOIs in the running text of one block."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence

from citeward.model import ProposalKind
from citeward.parse import links
from citeward.parse.atoms import Atom, Kind, part
from citeward.parse.citedlinks import cited_links
from citeward.parse.citedtags import cited_tags
from citeward.parse.hygiene import View
from citeward.parse.marked import cut_at_marks
from citeward.parse.markers import Grammar
from citeward.parse.marks import Mark

__all__ = ["find_references"]


def find_references(raw: Sequence[Atom], grammar: Grammar, view: View, marks: Sequence[Mark] = ()) -> list[Atom]:
    """The same pieces with every marker, URL and DOI of the text as a piece of its own.

    URLs are looked for in what is shown, entities, escapes and emphasis included. A marker counts only where the
    answer as it was sent literally is one; inside a link or an image it is taken out and names nothing.

    Args:
        raw: the pieces of one block.
        grammar: the grammar of markers.
        view: the text they are pieces of.
        marks: at offsets of the view, ascending.
    """
    atoms: list[Atom] = []
    run: list[Atom] = []
    depth = 0
    line_start = True
    for atom in cited_links(cited_tags(cut_at_marks(raw, marks) if marks else raw, grammar), grammar):
        if atom.kind is Kind.TEXT or (atom.kind in _FORMAT and atom.link is None):
            run.append(atom)
            continue
        if atom.kind is Kind.MARKER:
            _Run(run, grammar, view, depth, line_start).split(atoms)
            run, line_start = [], False
            atoms.append(atom)
            continue
        links_on = atom.kind is Kind.OPEN
        _Run(run, grammar, view, depth, line_start, before_link=links_on).split(atoms)
        run, line_start = [], atom.kind is Kind.BREAK
        if atom.kind in _FORMAT:
            depth += links_on - (atom.kind is Kind.CLOSE)
        atoms.append(atom)
    _Run(run, grammar, view, depth, line_start).split(atoms)
    return atoms


_FORMAT = frozenset({Kind.OPEN, Kind.CLOSE})


class _Run:
    """Text that reads on without a break, with the emphasis in it. Taken from left to right, each piece once."""

    __slots__ = ("atoms", "before_link", "depth", "grammar", "line_start", "next", "offset", "starts", "text", "view")

    def __init__(
        self,
        atoms: list[Atom],
        grammar: Grammar,
        view: View,
        depth: int,
        line_start: bool,
        *,
        before_link: bool = False,
    ) -> None:
        self.atoms, self.grammar, self.view, self.depth = atoms, grammar, view, depth
        self.line_start, self.before_link = line_start, before_link
        self.starts: list[int] = []
        self.next = self.offset = at = 0
        for atom in atoms:
            self.starts.append(at)
            at += len(atom.text) if atom.kind is Kind.TEXT else 0
        if len(atoms) == 1:
            self.text = atoms[0].text if atoms[0].kind is Kind.TEXT else ""
        else:
            self.text = "".join(atom.text for atom in atoms if atom.kind is Kind.TEXT)

    def split(self, out: list[Atom]) -> None:
        """Appends the pieces of this run to ``out``, references apart."""
        search, text = self.grammar.scanner(self.text).search, self.text
        match = search(text) if text else None
        if match is None:
            out.extend(self.atoms)
            return
        while match is not None:
            found = self.marker(match.start()) if match.lastgroup == "marker" else self.link(match)
            if found is None:
                match = search(text, match.start() + 1)
                continue
            atom, start, end = found
            out.extend(self.take(start))
            out.append(atom)
            out.extend(self.take(end, keep_text=False))
            match = search(text, end)
        out.extend(self.take(len(text)))
        out.extend(self.atoms[self.next :])

    def marker(self, at: int) -> tuple[Atom, int, int] | None:
        """The marker that begins at an offset of the run, if it is one.

        Emphasis may run through it. What was not sent as it reads, an entity or something unseen, makes it one that
        names nothing: a reader takes it for a citation all the same.
        """
        marker = self.grammar.match(self.text, at, line_start=self.line_start, before_link=self.before_link)
        if marker is None or marker.start - marker.around < self.offset:
            return None
        start, end, named, unread, around = marker
        low, high = self.source(start), self.source(end, end=True)
        first, stop = bisect_right(self.starts, start) - 1, bisect_left(self.starts, end)
        literal = all(
            atom.literal or begin + len(atom.text) <= start
            for atom, begin in zip(self.atoms[first:stop], self.starts[first:stop], strict=True)
            if atom.kind is Kind.TEXT
        )
        if not literal and self.view.text[low:high].replace("\\", "") == self.text[start:end]:
            # Escaped: the writer says that these are words. They stay where policy marks, and are never a citation.
            return Atom(Kind.REFERENCE, self.text[start:end], low, high, link=ProposalKind.UNREAD), start, end
        if self.depth or unread or not literal or not self.view.untouched(low, high):
            return Atom(Kind.MARKER, "", low, high, link=ProposalKind.UNREAD), start - around, end + around
        return Atom(Kind.MARKER, "", low, high, handles=named), start - around, end + around

    def link(self, match: links.Match) -> tuple[Atom, int, int] | None:
        """The URL or DOI a match stands for, if it is one."""
        link = links.read(match, self.offset, self.grammar.body)
        if link is None:
            return None
        kind = Kind.URL if link.kind is ProposalKind.URL else Kind.REFERENCE
        shown = link.target if kind is Kind.REFERENCE else self.text[link.start : link.end]
        source = self.source(link.start), self.source(link.end, end=True)
        return Atom(kind, shown, *source, target=link.target, link=link.kind), link.start, link.end

    def source(self, offset: int, *, end: bool = False) -> int:
        """The view offset of an offset of the run."""
        index = bisect_right(self.starts, offset - end) - 1
        atom = self.atoms[index]
        if atom.kind is Kind.TEXT and atom.literal:
            return atom.start + offset - self.starts[index]
        return atom.end if end else atom.start

    def take(self, stop: int, *, keep_text: bool = True) -> Iterator[Atom]:
        """The pieces up to an offset, tags included; without the text where a reference takes its place."""
        while self.next < len(self.atoms):
            atom, begin = self.atoms[self.next], self.starts[self.next]
            if atom.kind is not Kind.TEXT:
                if begin > stop or (begin == stop and not keep_text):
                    return
                yield atom
                self.next += 1
                continue
            low, high = self.offset - begin, min(stop - begin, len(atom.text))
            if keep_text and low < high:
                yield atom if high - low == len(atom.text) else part(atom, low, high)
            self.offset = max(self.offset, min(stop, begin + len(atom.text)))
            if begin + len(atom.text) > stop:
                return
            self.next += 1
