"""How a notice is sent: one POST over the safe fetch's checked sockets, to a host that was configured. No redirects."""

from __future__ import annotations

import ssl
from collections.abc import Mapping
from typing import TYPE_CHECKING, Protocol

from citeward.errors import CheckFailed
from citeward.fetch import (
    BudgetLimits,
    Fetcher,
    FetchError,
    FetchPolicy,
    Resolver,
    SystemResolver,
    client_context,
    retry_after,
)
from citeward.hosts import HostPolicy, SafeUrl

if TYPE_CHECKING:
    from citeward.fetch.wire import Dialler

__all__ = ["NotTaken", "Transport", "WebhookTransport"]

_ACCEPTED = range(200, 300)
_LONGEST_REPLY = 65_536
"""Bytes after the head of a reply. None of them is used."""
_UNBOUNDED = 1_000_000
_LIMITS = BudgetLimits(per_answer=1, per_host_minute=_UNBOUNDED, per_tenant_minute=_UNBOUNDED)
"""How often is for the outbox to say, which waits longer after every failure."""


class NotTaken(CheckFailed):
    """A receiver answered that it does not take a message now."""

    def __init__(self, message: str, retry_after_s: float | None = None) -> None:
        super().__init__(message)
        self.retry_after_s = retry_after_s
        """Seconds it asked to be left alone for; None where it did not say."""


class Transport(Protocol):
    """Sends one message."""

    async def post(self, headers: Mapping[str, str], body: bytes) -> None:
        """Returns when the receiver has taken it.

        Raises:
            NotTaken: it has not, and may say when to come back.
            CheckFailed: it has not, or nobody knows.
        """
        ...


class WebhookTransport:
    """Sends to one URL, over https and to public addresses only.

    Args:
        url: the receiver.
        total_seconds: for a whole request.
        resolver: of names.
        dialler: of addresses.
        tls: trust anchors other than the usual ones.
    """

    def __init__(
        self,
        url: SafeUrl,
        *,
        total_seconds: float = 10.0,
        resolver: Resolver | None = None,
        dialler: Dialler | None = None,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        from citeward.records.notices.exchange import PostExchange  # the HTTP client is an extra

        self._exchange = PostExchange
        self._url = url
        self._policy = FetchPolicy(
            hosts=HostPolicy.of([url.host]),
            ports=frozenset({url.port}),
            max_redirects=0,
            total_seconds=total_seconds,
            max_wire_bytes=_LONGEST_REPLY,
            max_body_bytes=_LONGEST_REPLY,
        )
        self._resolver = resolver or SystemResolver(self._policy.lookup_seconds)
        self._dialler = dialler
        self._tls = tls or client_context()

    async def post(self, headers: Mapping[str, str], body: bytes) -> None:
        """See `Transport`."""
        exchange = self._exchange(headers, body, self._policy, self._dialler, self._tls)
        fetcher = Fetcher(self._policy, limits=_LIMITS, resolver=self._resolver, exchange=exchange, extractor=_no_text)
        try:
            snapshot = await fetcher.fetch(self._url.url, tenant="", answer=fetcher.answer_budget())
        except FetchError as error:
            raise CheckFailed(f"webhook.url: {error}. The notice is kept and sent again later.") from error
        if snapshot.status not in _ACCEPTED:
            told = None if exchange.last is None else next(iter(exchange.last.values("retry-after")), None)
            said = f"webhook.url: answered with status {snapshot.status}. The notice is sent again later."
            raise NotTaken(said, retry_after(told))


def _no_text(body: bytes, content_type: str, charset: str | None) -> str | None:
    return None
