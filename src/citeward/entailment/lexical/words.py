"""Words and sentences as the embedded model was trained to see them. Cheaper and cruder than the guards' reading.

What is here must stay as it is as long as the shipped model does: a model that is shown other words than it was
trained on is another model.
"""

from __future__ import annotations

import re

from citeward.entailment.lexical.vocabulary import COMMON

__all__ = ["WORD", "content", "sentence_spans", "stem"]

WORD = re.compile(r"\d+(?:[.,]\d+)*|[^\W\d_]+")
_BREAK = re.compile(r"(?<=[.!?])[\"')\]]*\s+(?=[\"'(\[]?[A-Z0-9])|\n+")
_ENDINGS = ("ingly", "edly", "ing", "ied", "ies", "ed", "es", "ly", "s")
_LETTERS = 7


def stem(word: str) -> str:
    """A crude stem: lower case, plural and verb endings off, at most seven letters."""
    word = word.lower()
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            word = word[: -len(ending)]
            break
    return word[:_LETTERS]


def content(text: str) -> list[str]:
    """Stems of the content words of a text, in order."""
    return [stem(word) for word in WORD.findall(text) if word.lower() not in COMMON]


def sentence_spans(text: str) -> list[tuple[int, int]]:
    """The sentences of a text as trimmed (start, end) in code points, without empty ones. A line break ends one."""
    spans = []
    start = 0
    for low, high in [*((m.start(), m.end()) for m in _BREAK.finditer(text)), (len(text), len(text))]:
        piece = text[start:low]
        a, b = start + len(piece) - len(piece.lstrip()), start + len(piece.rstrip())
        if a < b:
            spans.append((a, b))
        start = high
    return spans
