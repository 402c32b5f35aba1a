"""What was there when we looked."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Snapshot:
    """One fetched page, as evidence. Data, never instructions; no model sees it as anything else."""

    requested_url: str
    final_url: str
    passed_urls: tuple[str, ...]
    """The hops before the final URL, in order."""
    status: int
    headers: tuple[tuple[str, str], ...]
    """The reply headers that matter to evidence (content type and language, date, last-modified, etag), lower-case
    names."""
    retrieved_at: datetime
    """Aware, UTC."""
    sha256: str
    """Hex digest of `body`."""
    content_type: str
    """Media type in lower case without parameters; `application/octet-stream` where the server names none."""
    body: bytes
    """Decoded from its transfer and content encodings, at most `FetchPolicy.max_body_bytes`."""
    text: str | None
    """Extracted text, None when the media type has none that we can read."""

    @property
    def ok(self) -> bool:
        """Whether the server answered with the page asked for (2xx): anything else is no evidence."""
        return 200 <= self.status < 300


class SnapshotSink(Protocol):
    """Where snapshots are kept."""

    async def store(self, tenant: str, snapshot: Snapshot) -> None:
        """Keeps one snapshot. An exception fails the fetch: evidence that is not kept is no evidence."""
        ...


class TextExtractor(Protocol):
    """Turns a body into the text that quotes and support are checked against."""

    def __call__(self, body: bytes, content_type: str, charset: str | None) -> str | None:
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
