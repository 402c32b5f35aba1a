"""Text that is struck out and therefore no longer said: Markdown `~~...~~`, the tags `<s>`, `<del>` and `<strike>`."""

from __future__ import annotations

import re
from bisect import bisect_left

_STRUCK = re.compile(
    r"(?<![~\\])~~(?=[^\s~])(?P<body>(?:[^~\n]|\n(?![ \t]*\n)|~(?!~)){1,4000}?)(?<=[^\s~])~~(?!~)"
    r"|<(?P<tag>s|del|strike)(?:\s[^<>]{0,500})?>(?P<held>(?:(?!</(?P=tag)\b)[\s\S]){0,20000})(?:</(?P=tag)\s*>|\Z)",
    re.IGNORECASE,
)


class Struck:
    """The struck stretches of one text, found once when first asked for. Linear in its length."""

    __slots__ = ("_ends", "_starts", "_text")

    def __init__(self, text: str) -> None:
        self._text = text
        self._starts: list[int] | None = None
        self._ends: list[int] = []

    def touches(self, start: int, end: int) -> bool:
        """Whether any of `text[start:end]` is struck out."""
        if self._starts is None:
            found = [match.span() for match in _STRUCK.finditer(self._text)] if _may_be_struck(self._text) else []
            self._ends = [high for _, high in found]
            self._starts = [low for low, _ in found]
        at = bisect_left(self._ends, start + 1)
        return at < len(self._starts) and self._starts[at] < end


def _may_be_struck(text: str) -> bool:
    return "~~" in text or any(mark in text for mark in ("<s>", "<del", "<strike", "<s ", "<S>", "<DEL", "<STRIKE"))
