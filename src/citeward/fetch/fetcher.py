"""The safe fetch, whole: cache, budgets, deadline, walk, snapshot."""

from __future__ import annotations

import asyncio
import hashlib
import ssl
from collections.abc import Callable
from datetime import UTC, datetime
from email.message import Message
from typing import TYPE_CHECKING

from citeward.hosts import HostPolicy, SafeUrl

from .budget import AnswerBudget, BudgetLimits, MinuteBudgets
from .cache import ResultCache
from .policy import FetchPolicy
from .reasons import FetchError, FetchFailed, FetchReason
from .resolve import Resolver, SystemResolver
from .snapshot import PageText, Snapshot, SnapshotSink, TextExtractor, plain_text
from .walk import Arrival, Exchange, read_url, walk

if TYPE_CHECKING:
    from .wire import Dialler

_KEPT_HEADERS = frozenset({"content-type", "content-language", "date", "last-modified", "etag"})
_KEPT_HEADER_CHARS = 1_024
"""A kept header value is cut here: evidence needs no more, and records are not a store for the sender."""


def _now() -> datetime:
    return datetime.now(UTC)


class Fetcher:
    """Fetches cited pages for one event loop. Every part that touches the world can be replaced; no check can be left
    out."""

    def __init__(
        self,
        policy: FetchPolicy,
        *,
        limits: BudgetLimits | None = None,
        resolver: Resolver | None = None,
        dialler: Dialler | None = None,
        tls: ssl.SSLContext | None = None,
        exchange: Exchange | None = None,
        cache: ResultCache | None = None,
        sink: SnapshotSink | None = None,
        extractor: TextExtractor = plain_text,
        max_concurrent: int = 16,
        clock: Callable[[], datetime] = _now,
    ) -> None:
        """`exchange` replaces the HTTP client (and `dialler`, `tls` with it); without it the `fetch` extra is needed.
        `max_concurrent` bounds open connections; a fetch waits for its turn inside its own deadline."""
        self._policy = policy
        self._limits = limits or BudgetLimits()
        self._budgets = MinuteBudgets(self._limits)
        self._resolver = resolver or SystemResolver(policy.lookup_seconds)
        self._exchange = exchange or _http_exchange(policy, dialler, tls)
        self._cache = cache
        self._sink = sink
        self._extractor = extractor
        self._turns = asyncio.Semaphore(max_concurrent)
        self._clock = clock

    def answer_budget(self) -> AnswerBudget:
        """The budget to pass to every fetch that one answer causes."""
        return AnswerBudget(self._limits.per_answer)

    async def fetch(
        self, url: str, *, tenant: str, answer: AnswerBudget, within: tuple[HostPolicy, ...] = ()
    ) -> Snapshot:
        """Looks at one URL, or remembers having looked.

        `within` narrows the hosts of the policy for this fetch: each must allow every hop, or nothing is sent to it.
        Raises FetchRefused when a check says no and FetchFailed when nothing can be said; both within
        `FetchPolicy.total_seconds`, extraction of text included.
        """
        start = read_url(url)
        remembered = self._cache.get(tenant, start.url, within) if self._cache else None
        if isinstance(remembered, FetchError):
            raise remembered.again()
        if remembered is not None:
            return remembered
        try:
            async with asyncio.timeout(self._policy.total_seconds):
                snapshot = await self._look(start, tenant, answer, within)
        except TimeoutError as error:
            late = FetchFailed(FetchReason.DEADLINE, f"not done in {self._policy.total_seconds:g} seconds", start.url)
            self._remember(tenant, start, within, late)
            raise late from error
        except FetchError as error:
            self._remember(tenant, start, within, error)
            raise
        if self._sink is not None:
            await self._sink.store(tenant, snapshot)
        self._remember(tenant, start, within, snapshot)
        return snapshot

    async def _look(
        self, start: SafeUrl, tenant: str, answer: AnswerBudget, within: tuple[HostPolicy, ...]
    ) -> Snapshot:
        def spend(hop: SafeUrl) -> None:
            answer.spend(hop)
            self._budgets.spend(tenant, hop)

        async with self._turns:
            arrival = await walk(start, self._policy, self._resolver, self._exchange, spend, within=within)
            retrieved_at = self._clock()
        content_type, charset = _media_type(arrival.reply.values("content-type"))
        read = await asyncio.to_thread(self._extractor, arrival.reply.body, content_type, charset)
        return _snapshot(start, arrival, retrieved_at, content_type, PageText(read) if isinstance(read, str) else read)

    def _remember(
        self, tenant: str, start: SafeUrl, within: tuple[HostPolicy, ...], result: Snapshot | FetchError
    ) -> None:
        if self._cache is not None:
            self._cache.put(tenant, start.url, result.again() if isinstance(result, FetchError) else result, within)


def _http_exchange(policy: FetchPolicy, dialler: Dialler | None, tls: ssl.SSLContext | None) -> Exchange:
    from .exchange import HttpExchange  # the HTTP client is an extra; judging URLs needs none

    return HttpExchange(policy, dialler, tls)


def _media_type(values: list[str]) -> tuple[str, str | None]:
    if len(values) != 1:
        return "application/octet-stream", None
    header = Message()
    header["Content-Type"] = values[0][:_KEPT_HEADER_CHARS]
    return header.get_content_type(), header.get_content_charset()


def _snapshot(
    start: SafeUrl, arrival: Arrival, retrieved_at: datetime, content_type: str, read: PageText | None
) -> Snapshot:
    reply = arrival.reply
    return Snapshot(
        requested_url=start.url,
        final_url=arrival.url.url,
        passed_urls=tuple(hop.url for hop in arrival.passed),
        status=reply.status,
        headers=tuple((name, value[:_KEPT_HEADER_CHARS]) for name, value in reply.headers if name in _KEPT_HEADERS),
        retrieved_at=retrieved_at,
        sha256=hashlib.sha256(reply.body).hexdigest(),
        content_type=content_type,
        body=reply.body,
        text=None if read is None else read.text,
        title="" if read is None else read.title,
        extractor="" if read is None else read.extractor,
    )
