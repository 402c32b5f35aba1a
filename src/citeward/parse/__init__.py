"""From the characters of an answer to events, claims and proposals: hygiene, one Markdown parse, markers, links."""

from __future__ import annotations

from citeward.parse.citeforms import BRACKETS, FORMS, Form
from citeward.parse.claims import sentence_extents, sentences
from citeward.parse.defused import Defused
from citeward.parse.events import Break, Cite, Close, Code, Event, Fence, Html, Math, Open, Quote, Rule, Text, Url
from citeward.parse.forms import announces_these, is_label, leans, names_source, without_source_tail
from citeward.parse.hygiene import View, clean
from citeward.parse.links import doi_of, without_urls
from citeward.parse.lookalikes import is_no_citation
from citeward.parse.loose import SIGNS
from citeward.parse.markdown import OPTIONS, read, restored
from citeward.parse.markers import LONGEST, Grammar
from citeward.parse.marks import Mark, Target
from citeward.parse.names import SHARED, Names
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
    "BRACKETS",
    "FORMS",
    "LONGEST",
    "LONGEST_ANSWER",
    "MOST_PROPOSALS",
    "OPTIONS",
    "SHARED",
    "SIGNS",
    "Break",
    "Cite",
    "Close",
    "Code",
    "Defused",
    "Event",
    "Fence",
    "Form",
    "Grammar",
    "Html",
    "Identifier",
    "IdentifierKind",
    "Mark",
    "Math",
    "Names",
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
    "announces_these",
    "canonical_doi",
    "clean",
    "doi_of",
    "find_identifiers",
    "from_plain",
    "is_label",
    "is_no_citation",
    "leans",
    "moved",
    "names_source",
    "parse",
    "parse_identifier",
    "read",
    "restored",
    "sentence_extents",
    "sentences",
    "slot_of",
    "to_plain",
    "without_source_tail",
    "without_urls",
]
