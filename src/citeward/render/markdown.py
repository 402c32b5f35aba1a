"""Markdown from events: written so that CommonMark reads back what is shown, and nothing more.

Every character that could begin markup is escaped, so the only links are ours. They go to tier 1 and better: exported
text is shown by clients that say nothing of a tier.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import ClassVar

from citeward.model import Tier
from citeward.parse import Fence
from citeward.render import labels
from citeward.render.defang import defang
from citeward.render.lines import LineWriter, Part, Piece
from citeward.render.shown import Shown, ShownSource

__all__ = ["markdown", "markdown_writer"]

_MARKUP = re.compile(r"[\\`*_\[\]<>|~$^&]")
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

    def line(self, pieces: Sequence[Piece]) -> str:
        """Escaped as a whole: what begins a line, closes a code span or carries emphasis depends on its neighbours."""
        out: list[str] = []
        kept = _emphasis(pieces)
        for index, (part, text) in enumerate(pieces):
            last = out[-1][-1:] if out else ""
            if part is Part.TEXT:
                written = _MARKUP.sub(lambda m: "\\" + m.group(), text)
            elif part is Part.CODE:
                written = (" " if last == "`" else "") + self.code(text)
            elif part is Part.FORMAT:
                # What is unsaid must not be read as said: where it cannot be struck out, the tildes are shown.
                written = text if index in kept else "\\~\\~" if text == "~~" else ""
            else:
                written = text
            if written:
                out.append(written)
        line = _INDENT.sub(" ", "".join(out))
        return _LINE_START.sub(lambda m: f"{m[1]}\\{m[2]}" if m[2] else f"{m[1]}{m[3]}\\{m[4]}", line)

    def code(self, text: str) -> str:
        """A code span with a fence that nothing in it can close."""
        text = text.replace("\n", " ")
        ticks = "`" * (1 + max((len(run) for run in _TICKS.findall(text)), default=0))
        pad = " " if not text.strip() or text[:1] == "`" or text[-1:] == "`" or (text[0] == text[-1] == " ") else ""
        # A pipe would end a table cell even inside a code span.
        return f"{ticks}{pad}{text.replace('|', chr(0x2758)) if self.row is not None else text}{pad}{ticks}"

    def title(self, text: str, level: int) -> str:
        return "#" * min(max(level, 1), 6) + " " + " ".join(text.split())

    def block(self, fence: Fence) -> list[str]:
        text = defang(labels.foreign(fence.text), code=True)
        ticks = "`" * max(3, 1 + max((len(run) for run in _TICKS.findall(text)), default=0))
        language = _LANGUAGE.match(fence.language)
        return [ticks + (language.group() if language else ""), *text.rstrip("\n").split("\n"), ticks]

    def cells(self, cells: list[str], *, head: bool) -> list[str]:
        line = "| " + " | ".join(cells) + " |"
        return [line, "|" + " --- |" * len(cells)] if head else [line]

    def source(self, source: ShownSource) -> str:
        title = self.foreign(source.title)
        if source.copy is not None:
            links = [(title, source.copy.href), (self.foreign(source.host), source.href)]
            title, live = (f"[{words}](<{href}>)" if href and source.tier > Tier.D else words for words, href in links)
            title = f"{title} ({labels.LIVE_PAGE} {live})"
        elif source.href is not None and source.tier > Tier.D:
            title = f"[{title}](<{source.href}>) ({self.foreign(source.host)})"
        again = "".join(f" [{number}](<{href}>)" for number, href in source.exported)
        again = f" {labels.ours(labels.CHECK_AGAIN)}{again}" if again else ""
        return f"- {labels.ours(source.shown)} {title} {self.described(source)}{again}"


def _emphasis(pieces: Sequence[Piece]) -> set[int]:
    """The delimiters CommonMark will take for emphasis (0.31, section 6.2): the others would show as asterisks."""
    kept: set[int] = set()
    opened: list[tuple[str, int]] = []
    for index, (part, text) in enumerate(pieces):
        if part is not Part.FORMAT:
            continue
        before = "".join(p.text for p in pieces[max(0, index - 2) : index] if p.part is not Part.FORMAT)[-1:]
        after = "".join(p.text for p in pieces[index + 1 : index + 3] if p.part is not Part.FORMAT)[:1]
        if opened and opened[-1][0] == text:
            _, start = opened.pop()
            if start >= 0 and _flanks(after, before):
                kept |= {start, index}
        else:
            # Right behind a delimiter that closes, one that opens would be read with it: **a****b**.
            follows = index - 1 in kept
            opened.append((text, index if _flanks(before, after) and not follows else -1))
    return kept


def _flanks(outside: str, inside: str) -> bool:
    """Whether a delimiter between these characters belongs to what is inside."""
    if not inside or inside.isspace():
        return False
    return not _is_punctuation(inside) or not outside or outside.isspace() or _is_punctuation(outside)


def _is_punctuation(char: str) -> bool:
    """Whether CommonMark 0.31 takes a character for punctuation: categories P and S. A combining mark is none."""
    return unicodedata.category(char)[0] in "PS"
