"""One person's or body's name, however it was written down."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass
from functools import lru_cache

from citeward.references.fold import romanised
from citeward.references.latex import without_latex

__all__ = ["PARTICLES", "Name", "Reading", "readings"]

_PARTICLES_TEXT = (
    "da das de del della dei der den des di do dos du e el van von vom zu zum zur ter ten la le las los lo y bin ibn "
    "al af av auf op st san santa saint 't mc"
)
PARTICLES = frozenset(_PARTICLES_TEXT.split())
_SUFFIXES = frozenset(("jr", "sr", "ii", "iii", "iv", "2nd", "3rd", "phd", "md", "msc", "mph", "dphil", "esq"))
_MAX_NAME_CHARS = 400
"""Collaborations have names of two hundred characters."""
_WORD = re.compile(r"[^\W_]+(?:['’ʼʻ`´][^\W_]+)*", re.UNICODE)
_INITIALS = re.compile(r"[A-Z]{1,4}")


@dataclass(frozen=True, slots=True)
class Name:
    """A name as given: with family and given names apart where the source keeps them apart, else in one piece."""

    literal: str = ""
    """The whole name where the parts are not known."""
    family: str = ""
    given: str = ""

    def __str__(self) -> str:
        return self.literal or " ".join(part for part in (self.given, self.family) if part)


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a name: folded family words without particles, folded given words or initials with them."""

    family: tuple[str, ...]
    given: tuple[str, ...]


@lru_cache(maxsize=8_192)
def readings(name: Name) -> frozenset[Reading]:
    """Every way a name can be read: both orders where the order is not known, each with and without written-out marks.

    >>> sorted((r.family, r.given) for r in readings(Name(literal="Du YL")))
    [(('du',), ('y', 'l')), (('yl',), ('du',))]
    """
    if name.family:
        return frozenset(
            Reading(_words(family), given)
            for family in romanised(_plain(name.family))
            for given in _given(_plain(name.given))
        )
    return frozenset(_of_literal(_plain(name.literal)))


def _plain(text: str) -> str:
    return without_latex(html.unescape(text[:_MAX_NAME_CHARS]))


def _of_literal(text: str) -> list[Reading]:
    before, comma, after = text.partition(",")
    if comma:
        first, _, second = after.partition(",")
        is_suffix = first.strip(" .").casefold() in _SUFFIXES
        return list(readings(Name(family=before.strip(), given=second if is_suffix else first)))
    tokens: list[str] = [t for t in _WORD.findall(text) if t.casefold() not in _SUFFIXES or _is_initials(t)]
    if len(tokens) < 2:
        return [Reading(_words(folded), ()) for folded in romanised(text)]
    found: list[Reading] = []
    for cut in _cuts(tokens):
        head, tail = tokens[:cut], tokens[cut:]
        for lead, rest in ((head, tail), (tail, head)):
            # Families are called Le and Du, WANG may stand in capitals, some are an initial: nothing is ruled out.
            found += [
                Reading(_words(folded), given)
                for folded in romanised(" ".join(rest))
                for given in _given(" ".join(lead))
            ]
    # A body's name is all one: "Estuary Working Group".
    return found + [Reading(_words(whole), ()) for whole in romanised(text) if not any(map(_is_initials, tokens))]


def _cuts(tokens: list[str]) -> set[int]:
    # Two-word family names at either end; more words than that belong to given names.
    last = len(tokens) - 1
    cuts = {1, last, max(1, last - 1), min(2, last)}
    first_particle = next((i for i, t in enumerate(tokens) if i and t.casefold() in PARTICLES), None)
    return cuts | ({first_particle} if first_particle else set())


def _is_initials(token: str) -> bool:
    return _INITIALS.fullmatch(token) is not None


def _words(folded: str) -> tuple[str, ...]:
    found = [re.sub(r"['’ʼʻ`´]", "", word) for word in _WORD.findall(folded)]
    kept = tuple(word for word in found if word not in PARTICLES and word not in _SUFFIXES)
    return kept or tuple(found)


def _given(text: str) -> list[tuple[str, ...]]:
    spread: list[str] = []
    for token in _WORD.findall(text):
        # "CS" and "C.S." are two initials, "Al" and "LI" in mixed text are words.
        spread += list(token) if len(token) > 1 and _is_initials(token) else [token]
    return [
        tuple(word for word in _WORD.findall(folded) if word not in _SUFFIXES) for folded in romanised(" ".join(spread))
    ]
