"""The visual skeleton of a label: equal skeletons look equal (UTS 39 section 4, with marks stripped and Latin
folded)."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from .confusables import CONFUSABLE, NEAR_SHAPE, SAME_SHAPE, SEQUENCES, TWINS

MAX_DIGRAPH = 2
# Latin letters that are called by a word instead of by the letter they look like.
_LATIN_WORD = {
    "ALPHA": "a", "DELTA": "d", "EPSILON": "e", "ETH": "d", "ENG": "n", "ESH": "f", "EZH": "3", "GAMMA": "y",
    "IOTA": "i", "KRA": "k", "OMEGA": "w", "PHI": "o", "SCHWA": "e", "THORN": "p", "UPSILON": "u", "WYNN": "p",
    "YOGH": "3", "CHI": "x", "BETA": "b", "LAMBDA": "y",
}  # fmt: skip


def plain_letters(label: str) -> str:
    """A label with marks stripped and every confusable character replaced by the Latin form it passes for.

    Characters that pass for nothing stay. ASCII comes back as it is. Linear time.
    """
    return label if label.isascii() else "".join(_plain(c) for c in unicodedata.normalize("NFKD", label))


def skeleton(label: str) -> str:
    """`plain_letters` with the one-shape ASCII characters folded too (`rn`/`m`, `vv`/`w`, `cl`/`d`, `1`/`i`/`l`,
    `0`/`o`)."""
    return _fold(plain_letters(label)).translate(SAME_SHAPE)


def coarse_skeleton(label: str) -> str:
    """A skeleton that also folds pairs a reader can tell apart when looking (`u`/`v`, `b`/`d`, `g`/`q`, `5`/`s`);
    same length as the skeleton."""
    return skeleton(label).translate(NEAR_SHAPE)


def passes_for_latin(label: str) -> bool:
    """Whether a label outside ASCII consists of twins of Latin letters, digits and hyphens only."""
    return not label.isascii() and all(c.isascii() or c in TWINS for c in label)


def _fold(text: str) -> str:
    text = text.replace("1", "l")  # c1inical reads clinical, and its first two letters read d
    for pair, single in SEQUENCES:
        text = text.replace(pair, single)
    return text


@lru_cache(maxsize=4_096)
def _plain(c: str) -> str:
    if c.isascii():
        return c
    if unicodedata.combining(c):
        return ""
    if c in CONFUSABLE:
        return CONFUSABLE[c]
    digit = unicodedata.digit(c, None)
    if digit is not None:
        return str(digit)
    base, _, mark = unicodedata.name(c, "").partition(" WITH ")
    if base.startswith("LATIN "):
        return next((_LATIN_WORD.get(word) or word.lower() for word in base.split() if _is_letter_name(word)), c)
    if mark:  # CYRILLIC SMALL LETTER KA WITH DESCENDER looks like what KA looks like
        try:
            return CONFUSABLE.get(unicodedata.lookup(base), c)
        except KeyError:
            return c
    return c


def _is_letter_name(word: str) -> bool:
    """`D` in "SMALL LETTER D WITH STROKE", `AE` in "SMALL LETTER AE", `ENG`: letters, digraphs, and the words above."""
    return word in _LATIN_WORD or (len(word) <= MAX_DIGRAPH and word.isalpha())
