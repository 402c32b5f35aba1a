"""The pages one answer cites, read for it: each once, within the answer's budget, kept before they are evidence."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Sequence
from datetime import datetime
from http import HTTPStatus

from citeward.fetch import FetchError, FetchFailed, FetchReason, Snapshot
from citeward.hosts import HostVerdict, parse_url
from citeward.ledger import digest
from citeward.model import Copy, Evidence, Principal, ReportedPage, Tier
from citeward.verify.findings import PageFinding, PageNeed, PageState
from citeward.verify.interfaces import PageFetcher
from citeward.verify.web import Web, WebSource

__all__ = ["AnswerPages"]

_BETWEEN = "\n\n[another passage]\n\n"
"""Between passages of one page: words of ours, so that no quotation is found across two of them."""
_GONE = (HTTPStatus.NOT_FOUND, HTTPStatus.GONE)
_FORBIDDEN = frozenset(
    {
        FetchReason.UNSAFE_URL, FetchReason.PORT, FetchReason.LOCAL_NAME, FetchReason.ADDRESS,
        FetchReason.TOO_MANY_ANSWERS, FetchReason.REDIRECT_DOWNGRADE, FetchReason.REDIRECT_TARGET,
    }
)  # fmt: skip


class AnswerPages:
    """The pages of one answer. Made for it, and asked once per released block: nothing is looked up twice."""

    def __init__(self, fetcher: PageFetcher, web: Web, seconds: float, clock: Callable[[], datetime]) -> None:
        """``seconds`` bounds each page, reading and keeping it included."""
        self._fetcher = fetcher
        self._clock = clock
        self.web = web
        self._seconds = seconds
        self._budget = fetcher.answer_budget()
        self._found: dict[str, PageFinding] = {}

    async def read(self, needs: Sequence[PageNeed], tenant: str, principal: Principal) -> dict[str, PageFinding]:
        """A finding for every page, by its URL. Never raises for what a server, a resolver or an archive does."""
        new = [need for need in needs if need.url not in self._found]
        found = await asyncio.gather(*(self._one(need, tenant, principal) for need in new))
        self._found.update(zip((need.url for need in new), found, strict=True))
        return {need.url: self._found[need.url] for need in needs}

    async def _one(self, need: PageNeed, tenant: str, principal: Principal) -> PageFinding:
        if need.refused:
            return PageFinding(PageState.UNTRUSTED, need.refused)
        try:
            async with asyncio.timeout(self._seconds):
                if need.handed is not None:
                    snapshot = _handed(need.handed, principal, self._clock())
                else:
                    snapshot = await self._fetcher.fetch(
                        need.url, tenant=tenant, answer=self._budget, within=need.within
                    )
                return await self._keep(snapshot, need, tenant)
        except TimeoutError:
            return PageFinding(PageState.UNKNOWN, FetchReason.DEADLINE.value)
        except FetchError as error:
            return PageFinding(_state(error), error.reason.value)
        except Exception as error:  # whatever a fetcher or an archive raises, no page was read and kept
            return PageFinding(PageState.UNKNOWN, f"page_error:{type(error).__name__}")

    async def _keep(self, snapshot: Snapshot, need: PageNeed, tenant: str) -> PageFinding:
        # A fetcher sends nothing there; one that did all the same has brought no evidence.
        if not all(rule.judge(host) is HostVerdict.ALLOWED for rule in need.within for host in _hosts(snapshot)):
            return PageFinding(PageState.UNTRUSTED, FetchReason.HOST_NOT_ALLOWED.value)
        if not snapshot.ok:
            state = PageState.ABSENT if snapshot.status in _GONE else PageState.UNKNOWN
            return PageFinding(state, f"status_{snapshot.status}")
        if snapshot.text is None or not snapshot.text.strip():
            return PageFinding(PageState.ABSENT, "no_text")
        if self.web.archive is not None:
            await self.web.archive.store(tenant, snapshot)
        return PageFinding(PageState.READ, "page_read", self._evidence(snapshot, snapshot.text, tenant))

    def _evidence(self, snapshot: Snapshot, text: str, tenant: str) -> Evidence:
        source = self._source(snapshot, tenant)
        return Evidence(
            tenant=tenant,
            handle=snapshot.document,
            id=snapshot.document,
            version=snapshot.version,
            sha256=digest(text),
            text=text,
            title=snapshot.title,
            url=snapshot.final_url,
            acl=None,
            link_acl=None,
            tier=source.tier,
            source=source.id,
            connector="web",
            locator=None,
            retrieved_at=snapshot.retrieved_at,
            cache_key=None,
            copy=Copy(self.web.link(snapshot.document, snapshot.version), snapshot.handed_by),
        )

    def _source(self, snapshot: Snapshot, tenant: str) -> WebSource:
        """Who vouches for a page. For a text that a provider handed over, the provider alone does: tier D."""
        found = self.web.source_of(tenant, *_hosts(snapshot))
        return WebSource(found.id, Tier.D, ()) if snapshot.handed_by else found


def _hosts(snapshot: Snapshot) -> list[str]:
    """The hosts on the way to a page, its own last."""
    return [parse_url(hop).host for hop in (snapshot.requested_url, *snapshot.passed_urls, snapshot.final_url)]


def _state(error: FetchError) -> PageState:
    if isinstance(error, FetchFailed) or error.reason is FetchReason.BUDGET:
        return PageState.UNKNOWN
    if error.reason is FetchReason.HOST_NOT_ALLOWED:
        return PageState.UNTRUSTED
    return PageState.FORBIDDEN if error.reason in _FORBIDDEN else PageState.ABSENT


def _handed(page: ReportedPage, principal: Principal, now: datetime) -> Snapshot:
    """What a provider's reply holds of a page. Only its reader may see it: the page could have been theirs alone."""
    body = _BETWEEN.join(page.passages)
    return Snapshot(
        requested_url=page.url,
        final_url=page.url,
        passed_urls=(),
        status=0,
        headers=(),
        retrieved_at=now,
        sha256=hashlib.sha256(body.encode("utf-8", "surrogatepass")).hexdigest(),
        content_type="text/plain",
        body=body.encode("utf-8", "surrogatepass"),
        text=body,
        title=page.title,
        handed_by=page.provider or "provider",
        reader=principal.id,
    )
