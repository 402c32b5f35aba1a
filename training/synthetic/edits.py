"""Edits: how a generator says what it would change in a sentence, before anyone decides on which side to change it.

An ``Edit`` is a span of the sentence and its replacement. Applying edits yields the new text and the spans of the
replacements in it; the spans in the old text are the edits' own. So one operation serves four pairs: changed claim,
changed evidence, both changed, neither changed.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Edit:
    """Replace ``text[start:end]`` (code points) by ``new``."""

    start: int
    end: int
    new: str


@dataclass(slots=True)
class Context:
    """What an operation may draw on: randomness, the passage, and names, numbers and sentences of other passages."""

    random: random.Random
    passage: str
    names: list[str] = field(default_factory=list)
    others: list[str] = field(default_factory=list)


Operation = Callable[[str, Context], list[Edit] | None]


def apply(text: str, edits: list[Edit]) -> tuple[str, tuple[Span, ...]]:
    """The edited text and the spans of the new pieces in it (a removal yields the empty span's neighbours: none)."""
    out, spans, at, length = [], [], 0, 0
    for edit in sorted(edits, key=lambda e: e.start):
        out.append(text[at : edit.start])
        length += edit.start - at
        if edit.new.strip():
            spans.append((length, length + len(edit.new)))
        out.append(edit.new)
        length += len(edit.new)
        at = edit.end
    return "".join([*out, text[at:]]), tuple(spans)


def old_spans(edits: list[Edit]) -> tuple[Span, ...]:
    """The spans that the edits replace, in the text before them."""
    return tuple((edit.start, edit.end) for edit in edits if edit.end > edit.start)


def like(new: str, old: str) -> str:
    """``new`` with the first letter's case of ``old``."""
    if old[:1].isupper() and new[:1].islower():
        return new[0].upper() + new[1:]
    return new
