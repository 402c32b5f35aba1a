"""Cases by volume, reporter and page: ``Mata v. Avianca, Inc., 678 F. Supp. 3d 443, 448 (S.D.N.Y. 2023)``.

Which reporters there are is eyecite's table of four thousand spellings; without that package (the ``legal`` extra) no
case is found by its slot. The table alone is asked, not eyecite's tokenizer, which needs a millisecond for eight
characters of cite: an answer can hold two million.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from citeward.model import ProposalKind
from citeward.parse.works.cases import name_before
from citeward.parse.works.work import Work

__all__ = ["find_slots", "slot_of"]

_SLOT = re.compile(r"(?<![\w.])(\d{1,4}) ([A-Z][^\n,;:()\[\]\"\ufffc]{0,40}?) (\d{1,7})(?!\w)")
_DIGITS_THEN_NAME = re.compile("[0-9] [A-Z]")
_PINS = re.compile(r"(?:,? (?:at )?\*?\d{1,6}(?!\d| [A-Z])(?:[-\u2013]\d{1,6})?(?: n\.\d{1,3})?){0,4}")
_PARENTHESIS = re.compile(r",? ?\([^()\n]{0,120}\)")
_MOST_PARALLEL = 4
"""Reporters one case is cited in at once."""


def find_slots(text: str) -> Iterator[Work]:
    """Every case cited by its place in a reporter, its name and its parenthesis included where they stand."""
    if _DIGITS_THEN_NAME.search(text) is None:
        return
    reporters = _reporters()
    at = 0
    while reporters and (match := _SLOT.search(text, at)) is not None:
        if " ".join(match[2].split()) not in reporters:
            at = match.start() + 1
            continue
        end = _end(text, match.end(), reporters)
        start = name_before(text, match.start())
        yield Work(start, end, ProposalKind.LEGAL, " ".join(text[start:end].split()))
        at = end


def slot_of(cite: str) -> tuple[str, str] | None:
    """The name and the slot (volume, reporter, page) of a cite that :func:`find_slots` found."""
    at = 0
    while (match := _SLOT.search(cite, at)) is not None:
        if " ".join(match[2].split()) in _reporters():
            return cite[: match.start()].rstrip(" ,"), match.group()
        at = match.start() + 1
    return None


def _end(text: str, at: int, reporters: frozenset[str]) -> int:
    """Where a cite ends: behind its pin cites, its parallel cites and its own parenthesis."""
    for _ in range(_MOST_PARALLEL):
        pins = _PINS.match(text, at)
        at = at if pins is None else pins.end()
        more = _SLOT.match(text, at + 2) if text.startswith(", ", at) else None
        if more is None or " ".join(more[2].split()) not in reporters:
            break
        at = more.end()
    closed = _PARENTHESIS.match(text, at)
    return at if closed is None else closed.end()


@lru_cache(maxsize=1)
def _reporters() -> frozenset[str]:
    """Every spelling of a reporter of cases; none where eyecite is not installed."""
    try:
        from eyecite.tokenizers import EDITIONS_LOOKUP
    except ImportError:
        return frozenset()
    editions = EDITIONS_LOOKUP.items()
    return frozenset(name for name, found in editions if any(each.reporter.source == "reporters" for each in found))
