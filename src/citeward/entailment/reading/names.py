"""Proper names of a text: runs of capitalised words that are not capitalised for another reason."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from citeward.entailment.reading.tokens import FUNCTION_WORDS, Token, fold
from citeward.entailment.wordlist import words

__all__ = ["NOT_NAMES", "Name", "names"]

_INSIDE = frozenset({"of", "de", "van", "von", "der", "den", "la", "le", "du", "al", "bin", "da", "di", "del", "&"})
NOT_NAMES = FUNCTION_WORDS | words(
    "monday tuesday wednesday thursday friday saturday sunday january february march april june july august september "
    "october november december mr mrs ms dr prof sir lord lady yes however although because according overall "
    "moreover furthermore additionally finally first second third one two three four five six seven eight nine ten "
    "many several few other another since as while today yesterday title section chapter figure table part act "
    "article bbc ad bc ce am pm these those every none nothing something someone everyone eur usd gbp jpy celsius "
    "fahrenheit kelvin"
)
_FEWEST = 6
_TITLE_SHARE = 0.75
"""A text with more of its words capitalised is a heading or shouts; its capitals tell nothing."""


@dataclass(frozen=True, slots=True)
class Name:
    """A run of capitalised words; ``first`` and ``stop`` are token indices."""

    words: tuple[str, ...]
    """Folded, without particles."""
    first: int
    stop: int
    start: int
    end: int
    sure: bool
    """Whether it stands where an ordinary word would be in lower case."""


def names(tokens: Sequence[Token], openings: frozenset[int]) -> tuple[Name, ...]:
    """Every name among ``tokens``; ``openings`` are the indices of tokens that open a sentence."""
    letters = [t for t in tokens if t.lower[0].isalpha() and t.content]
    if len(letters) > _FEWEST and sum(t.capital for t in letters) > _TITLE_SHARE * len(letters):
        return ()
    found: list[Name] = []
    i = 0
    while i < len(tokens):
        if not _is_name_word(tokens[i]):
            i += 1
            continue
        stop = i + 1
        while stop < len(tokens) and not tokens[stop].barrier:
            if _is_name_word(tokens[stop]) and stop not in openings:
                stop += 1
            elif (
                tokens[stop].lower in _INSIDE
                and stop + 1 < len(tokens)
                and _is_name_word(tokens[stop + 1])
                and not tokens[stop + 1].barrier
            ):
                stop += 2
            else:
                break
        words = tuple(fold(t.lower) for t in tokens[i:stop] if t.lower not in _INSIDE)
        sure = i not in openings or len(words) > 1
        found.append(Name(words, i, stop, tokens[i].start, tokens[stop - 1].end, sure))
        i = stop
    return tuple(found)


def _is_name_word(token: Token) -> bool:
    return token.capital and token.lower not in NOT_NAMES and len(token.lower) > 1 and token.lower[0].isalpha()
