"""Take a text apart into compared letters, the gaps between them and the marks on them."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from .letters import LETTERS, Kind, is_soft_mark

_ASCII_GAP = re.compile(r"[^A-Za-z0-9]+")
_ASCII_DROP = {code: None for code in range(128) if not chr(code).isalnum()}
_SUPERSCRIPT_MINUS = "\u207b"
RAISED_END = "^^"
"""Stands in the gap where a digit follows a raised digit: "10²3" is not "1023"."""


@dataclass(frozen=True, slots=True)
class Dissected:
    """A text as the matcher compares it.

    `gaps[i]` is what stands before letter `i`; `gaps[len(letters)]` is the tail. Empty gaps are absent. A superscript
    or subscript adds "^" or "_" to the gap before it when it follows a digit or another raised letter's base.
    """

    letters: str
    gaps: dict[int, str]
    marks: dict[int, str]
    """Soft marks by the index of the letter that carries them, in canonical order."""


def _dissect_ascii(text: str) -> Dissected:
    gaps: dict[int, str] = {}
    dropped = 0
    for match in _ASCII_GAP.finditer(text):
        start, end = match.span()
        gaps[start - dropped] = match.group()
        dropped += end - start
    return Dissected(text.translate(_ASCII_DROP).lower(), gaps, {})


def _dissect_unicode(text: str) -> Dissected:
    letters: list[str] = []
    gaps: dict[int, str] = {}
    marks: dict[int, str] = {}
    pending: list[str] = []
    count = 0
    raised_before = ""
    for char in text:
        kind, folded, own_marks, raised = LETTERS[char]
        if kind is Kind.LETTER:
            if raised != raised_before or (raised and pending):
                pending += _raised_gap(raised, pending, letters[-1][-1] if letters else "", folded)
            raised_before = raised
            if pending:
                gaps[count] = "".join(pending)
                pending.clear()
            letters.append(folded)
            count += len(folded)
            if own_marks:
                marks[count - 1] = own_marks
        elif kind is Kind.MARK and count and not pending:
            base = letters[-1][-1]
            if own_marks == "\u0307" and base == "i":
                continue
            if is_soft_mark(own_marks, base):
                marks[count - 1] = unicodedata.normalize("NFD", "a" + marks.get(count - 1, "") + own_marks)[1:]
            else:
                letters.append(own_marks)
                count += 1
        else:
            pending.append("^-" if char == _SUPERSCRIPT_MINUS else char)
    if pending:
        gaps[count] = "".join(pending)
    return Dissected("".join(letters), gaps, marks)


def _raised_gap(raised: str, pending: list[str], left: str, right: str) -> list[str]:
    """What a change of level between two letters adds to the gap between them."""
    if raised == "^":
        return [] if pending and pending[-1] in ("^", "^-") else ["^"]
    beside_digit = not pending and left.isdigit() and right.isdigit()
    if raised == "_":
        return ["_"] if beside_digit else []
    return [RAISED_END] if beside_digit else []


def dissect(text: str) -> Dissected:
    """Take `text` apart. Time and memory are linear in its length."""
    return _dissect_ascii(text) if text.isascii() else _dissect_unicode(text)
