"""Letters reduced to what two spellings of one word have in common: case, accents, ligatures, other alphabets.

A letter with a mark has two honest reductions, ``Mühlen`` to ``muhlen`` and to ``muehlen``, so a text has a small set
of foldings and two texts are the same when their sets meet.
"""

from __future__ import annotations

import unicodedata

__all__ = ["foldings", "romanised"]

_LETTERS = str.maketrans(
    {
        "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h", "ŋ": "n",
        "ŧ": "t", "ə": "e", "ʻ": "", "ʼ": "", "’": "", "‘": "", "'": "", "`": "", "´": "",
    }
)  # fmt: skip
_DIGRAPHS = {"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe"}
_MAX_DIGRAPHS = 3
"""Marked letters of one text that are tried both ways: no language has more of them, and each doubles the spellings."""
_GREEK = (
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma sigma tau upsilon "
    "phi chi psi omega"
)
_GREEK_NAMES = str.maketrans(dict(zip("αβγδεζηθικλμνξοπρσςτυφχψω", _GREEK.split(), strict=True)))
_ROMAN = str.maketrans(
    {
        # ISO 9 without its marks, with the digraphs that passports and journals use.
        "а": "a", "б": "b", "в": "v", "г": "g", "ґ": "g", "д": "d", "е": "e", "ё": "e", "є": "ye", "ж": "zh",
        "з": "z", "и": "i", "і": "i", "ї": "yi", "й": "y", "к": "k", "л": "l", "м": "m", "н": "n", "о": "o",
        "п": "p", "р": "r", "с": "s", "т": "t", "у": "u", "ф": "f", "х": "kh", "ц": "ts", "ч": "ch", "ш": "sh",
        "щ": "shch", "ъ": "", "ы": "y", "ь": "", "э": "e", "ю": "yu", "я": "ya", "ђ": "dj", "ј": "j", "љ": "lj",
        "њ": "nj", "ћ": "c", "џ": "dz",
        # ELOT 743 for Greek family names.
        "α": "a", "β": "v", "γ": "g", "δ": "d", "ε": "e", "ζ": "z", "η": "i", "θ": "th", "ι": "i", "κ": "k",
        "λ": "l", "μ": "m", "ν": "n", "ξ": "x", "ο": "o", "π": "p", "ρ": "r", "σ": "s", "ς": "s", "τ": "t",
        "υ": "y", "φ": "f", "χ": "ch", "ψ": "ps", "ω": "o",
    }
)  # fmt: skip


def _base(text: str) -> str:
    # Composed, so that a table of single letters sees "ü" whichever way it was typed.
    return unicodedata.normalize("NFC", unicodedata.normalize("NFKC", text).casefold())


def _unmarked(text: str) -> str:
    if text.isascii():
        return text
    return "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))


def _spellings(base: str) -> tuple[str, ...]:
    """With each kind of marked letter left to lose its mark, or written out: languages differ letter by letter."""
    spellings = [base]
    for letter in sorted({c for c in base if c in _DIGRAPHS})[:_MAX_DIGRAPHS]:
        spellings += [spelling.replace(letter, _DIGRAPHS[letter]) for spelling in spellings]
    return tuple(spellings)


def foldings(text: str) -> tuple[str, ...]:
    """The foldings of a text, the one with marks dropped first.

    Greek letters become their names, which is how titles spell them in ASCII.

    >>> foldings("Müller & Co")
    ('muller & co', 'mueller & co')
    >>> foldings("β-Catenin")
    ('beta-catenin',)
    """
    base = _base(text)
    if base.isascii():
        return (base.translate(_LETTERS),)
    return tuple(_unmarked(spelling.translate(_LETTERS)).translate(_GREEK_NAMES) for spelling in _spellings(base))


def romanised(text: str) -> tuple[str, ...]:
    """The foldings of a personal name; Cyrillic and Greek are transliterated letter by letter.

    >>> romanised("Чебышёв")
    ('chebyshev',)
    """
    base = _base(text)
    if base.isascii():
        return (base.translate(_LETTERS),)
    return tuple(
        _unmarked(spelling.translate(_LETTERS).translate(_ROMAN)).translate(_ROMAN) for spelling in _spellings(base)
    )
