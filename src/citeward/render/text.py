"""Plain text from events, for mail, tickets and terminals: nothing in it becomes a link but the address of a source."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import ClassVar

from citeward.model import Tier
from citeward.parse import Fence
from citeward.render import labels
from citeward.render.defang import defang
from citeward.render.lines import LineWriter, Piece
from citeward.render.shown import Shown, ShownSource

__all__ = ["text", "text_writer"]


def text(shown: Shown) -> str:
    """The answer as plain text, ending in a newline."""
    return _PlainText().write(shown)


def text_writer() -> LineWriter:
    """Writes an answer stretch by stretch."""
    return _PlainText()


class _PlainText(LineWriter):
    emphasis: ClassVar[Mapping[str, str]] = MappingProxyType({"del": "~~"})
    """Words that are unsaid must not be read as said where nothing can be struck out."""

    def line(self, pieces: Sequence[Piece]) -> str:
        return "".join(piece.text for piece in pieces)

    def title(self, text: str, level: int) -> str:
        return " ".join(text.split())

    def block(self, fence: Fence) -> list[str]:
        return ["    " + line for line in defang(labels.foreign(fence.text)).rstrip("\n").split("\n")]

    def cells(self, cells: list[str], *, head: bool) -> list[str]:
        return [" | ".join(cells)]

    def source(self, source: ShownSource) -> str:
        links = source.href is not None and source.tier > Tier.D
        link = f" ({self.foreign(source.host)}) <{source.href}>" if links else ""
        if source.copy is not None:
            copy = f" <{source.copy.href}>" if source.copy.href and source.tier > Tier.D else ""
            link = f"{copy} ({labels.LIVE_PAGE} {self.foreign(source.host)}{f' <{source.href}>' if links else ''})"
        again = "".join(f" <{href}>" for _, href in source.exported)
        again = f" {labels.ours(labels.CHECK_AGAIN)}{again}" if again else ""
        return f"{labels.ours(source.shown)} {self.foreign(source.title)}{link} {self.described(source)}{again}"
