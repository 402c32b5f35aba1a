"""Quoted passages in running text, told from scare quotes.

A passage in quotation marks is a quotation when it is long enough to have been copied, or when the words before it say
that somebody is being quoted. A ``"policy"`` in quotation marks is neither.
"""

from __future__ import annotations

import re

__all__ = ["find"]

# 4,000 code points at most: a longer stretch between two marks is a missing mark, and every attempt stays bounded.
_PAIRED = re.compile(
    "\u201c(?P<a>[^\u201c\u201d]{2,4000})\u201d"
    "|\u00ab(?P<b>[^\u00ab\u00bb]{2,4000})\u00bb"
    "|\u201e(?P<c>[^\u201c\u201d\u201e]{2,4000})[\u201c\u201d]"
    "|\u300c(?P<d>[^\u300c\u300d]{2,4000})\u300d"
    "|\u300e(?P<e>[^\u300e\u300f]{2,4000})\u300f"
    '|"(?P<f>[^"]{2,4000})"'
    "|(?<!\\w)\u2018(?P<g>(?:[^\u2018\u2019]|\u2019(?=\\w)){2,4000})\u2019(?!\\w)"
    "|(?<![\\w'])'(?P<h>(?:[^'\\n]|'(?=\\w)){2,4000})'(?!\\w)"
)
_ANY = re.compile("[\u201c\u00ab\u201e\u300c\u300e\"\u2018']")
_WORD = re.compile(r"[^\W_]+(?:['\u2019][^\W_]+)*")
_WIDE = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0eff\u1780-\u17ff]")
_INTRODUCES = re.compile(
    r"(?:\b(?:say|says|said|saying|state|states|stated|stating|read|reads|write|writes|wrote|written|provide|provides|"
    r"provided|note|notes|noted|require|requires|declare|declares|define|defines|defined|quote|quotes|quoted|add|adds|"
    r"explain|explains|warn|warns|specify|specifies|stipulate|stipulates|word|words|wording|phrase|clause|sentence|"
    r"follows|that|sagt|lautet|schreibt|dit|dispone|dice)\b[\s,]*|[:\uff1a]\s*|[\u8bf4\u66f0\u9053\u5b9a\u5199]\s*)$"
)
_COPIED = 4
"""Words from which a passage in quotation marks is a quotation whatever stands before it."""
_QUOTED = 2
"""Words that suffice where it is introduced as one."""


def find(text: str) -> list[tuple[int, int]]:
    """The extents of quoted passages in ``text``, quotation marks outside, ascending and disjoint.

    >>> text = 'The "policy" says: "All laptops must be encrypted".'
    >>> [text[a:b] for a, b in find(text)]
    ['All laptops must be encrypted']
    """
    if _ANY.search(text) is None:
        return []
    found = []
    for match in _PAIRED.finditer(text):
        kind = match.lastgroup
        if kind is None:
            continue
        start, end = match.span(kind)
        if _is_quotation(text, match.start(), text[start:end]):
            found.append((start, end))
    return found


def _is_quotation(text: str, at: int, passage: str) -> bool:
    words = len(_WORD.findall(passage)) + len(_WIDE.findall(passage)) // 2
    if words >= _COPIED:
        return True
    return words >= _QUOTED and _INTRODUCES.search(text, max(0, at - 40), at) is not None
