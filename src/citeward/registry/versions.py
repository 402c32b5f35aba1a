"""Document versions as they are stored: immutable texts, each an entry of the log with an erasable payload."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import TextClause
from sqlalchemy.ext.asyncio import AsyncConnection

from citeward.registry.nouns import DocumentText, PageMark
from citeward.storage import (
    DOCUMENT_ROOTS,
    DOCUMENT_VERSIONS,
    Entry,
    append,
    as_items,
    from_us,
    items,
    list_query,
    read_payload,
)

__all__ = ["NewVersion", "RootRow", "append_versions", "load_texts"]


@dataclass(frozen=True, slots=True)
class RootRow:
    """One span a derived text rests on. Offsets are code points of the root's version; None: the whole of it."""

    document: str
    version: int
    start: int | None
    end: int | None
    role: str
    """How it counts.

    - ``root``: a span of an original, with its status, its readers and how it reads now.
    - ``via``: a derived text on the way, with its status and its readers.
    - ``kept``: what nearly the same words came from before, with its readers and whether it is gone.
    - ``past``: what another text under the same name came from, with its readers and whether it was poisoned.
    """
    anchor: tuple[str, str, str] | None
    """Prefix, suffix and keyed hash."""

    @property
    def key(self) -> tuple[str, int, int | None, int | None, str]:
        """What makes two of them the same."""
        return self.document, self.version, self.start, self.end, self.role


@dataclass(frozen=True, slots=True)
class NewVersion:
    """A version about to be written."""

    document: str
    number: int
    label: str
    text: str
    title: str
    url: str | None
    sha256: str
    at: int
    pages: Sequence[PageMark] = ()
    origin: Mapping[str, Any] | None = None
    """How it came about, for operators. Names and numbers only: it cannot be erased."""
    depth: int = 0
    """0 for an original; for a derived text, one more than the deepest it came from."""
    roots: Sequence[RootRow] = ()
    about: Mapping[str, Any] | None = None
    """What else is kept with the text."""


async def append_versions(connection: AsyncConnection, tenant: str, versions: Iterable[NewVersion]) -> None:
    """Writes versions; their documents must be there."""
    await append(connection, tenant, [_entry(version) for version in versions])


def _entry(version: NewVersion) -> Entry:
    row = {
        "document": version.document, "version": version.number, "label": version.label, "at": version.at,
        "depth": version.depth, "origin": json.dumps(version.origin or {}, sort_keys=True),
    }  # fmt: skip
    roots = [
        {
            "document": version.document, "version": version.number, "ordinal": ordinal, "root": root.document,
            "root_version": root.version, "start_at": root.start, "end_at": root.end, "role": root.role,
        }
        for ordinal, root in enumerate(version.roots)
    ]  # fmt: skip
    payload: dict[str, Any] = {
        "text": version.text, "title": version.title, "url": version.url, "sha256": version.sha256,
        "pages": [[page.number, page.label, page.start, page.end] for page in version.pages],
        "anchors": [root.anchor for root in version.roots],
    }  # fmt: skip
    if version.about:
        payload["about"] = dict(version.about)
    return Entry("version", [(DOCUMENT_VERSIONS, [row]), (DOCUMENT_ROOTS, roots)], payload)


def _load(dialect: str) -> TextClause:
    return list_query(
        dialect,
        "SELECT v.document, v.version, v.label, v.at, v.origin, p.body "  # noqa: S608
        f"FROM {items(dialect, 'wanted', ('id', 'version'))} "
        "JOIN document_versions v ON v.tenant = :tenant AND v.document = wanted.id "
        "AND v.version = CAST(wanted.version AS integer) "
        "JOIN payloads p ON p.tenant = :tenant AND p.seq = v.seq",
    )


async def load_texts(
    connection: AsyncConnection, tenant: str, wanted: Collection[tuple[str, int]]
) -> dict[tuple[str, int], DocumentText]:
    """Versions by document and number, in one query. One whose text was erased is not among them."""
    if not wanted:
        return {}
    parameters = {"tenant": tenant, "wanted": as_items(wanted)}
    rows = await connection.execute(_load(connection.dialect.name), parameters)
    return {(row.document, row.version): _read(row) for row in rows}


def _read(row: Any) -> DocumentText:
    payload = read_payload(row.body)
    return DocumentText(
        document=row.document,
        number=row.version,
        label=row.label,
        text=payload["text"],
        title=payload["title"],
        url=payload["url"],
        sha256=payload["sha256"],
        ingested_at=from_us(row.at),
        pages=tuple(PageMark(*page) for page in payload["pages"]),
        anchors=tuple(None if each is None else (each[0], each[1], each[2]) for each in payload["anchors"]),
        about=payload.get("about", {}),
        made_for=str(read_payload(row.origin).get("by", "")),
    )
