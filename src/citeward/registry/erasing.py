"""Texts of documents that have to go: on request, or when they have not been current for as long as the rules say."""

from __future__ import annotations

from sqlalchemy import and_, delete, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from citeward.model import DocumentStatus
from citeward.storage import (
    CITATION_ROOTS,
    DOCUMENT_ROOTS,
    DOCUMENT_VERSIONS,
    DOCUMENTS,
    LIKENESS,
    LOG,
    PAYLOADS,
    ChangeKind,
    bump_documents,
    erase,
    lock_head,
    note_changes,
)

__all__ = ["erase_document", "erase_outdated"]

_REMOVED = DocumentStatus.REMOVED.value
_NOTHING = {"status": _REMOVED, "title": "", "url": None, "sha256": ""}
"""What is left in the row of a document whose current text is gone. Delivered again, it is a new version."""


async def erase_document(connection: AsyncConnection, tenant: str, document: str, reason: str) -> int:
    """Erases every version of a document, within the caller's transaction; returns how many still had a text."""
    await lock_head(connection, tenant)
    mine = (DOCUMENT_VERSIONS.c.tenant == tenant) & (DOCUMENT_VERSIONS.c.document == document)
    numbers = list((await connection.execute(select(DOCUMENT_VERSIONS.c.seq).where(mine))).scalars())
    around = await _anchors_in(connection, tenant, document)
    erased = len(await erase(connection, tenant, [*numbers, *around], reason) & set(numbers))
    await connection.execute(delete(LIKENESS).where(LIKENESS.c.tenant == tenant, LIKENESS.c.document == document))
    await _clear(connection, tenant, [document])
    return erased


async def erase_outdated(connection: AsyncConnection, tenant: str, source: str, before: int, reason: str) -> int:
    """Erases versions of a source's documents that stopped being current before a moment, within the transaction.

    A version stops being current when a newer one comes, or when its document is removed. Returns how many texts went.

    Args:
        connection: a writing one.
        tenant: whose.
        source: the source of the documents.
        before: microseconds.
        reason: for the tombstones.
    """
    await lock_head(connection, tenant)
    version, newer = DOCUMENT_VERSIONS.alias("version"), DOCUMENT_VERSIONS.alias("newer")
    same = and_(newer.c.tenant == tenant, newer.c.document == version.c.document)
    replaced = select(newer.c.seq).where(same, newer.c.version == version.c.version + 1, newer.c.at < before).exists()
    removed = and_(
        DOCUMENTS.c.status == _REMOVED, DOCUMENTS.c.changed_at < before, DOCUMENTS.c.version == version.c.version
    )
    query = (
        select(
            version.c.seq,
            version.c.document,
            version.c.version,
            (DOCUMENTS.c.version == version.c.version).label("is_current"),
        )
        .join(DOCUMENTS, and_(DOCUMENTS.c.tenant == tenant, DOCUMENTS.c.id == version.c.document))
        .join(PAYLOADS, and_(PAYLOADS.c.tenant == tenant, PAYLOADS.c.seq == version.c.seq))
        .where(version.c.tenant == tenant, DOCUMENTS.c.source == source, or_(replaced, removed))
    )
    rows = (await connection.execute(query)).all()
    erased = len(await erase(connection, tenant, [row.seq for row in rows], reason))
    for row in rows:
        known = (LIKENESS.c.document == row.document) & (LIKENESS.c.version == row.version)
        await connection.execute(delete(LIKENESS).where(LIKENESS.c.tenant == tenant, known))
    await _clear(connection, tenant, [row.document for row in rows if row.is_current])
    return erased


async def _anchors_in(connection: AsyncConnection, tenant: str, document: str) -> list[int]:
    """The log entries with the words around what was cited of a document, in answers and in texts derived from it, and
    with those around what it was derived from itself.
    """
    found: list[int] = []
    kept = (LOG.c.tenant == tenant) & (LOG.c.kind == "anchors")
    for table, column in (
        (CITATION_ROOTS, CITATION_ROOTS.c.document), (DOCUMENT_ROOTS, DOCUMENT_ROOTS.c.root),
        (DOCUMENT_ROOTS, DOCUMENT_ROOTS.c.document),
    ):  # fmt: skip
        query = (
            select(table.c.seq)
            .distinct()
            .join(LOG, kept & (LOG.c.seq == table.c.seq))
            .where(table.c.tenant == tenant, column == document)
        )
        found += (await connection.execute(query)).scalars()
    return found


async def _clear(connection: AsyncConnection, tenant: str, documents: list[str]) -> None:
    for document in documents:
        here = (DOCUMENTS.c.tenant == tenant) & (DOCUMENTS.c.id == document)
        await connection.execute(update(DOCUMENTS).where(here).values(**_NOTHING, epoch=DOCUMENTS.c.epoch + 1))
    if documents:
        await bump_documents(connection, tenant)
        await note_changes(connection, tenant, ChangeKind.OBJECT, documents)
