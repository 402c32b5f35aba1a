"""One story of a DOCX (body, footnotes or endnotes) as a stream of events turned into pages of text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from .docx_names import attribute, is_on, local
from .docx_styles import PLAIN, Look
from .limits import Budget
from .raised import Piece, joined

_DELETED = frozenset({"del", "moveFrom"})
_NOT_TEXT = frozenset({"instrText", "delText", "delInstrText", "mc:Fallback", "rt", "rPrChange", "pPrChange"})
"""Field codes, deleted text, the second form of what ``mc:Choice`` said, readings above the line, former formatting."""

_LEVELS = {"m:sup": 1, "m:sub": -1, "m:num": 1, "m:den": -1, "m:deg": 1}
"""Parts of a formula above and below its line; a fraction's digits are not those of the number before it."""

_SIGNS = {("m:f", "m:den"): "/", ("m:rad", "m:e"): "\N{SQUARE ROOT}"}
"""Signs that a formula draws and does not spell, by element and the part they stand before."""

_RUNS = frozenset({"r", "m:r"})
_READ_IN_FULL = frozenset({"t", "m:t"})
_SYMBOL = "\N{REPLACEMENT CHARACTER}"
"""A glyph of a symbol font: something a reader sees that no character stands for. It must not vanish from a number."""

TINY_HALF_POINTS = 3
"""Font sizes up to 1.5 points (``w:sz`` counts half points) are unreadable."""


@dataclass(slots=True)
class _Run:
    """What a run says of itself."""

    look: Look = field(default_factory=Look)
    style: str = ""
    tiny: bool = False
    white: bool = False
    shaded: bool = False


@dataclass(slots=True)
class _Paragraph:
    """A paragraph being read, and the text boxes anchored in it."""

    pieces: list[Piece] = field(default_factory=list)
    boxes: list[str] = field(default_factory=list)
    style: str = ""
    shaded: bool = False
    mark_deleted: bool = False
    mark_hidden: bool = False
    break_before: bool = False


class Body:
    """Handles the events of one part. Feed it with :func:`~.xml_events.parse`, then ask for pages or notes."""

    def __init__(self, styles: Mapping[str, Look], budget: Budget, notes: Mapping[str, Mapping[str, str]]) -> None:
        self.laid_out = False
        self.left_out = 0
        self.notes: dict[str, str] = {}
        self._styles = styles
        self._budget = budget
        self._known_notes = notes
        self._path: list[str] = []
        self._done: list[str] = []
        self._out: list[str] = []
        self._foot: list[str] = []
        self._end: list[str] = []
        self._paragraphs: list[_Paragraph] = []
        self._run: _Run | None = None
        self._runs: list[_Run | None] = []
        self._containers: list[list[str]] = []
        self._deleted = 0
        self._skipped = 0
        self._levels: list[int] = []
        self._cells: list[int] = []
        self._written = 0
        self._since_break = False

    def pages(self) -> list[str]:
        """The text of every page; one where the story has no breaks."""
        self._end_page(self._end)
        return [page.strip("\n") for page in self._done]

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        tag = local(name)
        parent = self._path[-1] if self._path else ""
        self._path.append(tag)
        if tag in _DELETED and parent != "rPr":
            self._deleted += 1
        elif tag in _NOT_TEXT:
            self._skipped += 1
        elif tag == "p":
            self._paragraphs.append(_Paragraph())
        elif tag in _RUNS:
            self._runs.append(self._run)
            self._run = _Run()
        elif tag == "txbxContent":
            self._containers.append(self._out)
            self._out = []
        elif tag == "tr":
            self._cells.append(0)
        elif tag == "tc":
            self._start_cell()
        elif tag in _LEVELS:
            self._sign(parent, tag)
            self._levels.append(_LEVELS[tag])
        elif tag in {"footnote", "endnote"} and not self._paragraphs:
            self._out = []
            self._path[-1] = f"{tag} {attribute(attributes, 'id') or ''}"
        elif self._paragraphs and not self._skipped:
            self._sign(parent, tag)
            self._property(tag, parent, attributes)
            self._character(tag, attributes)

    def end(self, name: str) -> None:
        tag = self._path.pop()
        if tag in _DELETED and (not self._path or self._path[-1] != "rPr"):
            self._deleted -= 1
        elif tag in _NOT_TEXT:
            self._skipped -= 1
        elif tag == "p":
            self._end_paragraph()
        elif tag in _RUNS:
            self._run = self._runs.pop()
        elif tag in _LEVELS:
            self._levels.pop()
        elif tag == "txbxContent":
            box, self._out = "".join(self._out), self._containers.pop()
            if self._paragraphs and not self._skipped:
                self._paragraphs[-1].boxes.append(box)
        elif tag == "tr":
            self._cells.pop()
        elif tag.startswith(("footnote ", "endnote ")):
            self.notes[tag] = "".join(self._out).strip()
            self._out = []

    def data(self, text: str) -> None:
        if self._path and self._path[-1] in _READ_IN_FULL and self._paragraphs:
            self._write(text)
        elif self._path and self._path[-1] == "delText":
            self.left_out += len(text)

    def _property(self, tag: str, parent: str, attributes: Mapping[str, str]) -> None:
        """Take note of what a paragraph or run says of its own look."""
        paragraph = self._paragraphs[-1]
        in_mark = parent == "rPr" and len(self._path) > 2 and self._path[-3] == "pPr"
        match tag:
            case "pStyle":
                paragraph.style = attribute(attributes, "val") or ""
            case "shd" if parent == "pPr":
                paragraph.shaded = True
            case "pageBreakBefore" if parent == "pPr":
                paragraph.break_before = is_on(attributes)
                if paragraph.break_before and self._since_break:
                    self._break()
            case "del" | "moveFrom" if in_mark:
                paragraph.mark_deleted = True
            case "vanish" if in_mark:
                paragraph.mark_hidden = is_on(attributes)
        if self._run is None or parent != "rPr":
            return
        run = self._run
        match tag:
            case "rStyle":
                run.style = attribute(attributes, "val") or ""
            case "sz":
                size = attribute(attributes, "val") or ""
                run.tiny = size.isdecimal() and int(size) <= TINY_HALF_POINTS
            case "color":
                run.white = (attribute(attributes, "val") or "").upper() == "FFFFFF"
            case "shd" | "highlight":
                run.shaded = True
            case _:
                run.look.take(tag, attributes)

    def _character(self, tag: str, attributes: Mapping[str, str]) -> None:
        match tag:
            case "tab" if self._path[-2:-1] == ["r"]:
                self._write("\t")
            case "br" | "cr":
                if attribute(attributes, "type") == "page":
                    if self._is_shown():
                        self._break()
                elif self._path[-2:-1] == ["r"]:
                    self._write("\n")
            case "lastRenderedPageBreak":
                self.laid_out = True
                if self._since_break:
                    self._break()
            case "noBreakHyphen":
                self._write("-")
            case "sym":
                self._write(_SYMBOL)
            case "footnoteReference" | "endnoteReference" if self._is_shown():
                kind = tag.removesuffix("Reference")
                note = self._known_notes.get(kind, {}).get(f"{kind} {attribute(attributes, 'id') or ''}", "")
                if note:
                    (self._foot if kind == "footnote" else self._end).append(note + "\n")

    def _is_shown(self) -> bool:
        if self._deleted or self._skipped:
            return False
        run, paragraph = self._run, self._paragraphs[-1]
        look = self._look()
        if look.vanish or look.strike or look.double_strike:
            return False
        if run is None:
            return True
        # White text in a table stands on the shading of its table style, which only a layout engine can tell.
        unreadable = run.white and not (run.shaded or paragraph.shaded or self._cells)
        return not (run.tiny or unreadable)

    def _look(self) -> Look:
        """The look of what is written now: of its run, over its run's style, over its paragraph's."""
        look = self._styles.get(self._paragraphs[-1].style, PLAIN)
        if self._run is None:
            return look
        return self._run.look.over(self._styles.get(self._run.style, PLAIN).over(look))

    def _level(self) -> int:
        """Where what is written now stands: on the line (0), above (1), below (-1), or further out."""
        levels = [level for level in (*self._levels, self._look().level) if level]
        return levels[0] if len(levels) == 1 else 2 * levels[-1] if levels else 0

    def _sign(self, parent: str, tag: str) -> None:
        """Write the sign that a formula draws before this part of it."""
        if (parent, tag) in _SIGNS and self._paragraphs and not self._skipped:
            self._write(_SIGNS[parent, tag])

    def _write(self, text: str) -> None:
        if self._skipped:
            return
        if not self._is_shown():
            self.left_out += len(text)
            return
        text = text.replace("\N{SOFT HYPHEN}", "").replace("\f", " ")
        self._paragraphs[-1].pieces.append((text, self._level()))
        self._since_break = self._since_break or bool(text.strip())
        self._written += len(text)
        self._budget.check_text(self._written)

    def _start_cell(self) -> None:
        if self._cells:
            if self._cells[-1] and self._out:
                # Cells of a row stand on one line, as they do on the page.
                self._out[-1] = self._out[-1].rstrip("\n")
                self._out.append("\t")
            self._cells[-1] += 1

    def _end_paragraph(self) -> None:
        paragraph = self._paragraphs.pop()
        if self._skipped:
            return
        runs_on = paragraph.mark_deleted or paragraph.mark_hidden
        self._out.append(joined(paragraph.pieces) + ("" if runs_on else "\n"))
        self._out.extend(paragraph.boxes)

    def _break(self) -> None:
        """End the page, in the middle of a paragraph too; inside a text box there are no pages."""
        if self._containers or len(self._paragraphs) > 1:
            return
        if self._paragraphs:
            self._out.append(joined(self._paragraphs[-1].pieces))
            self._paragraphs[-1].pieces.clear()
        self._end_page([])
        self._budget.check_pages(len(self._done))
        self._since_break = False

    def _end_page(self, more: list[str]) -> None:
        body = "".join(self._out)
        notes = "".join([*self._foot, *more])
        self._done.append(body if not notes else body.rstrip("\n") + "\n" + notes)
        self._out = []
        self._foot = []
