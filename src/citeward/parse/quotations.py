"""Quoted passages in running text, told from scare quotes.

A passage in quotation marks is a quotation when it is long enough to have been copied, or when the words before it say
that somebody is being quoted. A ``"policy"`` in quotation marks is neither. A passage set as a block quotation needs no
marks; a callout that only looks like one is none.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

__all__ = ["find", "find_set_off"]

_PAIRED = re.compile(
    "\u201c(?P<curly>[^\u201c\u201d]{2,})\u201d"
    '|\u201c(?P<opened>[^\u201c\u201d"]{2,})"(?![0-9A-Za-z])'
    '|(?<![0-9A-Za-z])"(?P<closed>[^\u201c\u201d"]{2,})\u201d'
    "|\u00ab(?P<guillemets>[^\u00ab\u00bb]{2,})\u00bb"
    "|\u00bb(?P<inward>[^\u00ab\u00bb]{2,})\u00ab"
    "|\u2039(?P<angles>[^\u2039\u203a]{2,})\u203a"
    "|\u201f(?P<high>[^\u201d\u201f]{2,})\u201d"
    "|\u301d(?P<prime>[^\u301d-\u301f]{2,})[\u301e\u301f]"
    '|\u201e(?P<low>[^\u201c\u201d\u201e"]{2,})[\u201c\u201d"]'
    "|\u201d(?P<nordic>[^\u201c\u201d]{2,})\u201d"
    "|\u300c(?P<corner>[^\u300c\u300d]{2,})\u300d"
    "|\u300e(?P<double>[^\u300e\u300f]{2,})\u300f"
    "|\u275d(?P<heavy>[^\u275d\u275e]{2,})\u275e"
    "|\uff02(?P<wide>[^\uff02]{2,})\uff02"
    "|``(?P<tex>[^`']{2,})''"
)
_ANY = re.compile("[\u201c-\u201f\u301d\u00ab\u00bb\u2039\u300c\u300e\u275d\uff02\"\u2018']|``")
# Single quotation marks are apostrophes as well: one that a letter follows does not close a passage.
_SINGLE_OPENS = re.compile("(?<!\\w)\u2018|(?<![\\w'])'")
_SINGLE_CLOSES = {"\u2018": re.compile("\u2019(?!\\w)"), "'": re.compile("'(?!\\w)|\\n")}
_WORD = re.compile(r"[^\W_]+(?:['\u2019][^\W_]+)*")
_WIDE = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0eff\u1780-\u17ff]")
_INTRODUCES = re.compile(
    r"(?:\b(?:say|says|said|saying|state|states|stated|stating|read|reads|write|writes|wrote|written|provide|provides|"
    r"provided|note|notes|noted|require|requires|declare|declares|define|defines|defined|quote|quotes|quoted|add|adds|"
    r"explain|explains|warn|warns|specify|specifies|stipulate|stipulates|word|words|wording|phrase|clause|sentence|"
    r"follows|that|sagt|lautet|schreibt|dit|dispone|dice)\b[\s,]*|[:\uff1a]\s*|[\u8bf4\u66f0\u9053\u5b9a\u5199]\s*)$"
)
_JOINS = re.compile(r"[0-9A-Za-z\u00c0-\u024f]")
"""What joins a straight mark on to a word: an inch mark closes nothing behind, a closing mark opens nothing."""
_CALLOUT = re.compile(
    r"\W*(?:\[!\w+\]|[^\W\d_]{2,15}(?: [^\W\d_]{2,15})?\s*[:\uff1a])|\s*[\u2600-\u27bf\U0001f000-\U0001faff]"
)
"""How a note, a tip or a warning begins that is set as a block quotation."""
_CREDIT = re.compile(r"\s(?:[\u2014\u2013\u2015]|--?)\s*(?=[^.!?\u3002]{1,120}$)")
"""The line that credits a block quotation to its source."""
_AROUND = " \t\n.,;:!?)]\u2026\u3002\uff0c"
"""What the passage behind a marker does not begin with."""
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
    found = [
        (start, end)
        for start, end in (*pairs, *_straight(text), *_single(text))
        if _is_quotation(text, start - 1, text[start:end])
    ]
    disjoint: list[tuple[int, int]] = []
    for start, end in sorted(found):
        if not disjoint or start >= disjoint[-1][1]:
            disjoint.append((start, end))
    return disjoint


def find_set_off(text: str, marks: Sequence[int]) -> list[tuple[int, int]]:
    """The extents of what a block quotation quotes; each of ``marks``, where markers stand, ends a passage.

    >>> text = "Refunds are paid within 30 days. \u2014 Returns policy"
    >>> [text[a:b] for a, b in find_set_off(text, [])]
    ['Refunds are paid within 30 days.']
    >>> find_set_off("Note: refunds are paid within 30 days.", [])
    []
    """
    if _CALLOUT.match(text):
        return []
    found = []
    begin = 0
    for stop in (*marks, len(text)):
        credited = _CREDIT.search(text, begin, stop)
        passage = text[begin : stop if credited is None else credited.start()]
        start = begin + len(passage) - len(passage.lstrip(_AROUND))
        end = begin + len(passage.rstrip())
        if _words(text[start:end]) >= _COPIED:
            found.append((start, end))
        begin = stop
    return found


def _straight(text: str) -> Iterator[tuple[int, int]]:
    """Passages in straight marks, one inside another too; a mark that a letter follows opens, and any other closes."""
    opened: list[int] = []
    at = text.find('"')
    while at >= 0:
        if opened and not _JOINS.match(text, at + 1):
            start = opened.pop()
            if at - start >= 2:
                yield start, at
        elif not at or not _JOINS.match(text, at - 1):
            opened.append(at + 1)
        at = text.find('"', at + 1)


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
        if end < len(text) and text[end] != "\n":
            yield start, end
            after = end


def _words(passage: str) -> int:
    return len(_WORD.findall(passage)) + len(_WIDE.findall(passage)) // 2


def _is_quotation(text: str, at: int, passage: str) -> bool:
    words = _words(passage)
    if words >= _COPIED:
        return True
    return words >= _QUOTED and _INTRODUCES.search(text, max(0, at - 40), at) is not None
