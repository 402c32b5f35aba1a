"""What was there when we looked."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple, Protocol

DOCUMENT_PREFIX = "web:"
"""Begins the id of every stored page."""
_ID_DIGITS = 32
_VERSION_DIGITS = 16


@dataclass(frozen=True, slots=True)
class Snapshot:
    """One fetched page, as evidence. Data, never instructions; no model sees it as anything else."""

    requested_url: str
    final_url: str
    passed_urls: tuple[str, ...]
    """The hops before the final URL, in order."""
    status: int
    """Of the reply; 0 for a text that a provider handed over."""
    headers: tuple[tuple[str, str], ...]
    """The reply headers that matter to evidence (content type and language, date, last-modified, etag), lower-case
    names."""
    retrieved_at: datetime
    """Aware, UTC."""
    sha256: str
    """Hex digest of the body as it was received."""
    content_type: str
    """Media type in lower case without parameters; `application/octet-stream` where the server names none."""
    body: bytes
    """Decoded from its transfer and content encodings, at most `FetchPolicy.max_body_bytes`. Empty where a resolver
    fetched it: the bytes stay in its zone."""
    text: str | None
    """Extracted text, None when the media type has none that we can read."""
    title: str = ""
    """What the page calls itself: to be shown, never to be trusted."""
    extractor: str = ""
    """What made the text, with its version."""
    handed_by: str = ""
    """The provider whose reply held the text, where it was not fetched."""
    reader: str | None = None
    """The one principal it may be shown to; None for a page that was fetched without credentials: anybody may."""

    @property
    def ok(self) -> bool:
        """Whether it is the page asked for: a 2xx reply, or text handed over. Anything else is no evidence."""
        return bool(self.handed_by) or 200 <= self.status < 300

    @property
    def document(self) -> str:
        """The id it is stored under: one per final URL, and per reader where it is for one alone. Holds no URL, which
        could hold a secret."""
        named = self.final_url if self.reader is None else f"{self.final_url}\n{self.reader}"
        return DOCUMENT_PREFIX + hashlib.sha256(named.encode("utf-8", "surrogatepass")).hexdigest()[:_ID_DIGITS]

    @property
    def version(self) -> str:
        """What its text is called among the texts of its document: equal texts have one name, whenever read."""
        return hashlib.sha256((self.text or "").encode("utf-8", "surrogatepass")).hexdigest()[:_VERSION_DIGITS]


class SnapshotSink(Protocol):
    """Where snapshots are kept."""

    async def store(self, tenant: str, snapshot: Snapshot) -> None:
        """Keeps one snapshot. An exception fails the fetch: evidence that is not kept is no evidence."""
        ...


class SnapshotStore(SnapshotSink, Protocol):
    """Where snapshots are kept and found again."""

    async def find(self, tenant: str, document: str) -> Snapshot | None:
        """The latest snapshot of a document (`Snapshot.document`); None where there is none, or no longer."""
        ...


class InMemorySnapshots:
    """A `SnapshotStore` in a dictionary: for trying out and for tests."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, str], Snapshot] = {}

    async def store(self, tenant: str, snapshot: Snapshot) -> None:
        """See `SnapshotSink`."""
        self._kept[tenant, snapshot.document] = snapshot

    async def find(self, tenant: str, document: str) -> Snapshot | None:
        """See `SnapshotStore`."""
        return self._kept.get((tenant, document))

    @property
    def kept(self) -> Mapping[tuple[str, str], Snapshot]:
        """Everything, by tenant and document."""
        return dict(self._kept)


class PageText(NamedTuple):
    """What was read out of a body."""

    text: str
    title: str = ""
    extractor: str = ""


class TextExtractor(Protocol):
    """Turns a body into the text that quotes and support are checked against."""

    def __call__(self, body: bytes, content_type: str, charset: str | None) -> PageText | str | None:
        """None when there is no text to be had. Runs in a thread; must be bounded by the size of the body."""
        ...


def plain_text(body: bytes, content_type: str, charset: str | None) -> str | None:
    """The extractor for deployments that install no other: `text/plain` and JSON in UTF-8 or the declared charset."""
    if content_type not in ("text/plain", "application/json"):
        return None
    try:
        return body.decode(charset or "utf-8", errors="replace")
    except LookupError:
        return None
