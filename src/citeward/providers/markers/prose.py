"""Where in an answer a marker can stand: running text that reads exactly as written.

The same Markdown dialect as the gate's parse, asked one question only: which characters are literal running text and
not code, maths, raw HTML, a link or an image. Definitions are made impossible the same way, by a one-byte control
character that hygiene has already taken out of the view.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import Any

from citeward.parse import clean, read, restored

__all__ = ["Prose"]

# RAGFlow's older marker ends in the dollars that open a display formula.
_RAGFLOW = re.compile(r"##\d{1,6}\$\$")
_CLOSED = frozenset({"CodeBlock", "HtmlBlock", "Link", "Image"})


class Prose:
    """The literal running text of an answer. Built in linear time; asked in logarithmic time."""

    __slots__ = ("_ends", "_starts")

    def __init__(self, answer: str) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []
        view = clean(answer)
        for start, end in _literal(view.text):
            first, last = view.to_source(start), view.to_source(end, end=True)
            if self._ends and self._ends[-1] == first:
                self._ends[-1] = last
            else:
                self._starts.append(first)
                self._ends.append(last)

    def holds(self, start: int, end: int) -> bool:
        """Whether all characters from ``start`` to ``end`` are one stretch of literal running text.

        >>> prose = Prose("as `a[1]` says [2]")
        >>> prose.holds(5, 8), prose.holds(15, 18)
        (False, True)
        """
        at = bisect_right(self._starts, start) - 1
        return at >= 0 and end <= self._ends[at]


def _literal(text: str) -> Iterator[tuple[int, int]]:
    """The stretches of the view that are literal running text, in code points."""
    raw, places = read(text, maths=_RAGFLOW.search(text) is None)
    closed, previous = 0, -1
    for event, extent in raw:
        if isinstance(event, str):
            continue
        name, value = next(iter(event.items()))
        if name in ("Start", "End"):
            if _tag(value) in _CLOSED:
                closed += 1 if name == "Start" else -1
        elif name == "Text" and not closed:
            start, end = extent["start"], extent["end"]
            if places is not None:
                start, end = places[start], places[end]
            if text[start:end] != restored(value):
                continue
            if start and text[start - 1] == "\\" and previous != start:
                start += 1  # the backslash went into the escape of this character
            previous = end
            if start < end:
                yield start, end


def _tag(value: Any) -> str:
    return value if type(value) is str else str(next(iter(value)))
