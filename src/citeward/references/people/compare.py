"""Whether two names can be one person, and what a claimed list of authors is to a registered one."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from itertools import islice

from rapidfuzz import fuzz

from citeward.references.people.listing import Authors
from citeward.references.people.name import PARTICLES, Name, Reading, readings

__all__ = ["AuthorRelation", "compare_authors", "same_person"]

_SAME_GIVEN_RATIO = 85.0
"""Of 100: Michael and Michel, Aleksander and Alexander; not Jane and June."""
_MAX_NAMESAKES = 16
"""Registered people of one family name that a name is compared with; stops lists of one name a thousand times."""
_SHORTENED_TO = 3
"""Registries and indexes that shorten a list keep one, two or three names."""


class AuthorRelation(StrEnum):
    """What the claimed list is to the registered one, from the best relation to the worst."""

    AGREE = "agree"
    UNCLAIMED = "unclaimed"
    UNRECORDED = "unrecorded"
    """The registry names nobody, so nobody is confirmed."""
    INCOMPLETE = "incomplete"
    """Right names, some missing, and the claim does not say so."""
    EXTRA = "extra"
    """All registered names and others."""
    REORDERED = "reordered"
    """Right names under another first author."""
    SOME_WRONG = "some_wrong"
    CONFLICT = "conflict"
    """Most or all are other people."""


def same_person(one: Name, other: Name) -> bool:
    """Whether two names can be one person: the family names are the same and the given names do not disagree.

    >>> same_person(Name(literal="da C. Mendonça J"), Name(family="Mendonça", given="Jéssica da C."))
    True
    >>> same_person(Name(literal="Davis R"), Name(family="Davis", given="Morris C."))
    False
    """
    return any(_agree(a, b) for a in readings(one) for b in readings(other))


def _agree(one: Reading, other: Reading) -> bool:
    return _same_family(one, other) and _same_given(one.given, other.given)


def _same_family(one: Reading, other: Reading) -> bool:
    if not one.family or not other.family:
        return False
    if "".join(one.family) == "".join(other.family):
        return True
    # Iberian double names lose either half; a given name has to agree where only half of a family name does.
    short, long = sorted((one.family, other.family), key=len)
    halves = len(short) == 1 and len(long) > 1 and short[0] in (long[0], long[-1]) and len(short[0]) > 2
    return halves and bool(one.given and other.given)


def _same_given(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    if not one or not other or "".join(one) == "".join(other):
        return True
    short, long = sorted((one, other), key=lambda given: len(_without_particles(given)))
    lead, rest = _without_particles(short), _without_particles(long)
    if not lead or not rest:
        return True
    if _compatible(lead[0], rest[0]):
        # "J. d. C." for "Jéssica da C.": a particle may be abbreviated too.
        return all(any(_compatible(word, theirs) for theirs in long[1:]) for word in lead[1:])
    # J. Robert Oppenheimer is cited as Robert; a lone initial is not enough for that.
    return len(lead[0]) > 2 and lead[0] in rest[1:]


def _without_particles(given: tuple[str, ...]) -> tuple[str, ...]:
    # A single letter is an initial, even where "e" and "y" join families elsewhere; De-Chuan begins with a name.
    return given[:1] + tuple(word for word in given[1:] if word not in PARTICLES or len(word) == 1)


def _compatible(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    if len(short) == 1:
        return long.startswith(short)
    return long.startswith(short) or (one[0] == other[0] and fuzz.ratio(one, other) >= _SAME_GIVEN_RATIO)


def compare_authors(claimed: Authors, recorded: Sequence[Name]) -> AuthorRelation:
    """The closest relation of a claimed list of authors to the registered one, over every way to read the claim.

    Linear in both lists: a name looks at its own place first, and then at :data:`_MAX_NAMESAKES` others.
    """
    if not claimed.names:
        return AuthorRelation.UNCLAIMED
    if not recorded:
        return AuthorRelation.UNRECORDED
    relations = {_relation(names, claimed, recorded) for names in (claimed.names, *claimed.alternatives)}
    return next(relation for relation in AuthorRelation if relation in relations)


def _relation(names: Sequence[Name], claimed: Authors, recorded: Sequence[Name]) -> AuthorRelation:
    places = _places(names, recorded)
    found = [place for place in places if place is not None]
    if len(found) < len(names):
        return _with_strangers(places, len(recorded), open_ended=claimed.open_ended)
    if len(names) == len(recorded):
        return _in_order(names, places, recorded)
    if not claimed.open_ended:
        return AuthorRelation.INCOMPLETE
    return AuthorRelation.AGREE if places[0] == 0 else AuthorRelation.REORDERED


def _places(names: Sequence[Name], recorded: Sequence[Name]) -> list[int | None]:
    """The registered place of every claimed name, each place given away once."""
    taken: set[int] = set()
    by_word: dict[str, list[int]] = {}
    for index, name in enumerate(recorded):
        for word in {word for reading in readings(name) for word in (*reading.family, "".join(reading.family))}:
            by_word.setdefault(word, []).append(index)
    places: list[int | None] = []
    for index, name in enumerate(names):
        nearby = [index] if index < len(recorded) else []
        shared = (
            place
            for reading in readings(name)
            for word in (*reading.family, "".join(reading.family))
            for place in by_word.get(word, ())
        )
        candidates = (*nearby, *islice(shared, _MAX_NAMESAKES))
        found = next((p for p in candidates if p not in taken and same_person(name, recorded[p])), None)
        if found is not None:
            taken.add(found)
        places.append(found)
    return places


def _in_order(names: Sequence[Name], places: Sequence[int | None], recorded: Sequence[Name]) -> AuthorRelation:
    if places[0] == 0 or _is_alphabetical(names) or _is_alphabetical(recorded):
        return AuthorRelation.AGREE
    return AuthorRelation.REORDERED


def _is_alphabetical(names: Sequence[Name]) -> bool:
    """Registries and reference managers sort lists; three names in order can be chance, which costs nothing here."""
    families = [min(("".join(r.family) for r in readings(name)), default="") for name in names]
    return len(families) > 2 and families == sorted(families)


def _with_strangers(places: Sequence[int | None], recorded: int, *, open_ended: bool) -> AuthorRelation:
    known = sum(place is not None for place in places)
    if known == recorded and list(places[:recorded]) == list(range(recorded)):
        # A registry that kept the first names only says nothing about the rest.
        shortened = recorded <= _SHORTENED_TO and (open_ended or len(places) > 2 * recorded)
        return AuthorRelation.AGREE if shortened else AuthorRelation.EXTRA
    return AuthorRelation.SOME_WRONG if 2 * known >= len(places) else AuthorRelation.CONFLICT
