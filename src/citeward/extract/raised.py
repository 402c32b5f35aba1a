"""Raised and lowered characters: set apart from the line they stand beside.

A page shows ten to the ninth, and note 1 behind 25; read straight through, both become numbers that stand nowhere: 109
and 251. What is raised or lowered therefore comes out in Unicode's own superscript and subscript characters (Unicode
16, chapter 22.4), and as ``^(..)`` or ``_(..)`` where there are none for it. Words stay as they are: "1st", "TM"
and a small-print sentence are read as written, and so is what brackets set apart already.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from itertools import groupby

Piece = tuple[str, int]
"""A stretch of text and its level: 0 on the line, 1 raised, -1 lowered, further out what is raised or lowered again."""

_SUPERSCRIPTS = str.maketrans(
    "0123456789+-\N{MINUS SIGN}=()abcdefghijklmnoprstuvwxyz",
    "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ",
)
_SUBSCRIPTS = str.maketrans("0123456789+-\N{MINUS SIGN}=()aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ")
_MARKS = {1: "^", -1: "_"}
"""Before a bracket: a mark alone could be taken for Markdown's."""

_WORD = re.compile(r"\S+")
_ORDINAL = frozenset("aoed\N{FEMININE ORDINAL INDICATOR}\N{MASCULINE ORDINAL INDICATOR}")
"""Raised letters that make an ordinal of a number, in French, Spanish, Italian and Portuguese."""

_BRACKETED = re.compile(r"[\[(（【〔{].*[\])）】〕}][.,;:]?\Z", re.DOTALL)


def set_apart(text: str, level: int, before: str = "", after: str = "") -> str:
    """``text`` as it comes out where it is raised (``level`` above 0) or lowered (below), between its two neighbours.

    >>> "10" + set_apart("99", 1, "0"), "CO" + set_apart("2", -1, "O"), "1" + set_apart("st", 1, "1")
    ('10⁹⁹', 'CO₂', '1st')
    >>> "x" + set_apart("q2", 1, "x"), "refundable" + set_apart("[12]", 1, "e")
    ('x^(q2)', 'refundable[12]')
    """
    if not level or not text or _BRACKETED.match(text.strip()):
        return text
    found = []
    done = 0
    for word in _WORD.finditer(text):
        touches_before = word.start() == 0 and before[-1:].isalnum()
        touches_after = word.end() == len(text) and after[:1].isalnum()
        found.append(text[done : word.start()])
        found.append(_word(word[0], level, before[-1:] if touches_before else "", touches_after))
        done = word.end()
    found.append(text[done:])
    return "".join(found)


def _word(word: str, level: int, before: str, touches_after: bool) -> str:
    """One word of what is raised or lowered; ``before`` is the letter or digit it is glued to, if any."""
    has_digit = any(map(_is_number, word))
    if not has_digit and not (_is_number(before) and _could_be_read_on(word)):
        return word
    has_letter = any(map(str.isalpha, word))
    if has_digit and has_letter and not before and not touches_after:
        return word  # "H2O" in small print, with white space around it
    mark = _MARKS[1 if level > 0 else -1]
    if abs(level) > 1:
        return f"{mark}({word})"
    shifted = _plain(word).translate(_SUPERSCRIPTS if level > 0 else _SUBSCRIPTS)
    if any(ours == theirs and ours.isalnum() for ours, theirs in zip(shifted, _plain(word), strict=True)):
        return f"{mark}({word})"
    return shifted


def _could_be_read_on(word: str) -> bool:
    """Whether letters alone, glued to a number, would be taken for part of it: a variable power, a note letter."""
    return word.isalpha() and len(word) == 1 and word.casefold() not in _ORDINAL


def _is_number(character: str) -> bool:
    return bool(character) and unicodedata.category(character)[0] == "N"


def _plain(word: str) -> str:
    """``word`` with full-width and styled digits as plain ones; every other character keeps its place and form."""
    folded = (unicodedata.normalize("NFKC", character) for character in word)
    return "".join(
        plain if len(plain) == 1 and plain.isascii() and plain.isalnum() else ours
        for ours, plain in zip(word, folded, strict=True)
    )


def joined(pieces: Iterable[Piece]) -> str:
    """All ``pieces`` as one text; neighbours of one level are set apart together, as "[" and "12" of two elements."""
    runs = [("".join(text for text, _ in run), level) for level, run in groupby(pieces, key=lambda piece: piece[1])]
    found: list[str] = []
    before = ""
    for index, (text, level) in enumerate(runs):
        after = runs[index + 1][0] if index + 1 < len(runs) else ""
        found.append(set_apart(text, level, before, after))
        before = text or before
    return "".join(found)
