"""The registry: sources and their tiers, documents and their versions, and the gate's document store over them."""

from __future__ import annotations

from citeward.registry.documents import StoredDocuments
from citeward.registry.files import FileFailure, document_of, documents_in, files_in, read_file
from citeward.registry.ingest import Origin, ingest
from citeward.registry.nouns import (
    Affected,
    Document,
    DocumentText,
    Ingested,
    IngestWarning,
    PageMark,
    Passage,
    Source,
)
from citeward.registry.registry import Registry
from citeward.registry.spans import SpanFate, SpanOutcome, compare_span
from citeward.registry.standing import RootStanding, Standing, lowest_tier, standings, status_of
from citeward.registry.versions import RootRow, anchor_in, load_texts
from citeward.registry.web import LiveState, Recheck, WebArchive, web_sources

__all__ = [
    "Affected",
    "Document",
    "DocumentText",
    "FileFailure",
    "IngestWarning",
    "Ingested",
    "LiveState",
    "Origin",
    "PageMark",
    "Passage",
    "Recheck",
    "Registry",
    "RootRow",
    "RootStanding",
    "Source",
    "SpanFate",
    "SpanOutcome",
    "Standing",
    "StoredDocuments",
    "WebArchive",
    "anchor_in",
    "compare_span",
    "document_of",
    "documents_in",
    "files_in",
    "ingest",
    "load_texts",
    "lowest_tier",
    "read_file",
    "standings",
    "status_of",
    "web_sources",
]
