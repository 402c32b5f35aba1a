"""From pyromark's events to ours: structure goes straight through, running text is collected block by block."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from html import unescape
from itertools import pairwise
from typing import Any

from citeward.model import ClaimForm, ProposalKind
from citeward.parse import links
from citeward.parse.atoms import Atom, Kind
from citeward.parse.decoded import cleaned
from citeward.parse.events import Break, Close, Fence, Open, Rule, Text
from citeward.parse.forms import is_source_column
from citeward.parse.formulas import gather
from citeward.parse.hygiene import clean
from citeward.parse.inline import BlockStart, Leaf, Output, Source, emit
from citeward.parse.markdown import restored
from citeward.parse.markers import Grammar
from citeward.parse.references import find_references
from citeward.parse.surroundings import LABEL_LEVEL, few

__all__ = ["last_block", "walk"]

_DEEPEST = 24
"""Nested elements that are kept; deeper ones lose their tags, not their text. Browsers give up at 512."""
_WIDEST = 64
"""Columns of a table that is laid out: a browser needs ten seconds for six thousand, which are 18 kB to write."""

_INLINE = {"Emphasis": "em", "Strong": "strong", "Strikethrough": "del"}
_BLOCK = {"Paragraph": "p", "TableHead": "thead", "TableRow": "tr", "BlockQuote": "blockquote"}
_KINDS = {
    "Paragraph": "paragraph", "Heading": "heading", "List": "list", "Item": "item", "Table": "table",
    "TableHead": "row", "TableRow": "row", "TableCell": "cell", "BlockQuote": "quotation",
}  # fmt: skip
_PARTS = frozenset({"li", "thead", "tr", "th", "td"})
_LINK = {"Link": ProposalKind.LINK, "Image": ProposalKind.IMAGE}
_HTML_HEADING = re.compile(
    r"<(?P<tag>h[1-6]|summary|caption|legend|dt)\b[^<>]*>(?P<words>[^\0]{1,500}?)</(?P=tag)\s*>", re.I
)
"""A heading spelled in raw HTML, or what a reader sees in place of what is folded away."""
_TAG = re.compile(r"<[^<>]*>")
_AUTOLINK = frozenset({"Autolink", "Email"})


def last_block(events: Sequence[tuple[Any, Any]]) -> tuple[int, int] | None:
    """The index of the event that begins the last top-level block, and the byte it begins at."""
    depth, found = 0, None
    for index, (event, extent) in enumerate(events):
        name = event if type(event) is str else next(iter(event))
        if name == "Start":
            if not depth:
                found = index, extent["start"]
            depth += 1
        elif name == "End":
            depth -= 1
        elif not depth:
            found = index, extent["start"]
    return found


def walk(
    raw: Iterable[tuple[Any, Any]], places: Sequence[int] | None, source: Source, grammar: Grammar, out: Output
) -> None:
    """Appends to ``out`` what pyromark says of a stretch of the answer.

    Args:
        raw: pyromark's events, with byte ranges, of the view with every ``]:`` made harmless.
        places: characters before each byte of the view, or None where bytes are characters.
        source: the stretch and its view.
        grammar: the grammar of markers.
        out: what has been parsed so far.
    """
    _Walk(places, source, grammar, out).run(raw)


@dataclass(slots=True)
class _Numbers:
    """An ordered list that neither begins with one nor goes on where the last one ended."""

    start: int
    opened: int
    """Its event."""
    depth: int = 0
    """Its place among the open blocks."""
    items: list[tuple[int, int]] = field(default_factory=list)
    """Events and claims before the words of each item."""
    words: bool = False
    """Whether its numbers are words of its items."""


class _Walk:
    """The running state of one stretch: what block is open, and the running text collected in it."""

    def __init__(self, places: Sequence[int] | None, source: Source, grammar: Grammar, out: Output) -> None:
        self.places, self.source, self.grammar, self.out = places, source, grammar, out
        self.text = source.view.text
        self.pieces: list[Atom] = []
        self.run_start = self.run_end = -1
        self.kept: list[str | None] = []
        self.columns: Sequence[str] = ()
        self.column = 0
        self.fence: list[str] | None = None
        self.html: list[tuple[str, int, int]] | None = None
        self.language = ""
        self.in_head = False
        self.inline = 0
        self.decoded = self.escaped = False
        self.level = 0
        self.lists: list[_Numbers | None] = []

    def run(self, raw: Iterable[tuple[Any, Any]]) -> None:
        places = self.places
        for event, extent in raw:
            start, end = extent["start"], extent["end"]
            if places is not None:
                start, end = places[start], places[end]
            if type(event) is str:
                self.bare(event, start, end)
                continue
            name = next(iter(event))
            value = event[name]
            if name == "Text":
                self.words(restored(value), start, end)
            elif name == "Start":
                self.start(value, start, end)
            elif name == "End":
                self.end(value if type(value) is str else next(iter(value)), end)
            else:
                self.leaf(name, restored(value), start, end)
        self.flush()

    def words(self, value: str, start: int, end: int) -> None:
        """Shown characters; adjoining literal ones grow into one run, so that a marker is seen whole."""
        text = self.text
        if self.fence is not None:
            self.fence.append(value)
        elif text[start:end] != value:
            self.decoded = True
            self.piece(Atom(Kind.TEXT, value, start, end, literal=False))
        elif end > start and self.run_end == start:
            self.run_end = end
        else:
            self.end_run()
            if start and text[start - 1] == "\\" and not (self.pieces and self.pieces[-1].end == start):
                # The backslash went into the escape: the character behind it is not the character of a marker.
                self.pieces.append(Atom(Kind.TEXT, text[start : start + 1], start, start + 1, literal=False))
                self.escaped = True
                start += 1
            self.run_start, self.run_end = start, end

    def piece(self, atom: Atom) -> None:
        """One more piece of running text that is not literal text."""
        self.end_run()
        self.pieces.append(atom)

    def end_run(self) -> None:
        """Makes a piece of the literal text collected so far: sliced once, however many events it came in."""
        if self.run_end > self.run_start:
            run = self.text[self.run_start : self.run_end]
            self.pieces.append(Atom(Kind.TEXT, run, self.run_start, self.run_end))
        self.run_start = self.run_end = -1

    def flush(self) -> None:
        self.end_run()
        if not self.pieces:
            return
        out, leaf = self.out, self.place()
        loose = leaf.kind == "p" and out.around.open[-1].kind != "paragraph"
        if loose:
            out.around.begin("paragraph", len(out.claims))
        pieces: Sequence[Atom] = self.pieces
        if self.escaped:
            pieces = gather(pieces, self.text)
        if self.decoded:
            pieces = cleaned(pieces)
        atoms = find_references(pieces, self.grammar, self.source.view, self.source.marks)
        emit(self.numbered(atoms), self.source, out, leaf)
        if loose:
            out.around.end(out.claims)
        self.pieces.clear()
        self.decoded = self.escaped = False

    def place(self) -> Leaf:
        """What kind of block the running text collected so far belongs to."""
        kind = self.out.around.open[-1].kind
        if kind == "cell":
            return Leaf("th" if self.in_head else "td", column=self.column - 1)
        return Leaf("h", level=self.level) if kind == "heading" else Leaf("p")

    def bare(self, event: str, start: int, end: int) -> None:
        if event == "Rule":
            self.flush()
            self.begin_block(start)
            self.out.events.append(Rule())
        else:
            self.piece(Atom(Kind.BREAK, "", start, end, flag=event == "HardBreak"))

    def leaf(self, name: str, value: str, start: int, end: int) -> None:
        if name == "Code":
            self.piece(Atom(Kind.CODE, value, start, end))
        elif name in ("InlineMath", "DisplayMath"):
            self.piece(Atom(Kind.MATH, value, start, end, flag=name == "DisplayMath"))
        elif self.html is not None:
            self.html.append((value, start, end))
        else:
            self.piece(_html(value, start, end))

    def start(self, tag: Any, start: int, end: int) -> None:
        value: Any
        name, value = (tag, {}) if type(tag) is str else next(iter(tag.items()))
        if name in _INLINE:
            self.inline += 1
            if self.inline <= _DEEPEST:
                self.piece(Atom(Kind.OPEN, _INLINE[name], start, end))
        elif name in _LINK:
            kind = ProposalKind.AUTOLINK if value["link_type"] in _AUTOLINK else _LINK[name]
            target = restored(value["dest_url"])
            self.piece(Atom(Kind.OPEN, name.lower(), start, end, target=target, link=kind))
        else:
            self.flush()
            self.begin_block(start)
            self.block(name, value)

    def begin_block(self, start: int) -> None:
        """Remembers where a top-level block begins, in the answer and in what has been parsed."""
        if not self.kept:
            out = self.out
            line = self.text.rfind("\n", 0, start) + 1
            at = self.source.extent(line, line)[0]
            counts = len(out.events), len(out.claims), len(out.proposals), len(out.quotations), out.groups
            out.blocks.append(BlockStart(at, *counts))

    def block(self, name: str, value: Any) -> None:
        out = self.out
        if name == "CodeBlock":
            self.fence = []
            self.language = "" if type(value) is str else clean(restored(value["Fenced"])).text
            return
        if name == "HtmlBlock":
            self.html = []
            out.around.begin("html", len(out.claims))
            return
        if name == "Heading":
            self.level = int(value["level"][1])
            out.around.section(self.level, out.claims)
            self.open("h", self.level)
        elif name == "List":
            self.list_of(value)
        elif name == "Item":
            self.item()
        elif name == "Table":
            self.open("table", fits=len(value) <= _WIDEST)
            self.columns = value
            out.around.columns = []
        elif name == "TableCell":
            self.cell()
        else:
            if name in ("TableHead", "TableRow"):
                self.in_head, self.column, out.row = name == "TableHead", 0, len(out.claims)
                out.around.row = ""
            elif name == "BlockQuote":
                out.set_off += 1
            self.open(_BLOCK[name])
        out.around.begin(_KINDS[name], len(out.claims))

    def list_of(self, start: int | None) -> None:
        """A list begins. Numbers that neither begin with one nor go on where the last list ended say something: in a
        list that cites they are words of its items, or "40." before "days of leave" would be shown and never be judged.
        """
        holder = self.out.around.open[-1]
        odd = start is not None and start not in (0, 1, holder.number)
        self.open("ul" if start is None else "ol", start)
        self.lists.append(
            _Numbers(start, len(self.out.events) - 1, len(self.kept) - 1) if odd and start is not None else None
        )
        if start is not None:
            holder.number = start

    def item(self) -> None:
        """An item begins; the number of an ordered one is counted for the list that may go on behind a code block."""
        self.open("li")
        self.out.around.open[-2].number += 1
        numbers = self.lists[-1] if self.lists else None
        if numbers is not None:
            numbers.items.append((len(self.out.events), len(self.out.claims)))

    def numbered(self, atoms: list[Atom]) -> list[Atom]:
        """The pieces of a paragraph; where it cites in a list whose numbers say something, they become words of it."""
        numbers = self.lists[-1] if self.lists and self.out.around.in_item else None
        if (
            numbers is None
            or not numbers.items
            or (not numbers.words and all(a.kind is not Kind.MARKER for a in atoms))
        ):
            return atoms
        if not numbers.words:
            self.spell(numbers)
        events = len(self.out.events) - (self.out.events[-1] == Open("p"))
        if numbers.items[-1] != (events, len(self.out.claims)):
            return atoms
        at = atoms[0].start
        number = numbers.start + len(numbers.items) - 1
        return [Atom(Kind.TEXT, f"{number}. ", at, at, literal=False), *atoms]

    def spell(self, numbers: _Numbers) -> None:
        """Makes words of the numbers of the items before this one, and no ordered list of the list."""
        out = self.out
        numbers.words = True
        for offset, (event, claim) in reversed([*enumerate(numbers.items[:-1])]):
            if claim < numbers.items[offset + 1][1]:
                said = f"{numbers.start + offset}. "
                out.claims[claim] = replace(out.claims[claim], text=said + out.claims[claim].text)
                at = event + (out.events[event] == Open("p"))
                out.events.insert(at, Text(said, claim))
        moved = sum(claim < after[1] for (_, claim), after in pairwise(numbers.items))
        event, claim = numbers.items[-1]
        numbers.items[-1] = event + moved, claim
        if out.events[numbers.opened] == Open("ol", numbers.start):
            out.events[numbers.opened] = Open("ul")
            self.kept[numbers.depth] = "ul"

    def cell(self) -> None:
        align = self.columns[self.column] if self.column < len(self.columns) else "None"
        self.column += 1
        self.open("th" if self.in_head else "td", "" if align == "None" else align.lower())

    def end_cell(self) -> None:
        """Keeps what a cell says for those beside and below it."""
        out, around = self.out, self.out.around
        said = " ".join(claim.text for claim in out.claims[around.open[-1].first :])
        if self.in_head:
            around.columns.append(said)
        elif not around.row:
            column = around.columns[self.column - 1] if self.column <= len(around.columns) else ""
            around.row = "" if is_source_column(column) else said

    def open(self, tag: str, attr: int | str | None = None, *, fits: bool = True) -> None:
        """Opens a block. A part of a list or table is kept exactly where the whole is."""
        kept = self.kept[-1] is not None if tag in _PARTS else fits and len(self.kept) < _DEEPEST
        self.kept.append(tag if kept else None)
        if kept:
            self.out.events.append(Open(tag, attr))

    def end(self, name: str, end: int) -> None:
        if name in _INLINE:
            if self.inline <= _DEEPEST:
                self.piece(Atom(Kind.CLOSE, _INLINE[name], end, end))
            self.inline -= 1
        elif name in _LINK:
            self.piece(Atom(Kind.CLOSE, name.lower(), end, end, link=_LINK[name]))
        else:
            self.flush()
            self.close(name)

    def close(self, name: str) -> None:
        if name == "BlockQuote":
            self.out.set_off -= 1
        if name == "CodeBlock":
            self.out.events.append(Fence("".join(self.fence or ()), self.language))
            self.out.around.code(self.out.claims)
            self.fence = None
            return
        if name == "HtmlBlock":
            if self.html:
                self.open("p")
                for value, start, end in self.html:
                    self.html_line(value, start, end)
                self.flush()
                self.close_block()
                self.html_headings("".join(value for value, _, _ in self.html))
            self.html = None
            self.out.around.end(self.out.claims)
            return
        if name in ("TableHead", "TableRow"):
            self.settle_row()
        elif name == "TableCell":
            self.end_cell()
        elif name == "List":
            self.lists.pop()
        elif name == "Heading":
            said = " ".join(claim.text for claim in self.out.claims[self.out.around.open[-1].first :])
            self.out.around.head(self.level, said)
        self.close_block()
        self.out.around.end(self.out.claims)

    def html_headings(self, block: str) -> None:
        """What a block of raw HTML calls a heading is one to a reader: it is context of what stands under it."""
        for found in _HTML_HEADING.finditer(block):
            level = int(found["tag"][1]) if found["tag"][1:].isdecimal() else LABEL_LEVEL
            self.out.around.section(level, self.out.claims)
            self.out.around.head(level, " ".join(clean(unescape(_TAG.sub(" ", found["words"]))).text.split()))

    def html_line(self, value: str, start: int, end: int) -> None:
        """A line of raw HTML. One without a tag reads as words, so what it cites is judged like words."""
        line = value.rstrip("\n")
        if "<" in line or ">" in line or self.text[start : start + len(line)] != line:
            self.piece(_html(value, start, end))
        elif line:
            self.piece(Atom(Kind.TEXT, line, start, start + len(line)))
            self.piece(Atom(Kind.BREAK, "", start + len(line), end))

    def close_block(self) -> None:
        """Closes the innermost block; one whose tags were left out leaves a line break."""
        tag = self.kept.pop()
        self.out.events.append(Break(False, -1) if tag is None else Close(tag))

    def settle_row(self) -> None:
        """Markers that have a cell to themselves, and those of a column of sources, stand for the whole row."""
        out = self.out
        row = range(out.row or 0, len(out.claims))
        said = [index for index in row if index not in out.sources and out.claims[index].text]
        for index in out.sources:
            out.claims[index] = replace(out.claims[index], form=ClaimForm.TAIL)
            out.cover(index, few(said))
        if out.waiting and len(said) == 1:
            out.settle(said[0])
        elif out.waiting:
            first = out.proposals[out.waiting[0][1][0]]
            place = max(first.end, out.claims[-1].end) if out.claims else first.end
            whole = out.add_claim(place, place, "", form=ClaimForm.WHOLE)
            out.cover(whole, few(said))
            out.settle(whole)
        out.sources.clear()
        out.row = out.around.row = None


def _html(value: str, start: int, end: int) -> Atom:
    link = ProposalKind.HTML if links.holds_url(value) else None
    return Atom(Kind.HTML, value, start, end, target=None, link=link)
