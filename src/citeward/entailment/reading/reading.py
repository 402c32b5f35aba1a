"""Everything a guard reads off a text, worked out once and kept for the next claim against the same source."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from citeward.entailment.reading.dates import Date, dates, is_relative
from citeward.entailment.reading.names import Name, names
from citeward.entailment.reading.quantities import Quantity, quantities
from citeward.entailment.reading.tokens import Token, fold, tokenize
from citeward.parse import sentence_extents

__all__ = ["Reading", "Sentence", "read"]

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
    for start, end in sentence_extents(text):
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


def _after_quotes(text: str, tokens: tuple[Token, ...]) -> frozenset[int]:
    """Tokens that open a quotation or follow a colon: capitalised whatever they are."""
    return frozenset(
        i
        for i, token in enumerate(tokens)
        if (token.start and text[token.start - 1] in '"\u201c\u2018:')
        or text[max(0, token.start - 2) : token.start] == ": "
    )
