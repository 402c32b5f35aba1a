"""Quoted passages in running text, told from scare quotes.

A passage in quotation marks is a quotation when it is long enough to have been copied, or when the words before it say
that somebody is being quoted. A ``"policy"`` in quotation marks is neither.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator

__all__ = ["find"]

_PAIRED = re.compile(
    "\u201c(?P<a>[^\u201c\u201d]{2,4000})\u201d"
    "|\u00ab(?P<b>[^\u00ab\u00bb]{2,4000})\u00bb"
    "|\u201e(?P<c>[^\u201c\u201d\u201e]{2,4000})[\u201c\u201d]"
    "|\u300c(?P<d>[^\u300c\u300d]{2,4000})\u300d"
    "|\u300e(?P<e>[^\u300e\u300f]{2,4000})\u300f"
    '|(?<![0-9A-Za-z])"(?P<f>[^"]{2,4000})"(?![0-9A-Za-z])'
)
_ANY = re.compile("[\u201c\u00ab\u201e\u300c\u300e\"\u2018']")
# Single quotation marks are apostrophes as well: one that a letter follows does not close a passage.
_SINGLE_OPENS = re.compile("(?<!\\w)\u2018|(?<![\\w'])'")
_SINGLE_CLOSES = {"\u2018": re.compile("\u2019(?!\\w)"), "'": re.compile("'(?!\\w)|\\n")}
_LONGEST = 4000
"""Code points of a quoted passage; a longer stretch between two marks is a missing mark."""
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
    pairs = [match.span(match.lastgroup) for match in _PAIRED.finditer(text) if match.lastgroup is not None]
    found = [(start, end) for start, end in (*pairs, *_single(text)) if _is_quotation(text, start - 1, text[start:end])]
    disjoint: list[tuple[int, int]] = []
    for start, end in sorted(found):
        if not disjoint or start >= disjoint[-1][1]:
            disjoint.append((start, end))
    return disjoint


def _single(text: str) -> Iterator[tuple[int, int]]:
    """Passages in single quotation marks. Each mark is looked at once: closers are found by bisection."""
    closes: dict[str, list[int]] = {}
    after = 0
    for match in _SINGLE_OPENS.finditer(text):
        mark, start = match.group(), match.end()
        if start <= after:
            continue
        if mark not in closes:
            closes[mark] = [close.start() for close in _SINGLE_CLOSES[mark].finditer(text)]
        index = bisect_left(closes[mark], start)
        end = closes[mark][index] if index < len(closes[mark]) else len(text)
        if end < len(text) and text[end] != "\n" and end - start <= _LONGEST:
            yield start, end
            after = end


def _is_quotation(text: str, at: int, passage: str) -> bool:
    words = len(_WORD.findall(passage)) + len(_WIDE.findall(passage)) // 2
    if words >= _COPIED:
        return True
    return words >= _QUOTED and _INTRODUCES.search(text, max(0, at - 40), at) is not None
