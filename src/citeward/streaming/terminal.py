"""A stream on a terminal: plain text, citations as ⟦1⟧, and no escape sequence but our own two for redrawing.

The words come through hygiene, which takes out every control character (ECMA-48 sequences and OSC 8 links with them),
and through the plain-text printer, which takes apart what a terminal would make a link of.
"""

from __future__ import annotations

from rich.cells import cell_len

from citeward.parse import clean
from citeward.streaming.events import AnswerEnded, BlockReleased, StreamEvent, TailChanged, Upgraded, Withdrawn

__all__ = ["Terminal"]


class Terminal:
    """What to write to a terminal for each event.

    Args:
        width: columns. With 0 nothing is ever redrawn, as for a pipe or a log: only judged blocks are written, and a
            withdrawal can only be announced below them. Where that is not enough, stream to a surface of a policy
            that is not ``retractable``.
    """

    def __init__(self, width: int = 0) -> None:
        self._width = width
        self._blocks: list[str] = []
        self._settled = 0
        self._tail = ""
        self._pending_rows = 0
        self._settled_rows = 0

    def write(self, event: StreamEvent) -> str:
        """The characters to write, ours and safe."""
        match event:
            case BlockReleased():
                self._blocks.append(_safe(event.text))
                if event.checked and self._settled == event.index:
                    return self._settle(event.index)
            case Upgraded():
                return self._upgraded(event)
            case TailChanged():
                self._tail = self._tail + event.text if event.append else event.text
            case Withdrawn():
                return self._erase(self._settled_rows + self._pending_rows) + _safe(event.text)
            case AnswerEnded():
                self._tail = ""
                return self._erase(self._pending_rows) + _safe(event.text)
            case _:
                return ""
        return self._redraw("")

    def _upgraded(self, event: Upgraded) -> str:
        text = _safe(event.text)
        if event.index < self._settled:
            return self._redraw(f"\u27e6changed\u27e7\n{text}") if text != self._blocks[event.index] else ""
        self._blocks[event.index] = text
        return self._settle(event.index) if event.index == self._settled else self._redraw("")

    def _settle(self, index: int) -> str:
        """Writes a block for good."""
        self._settled = index + 1
        return self._redraw(self._blocks[index])

    def _redraw(self, above: str) -> str:
        """Writes what is final, and below it again what may still change."""
        erased = self._erase(self._pending_rows)
        self._settled_rows += self._rows(above)
        pending = ""
        if self._width:
            pending = "".join(self._blocks[self._settled :]) + self._tail
            pending += "\n" if pending and not pending.endswith("\n") else ""
        self._pending_rows = self._rows(pending)
        return erased + above + pending

    def _erase(self, rows: int) -> str:
        self._pending_rows = 0
        return f"\x1b[{rows}A\x1b[J" if rows and self._width else ""

    def _rows(self, text: str) -> int:
        """Rows a text takes, long lines wrapped; it ends in a newline or is empty."""
        if not self._width:
            return 0
        return sum(max(-(-cell_len(line) // self._width), 1) for line in text.split("\n")[:-1])


def _safe(text: str) -> str:
    """The printers leave no control character; a second look costs little where a terminal would obey it."""
    return clean(text).text
