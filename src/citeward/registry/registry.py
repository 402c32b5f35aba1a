"""The registry: sources, documents and their versions, and what becomes of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from citeward.access import NOBODY, Acl, load_acls, write_acls
from citeward.errors import InputError
from citeward.model import Chunk, DocumentStatus, Locator
from citeward.registry.affected import affected_by, carriers_of
from citeward.registry.erasing import erase_document, erase_outdated
from citeward.registry.ingest import ingest
from citeward.registry.nouns import Affected, Document, DocumentText, Ingested, Passage, Source
from citeward.registry.sources import load_sources, register_source, set_source_status
from citeward.registry.standing import Standing, lowest_tier, standings
from citeward.registry.versions import load_texts
from citeward.storage import (
    DOCUMENTS,
    ChangeKind,
    Database,
    Entry,
    append,
    begin_change,
    bump_documents,
    check_identifier,
    ensure_tenant,
    lock_head,
    note_changes,
    now_us,
    to_us,
)
from citeward.verify import AccessScope

__all__ = ["Registry"]


class Registry:
    """Changes documents, one transaction per call. Every change bumps the epochs that caches rest on."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def register(self, source: Source, *, actor: str = "") -> Source | None:
        """Registers a source, or changes it. See :class:`Source`. Returns it as it was before.

        Raises:
            InputError: an impossible id or host.
        """
        async with self._database.write() as connection:
            return await register_source(connection, source, actor)

    async def sources(self, tenant: str) -> tuple[Source, ...]:
        """Every source of a tenant, by id."""
        async with self._database.read() as connection:
            found = await load_sources(connection, tenant)
        return tuple(found[name] for name in sorted(found))

    async def ingest(
        self, tenant: str, *documents: Document, now: datetime | None = None, actor: str = ""
    ) -> list[Ingested]:
        """Stores documents, all or none; a text that is already the current one makes no version.

        White space counts: a text that was only re-wrapped is a version of its own, because offsets are those of one
        text, and citations of it stay current because the normal form of their spans is the same.

        Raises:
            InputError: an impossible id, a source that is not registered, an id that belongs to another source.
        """
        async with self._database.write() as connection:
            at = None if now is None else to_us(now)
            return await ingest(connection, tenant, documents, now=at, actor=actor)

    async def set_acl(
        self, tenant: str, document: str, acl: Acl, *, actor: str = "", expected_epoch: str | None = None
    ) -> Acl | None:
        """Changes who may read a document. What is cited of it is judged by the new list from now on.

        Args:
            tenant: whose.
            document: its id.
            acl: takes the place of the list it had.
            actor: who changes it, for the log.
            expected_epoch: what :meth:`citeward.access.GroupAccess.epoch` said when the caller looked; None: whatever
                it is now.

        Returns:
            The list it had, if any.

        Raises:
            InputError: there is no such document.
            Conflict: access has changed since ``expected_epoch``; nothing was done.
        """
        return await self._set_acl(tenant, (document, AccessScope.PASSAGE), acl, actor, expected_epoch)

    async def set_link_acl(
        self, tenant: str, document: str, acl: Acl | None, *, actor: str = "", expected_epoch: str | None = None
    ) -> Acl | None:
        """Changes who may open what a document's URL opens; None: whoever may read the document.

        Otherwise as :meth:`set_acl`.
        """
        return await self._set_acl(tenant, (document, AccessScope.LINK), acl, actor, expected_epoch)

    async def _set_acl(
        self, tenant: str, key: tuple[str, AccessScope], acl: Acl | None, actor: str, expected_epoch: str | None
    ) -> Acl | None:
        async with self._database.write() as connection:
            await _must_exist(connection, tenant, key[0])
            await begin_change(connection, tenant, expected_epoch)
            return (await write_acls(connection, tenant, {key: acl}, actor=actor)).get(key)

    async def retire(self, tenant: str, document: str, *, now: datetime | None = None) -> Affected:
        """The document is no longer in force."""
        return await self._set_status(tenant, document, DocumentStatus.RETIRED, now=now)

    async def retract(self, tenant: str, document: str, *, now: datetime | None = None) -> Affected:
        """The document was wrong, or is withdrawn by its author."""
        return await self._set_status(tenant, document, DocumentStatus.RETRACTED, now=now)

    async def remove(self, tenant: str, document: str, *, now: datetime | None = None) -> Affected:
        """The document is gone from its origin. Its versions are kept until they are erased."""
        return await self._set_status(tenant, document, DocumentStatus.REMOVED, now=now)

    async def poison(self, tenant: str, document: str, *, now: datetime | None = None) -> Affected:
        """The document holds planted text. Returns the answers and derived texts that rest on it."""
        return await self._set_status(tenant, document, DocumentStatus.POISONED, now=now)

    async def reinstate(self, tenant: str, document: str, *, now: datetime | None = None) -> Affected:
        """The document is in use again, whatever it was."""
        return await self._set_status(tenant, document, DocumentStatus.ACTIVE, now=now)

    async def supersede(self, tenant: str, document: str, by: str, *, now: datetime | None = None) -> Affected:
        """Another document takes this one's place.

        Raises:
            InputError: one of the two is not there, or they are the same.
        """
        if by == document:
            raise InputError("by", "names the document itself", "Name the document that takes its place.")
        return await self._set_status(tenant, document, DocumentStatus.SUPERSEDED, by, now)

    async def poison_source(self, tenant: str, source: str) -> Affected:
        """Every document of a source holds planted text, or may. Returns what rests on any of them.

        Raises:
            InputError: the source is not registered.
        """
        return await self._set_source_status(tenant, source, DocumentStatus.POISONED)

    async def retire_source(self, tenant: str, source: str) -> Affected:
        """No document of a source is in force any more. Returns what rests on any of them.

        Raises:
            InputError: the source is not registered.
        """
        return await self._set_source_status(tenant, source, DocumentStatus.RETIRED)

    async def reinstate_source(self, tenant: str, source: str) -> Affected:
        """A source is in use again, whatever it was. Its documents are then what they are by themselves.

        Raises:
            InputError: the source is not registered.
        """
        return await self._set_source_status(tenant, source, DocumentStatus.ACTIVE)

    async def _set_source_status(self, tenant: str, source: str, status: DocumentStatus) -> Affected:
        check_identifier("source", source)
        async with self._database.write() as connection:
            await ensure_tenant(connection, tenant)
            await lock_head(connection, tenant)
            await set_source_status(connection, tenant, source, status)
            await append(connection, tenant, [Entry("status", [], {"source": source, "status": status.value})])
            mine = select(DOCUMENTS.c.id).where(DOCUMENTS.c.tenant == tenant, DOCUMENTS.c.source == source)
            documents = list((await connection.execute(mine)).scalars())
            await note_changes(connection, tenant, ChangeKind.OBJECT, documents)
            return await affected_by(connection, tenant, documents)

    async def affected(
        self, tenant: str, *, document: str | None = None, source: str | None = None, version: str | None = None,
        since: datetime | None = None,
    ) -> Affected:  # fmt: skip
        """Which answers and derived texts rest on a document, or on any document of a source."""
        async with self._database.read() as connection:
            mine = select(DOCUMENTS.c.id).where(DOCUMENTS.c.tenant == tenant, DOCUMENTS.c.source == source)
            documents = [] if document is None else [document]
            documents += list((await connection.execute(mine)).scalars()) if source is not None else []
            start = 0 if since is None else to_us(since)
            return await affected_by(connection, tenant, documents, version, start)

    async def erase(self, tenant: str, document: str, reason: str) -> int:
        """Erases every stored text, title and URL of a document; returns how many versions had one.

        The document counts as removed from then on, and the log stays whole.
        """
        async with self._database.write() as connection:
            await _must_exist(connection, tenant, document)
            return await erase_document(connection, tenant, document, reason)

    async def carriers(self, tenant: str, *, document: str | None = None, answer: str | None = None) -> Affected:
        """Which answers and derived texts still stand that may carry words of a document, or of an answer.

        They are erased by themselves, one by one: whether they must go is for a person to say.
        """
        async with self._database.read() as connection:
            return await carriers_of(connection, tenant, document=document, answer=answer)

    async def erase_outdated(self, tenant: str, source: str, before: datetime, reason: str = "retention") -> int:
        """Erases texts of a source that stopped being current before a moment; returns how many there were.

        That is when a newer version came, or when the document was removed. Citations of such a version are still
        checked: what stood around their words went with the answer, not with the document.
        """
        async with self._database.write() as connection:
            await ensure_tenant(connection, tenant)
            return await erase_outdated(connection, tenant, source, to_us(before), reason)

    async def documents(self, tenant: str, source: str | None = None) -> list[Standing]:
        """Every document of a tenant, or of one of its sources, as it stands now, by id."""
        mine = select(DOCUMENTS.c.id).where(DOCUMENTS.c.tenant == tenant)
        mine = mine if source is None else mine.where(DOCUMENTS.c.source == source)
        async with self._database.read() as connection:
            names = list((await connection.execute(mine)).scalars())
            found = await standings(connection, tenant, names)
        return [own for _, (own, _) in sorted(found.items()) if own is not None]

    async def acls(self, tenant: str, documents: Iterable[str]) -> dict[tuple[str, AccessScope], Acl]:
        """Who may read each document, and who may open what its URL opens, where that has a list of its own."""
        keys = [(document, scope) for document in documents for scope in (AccessScope.PASSAGE, AccessScope.LINK)]
        async with self._database.read() as connection:
            return await load_acls(connection, tenant, keys)

    async def current(self, tenant: str, document: str) -> DocumentText | None:
        """The current version; None where there is none, or its text was erased."""
        async with self._database.read() as connection:
            row = await _find(connection, tenant, document)
            wanted = [] if row is None else [(document, row)]
            return (await load_texts(connection, tenant, wanted)).get((document, row or 0))

    async def chunks(self, tenant: str, passages: Sequence[Passage]) -> list[Chunk]:
        """Passages of current versions as a retriever would return them, whatever became of their documents.

        Raises:
            InputError: a document that is not there, or offsets outside its text.
        """
        names = {check_identifier("document", passage.document) for passage in passages}
        async with self._database.read() as connection:
            found = await standings(connection, tenant, names)
            wanted = {(own.document, own.version) for own, _ in found.values() if own is not None}
            texts = await load_texts(connection, tenant, wanted)
            lists = await load_acls(connection, tenant, [(document, AccessScope.PASSAGE) for document, _ in wanted])
        chunks = []
        for passage in passages:
            own, roots = found[passage.document]
            version = None if own is None else texts.get((own.document, own.version))
            if own is None or version is None:
                raise InputError("document", f"{passage.document!r} is not stored", "Ingest it first.")
            tier = int(lowest_tier(own, roots))
            chunks.append(_chunk(passage, own, version, lists.get((own.document, AccessScope.PASSAGE), NOBODY), tier))
        return chunks

    async def _set_status(
        self, tenant: str, document: str, status: DocumentStatus, by: str | None = None, now: datetime | None = None
    ) -> Affected:
        async with self._database.write() as connection:
            await _must_exist(connection, tenant, document)
            if by is not None:
                await _must_exist(connection, tenant, by)
            await lock_head(connection, tenant)
            here = (DOCUMENTS.c.tenant == tenant) & (DOCUMENTS.c.id == document)
            values = {
                "status": status.value, "superseded_by": by, "epoch": DOCUMENTS.c.epoch + 1,
                "changed_at": now_us() if now is None else to_us(now),
            }  # fmt: skip
            await connection.execute(update(DOCUMENTS).where(here).values(values))
            await bump_documents(connection, tenant)
            await note_changes(connection, tenant, ChangeKind.OBJECT, [document])
            said = {"document": document, "status": status.value, "by": by}
            await append(connection, tenant, [Entry("status", [], said)])
            return await affected_by(connection, tenant, [document])


async def _find(connection: AsyncConnection, tenant: str, document: str) -> int | None:
    mine = select(DOCUMENTS.c.version).where(DOCUMENTS.c.tenant == tenant, DOCUMENTS.c.id == document)
    return (await connection.execute(mine)).scalar()


async def _must_exist(connection: AsyncConnection, tenant: str, document: str) -> None:
    if await _find(connection, tenant, check_identifier("document", document)) is None:
        raise InputError("document", f"{document!r} is not stored", "Ingest it first.")


def _chunk(passage: Passage, own: Standing, version: DocumentText, acl: Acl, tier: int) -> Chunk:
    start = 0 if passage.start is None else passage.start
    end = len(version.text) if passage.end is None else passage.end
    if not 0 <= start <= end <= len(version.text):
        raise InputError("start, end", f"{start}:{end} lies outside a text of {len(version.text)}", "Give code points.")
    return Chunk(
        id=own.document,
        text=version.text[start:end],
        version=own.label,
        title=own.title,
        url=own.url,
        acl=acl.allow,
        trust=tier,
        source=own.source,
        locator=Locator(start, end),
        retrieved_at=version.ingested_at,
    )
