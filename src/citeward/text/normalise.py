"""Normal forms of a span of text, one per version, for hashing.

A normal form forgets how a text is set and keeps what it says: it survives re-wrapping, Markdown emphasis, headings and
list bullets, kinds of quotation mark and Unicode composition (NFC, UAX #15), and tells apart a digit, a sign, a word,
case and punctuation.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from types import MappingProxyType

from .version import NORMALISER_VERSION

_QUOTES = dict.fromkeys(map(ord, "\"'“”„‟‘’‚‛«»‹›′″´`＂＇「」『』〝〞〟"), "'")
_DASHES = dict.fromkeys(map(ord, "\u2010\u2011\u2012–−﹣－"), "-") | dict.fromkeys(map(ord, "―⸺﹘"), "—")
_IGNORED = re.compile(
    "[\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufe00-\ufe0f\ufeff]"
)
_LINE_MARKUP = re.compile(r"^[ \t]*(?:(?:>|#{1,6}|[*+•◦▪‣]|[-–](?=[ \t]))[ \t]+|>)+", re.MULTILINE)
_RULE = re.compile(r"^[ \t]*(?:={3,}|-{3,}|\*{3,}|_{3,})[ \t]*$", re.MULTILINE)
_EMPHASIS = re.compile(
    r"(?<![\d*])\*{1,3}(?=[^\s*])|(?<=[^\s*])\*{1,3}(?![\d*])|(?<!\w)_{1,3}(?=\w)|(?<=\w)_{1,3}(?!\w)|`+"
)
_TRAILING_HASHES = re.compile(r"(?<![ \t])[ \t]+#+[ \t]*$", re.MULTILINE)
_SPACE = re.compile(r"\s+")
_INSIDE_QUOTES = re.compile(r"(?<=[«‹]) | (?=[»›])")


def _n1(text: str) -> str:
    text = _IGNORED.sub("", unicodedata.normalize("NFC", text))
    text = _EMPHASIS.sub("", _TRAILING_HASHES.sub("", _RULE.sub("", _LINE_MARKUP.sub("", text))))
    text = _INSIDE_QUOTES.sub("", _SPACE.sub(" ", text))
    return text.translate(_QUOTES).translate(_DASHES).strip()


NORMALISERS: Mapping[str, Callable[[str], str]] = MappingProxyType({"n1": _n1})
"""Every normal form ever used, by version; none is changed once it has been released."""


def normalise(text: str, version: str = NORMALISER_VERSION) -> str:
    """The normal form of `text`; idempotent and linear.

    Raises:
        ValueError: an unknown version.
    """
    form = NORMALISERS.get(version)
    if form is None:
        raise ValueError(f"unknown normaliser version {version!r}; known: {', '.join(NORMALISERS)}")
    once = form(text)
    # Taking emphasis away can bring other markup to the start of a line; a second round settles all but crafted text.
    return form(once)
