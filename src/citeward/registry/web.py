"""Pages of the web as documents: what the safe fetch read becomes a version, and is revalidated like any other.

A page belongs to the registered source that names its host, and to the source ``web`` of tier D where none does. What
a provider handed over may be read by the one it was handed over for, what was fetched without credentials by everybody.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from http import HTTPStatus
from typing import Any

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from citeward.access import EVERYONE, Acl, personal
from citeward.errors import CheckFailed, InputError
from citeward.fetch import FetchError, FetchFailed, Snapshot
from citeward.hosts import parse_url
from citeward.model import DocumentStatus, Tier
from citeward.registry.ingest import ingest
from citeward.registry.nouns import Document, DocumentText, Source
from citeward.registry.sources import load_sources, register_source
from citeward.registry.standing import Standing, standings
from citeward.registry.versions import load_texts
from citeward.storage import SOURCES, Database, check_identifier, ensure_tenant, lock_head, to_us
from citeward.text import normalise
from citeward.verify import UNREGISTERED, PageFetcher, Web, WebSource

__all__ = ["LiveState", "Recheck", "WebArchive", "web_sources"]

_PUBLIC = Acl(frozenset({EVERYONE}))
_STANDS = (DocumentStatus.ACTIVE, DocumentStatus.REMOVED)
"""A page that was removed is back once it is read again; one that was retired, retracted or poisoned is not."""


class LiveState(StrEnum):
    """What a page is now, against the copy of it."""

    SAME = "same"
    """It reads the same; white space and formatting are not content."""
    CHANGED = "changed"
    """It reads differently: the new text is a version now, and citations of the old one are judged against it."""
    GONE = "gone"
    """The server has it no longer. The copy stands, and so do citations of it."""
    UNKNOWN = "unknown"
    """Nobody could say."""


@dataclass(frozen=True, slots=True)
class Recheck:
    """What became of looking at a page again."""

    state: LiveState
    reason: str
    """A stable code."""
    snapshot: Snapshot | None = None
    """The page as it is now, where it was read."""


def web_sources(sources: Iterable[Source]) -> tuple[WebSource, ...]:
    """The registered sources that have hosts, as the gate needs them."""
    return tuple(WebSource(each.id, each.tier, each.hosts, each.tenant) for each in sources if each.hosts)


class WebArchive:
    """Implements :class:`citeward.fetch.SnapshotStore` in the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def store(self, tenant: str, snapshot: Snapshot, document: str | None = None) -> None:
        """Keeps a page: a text that is already the current one makes no version.

        Args:
            tenant: whose.
            snapshot: the page.
            document: the page it is a version of, where that one was kept under another URL.

        Raises:
            InputError: it has no text, or no URL that can be kept.
            CheckFailed: the document or its source was retired, retracted or poisoned: it is no evidence any more.
        """
        if snapshot.text is None:
            raise InputError("snapshot.text", "missing", "Keep only pages that could be read.")
        document = check_identifier("document", document or snapshot.document)
        async with self._database.write() as connection:
            await ensure_tenant(connection, tenant)
            await lock_head(connection, tenant)
            known = (await standings(connection, tenant, [document]))[document][0]
            source = await self._source(connection, tenant, snapshot, known)
            page = Document(
                document,
                source,
                snapshot.text,
                version=snapshot.version,
                title=snapshot.title,
                url=snapshot.final_url,
                acl=_PUBLIC if snapshot.reader is None else Acl(frozenset({personal(snapshot.reader)})),
                extractor=snapshot.extractor,
                about=_about(snapshot),
            )
            await ingest(connection, tenant, [page], now=to_us(snapshot.retrieved_at))

    async def find(self, tenant: str, document: str) -> Snapshot | None:
        """See :class:`citeward.fetch.SnapshotStore`. None also for a document that is no page."""
        async with self._database.read() as connection:
            known = (await standings(connection, tenant, [check_identifier("document", document)]))[document][0]
            if known is None or known.status is not DocumentStatus.ACTIVE:
                return None
            version = (document, known.version)
            text = (await load_texts(connection, tenant, [version])).get(version)
        return None if text is None or not text.about else _snapshot(text)

    async def recheck(self, tenant: str, document: str, fetcher: PageFetcher) -> Recheck:
        """Looks at the live page again and compares it with the copy. What differs becomes a version.

        Call it where live look-ups are allowed; revalidation itself compares with the copy and asks nobody.

        Raises:
            InputError: there is no such page.
        """
        kept = await self.find(tenant, document)
        if kept is None:
            raise InputError("document", f"{document!r} is no page that is kept", "Name the document of a snapshot.")
        if kept.reader is not None:
            return Recheck(LiveState.UNKNOWN, "handed_over")
        try:
            now = await fetcher.fetch(kept.final_url, tenant=tenant, answer=fetcher.answer_budget())
        except FetchFailed as error:
            return Recheck(LiveState.UNKNOWN, error.reason.value)
        except FetchError as error:
            return Recheck(LiveState.UNKNOWN, f"refused_{error.reason.value}")
        if now.status in (HTTPStatus.NOT_FOUND, HTTPStatus.GONE):
            return Recheck(LiveState.GONE, f"status_{now.status}")
        if not now.ok or not normalise(now.text or "").strip():
            return Recheck(LiveState.UNKNOWN, "no_text" if now.ok else f"status_{now.status}")
        if not _is_same_address(kept.final_url, now.final_url):
            return Recheck(LiveState.GONE, "leads_elsewhere", now)
        if normalise(now.text or "") == normalise(kept.text or ""):
            return Recheck(LiveState.SAME, "same_text", now)
        await self.store(tenant, now, document)
        return Recheck(LiveState.CHANGED, "text_changed", now)

    @staticmethod
    async def _source(connection: AsyncConnection, tenant: str, snapshot: Snapshot, known: Standing | None) -> str:
        """The source a page belongs to: the one it is in, else the least trusted one that names its hosts."""
        if known is not None:
            if known.status not in _STANDS:
                raise CheckFailed(f"page: it is {known.status}. Reinstate the document before it can be cited again.")
            return known.source
        sources = web_sources((await load_sources(connection, tenant)).values())
        hops = (snapshot.requested_url, *snapshot.passed_urls, snapshot.final_url)
        found = Web(sources).source_of(tenant, *(parse_url(hop).host for hop in hops))
        if found.id == UNREGISTERED:
            await _register_web(connection, tenant)
        row = select(SOURCES.c.status).where(SOURCES.c.tenant == tenant, SOURCES.c.id == found.id)
        status = (await connection.execute(row)).scalar()
        if status != DocumentStatus.ACTIVE.value:
            raise CheckFailed(f"page: its source {found.id!r} is {status}, so nothing of it is evidence.")
        return found.id


def _is_same_address(kept: str, now: str) -> bool:
    """Whether a page is still where it was: at its URL, or at the same one over https since its server offers it."""
    before, after = parse_url(kept), parse_url(now)
    if (before.scheme, after.scheme) == ("http", "https"):
        same_port = (before.port, after.port) in ((80, 443), (before.port, before.port))
        return same_port and (before.host, before.path_query) == (after.host, after.path_query)
    return before.url == after.url


async def _register_web(connection: AsyncConnection, tenant: str) -> None:
    there = select(SOURCES.c.id).where(SOURCES.c.tenant == tenant, SOURCES.c.id == UNREGISTERED)
    if (await connection.execute(there)).first() is None:
        await register_source(connection, Source(UNREGISTERED, Tier.D, connector="web", tenant=tenant))


def _about(snapshot: Snapshot) -> dict[str, Any]:
    return {
        "requested_url": snapshot.requested_url, "final_url": snapshot.final_url,
        "passed_urls": list(snapshot.passed_urls), "status": snapshot.status,
        "headers": [list(header) for header in snapshot.headers], "retrieved_at": snapshot.retrieved_at.isoformat(),
        "sha256": snapshot.sha256, "content_type": snapshot.content_type, "extractor": snapshot.extractor,
        "handed_by": snapshot.handed_by, "reader": snapshot.reader,
    }  # fmt: skip


def _snapshot(text: DocumentText) -> Snapshot:
    about = text.about
    return Snapshot(
        requested_url=about["requested_url"],
        final_url=about["final_url"],
        passed_urls=tuple(about["passed_urls"]),
        status=about["status"],
        headers=tuple((name, value) for name, value in about["headers"]),
        retrieved_at=datetime.fromisoformat(about["retrieved_at"]),
        sha256=about["sha256"],
        content_type=about["content_type"],
        body=b"",
        text=text.text,
        title=text.title,
        extractor=about["extractor"],
        handed_by=about["handed_by"],
        reader=about["reader"],
    )
