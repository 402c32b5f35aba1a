"""How a registry is reached: through the safe fetch, and through nothing else."""

from __future__ import annotations

import ssl
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from citeward.fetch import BudgetLimits, Fetcher, FetchPolicy, Resolver, SystemResolver, client_context
from citeward.references.network.request import Request

if TYPE_CHECKING:
    from citeward.fetch.wire import Dialler

__all__ = ["Answer", "SafeTransport", "Transport"]

_HOPS = BudgetLimits(per_answer=8, per_host_minute=1_000, per_tenant_minute=1_000)
"""Of one request. Registries are hosts the operator named; how often they are asked is for their own limiter."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a registry sent back."""

    status: int
    headers: tuple[tuple[str, str], ...]
    """Names in lower case."""
    text: str

    def header(self, name: str) -> str | None:
        """The value of a header that was sent exactly once."""
        values = [value for key, value in self.headers if key == name]
        return values[0] if len(values) == 1 else None


class Transport(Protocol):
    """Sends one request."""

    async def send(self, tenant: str, request: Request) -> Answer:
        """Raises FetchError when there is no reply."""
        ...


class SafeTransport:
    """One safe fetch per request: own address table, deadline, caps, redirects by hand, hosts from ``policy`` alone."""

    def __init__(
        self,
        policy: FetchPolicy,
        *,
        resolver: Resolver | None = None,
        dialler: Dialler | None = None,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        """Raises ValueError for a TLS context that does not verify certificate and host name."""
        self._policy = policy
        self._resolver = resolver or SystemResolver(policy.lookup_seconds)
        self._dialler = dialler
        # Built once: reading the trust anchors takes longer than asking a registry.
        self._tls = tls or client_context()
        if self._tls.verify_mode is not ssl.CERT_REQUIRED or not self._tls.check_hostname:
            raise ValueError("the TLS context must verify certificate and host name")

    async def send(self, tenant: str, request: Request) -> Answer:
        """See `Transport`."""
        from citeward.references.network.exchange import RegistryExchange  # the HTTP client is an extra

        exchange = RegistryExchange(request, self._policy, self._dialler, self._tls)
        fetcher = Fetcher(self._policy, limits=_HOPS, resolver=self._resolver, exchange=exchange, extractor=_no_text)
        snapshot = await fetcher.fetch(request.url, tenant=tenant, answer=fetcher.answer_budget())
        headers = exchange.last.headers if exchange.last is not None else snapshot.headers
        return Answer(snapshot.status, headers, snapshot.body.decode("utf-8", errors="replace"))


def _no_text(body: bytes, content_type: str, charset: str | None) -> str | None:
    """Registries answer in JSON and XML, which are read from the body."""
    return None
