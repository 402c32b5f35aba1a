"""Numbers in brackets: ``[1]``, ``[1, 3-5]``, ``［9］``; with a prefix ``[doc1]``, ``[citation:1]``; and superscripts.

``a[0]`` and ``list[1, 2]`` are code, ``[2023]`` is a year, ``[0, 1]`` an interval, ``m²`` a unit.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from citeward.parse import is_no_citation
from citeward.providers.interface import SourceKind, SourceRef
from citeward.providers.markers.found import Family, Found, Known

__all__ = ["numbers_of", "numeric", "ordinal", "superscripts"]

_WIDEST_RANGE = 64
"""Sources one ``[1-64]`` may stand for; of a wider range only the ends are kept, lest nine characters make millions."""
_MOST_ITEMS = 64
_YEAR = 1000
"""Numbers from here on that no source has are years, standards or section numbers."""
_DIGITS = r"[0-9０-９]{1,6}"
_FRAGMENT = r"#[^\s\[\],;]{1,80}"
"""Open WebUI's ``[1#section]``. Of the ways to go on after a number exactly one may match nothing: two would double the
ways a failing match is tried with every number."""
_SPACED_DASH = r"\s?[-–—−]\s?"
_DASH = re.compile(_SPACED_DASH)
_INDENT = 12
"""Code points of indentation and quote marks before a definition; looking back further would cost a line each time."""
_SUPERSCRIPT = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
_RAISED = re.compile(r"[⁰¹²³⁴-⁹]{1,4}(?:[⁼,˒⸴]\s?[⁰¹²³⁴-⁹]{1,4})*")
_UNIT = re.compile(r"(?:^|[\s\d/·(])(?:[kcdmµ]?m|ft|in|yd|mi|s|h|kg|ha|R|x|y|n|r|a|b|c|e|\d)$")
_DEFINES = re.compile(r"[ \t]*:")


def numeric(known: Known, *, prefix: str = "", promised: bool = False) -> Family:
    """Numbers in square or full-width brackets.

    Args:
        known: the sources the numbers count in.
        prefix: what stands before each number, e.g. ``doc``.
        promised: the provider promises the format and the list: a number without an entry is dangling even where the
            whole list is missing.
    """
    word = rf"(?:{re.escape(prefix)})?" if prefix else ""
    one = rf"{_DIGITS}(?:{_FRAGMENT}|(?:{_SPACED_DASH}{word}{_DIGITS})*)"
    several = rf"{re.escape(prefix)}{one}(?:\s?[,;，、；]\s?{word}{one}){{0,{_MOST_ITEMS - 1}}}"
    pattern = re.compile(rf"(?<!\\)(?:\[\s?({several})\s?\]|［({several})］)", re.IGNORECASE)

    def find(text: str) -> Iterator[Found]:
        for match in pattern.finditer(text):
            start, end = match.span()
            numbers = numbers_of(match[1] or match[2], prefix)
            bare = match[1] is not None and not prefix
            if (
                (bare and is_no_citation(text, start, end, tuple(numbers), first=1))
                or not _is_marker(numbers, known)
                or _is_definition(text, start, end)
            ):
                continue
            yield Found(start, end, tuple(ordinal(number, known, promised=promised) for number in numbers))

    return find


def ordinal(number: int, known: Known, kind: SourceKind = SourceKind.ORDINAL, *, promised: bool = False) -> SourceRef:
    """The source under a number, as the payload lists it; dangling where it lists sources and not this one."""
    listed = known.get(number)
    if listed is not None:
        return replace(listed, kind=kind, index=number)
    return SourceRef(
        kind, index=number, dangling=promised or bool(known) or (kind is SourceKind.ORDINAL and number < 1)
    )


def numbers_of(inside: str, prefix: str = "") -> list[int]:
    """The numbers a bracket names, ranges written out.

    >>> numbers_of("1,3–5")
    [1, 3, 4, 5]
    """
    numbers: list[int] = []
    for item in re.split(r"[,;，、；]", inside)[:_MOST_ITEMS]:
        ends = [_number(end, prefix) for end in _DASH.split(item.partition("#")[0].strip())]
        for low, high in pairwise(ends):
            inner = range(low, high) if 0 < high - low < _WIDEST_RANGE else (low,)
            numbers.extend(inner)
        numbers.append(ends[-1])
    return list(dict.fromkeys(numbers))


def _number(text: str, prefix: str) -> int:
    return int(text.strip().lower().removeprefix(prefix))


def _is_marker(numbers: list[int], known: Known) -> bool:
    if any(number >= _YEAR and number not in known for number in numbers):
        return False
    return len(numbers) == 1 or 0 not in numbers


def _is_definition(text: str, start: int, end: int) -> bool:
    """``[1]: ...`` at the start of a line explains a marker."""
    if not _DEFINES.match(text, end):
        return False
    before = text[max(start - _INDENT, 0) : start].rpartition("\n")
    return not before[2].strip(" \t>") and (bool(before[1]) or start < _INDENT)


def superscripts(known: Known) -> Family:
    """Raised numbers, where the payload lists sources; otherwise every ``m²`` would be one.

    ``¹²`` reads as twelve and may have been meant as one and two, so it is ambiguous.
    """

    def find(text: str) -> Iterator[Found]:
        if not known:
            return
        for match in _RAISED.finditer(text):
            start, end = match.span()
            before = text[max(start - 4, 0) : start]
            if not before.strip() or (end - start == 1 and _UNIT.search(before)) or before[-1].isdecimal():
                continue
            numbers = [int(digits) for digits in re.split(r"\D+", match.group().translate(_SUPERSCRIPT)) if digits]
            yield Found(start, end, tuple(_raised(number, known) for number in numbers))

    return find


def _raised(number: int, known: Known) -> SourceRef:
    digits = [int(digit) for digit in str(number)]
    if len(digits) == 1 or 0 in digits:
        return ordinal(number, known)
    return replace(ordinal(number, known), ambiguous=True, attributes={"or": digits})
