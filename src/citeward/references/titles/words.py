"""A title as words, and as the keys under which two ways of writing it are the same title.

A key is every letter and digit in order, nothing else: case, accents, punctuation, hyphens and line breaks are not in
it, and every word is. Two titles are equal only when their keys meet, so no word can be added, lost or exchanged.
"""

from __future__ import annotations

import re
from functools import lru_cache

from citeward.references.fold import foldings
from citeward.references.titles.spelling import one_spelling

__all__ = ["FUNCTION_WORDS", "content_words", "keys", "words"]

_FUNCTION_WORDS_TEXT = (
    "a an the of in on for and or to by with from at as is are be its their this that into via "
    "der die das des den dem ein eine und von zu im la le les de du et un une el los y"
)
FUNCTION_WORDS = frozenset(_FUNCTION_WORDS_TEXT.split())
_ARTICLES = frozenset(("a", "an", "the"))
_WORD = re.compile(r"[^\W_]+")
_ACRONYM = re.compile(r"\s?\(([A-Z][A-Za-z0-9&/-]{1,11})\)")
_ACRONYM_REACH = 200
"""Code points before an acronym in which its words are looked for."""
_SIGNS = re.compile(r"(?<=\w)\++|\+(?=\s|$)|[&%×°#@]|(?<=\w)[−⁻]+(?!\w)|(?<![\w])[ÅÅ](?!\w)")
"""Signs that are words: "CD4+" is not "CD4-", "50%" is "50 percent"."""
_NAMED = {"&": " and ", "%": " percent ", "×": " x ", "°": " degree ", "#": " sharp ", "@": " at ", "Å": " angstrom "}


def _spoken(match: re.Match[str]) -> str:
    sign = match[0]
    if sign[0] == "+":
        return " plus " * len(sign)
    return " minus " if sign[0] in "−⁻" else _NAMED.get(sign, " angstrom ")


def words(title: str) -> tuple[str, ...]:
    """Folded words of a plain title in one spelling, signs spoken, a leading article dropped."""
    return _words_of(foldings(_SIGNS.sub(_spoken, title))[0])


def _words_of(folded: str) -> tuple[str, ...]:
    found = tuple(one_spelling(word) for word in _WORD.findall(folded))
    return found[1:] if len(found) > 1 and found[0] in _ARTICLES else found


def content_words(found: tuple[str, ...]) -> tuple[str, ...]:
    """The words that carry meaning."""
    return tuple(word for word in found if word not in FUNCTION_WORDS)


@lru_cache(maxsize=4_096)
def keys(title: str) -> frozenset[str]:
    """Every key of a plain title; empty for a title without letters and digits.

    >>> keys("The Haemoglobin-switch, at 2 Å") == keys("hemoglobin switch at 2 angstroms")
    True
    """
    forms = {title, _ACRONYM.sub(_unless_spelled_out, title)}
    folded = {variant for form in forms for variant in foldings(_SIGNS.sub(_spoken, form))}
    return frozenset(key for key in ("".join(_words_of(text)) for text in folded) if key)


def _unless_spelled_out(match: re.Match[str]) -> str:
    """Drops an acronym in brackets whose letters stand in the words right before it, from the start of one of them."""
    letters = [c.casefold() for c in match[1].removesuffix("s") if c.isalnum()]
    before = _WORD.findall(match.string[max(0, match.start() - _ACRONYM_REACH) : match.start()])[-2 * len(letters) :]
    for first in range(len(before)):
        spelled = iter("".join(before[first:]).casefold())
        if before[first][0].casefold() == letters[0] and all(letter in spelled for letter in letters):
            return "" if len(letters) > 1 else match[0]
    return match[0]
