"""Works named in running text: by an identifier, by a place in a reporter, or in words."""

from __future__ import annotations

from citeward.parse.works.find import find_works
from citeward.parse.works.identifiers import (
    Identifier,
    IdentifierKind,
    canonical_doi,
    find_identifiers,
    parse_identifier,
)
from citeward.parse.works.legal import slot_of
from citeward.parse.works.place import place_works
from citeward.parse.works.work import Work

__all__ = [
    "Identifier",
    "IdentifierKind",
    "Work",
    "canonical_doi",
    "find_identifiers",
    "find_works",
    "parse_identifier",
    "place_works",
    "slot_of",
]
