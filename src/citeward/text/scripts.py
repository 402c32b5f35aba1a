"""Which scripts separate words with spaces, and how wide a text is (UAX #11)."""

from __future__ import annotations

import unicodedata

_UNSPACED = (
    range(0x0E00, 0x0F00),  # Thai, Lao
    range(0x0F00, 0x1000),  # Tibetan
    range(0x1000, 0x10A0),  # Myanmar
    range(0x1780, 0x1800),  # Khmer
    range(0x2E80, 0x3130),  # radicals, CJK punctuation, kana
    range(0x3190, 0x3400),
    range(0x3400, 0xA000),  # CJK
    range(0xAA60, 0xAA80),
    range(0xF900, 0xFB00),
    range(0xFF66, 0xFFA0),  # half-width kana
    range(0x1B000, 0x1B170),
    range(0x20000, 0x323B0),
)
_HANGUL = (range(0x1100, 0x1200), range(0x3130, 0x3190), range(0xA960, 0xA980), range(0xAC00, 0xD800))


def is_unspaced(char: str) -> bool:
    """Whether a letter belongs to a script written without spaces between words (Han, kana, Thai, Khmer, ...)."""
    return char >= "\u0e00" and any(ord(char) in block for block in _UNSPACED)


def is_hangul(char: str) -> bool:
    """Whether a letter is Hangul: spaced by phrase, but wrapped between any two syllables."""
    return char >= "\u1100" and any(ord(char) in block for block in _HANGUL)


def is_wide(text: str, wanted: int) -> bool:
    """Whether a text is as wide: wide and full-width code points count double, marks and invisible ones not at all."""
    if text.isascii():
        return len(text) >= wanted
    for char in text:
        if wanted <= 0:
            break
        if unicodedata.category(char) not in ("Mn", "Me", "Cf"):
            wanted -= 2 if unicodedata.east_asian_width(char) in "WF" else 1
    return wanted <= 0


def has_words(text: str, wanted: int) -> bool:
    """Whether a text has as many words; a character of an unspaced script counts as one."""
    for word in text.split():
        if wanted <= 0:
            break
        if any(map(str.isalnum, word)):
            wanted -= 1
    return wanted <= 0 or (not text.isascii() and sum(map(is_unspaced, text)) >= wanted)
