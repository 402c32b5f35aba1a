"""What is shown before it is judged: blocks without citations and links, and the words of the open one."""

from __future__ import annotations

from collections.abc import Iterable

from citeward.errors import LimitExceeded
from citeward.parse import Names, UnitParser
from citeward.streaming.events import BlockReleased, StreamEvent, TailChanged
from citeward.streaming.printing import Printer, unchecked
from citeward.streaming.tail import Tail

__all__ = ["Preview"]


class Preview:
    """Feeds on an answer beside the judge, and waits for nobody.

    Args:
        names: what the evidence may be called by.
        printer: one of its own; nothing it prints counts as a citation.
    """

    def __init__(self, names: Names | Iterable[str], printer: Printer) -> None:
        known = Names.of(names)
        self._units, self._tail, self._printer = UnitParser(known), Tail(known), printer
        self._shows_tail = False
        self.blocks = 0
        """How many blocks have been shown."""

    def feed(self, text: str, *, last: bool) -> list[StreamEvent]:
        """The blocks that became final with this piece, and what it does to the tail."""
        events: list[StreamEvent] = []
        try:
            units = self._units.last_units(text) if last else self._units.units(text)
        except LimitExceeded:
            return []  # the judge's own parser says so
        for unit in units:
            shown = self._printer.print(unit.parsed, *unchecked(unit.parsed), {})
            events.append(BlockReleased(self.blocks, shown.html, shown.markdown, shown.text, checked=False))
            self.blocks += 1
        if units or last:
            words = "" if last else self._tail.restart(self._units.unreleased)
            if words or self._shows_tail:
                events.append(TailChanged(words, append=False))
            self._shows_tail = bool(words)
        elif (words := self._tail.feed(text)) != "":
            events.append(TailChanged(words, append=True))
            self._shows_tail = True
        return events
