"""Everything a guard reads off a text, worked out once and kept for the next claim against the same source."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from citeward.entailment.reading.dates import Date, dates, is_relative
from citeward.entailment.reading.names import Name, names
from citeward.entailment.reading.quantities import Quantity, quantities
from citeward.entailment.reading.tokens import FUNCTION_WORDS, Token, fold, tokenize
from citeward.parse import sentence_extents

__all__ = ["Reading", "Sentence", "read"]

_WRAP = re.compile(r"[^\S\n]*\n[^\S\n]*")
_WIDTH = 40
"""Code points of a line from which on it may have been broken for its width. Rows of a list are shorter."""
_CACHED = 256
"""Texts kept: the sources of a few answers."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence: code points, and the range of its tokens."""

    start: int
    end: int
    first: int
    stop: int


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """One text, read."""

    text: str
    tokens: tuple[Token, ...]
    sentences: tuple[Sentence, ...]
    quantities: tuple[Quantity, ...]
    dates: tuple[Date, ...]
    names: tuple[Name, ...]
    stems: frozenset[str]
    sentence_stems: tuple[frozenset[str], ...]
    folded: frozenset[str]
    """Every word, folded: where a name is looked for."""
    capitals: frozenset[str]
    """The capitalised ones among them: where a relative of a name is looked for."""
    relative: bool
    """Whether it tells time from somewhere else."""

    def words(self, first: int, stop: int) -> tuple[str, ...]:
        """The lower-case tokens of a range."""
        return tuple(token.lower for token in self.tokens[first:stop])


@lru_cache(maxsize=_CACHED)
def read(text: str) -> Reading:
    """The reading of ``text``. Linear; the last few hundred are kept."""
    tokens = tokenize(text)
    found = []
    at = 0
    for start, end in _unwrapped(text, sentence_extents(text)):
        first = at
        while at < len(tokens) and tokens[at].start < end:
            at += 1
        if at > first:
            found.append(Sentence(start, end, first, at))
    calendar = dates(text, tokens)
    taken = frozenset(i for date in calendar for i in range(date.first, date.stop))
    openings = frozenset(sentence.first for sentence in found) | _after_quotes(text, tokens)
    return Reading(
        text,
        tokens,
        tuple(found),
        quantities(text, tokens, taken),
        calendar,
        names(tokens, openings),
        frozenset(token.stem for token in tokens),
        tuple(frozenset(token.stem for token in tokens[one.first : one.stop]) for one in found),
        frozenset(fold(token.lower) for token in tokens),
        frozenset(fold(token.lower) for token in tokens if token.capital and token.content),
        is_relative(text),
    )


def _unwrapped(text: str, extents: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The sentences, those joined again that only the width of a page has broken in two."""
    joined: list[tuple[int, int]] = []
    for start, end in extents:
        if joined and _WRAP.fullmatch(text, joined[-1][1], start) and _runs_on(text, joined[-1][1], start):
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((start, end))
    return joined


def _runs_on(text: str, end: int, start: int) -> bool:
    """Whether a long line that ends at ``end`` goes on in the next: in a small letter, behind a comma or "from"."""
    line = text[max(0, end - _WIDTH) : end]
    if len(line) < _WIDTH or "\n" in line or line[-1] in ".!?:;|" or text[start] in "|-*\u2022\u2013#>":
        return False
    return text[start].islower() or line[-1] == "," or line.rsplit(None, 1)[-1].lower() in FUNCTION_WORDS


def _after_quotes(text: str, tokens: tuple[Token, ...]) -> frozenset[int]:
    """Tokens that open a quotation or follow a colon: capitalised whatever they are."""
    return frozenset(
        i
        for i, token in enumerate(tokens)
        if (token.start and text[token.start - 1] in '"\u201c\u2018:')
        or text[max(0, token.start - 2) : token.start] == ": "
    )
