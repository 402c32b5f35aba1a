"""A reference as it is handed over for resolving: an identifier, and what is claimed of the work it names."""

from __future__ import annotations

import re
from dataclasses import dataclass

from citeward.errors import UsageError
from citeward.references.claimed import Claimed
from citeward.references.identifiers import Identifier, find_identifiers, parse_identifier
from citeward.references.legal import CaseCite, find_cases
from citeward.references.prose import without_identifiers

__all__ = ["Cite", "parse_cite"]

MAX_CITE_CHARS = 4_000
"""No reference is longer. Text that is, is not read at all: it is an answer, and registries never see answers."""


@dataclass(frozen=True, slots=True)
class Cite:
    """One reference."""

    text: str
    """As written; never sent anywhere."""
    target: Identifier | CaseCite | None
    """What a registry can be asked for; None for a reference in prose."""
    claimed: Claimed | None = None
    """What it says of the work, where that came in fields; None where it has to be read from ``text``."""
    key: str = ""
    """The name of the entry in the bibliography it came from."""
    conflicting: bool = False
    """It names two different works of one kind of registry."""


_REPORTER_LIKE = re.compile(r"\b\d{1,4}\s+[A-Z][\w.' ]{0,30}?\s*\d{1,7}\b|\b\d{4}\s+[A-Z]{2}\b")


def parse_cite(text: str, *, key: str = "") -> Cite:
    """Reads one reference: a bare identifier or URL of one, a sentence that holds one, or a citation of a case.

    >>> str(parse_cite("https://doi.org/10.1000/182").target)
    'doi:10.1000/182'
    """
    text = text.strip()
    if len(text) > MAX_CITE_CHARS:
        return Cite(text[:MAX_CITE_CHARS], None, key=key)
    bare = parse_identifier(text)
    if bare is not None:
        return Cite(text, bare, Claimed(), key)
    found = find_identifiers(text)
    if found:
        claimed = None if without_identifiers(text) else Claimed()
        return Cite(text, _preferred(found), claimed, key, _conflict(found))
    cases = _cases(text)
    if cases:
        case = cases[0]
        return Cite(text, case, Claimed(title=case.name, year=case.year), key, len({c.name for c in cases}) > 1)
    return Cite(text, None, None, key)


def _preferred(found: list[Identifier]) -> Identifier:
    """A DOI says most: journal, agency, retractions. Otherwise whatever comes first."""
    return next((i for i in found if i.kind == "doi" and not i.value.startswith("10.48550/")), found[0])


def _conflict(found: list[Identifier]) -> bool:
    kinds = [i.kind for i in {(i.kind, i.value): i for i in found}.values()]
    return any(kinds.count(kind) > 1 for kind in kinds)


def _cases(text: str) -> list[CaseCite]:
    if not _REPORTER_LIKE.search(text):
        return []
    try:
        return find_cases(text)
    except UsageError:  # without the extra a case is a reference nobody can be asked about
        return []
