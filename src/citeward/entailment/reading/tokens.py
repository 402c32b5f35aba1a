"""The tokens of a text: words, numbers and the few signs that carry meaning, each with its place.

Contractions come apart ("didn't" is "did", "not"), a possessive ``'s`` falls off, and a comma, stop or bracket leaves a
mark on the token after it, because a negation or a modal does not reach across one.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import NamedTuple

from citeward.entailment.reading.stems import stem
from citeward.entailment.wordlist import words

__all__ = ["FUNCTION_WORDS", "Token", "fold", "tokenize", "tokens_of"]

_TOKEN = re.compile(
    r"\d{1,3}(?:,\d{2,3})+(?:\.\d+)?(?![\d,])|\d+(?:[.:]\d+)+|\d+,\d{1,2}(?!\d)|\d+|[^\W\d_]+(?:['\u2019][^\W\d_]+)*|[$\u20ac\u00a3\u00a5\u20b9%\u2030\u00b0]"
)
_BARRIER = re.compile(r"[,;:!?()\[\]\u2014\u2013\"\u201c\u201d]|\.(?:\s|$)|\n")
_CONTRACTED = {"can": "can", "ca": "can", "wo": "will", "sha": "shall", "ai": "is"}
_ENDINGS = {"re": "are", "ve": "have", "ll": "will", "m": "am", "d": "would"}

FUNCTION_WORDS = words(
    "a an the of in on at to for from by with and or but is are was were be been being it its this that these those "
    "as he she they his her hers their theirs them him we our us you your i my me not no do does did done has have "
    "had will would can could may might must shall should than then there here which who whom whose what when where "
    "how why also such into over under about after before between during so if while more most very just too any some "
    "all each both up out off"
)
"""Words that say nothing about what a text is about. Guards look at some of them, coverage at none."""


class Token(NamedTuple):
    """One token; ``start`` and ``end`` are code points of the text it came from, end exclusive."""

    lower: str
    stem: str
    start: int
    end: int
    barrier: bool
    """Whether punctuation that ends a phrase stands before it."""
    capital: bool
    """Whether it is written with a capital letter."""

    @property
    def content(self) -> bool:
        """Whether it says something about the subject."""
        return self.lower not in FUNCTION_WORDS and (self.lower[0].isdecimal() or len(self.lower) > 1)


def fold(text: str) -> str:
    """Lower case without accents, for comparing names across spellings."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in decomposed if not unicodedata.combining(c))


def tokenize(text: str) -> tuple[Token, ...]:
    """The tokens of ``text`` in order. Linear.

    >>> [t.lower for t in tokenize("It didn't cost $1,000.")]
    ['it', 'did', 'not', 'cost', '$', '1,000']
    """
    return tuple(tokens_of(text))


def tokens_of(text: str) -> Iterator[Token]:
    """The same one by one, for those who need the first few: how a sentence begins tells most of what it is."""
    last = 0
    for match in _TOKEN.finditer(text):
        start, end = match.span()
        barrier = last > 0 and _BARRIER.search(text, last, start) is not None
        word = match.group()
        lower = word.lower().replace("\u2019", "'")
        if "'" not in lower and lower != "cannot":
            yield Token(lower, stem(lower), start, end, barrier, word[0].isupper())
        else:
            for k, (part, low, high) in enumerate(_parts(lower, start, end)):
                yield Token(part, stem(part), low, high, barrier and k == 0, word[0].isupper() and k == 0)
        last = end


def _parts(lower: str, start: int, end: int) -> list[tuple[str, int, int]]:
    """A word taken apart where a contraction or a possessive hides a second one."""
    if lower == "cannot":
        return [("can", start, start + 3), ("not", start + 3, end)]
    if lower.endswith("n't"):
        base = lower[:-3]
        if not base:
            return [("not", start, end)]
        return [(_CONTRACTED.get(base, base), start, end - 3), ("not", end - 3, end)]
    head, _, tail = lower.rpartition("'")
    if tail == "s" and head:
        return [(head, start, end - 2)]
    if tail in _ENDINGS and head:
        return [(head, start, end - len(tail) - 1), (_ENDINGS[tail], end - len(tail) - 1, end)]
    return [(lower, start, end)]
