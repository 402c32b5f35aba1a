"""From events to lines of text: what the Markdown and the plain-text writer share.

Running text is collected until its block ends and only then taken apart (:mod:`citeward.render.defang`): a host can be
put together from several pieces of formatting, and a client sees only what stands on the line.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from types import MappingProxyType
from typing import ClassVar, NamedTuple

from citeward.parse import Break, Close, Code, Fence, Html, Math, Open, Rule, Text
from citeward.render import labels
from citeward.render.defang import apply, defang, edits
from citeward.render.shown import Chip, Mark, Note, Shown, ShownEvent, ShownSource

__all__ = ["LineWriter", "Part", "Piece"]


class Part(Enum):
    """How a piece of running text is written."""

    TEXT = "text"
    CODE = "code"
    FORMAT = "format"
    """Ours, and invisible once rendered: emphasis."""
    OURS = "ours"
    """Ours, and visible: a citation, a mark, a note."""
    NEWLINE = "newline"


class Piece(NamedTuple):
    """A piece of running text."""

    part: Part
    text: str


class LineWriter(ABC):
    """Writes events as lines. Subclasses say how a piece, a heading, a table row and a code block look."""

    bullet = "- "
    emphasis: ClassVar[Mapping[str, str]] = MappingProxyType({})
    code_is_code = False
    """The receiving client shows code as code, so mentions inside it stay as they are."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.given = 0
        self.pieces: list[Piece] = []
        self.prefixes: list[list[str]] = []
        self.lists: list[int | None] = []
        self.heading = 0
        self.row: list[str] | None = None
        self.tight = False

    # -- what subclasses decide ---------------------------------------------------------------------------------

    @abstractmethod
    def line(self, pieces: Sequence[Piece]) -> str:
        """A stretch of running text, already taken apart, in this format."""

    @abstractmethod
    def title(self, text: str, level: int) -> str:
        """A heading."""

    @abstractmethod
    def block(self, fence: Fence) -> list[str]:
        """The lines of a code block."""

    @abstractmethod
    def cells(self, cells: list[str], *, head: bool) -> list[str]:
        """The lines of a table row."""

    @abstractmethod
    def source(self, source: ShownSource) -> str:
        """One line of the list of sources."""

    # -- the whole answer ---------------------------------------------------------------------------------------

    def write(self, shown: Shown) -> str:
        """The answer in this format, ending in a newline."""
        if shown.blocked:
            return labels.ours(labels.BLOCKED) + "\n"
        return self.stretch(shown.events) + self.end(shown)

    def stretch(self, events: Iterable[ShownEvent]) -> str:
        """The lines of some whole blocks; the stretches of an answer follow each other as its blocks do."""
        for event in events:
            self.event(event)
        self.flush()
        return self.take()

    def end(self, shown: Shown) -> str:
        """What stands below the answer: how many sentences were left out, and the sources."""
        if shown.dropped:
            self.paragraph([labels.ours(labels.dropped(shown.dropped))])
        if shown.sources:
            self.paragraph([labels.ours(labels.sources(shown.unmarked))])
            self.gap()
            self.lines.extend(self.source(source) for source in shown.sources)
        return self.take() or ("" if self.given else "\n")

    def take(self) -> str:
        """The lines written since the last call. Blank ones at the end wait for what follows, and end no answer."""
        count = len(self.lines)
        while count > self.given and not self.lines[count - 1]:
            count -= 1
        taken = "".join(line + "\n" for line in self.lines[self.given : count])
        if count > self.given:
            # The last line stays: what follows asks whether it needs a gap.
            del self.lines[: count - 1]
            self.given = 1
        return taken

    def event(self, event: ShownEvent) -> None:
        """Takes one event."""
        if isinstance(event, Text | Html):
            self.pieces.append(Piece(Part.TEXT, event.text))
        elif isinstance(event, Code | Math):
            self.pieces.append(Piece(Part.CODE, event.text))
        elif isinstance(event, Open):
            self.open(event)
        elif isinstance(event, Close):
            self.close(event)
        elif isinstance(event, Chip):
            self.pieces.append(Piece(Part.OURS, labels.ours(event.shown)))
        elif isinstance(event, Mark):
            self.pieces.append(Piece(Part.OURS, " " + labels.ours(event.text)))
        elif isinstance(event, Note):
            self.pieces.append(Piece(Part.OURS, labels.ours(event.text)))
        elif isinstance(event, Break):
            self.pieces.append(Piece(Part.NEWLINE, "  \n" if event.hard else "\n"))
        elif isinstance(event, Fence):
            self.flush()
            self.paragraph(self.block(event))
        elif isinstance(event, Rule):
            self.flush()
            self.paragraph(["---"])

    def open(self, event: Open) -> None:
        """An element begins."""
        tag, attr = event
        if tag in self.emphasis:
            self.pieces.append(Piece(Part.FORMAT, self.emphasis[tag]))
        elif tag in ("em", "strong", "del", "link", "image"):
            return
        elif tag in ("th", "td"):
            self.pieces.clear()
        else:
            self.flush()
            if tag == "h":
                self.heading = int(attr or 1)
            elif tag in ("ul", "ol"):
                self.lists.append(int(attr or 0) if tag == "ol" else None)
                # Only a list that begins with 1 may follow a paragraph without a blank line.
                self.tight = bool(self.prefixes) and not (tag == "ol" and attr != 1)
                self.gap()
            elif tag == "li":
                self.item()
            elif tag == "blockquote":
                self.gap()
                self.prefixes.append(["> ", "> "])
            elif tag in ("thead", "tr"):
                if tag == "thead":
                    self.gap()
                self.row = []

    def item(self) -> None:
        """A list item begins: its marker stands before its first line only."""
        number = self.lists[-1] if self.lists else None
        marker = self.bullet if number is None else f"{number}. "
        if number is not None:
            self.lists[-1] = number + 1
        self.prefixes.append([marker, " " * len(marker)])
        self.tight = True

    def close(self, event: Close) -> None:
        """The innermost element ends."""
        tag = event.tag
        if tag in self.emphasis:
            self.pieces.append(Piece(Part.FORMAT, self.emphasis[tag]))
        elif tag in ("th", "td") and self.row is not None:
            self.row.append(self.inline().replace("\n", " ").strip())
        elif tag in ("thead", "tr") and self.row is not None:
            self.lines.extend(self.prefix() + line for line in self.cells(self.row, head=tag == "thead"))
            self.row = None
        elif tag not in ("em", "strong", "del", "link", "image"):
            self.flush()
            if tag == "h":
                self.heading = 0
            elif tag in ("ul", "ol"):
                self.lists.pop()
                self.tight = False
            elif tag in ("li", "blockquote"):
                self.prefixes.pop()
                self.tight = tag == "li"

    # -- lines --------------------------------------------------------------------------------------------------

    def prefix(self) -> str:
        """What stands before the next line; a list marker is used up by it."""
        found = "".join(first for first, _ in self.prefixes)
        for prefix in self.prefixes:
            prefix[0] = prefix[1]
        return found

    def gap(self) -> None:
        """A blank line before a block, but not inside a tight list."""
        if self.lines and self.lines[-1].strip("> ") and not self.tight:
            self.lines.append("".join(rest for _, rest in self.prefixes).rstrip())
        self.tight = False

    def paragraph(self, lines: list[str]) -> None:
        """Writes a block."""
        self.gap()
        for line in lines:
            self.lines.append((self.prefix() + line).rstrip(" ") if not line.endswith("  ") else self.prefix() + line)

    def flush(self) -> None:
        """Writes the running text collected so far."""
        text = self.inline().strip("\n")
        if text.strip():
            self.paragraph([self.title(text, self.heading)] if self.heading else text.split("\n"))

    def inline(self) -> str:
        """The running text collected so far, taken apart and in this format."""
        pieces, self.pieces = self.pieces, []
        seen = ["\x00" if piece.part is Part.OURS else _seen(piece) for piece in pieces]
        changes = edits("".join(seen))
        at = 0
        written = []
        for piece, shown in zip(pieces, seen, strict=True):
            if piece.part is Part.TEXT or piece.part is Part.CODE:
                # Some clients look at a line, others at every piece of formatting in it.
                code = piece.part is Part.CODE and self.code_is_code
                own = edits(shown, code=code)
                both = own if code else sorted({*own, *((a - at, b - at, new) for a, b, new in changes)})
                written.append(Piece(piece.part, apply(shown, 0, both)))
            else:
                written.append(piece)
            at += len(shown)
        return self.line(written)

    def described(self, source: ShownSource) -> str:
        """What is known of a source besides its title and link."""
        about = labels.ours(" \u00b7 ".join(map(self.foreign, source.about)))
        return about + "".join(f" \u201c{self.foreign(snippet)}\u201d" for snippet in source.snippets)

    def foreign(self, text: str) -> str:
        """A line of a source's own text, taken apart and in this format."""
        return self.line([Piece(Part.TEXT, defang(labels.foreign(text)))])


def _seen(piece: Piece) -> str:
    """What a reader sees of a piece once it is rendered."""
    if piece.part is Part.FORMAT:
        return ""
    return "\n" if piece.part is Part.NEWLINE else labels.foreign(piece.text)
