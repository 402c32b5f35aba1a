"""Markdown from events: written so that CommonMark reads back what is shown, and nothing more.

Every character that could begin markup is escaped, so the only links are ours. They go to tier 1 and better: exported
text is shown by clients that say nothing of a tier.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import ClassVar

from citeward.model import Tier
from citeward.parse import Fence
from citeward.render.defang import defang
from citeward.render.lines import LineWriter, marked, ours
from citeward.render.shown import Shown, ShownSource

__all__ = ["markdown", "markdown_writer"]

_MARKUP = re.compile(r"[\\`*_\[\]<>|~$^]|&(?=#?\w+;)")
_LINE_START = re.compile(r"^([ \t]*)(?:([#+=-])|(\d{1,9})([.)]))", re.MULTILINE)
_INDENT = re.compile(r"^[ \t]+", re.MULTILINE)
_TICKS = re.compile(r"`+")
_LANGUAGE = re.compile(r"[A-Za-z0-9_+#-]{1,24}")


def markdown(shown: Shown) -> str:
    """The answer as Markdown, ending in a newline."""
    return _Markdown().write(shown)


def markdown_writer() -> LineWriter:
    """Writes an answer stretch by stretch."""
    return _Markdown()


class _Markdown(LineWriter):
    emphasis: ClassVar[Mapping[str, str]] = MappingProxyType({"em": "*", "strong": "**", "del": "~~"})
    code_is_code = True

    def text(self, text: str) -> str:
        text = _MARKUP.sub(lambda m: "\\" + m.group(), text)
        text = _INDENT.sub(" ", text)
        return _LINE_START.sub(lambda m: f"{m[1]}\\{m[2]}" if m[2] else f"{m[1]}{m[3]}\\{m[4]}", text)

    def code(self, text: str) -> str:
        text = text.replace("\n", " ")
        ticks = "`" * (1 + max((len(run) for run in _TICKS.findall(text)), default=0))
        pad = " " if not text.strip() or text[:1] == "`" or text[-1:] == "`" or (text[0] == text[-1] == " ") else ""
        # A pipe would end a table cell even inside a code span.
        return f"{ticks}{pad}{text.replace('|', chr(0x2758)) if self.row is not None else text}{pad}{ticks}"

    def title(self, text: str, level: int) -> str:
        return "#" * min(max(level, 1), 6) + " " + " ".join(text.split())

    def block(self, fence: Fence) -> list[str]:
        text = defang(marked(fence.text), code=True)
        ticks = "`" * max(3, 1 + max((len(run) for run in _TICKS.findall(text)), default=0))
        language = _LANGUAGE.match(fence.language)
        return [ticks + (language.group() if language else ""), *text.rstrip("\n").split("\n"), ticks]

    def cells(self, cells: list[str], *, head: bool) -> list[str]:
        line = "| " + " | ".join(cells) + " |"
        return [line, "|" + " --- |" * len(cells)] if head else [line]

    def source(self, source: ShownSource) -> str:
        title = self.foreign(source.title)
        if source.href is not None and source.tier > Tier.D:
            title = f"[{title}](<{source.href}>) ({self.foreign(source.host)})"
        number = f"{source.number}?" if source.tier is Tier.D else str(source.number)
        return f"- {ours(number)} {title} \u00b7 {self.described(source)}"
