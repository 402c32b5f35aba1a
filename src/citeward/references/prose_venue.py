"""The journal or conference of a reference in prose: what stands after its title, before volume, pages and publisher.

A venue only ever decides between a match and a partial one, and prose names it in the loosest way of all. So what is
left of a reference is first searched for the registered venue, and only where nothing of it is there is the reference
said to name another.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from citeward.references.titles import content_words, plain_title, words
from citeward.references.venues import is_preprint_server, same_venue

__all__ = ["read_venue"]

_MAX_REST_CHARS = 600
"""A venue stands near the title; what comes later is notes."""
_MAX_PARTS = 12
_LEAD = re.compile(r"^(?:\W|\b(?:in|from|appeared in|published in|presented at|to appear in|of)\b)+", re.I)
_CUT = re.compile(r"[;:()\[\]*_“”\"|]|,\s|\.\s+(?=[A-Z(\[])|(?<!\w)(?:pp?|pages?|vol|volume|no|issue|art)\b\.?", re.I)
_NUMBER = re.compile(r"\d")
_NOT_A_VENUE_TEXT = (
    "press publisher publishers publishing verlag springer elsevier wiley routledge blackwell sage pmlr curran "
    "associates pearson francis taylor birkhauser group sons ed eds edition editor editors thesis dissertation phd msc "
    "master report technical unpublished manuscript forthcoming available online url doi accessed retrieved http https "
    "preprint version supplement appendix epub ahead print chapter book cham berlin heidelberg york london cambridge "
    "oxford amsterdam usa uk january february march april may june july august september october november december jan "
    "feb mar apr jun jul aug sep sept oct nov dec"
)
_NOT_A_VENUE = frozenset(_NOT_A_VENUE_TEXT.split())
"""Publishers, places, months and notes: a part that holds one is none."""
_KIND_OF_VENUE_TEXT = (
    "journal proceedings proc conference conf symposium workshop international annual transactions ieee acm advances"
)
_KIND_OF_VENUE = frozenset(_KIND_OF_VENUE_TEXT.split())
"""Words that every venue has, and that name none."""
_MIN_LETTERS = 3


def read_venue(rest: str, recorded: Sequence[str]) -> str:
    """The venue a reference names after its title: the registered one where that is there, else what stands in its
    place; empty where nothing does, or nothing is registered to compare it with."""
    rest = rest[:_MAX_REST_CHARS]
    if not recorded or not rest.strip():
        return ""
    parts = list(_parts(rest))[:_MAX_PARTS]
    for part in (rest[: _first_number(rest)], *parts):
        if part.strip() and same_venue(part, recorded):
            return part.strip(" .,")
    named = next((venue for venue in recorded if _stands_in(venue, rest)), None)
    if named is not None:
        return named
    if any(is_preprint_server(part) for part in parts):
        return "preprint"
    return next((part for part in parts if _is_venue(part)), "")


def _parts(rest: str) -> Iterator[str]:
    at = 0
    for cut in _CUT.finditer(rest):
        yield _LEAD.sub("", rest[at : cut.start()]).strip(" .,")
        at = cut.end()
    yield _LEAD.sub("", rest[at:]).strip(" .,")


def _first_number(rest: str) -> int:
    found = _NUMBER.search(rest)
    return found.start() if found is not None else len(rest)


def _stands_in(venue: str, rest: str) -> bool:
    """Whether the words of a venue stand in the rest, in order and together."""
    wanted, there = words(plain_title(venue)), words(plain_title(rest))
    return bool(wanted) and any(there[i : i + len(wanted)] == wanted for i in range(len(there) - len(wanted) + 1))


def _is_venue(part: str) -> bool:
    """Whether a part of the rest can only be meant as a venue."""
    named = [word for word in content_words(words(part)) if not _NUMBER.search(word) and word not in _KIND_OF_VENUE]
    return _NOT_A_VENUE.isdisjoint(named) and sum(map(len, named)) >= _MIN_LETTERS
