"""How one code point takes part in matching: a letter, a mark on one, nothing at all, or gap.

The classes follow the Unicode Character Database (UAX #44). Letters and decimal digits are compared one to one after
compatibility decomposition (UAX #15) and case folding. Combining marks are *soft* (a quote may leave all of them out)
or *hard* (part of the letter). Everything else is gap, and judged by the gap rules.
"""

from __future__ import annotations

import unicodedata
from enum import IntEnum
from typing import NamedTuple


class Kind(IntEnum):
    """What a code point is to the matcher."""

    GAP = 0
    LETTER = 1
    MARK = 2
    IGNORABLE = 3


class Letter(NamedTuple):
    """How one code point is compared."""

    kind: Kind
    letters: str = ""
    """The folded letters, with hard marks, that it stands for."""
    marks: str = ""
    """Soft marks it puts on the last of its letters; for a mark, the mark itself."""
    raised: str = ""
    """"^" for a superscript and "_" for a subscript: a raised digit is no digit of the number before it."""


# Letters Unicode does not decompose, although readers type them without the stroke, as two letters, or, of Persian yeh
# and kaf, in their Arabic form.
_UNDECOMPOSED = {
    "œ": "oe",
    "æ": "ae",
    "ø": "o\u0338",
    "ł": "l\u0338",
    "đ": "d\u0338",
    "ħ": "h\u0338",
    "ŧ": "t\u0338",
    "ı": "i\u0338",
    "\u06cc": "\u064a",
    "\u06a9": "\u0643",
}
_HEBREW_POINTS = range(0x0591, 0x05C8)
_ARABIC_POINTS = (range(0x0610, 0x061B), range(0x064B, 0x0653), range(0x0656, 0x0660), range(0x06D6, 0x06EE))
_GENERAL_MARKS = (range(0x0300, 0x0370), range(0x1AB0, 0x1B00), range(0x1DC0, 0x1E00), range(0x20D0, 0x2100))
_MODIFIER_APOSTROPHES = "\u02b9\u02ba\u02bb\u02bc\u02bd"
_KANGXI = range(0x2F00, 0x2FD6)
_IDEOGRAPHIC_ZERO = "\u3007"
_HALF_WIDTH_VOICING = "\uff9e\uff9f"
_TATWEEL, _GRAPHEME_JOINER = "\u0640", "\u034f"
_VARIATION_SELECTORS = (range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0), range(0x180B, 0x180E))
_JAMO_TAIL = range(0x1160, 0x1200)
"""Conjoining vowels and final consonants: with a leading consonant they make one Hangul syllable."""


def is_vowel_point(mark: str) -> bool:
    """Whether a mark is a Hebrew point or an Arabic vowel sign, which most texts leave out."""
    code = ord(mark)
    return code in _HEBREW_POINTS or code == 0x0670 or any(code in block for block in _ARABIC_POINTS)


def is_soft_mark(mark: str, base: str) -> bool:
    """Whether `mark` on the folded letter `base` may be missing from a quote that carries no such marks at all.

    Latin and Greek diacritics are soft, as are the dots of Cyrillic "ё" and vowel points. The breve of "й", kana
    voicing, hamza and Indic signs make another letter.
    """
    if is_vowel_point(mark):
        return True
    if not any(ord(mark) in block for block in _GENERAL_MARKS):
        return False
    if "\u0400" <= base <= "\u052f":
        return base == "\u0435" and mark == "\u0308"
    return True


def is_extender(char: str) -> bool:
    """Whether a code point belongs to the letter before it: a combining mark, vowel sign or conjoining jamo."""
    if char < "\u0300":
        return False
    return unicodedata.category(char)[0] == "M" or ord(char) in _JAMO_TAIL or char in _HALF_WIDTH_VOICING


def _is_mark(char: str) -> bool:
    return unicodedata.category(char)[0] == "M"


def _fold(char: str) -> tuple[str, str]:
    letters: list[str] = []
    marks: list[str] = []
    for part in unicodedata.normalize("NFKD", char):
        lowered = part if _is_mark(part) else _UNDECOMPOSED.get(part.lower(), part.casefold())
        for piece in unicodedata.normalize("NFKD", lowered):
            base = letters[-1] if letters else ""
            if not _is_mark(piece):
                if piece.isalnum() and piece not in _MODIFIER_APOSTROPHES:
                    letters.append(piece)
            elif not (piece == "\u0307" and base == "i"):  # the dot of a lower-cased "İ" is the dot of "i"
                (marks if is_soft_mark(piece, base) else letters).append(piece)
    return "".join(letters), "".join(marks)


def _raised(char: str) -> str:
    decomposition = unicodedata.decomposition(char)
    if decomposition.startswith("<super>") and char not in "ªº":
        return "^"
    return "_" if decomposition.startswith("<sub>") else ""


def _is_ignorable(char: str, category: str) -> bool:
    return (
        category == "Cf"
        or char in (_TATWEEL, _GRAPHEME_JOINER)
        or any(ord(char) in block for block in _VARIATION_SELECTORS)
    )


def classify(char: str) -> Letter:
    """Classify one code point. Pure; use `LETTERS` for a remembered answer."""
    category = unicodedata.category(char)
    if _is_ignorable(char, category):
        return Letter(Kind.IGNORABLE)
    if category == "Nd":
        return Letter(Kind.LETTER, str(unicodedata.digit(char)))
    if category[0] == "M":
        return Letter(Kind.MARK, marks=char)
    if char in _HALF_WIDTH_VOICING:
        return Letter(Kind.MARK, marks=unicodedata.normalize("NFKD", char))
    if category == "No":
        raised = _raised(char)
        digit = unicodedata.digit(char, None) if raised else None
        return Letter(Kind.GAP) if digit is None else Letter(Kind.LETTER, str(digit), raised=raised)
    if char in _MODIFIER_APOSTROPHES:
        return Letter(Kind.GAP)
    if category[0] == "L" or ord(char) in _KANGXI or char == _IDEOGRAPHIC_ZERO:
        letters, marks = _fold(char)
        return Letter(Kind.LETTER, letters, marks, _raised(char)) if letters else Letter(Kind.GAP)
    return Letter(Kind.GAP)


class _Remembered(dict[str, Letter]):
    """Classes by character, filled as characters are met; at most one entry per assigned code point."""

    def __missing__(self, char: str) -> Letter:
        found = self[char] = classify(char)
        return found


LETTERS = _Remembered()


def sieve(char: str) -> bytes:
    """The bytes one code point leaves in a skeleton: one per base letter or digit, none for marks and gap.

    Equal letters leave equal bytes whether composed or not, so a skeleton finds every place worth comparing; unlike
    letters may share a byte, so a hit proves nothing yet.
    """
    info = LETTERS[char]
    if info.kind is not Kind.LETTER:
        return b""
    out = bytearray()
    for letter in info.letters:
        code = ord(letter)
        if code < 0x80:
            out.append(code)
        elif not _is_mark(letter) and code not in _JAMO_TAIL:
            out.append(0x80 | ((code * 0x9E3779B1 & 0xFFFFFFFF) >> 25))
    return bytes(out)


class _Sieved(dict[str, bytes]):
    def __missing__(self, char: str) -> bytes:
        found = self[char] = sieve(char)
        return found


SIEVED = _Sieved()
"""`sieve` by character, remembered."""
