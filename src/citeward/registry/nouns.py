"""The nouns of the registry: what is registered, what is ingested, and what comes back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from citeward.access import Acl
from citeward.model import DEFAULT_TENANT, DocumentStatus, Tier

__all__ = ["Affected", "Document", "DocumentText", "IngestWarning", "Ingested", "PageMark", "Passage", "Source"]


@dataclass(frozen=True, slots=True)
class Source:
    """An origin of documents, vouched for by whoever registers it. Its tier is the tier of all its documents."""

    id: str
    tier: Tier
    connector: str = ""
    """Through what its documents come, e.g. ``sharepoint`` or ``upload``."""
    authority: str = ""
    """Who answers for what they say, e.g. ``HR``."""
    hosts: tuple[str, ...] = ()
    """Where its documents' URLs may lead (``example.com``, ``*.example.com``); none: anywhere."""
    tenant: str = DEFAULT_TENANT
    status: DocumentStatus = DocumentStatus.ACTIVE
    """As it is now; all of its documents are at least as far out of use. Registering a source again leaves it alone."""


@dataclass(frozen=True, slots=True)
class PageMark:
    """Where a page stands in a text: code points, end exclusive."""

    number: int
    label: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Document:
    """One document as a connector delivers it. The same id again is an edit."""

    id: str
    source: str
    text: str
    version: str = ""
    """What its origin calls this version; empty: it is counted."""
    title: str = ""
    """Kept as one line of at most 500 code points."""
    url: str | None = None
    acl: Acl | None = None
    """Who may read it. None leaves the list as it is; a new document is then denied to everybody."""
    link_acl: Acl | None = None
    """Who may open what the URL opens, where that is not the same."""
    pages: tuple[PageMark, ...] = ()
    extractor: str = ""
    """What made the text, with its version."""
    about: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}), hash=False)
    """What else is known of this version, as JSON: kept with its text, and erased with it."""


class IngestWarning(StrEnum):
    """What was not taken over."""

    URL_REFUSED = "url_refused"
    """The URL is no safe web address, or leads outside the source's hosts: the document is shown without a link."""


@dataclass(frozen=True, slots=True)
class Ingested:
    """What became of one document."""

    id: str
    version: str
    """What the current version is called."""
    number: int
    """Its number, counted from 1."""
    new: bool
    """False: the text is the one already there, and no version was made."""
    warnings: tuple[IngestWarning, ...] = ()


@dataclass(frozen=True, slots=True)
class Passage:
    """A part of a document's current version; all of it where no offsets are given."""

    document: str
    start: int | None = None
    end: int | None = None


@dataclass(frozen=True, slots=True)
class DocumentText:
    """One stored version with its text."""

    document: str
    number: int
    label: str
    text: str
    title: str
    url: str | None
    sha256: str
    ingested_at: datetime
    pages: tuple[PageMark, ...]
    anchors: Mapping[int, tuple[str, str, str]] = field(hash=False)
    """Of a derived text: prefix, suffix and hash of root spans, by the number of the root."""
    about: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}), hash=False)
    """See :class:`Document`."""
    made_for: str = ""
    """Of a derived text: the pseudonym of who it was derived for, where that was said."""


@dataclass(frozen=True, slots=True)
class Affected:
    """What rests on a document or a source."""

    answers: tuple[str, ...] = ()
    """Ids of answers with a citation of it, directly or through a derived text, oldest first."""
    documents: tuple[str, ...] = ()
    """Texts derived from it."""
