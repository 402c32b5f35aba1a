"""Ingest: documents become immutable versions; one that reads the same as before makes none."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import bindparam, insert, update
from sqlalchemy.ext.asyncio import AsyncConnection

from citeward.access import write_acls
from citeward.errors import InputError
from citeward.fetch import DOCUMENT_PREFIX
from citeward.hosts import HostPolicy, HostVerdict, UnsafeUrl, parse_url
from citeward.model import DocumentStatus
from citeward.registry.nouns import Document, Ingested, IngestWarning, Source
from citeward.registry.sources import load_sources
from citeward.registry.versions import NewVersion, RootRow, append_versions
from citeward.storage import (
    DOCUMENTS,
    ChangeKind,
    as_items,
    bump_documents,
    check_identifier,
    ensure_tenant,
    items,
    list_query,
    lock_head,
    note_changes,
    now_us,
    one_line,
)
from citeward.verify import AccessScope

__all__ = ["Origin", "ingest"]

_RESERVED = "answer:"
"""Access engines know answers under such ids; a document must not pass for one."""


@dataclass(frozen=True, slots=True)
class Origin:
    """What a derived text came from."""

    roots: Sequence[RootRow]
    depth: int
    described: Mapping[str, Any]


async def ingest(
    connection: AsyncConnection,
    tenant: str,
    documents: Sequence[Document],
    origins: Mapping[str, Origin] | None = None,
    *,
    now: int | None = None,
    actor: str = "",
) -> list[Ingested]:
    """Stores documents, all or none, within the caller's transaction.

    Args:
        connection: a writing one.
        tenant: whose documents.
        documents: at most one version of each.
        origins: of derived texts, by document.
        now: microseconds, for a history that is played again.
        actor: who delivers them, for the log of access lists.

    Raises:
        InputError: an impossible id, a source that is not registered, an id that belongs to another source, offsets
            outside the text, the same id twice.
    """
    for document in documents:
        _check(document)
    if len({document.id for document in documents}) != len(documents):
        raise InputError("documents", "name one id twice", "Ingest one version after the other.")
    await ensure_tenant(connection, tenant)
    await lock_head(connection, tenant)
    sources = await load_sources(connection, tenant)
    known = await _known(connection, tenant, [document.id for document in documents])
    at = now_us() if now is None else now
    plans = [
        _plan(document, sources.get(document.source), known.get(document.id), (origins or {}).get(document.id), at)
        for document in documents
    ]
    changed = [plan for plan in plans if plan.row is not None]
    await _write_rows(connection, tenant, changed)
    await append_versions(connection, tenant, [plan.version for plan in plans if plan.version is not None])
    passages = {(document.id, AccessScope.PASSAGE): document.acl for document in documents}
    links = {(document.id, AccessScope.LINK): document.link_acl for document in documents}
    given = {key: acl for key, acl in (passages | links).items() if acl is not None}
    if given:
        await write_acls(connection, tenant, given, actor=actor)
    if changed:
        await bump_documents(connection, tenant)
        edited = [plan.result.id for plan in changed if not plan.is_new]
        await note_changes(connection, tenant, ChangeKind.OBJECT, edited)
    return [plan.result for plan in plans]


@dataclass(frozen=True, slots=True)
class _Plan:
    result: Ingested
    row: dict[str, Any] | None
    """The document's row as it will be; None where nothing changes."""
    is_new: bool
    version: NewVersion | None


def _check(document: Document) -> None:
    check_identifier("document.id", document.id)
    if document.id.startswith(_RESERVED):
        raise InputError("document.id", f"{document.id!r} begins with a reserved word", "Rename the document.")
    if document.id.startswith(DOCUMENT_PREFIX) and not document.about:
        # A file of that name in a shared folder would be there before the page, and lend it its own source's tier.
        raise InputError("document.id", f"{document.id!r} begins like a page of the web", "Rename the document.")
    if document.version:
        check_identifier("document.version", document.version)
    for page in document.pages:
        if not 0 <= page.start <= page.end <= len(document.text):
            raise InputError("document.pages", f"page {page.number} lies outside the text", "Extract it again.")


def _plan(document: Document, source: Source | None, row: Any, origin: Origin | None, at: int) -> _Plan:
    if source is None:
        raise InputError("document.source", f"{document.source!r} is not registered", "Register the source first.")
    if row is not None and row.source != document.source:
        raise InputError("document.id", f"{document.id!r} belongs to source {row.source!r}", "Choose another id.")
    if row is not None and bool(row.derived) is not (origin is not None):
        raise InputError("document.id", f"{document.id!r} is both an original and a derived text", "Choose another id.")
    url, warnings = _url(document.url, source.hosts)
    sha256 = hashlib.sha256(document.text.encode("utf-8", "surrogatepass")).hexdigest()
    reads_the_same = row is not None and row.sha256 == sha256 and origin is None
    number = 1 if row is None else row.version if reads_the_same else row.version + 1
    label = row.label if reads_the_same else document.version or str(number)
    result = Ingested(document.id, label, number, not reads_the_same, warnings)
    title = one_line(document.title)
    described = {"title": title, "url": url, "sha256": sha256, "version": number}
    # A connector that delivers a removed document again brings it back; no other status ends by being delivered.
    is_back = row is not None and row.status == DocumentStatus.REMOVED.value
    if reads_the_same and not is_back and (row.title, row.url) == (title, url):
        return _Plan(result, None, False, None)
    fields = {
        "id": document.id, "status": row.status if row is not None and not is_back else DocumentStatus.ACTIVE.value,
        "epoch": 1 if row is None else row.epoch + 1, "changed_at": at if is_back or result.new else row.changed_at,
    }  # fmt: skip
    if row is None:
        fields |= {"source": document.source, "superseded_by": None, "derived": int(origin is not None)}
    version = None if reads_the_same else _version(document, described, label, origin, at)
    return _Plan(result, fields | described, row is None, version)


def _version(
    document: Document, described: Mapping[str, Any], label: str, origin: Origin | None, at: int
) -> NewVersion:
    return NewVersion(
        document=document.id,
        number=described["version"],
        label=label,
        text=document.text,
        title=described["title"],
        url=described["url"],
        sha256=described["sha256"],
        at=at,
        pages=document.pages,
        about=document.about,
        origin={"extractor": document.extractor} if origin is None else origin.described,
        depth=0 if origin is None else origin.depth,
        roots=() if origin is None else origin.roots,
    )


def _url(url: str | None, hosts: tuple[str, ...]) -> tuple[str | None, tuple[IngestWarning, ...]]:
    """The canonical URL, where it is one and the source may vouch for it."""
    if not url:
        return None, ()
    try:
        safe = parse_url(url)
    except UnsafeUrl:
        return None, (IngestWarning.URL_REFUSED,)
    if hosts and HostPolicy.of(hosts).judge(safe.host) is not HostVerdict.ALLOWED:
        return None, (IngestWarning.URL_REFUSED,)
    return f"{safe.url}#{safe.fragment}" if safe.fragment else safe.url, ()


async def _known(connection: AsyncConnection, tenant: str, documents: list[str]) -> dict[str, Any]:
    query = list_query(
        connection.dialect.name,
        "SELECT d.id, d.source, d.version, d.status, d.epoch, d.changed_at, d.derived, d.title, d.url, "  # noqa: S608
        f"d.sha256, v.label FROM {items(connection.dialect.name, 'wanted', ('id',))} "
        "JOIN documents d ON d.tenant = :tenant AND d.id = wanted.id "
        "JOIN document_versions v ON v.tenant = :tenant AND v.document = d.id AND v.version = d.version",
    )
    rows = await connection.execute(query, {"tenant": tenant, "wanted": as_items([name] for name in documents)})
    return {row.id: row for row in rows}


async def _write_rows(connection: AsyncConnection, tenant: str, plans: Sequence[_Plan]) -> None:
    fresh = [{**plan.row, "tenant": tenant} for plan in plans if plan.is_new and plan.row is not None]
    if fresh:
        await connection.execute(insert(DOCUMENTS), fresh)
    rows = [plan.row for plan in plans if plan.row is not None and not plan.is_new]
    edits = [{f"new_{name}": value for name, value in row.items()} for row in rows]
    if edits:
        names = [name.removeprefix("new_") for name in edits[0] if name != "new_id"]
        statement = update(DOCUMENTS).where(DOCUMENTS.c.tenant == tenant, DOCUMENTS.c.id == bindparam("new_id"))
        await connection.execute(statement.values({name: bindparam(f"new_{name}") for name in names}), edits)
