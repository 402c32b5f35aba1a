"""Numbers in a text that only point to a note: superscripts, numbers in brackets, digits glued to a word or stop.

A quote may leave them out; its excerpt shows them. A digit that may belong to the text is no such number: behind a
digit, a unit or a short name, or glued to a word without a note of that number or a neighbour in the count.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from .heads import is_abbreviation

_RAISED = "\u2070\u00b9\u00b2\u00b3\u2074-\u2079"
_BEHIND = r"(?:(?<=[^\W\d_]{3})|(?<=[^\W\d_][.,;:!?])|(?<=[.,;:!?)\]\"”’»][\"”’»)\]])|(?<=[^\W\d_][)\]\"”’»]))"
_REFERENCE = re.compile(
    rf"{_BEHIND}(?P<raised>[{_RAISED}]{{1,3}}(?:[,\u207b–-][{_RAISED}]{{1,3}})*)(?![{_RAISED}\d])"
    r"|(?P<label>\[\^[\w-]{1,30}\])(?!:)"
    r"|(?:(?<=[^\W\d_]{2})|(?<=[.,;:!?)\]\"”’»]))(?P<bracket>\[\d{1,3}(?:\s?[,;–-]\s?\d{1,3}){0,9}\])(?![(\w])"
    r"|(?<=[^\W\d_])(?P<apart>[ \xa0]\[\d{1,3}(?:\s?[,;–-]\s?\d{1,3}){0,9}\])(?=[.,;:!?)]|\s*$)"
    r"|(?:(?<=[^\W\d_]{3}[.!?,;])|(?<=[^\W\d_][.!?,][\"”’»])|(?<=[\"”’»][.!?,;]))(?P<stop>\d{1,3})"
    r"(?=\s+[^\W\d_a-z]|\s*$|(?<=[,;]\d)\s|(?<=[,;]\d\d)\s)"
    r"|(?<=[^\W\d_A-Z]{4})(?P<glued>\d{1,3})(?=[\s.,;:)]|$)"
)
_NOTE_LINE = re.compile(r"^[ \t]*[\[(]?(\d{1,3})[\])]?[.:]?[ \t]+\S", re.MULTILINE)
_WORD_BEFORE = 24


def note_references(text: str) -> Iterator[tuple[int, int]]:
    """The extents of the numbers in `text` that only point to a note, in order. Linear in its length."""
    glued: list[tuple[int, int, int, str]] = []
    for match in _REFERENCE.finditer(text):
        start, end = match.span()
        if match["glued"] is not None:
            glued.append((start, end, int(match["glued"]), _word_before(text, start)))
        elif match["stop"] is None or not is_abbreviation(text[max(0, start - _WORD_BEFORE) : start], text[start]):
            yield start, end
    if not glued:
        return
    noted = {int(number) for number in _NOTE_LINE.findall(text)}
    words: dict[int, set[str]] = {}
    for _, _, number, word in glued:
        words.setdefault(number, set()).add(word)
    for start, end, number, word in glued:
        neighbours = words.get(number - 1, set()) | words.get(number + 1, set())
        if number in noted or neighbours - {word}:
            yield start, end


def _word_before(text: str, at: int) -> str:
    begin = at
    while begin > 0 and at - begin < _WORD_BEFORE and text[begin - 1].isalpha():
        begin -= 1
    return text[begin:at].casefold()
