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

__all__ = ["NewVersion", "RootRow", "anchor_in", "append_versions", "load_texts"]


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
    await append(connection, tenant, [entry for version in versions for entry in _entries(version)])


def anchor_in(anchors: Mapping[str, Any], name: str, ordinal: int) -> tuple[str, str, str] | None:
    """An anchor in a payload, by what it is of and the number of the root.

    Releases before this one kept all of an answer's anchors in a list, in the payload of the answer itself.
    """
    kept = anchors.get(name, {})
    by_number = {str(at): each for at, each in enumerate(kept)} if isinstance(kept, list) else kept
    found = by_number.get(str(ordinal))
    return None if found is None else (found[0], found[1], found[2])


def _entries(version: NewVersion) -> list[Entry]:
    """A version, and an entry for each document it was derived from: words around a root span go with its document."""
    row = {
        "document": version.document, "version": version.number, "label": version.label, "at": version.at,
        "depth": version.depth, "origin": json.dumps(version.origin or {}, sort_keys=True),
    }  # fmt: skip
    payload: dict[str, Any] = {
        "text": version.text, "title": version.title, "url": version.url, "sha256": version.sha256,
        "pages": [[page.number, page.label, page.start, page.end] for page in version.pages],
    }  # fmt: skip
    if version.about:
        payload["about"] = dict(version.about)
    rows: dict[str, list[dict[str, Any]]] = {}
    anchors: dict[str, dict[str, tuple[str, str, str]]] = {}
    for ordinal, root in enumerate(version.roots):
        rows.setdefault(root.document, []).append(
            {
                "document": version.document, "version": version.number, "ordinal": ordinal, "root": root.document,
                "root_version": root.version, "start_at": root.start, "end_at": root.end, "role": root.role,
            }
        )  # fmt: skip
        kept = anchors.setdefault(root.document, {})
        if root.anchor is not None:
            kept[str(ordinal)] = root.anchor
    return [
        Entry("version", [(DOCUMENT_VERSIONS, [row])], payload),
        *(Entry("anchors", [(DOCUMENT_ROOTS, own)], {"anchors": {"": anchors[name]}}) for name, own in rows.items()),
    ]


def _load(dialect: str) -> TextClause:
    return list_query(
        dialect,
        "SELECT v.document, v.version, v.label, v.at, v.origin, v.depth, p.body "  # noqa: S608
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
    rows = (await connection.execute(_load(connection.dialect.name), parameters)).all()
    derived = [(row.document, row.version) for row in rows if row.depth]
    anchors = await _anchors(connection, tenant, derived) if derived else {}
    return {(row.document, row.version): _read(row, anchors.get((row.document, row.version), {})) for row in rows}


_Anchors = dict[int, tuple[str, str, str]]


async def _anchors(
    connection: AsyncConnection, tenant: str, derived: Collection[tuple[str, int]]
) -> dict[tuple[str, int], _Anchors]:
    """The anchors of root spans that are kept with their documents; those of documents that were erased are gone."""
    query = list_query(
        connection.dialect.name,
        "SELECT r.document, r.version, r.ordinal, p.body "  # noqa: S608
        f"FROM {items(connection.dialect.name, 'wanted', ('id', 'version'))} "
        "JOIN document_roots r ON r.tenant = :tenant AND r.document = wanted.id "
        "AND r.version = CAST(wanted.version AS integer) AND r.start_at IS NOT NULL "
        "JOIN log l ON l.tenant = :tenant AND l.seq = r.seq AND l.kind = 'anchors' "
        "JOIN payloads p ON p.tenant = :tenant AND p.seq = r.seq",
    )
    rows = await connection.execute(query, {"tenant": tenant, "wanted": as_items(derived)})
    found: dict[tuple[str, int], _Anchors] = {}
    for row in rows:
        anchor = anchor_in(read_payload(row.body)["anchors"], "", row.ordinal)
        if anchor is not None:
            found.setdefault((row.document, row.version), {})[row.ordinal] = anchor
    return found


def _read(row: Any, anchors: _Anchors) -> DocumentText:
    payload = read_payload(row.body)
    before = enumerate(payload.get("anchors", ()))  # as releases before this one kept them
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
        anchors={number: (each[0], each[1], each[2]) for number, each in before if each is not None} | anchors,
        about=payload.get("about", {}),
        made_for=str(read_payload(row.origin).get("by", "")),
    )
