"""From the characters of an answer to events, claims and proposals: hygiene, one Markdown parse, markers, links."""

from __future__ import annotations

from citeward.parse.claims import sentence_extents, sentences
from citeward.parse.events import Break, Cite, Close, Code, Event, Fence, Html, Math, Open, Quote, Rule, Text, Url
from citeward.parse.forms import leans
from citeward.parse.hygiene import View, clean
from citeward.parse.links import doi_of, without_urls
from citeward.parse.markdown import OPTIONS, read, restored
from citeward.parse.markers import grammar
from citeward.parse.marks import Mark, Target
from citeward.parse.parser import LONGEST_ANSWER, MOST_PROPOSALS, Parsed, Parser, parse
from citeward.parse.plain import from_plain, to_plain
from citeward.parse.stream import ReleaseUnit, UnitParser, moved
from citeward.parse.works import (
    Identifier,
    IdentifierKind,
    canonical_doi,
    find_identifiers,
    parse_identifier,
    slot_of,
)

__all__ = [
    "LONGEST_ANSWER",
    "MOST_PROPOSALS",
    "OPTIONS",
    "Break",
    "Cite",
    "Close",
    "Code",
    "Event",
    "Fence",
    "Html",
    "Identifier",
    "IdentifierKind",
    "Mark",
    "Math",
    "Open",
    "Parsed",
    "Parser",
    "Quote",
    "ReleaseUnit",
    "Rule",
    "Target",
    "Text",
    "UnitParser",
    "Url",
    "View",
    "canonical_doi",
    "clean",
    "doi_of",
    "find_identifiers",
    "from_plain",
    "grammar",
    "leans",
    "moved",
    "parse",
    "parse_identifier",
    "read",
    "restored",
    "sentence_extents",
    "sentences",
    "slot_of",
    "to_plain",
    "without_urls",
]
