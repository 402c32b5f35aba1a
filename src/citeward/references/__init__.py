"""Scholarly and legal references: parsed, resolved at their registries, compared. A registry sees identifiers only."""

from __future__ import annotations

from citeward.references.audit import Audited, audit
from citeward.references.bibliography import Entry, read_bibliography
from citeward.references.cases import CaseRelation, compare_case_names
from citeward.references.cite import Cite, parse_cite
from citeward.references.claimed import Claimed, read_claimed
from citeward.references.compare import Agreement, Comparison, compare, compare_best
from citeward.references.desk import Desk
from citeward.references.finding import Finding, ReferenceVerdict
from citeward.references.gate import ReferenceResolver
from citeward.references.identifiers import (
    Identifier,
    IdentifierKind,
    canonical_doi,
    find_identifiers,
    parse_identifier,
)
from citeward.references.legal import CaseCite, find_cases
from citeward.references.network import Answer, Clock, Rate, ReplyCache, Request, SafeTransport, Transport
from citeward.references.pages import Page, PageVerdict, is_plain_url, look_at
from citeward.references.people import AuthorRelation, Authors, Name, compare_authors, read_authors, same_person
from citeward.references.record import Record, RecordKind, Retraction
from citeward.references.registries import REGISTRIES, Registry, RegistrySettings, build_registries
from citeward.references.replies import Reading, ReplyState, parse_record, parse_reply
from citeward.references.resolve import References
from citeward.references.row import reference_row
from citeward.references.setup import build_references
from citeward.references.titles import RecordTitle, TitleRelation, compare_titles

__all__ = [
    "REGISTRIES",
    "Agreement",
    "Answer",
    "Audited",
    "AuthorRelation",
    "Authors",
    "CaseCite",
    "CaseRelation",
    "Cite",
    "Claimed",
    "Clock",
    "Comparison",
    "Desk",
    "Entry",
    "Finding",
    "Identifier",
    "IdentifierKind",
    "Name",
    "Page",
    "PageVerdict",
    "Rate",
    "Reading",
    "Record",
    "RecordKind",
    "RecordTitle",
    "ReferenceResolver",
    "ReferenceVerdict",
    "References",
    "Registry",
    "RegistrySettings",
    "ReplyCache",
    "ReplyState",
    "Request",
    "Retraction",
    "SafeTransport",
    "TitleRelation",
    "Transport",
    "audit",
    "build_references",
    "build_registries",
    "canonical_doi",
    "compare",
    "compare_authors",
    "compare_best",
    "compare_case_names",
    "compare_titles",
    "find_cases",
    "find_identifiers",
    "is_plain_url",
    "look_at",
    "parse_cite",
    "parse_identifier",
    "parse_record",
    "parse_reply",
    "read_authors",
    "read_bibliography",
    "read_claimed",
    "reference_row",
    "same_person",
]
