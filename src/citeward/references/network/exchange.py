"""One request to a registry over the safe fetch's checked sockets: a method, headers and a body of its own.

The cited web is fetched without headers or credentials. A registry is configured by the operator, may need a token and
be asked by POST; what identifies us goes to the host it was configured for and is dropped at the first redirect that
leaves it.
"""

from __future__ import annotations

import ssl

import httpcore2

from citeward.fetch import FetchPolicy, FetchReason, FetchRefused, Reply
from citeward.fetch.exchange import HttpExchange
from citeward.fetch.wire import Dialler
from citeward.hosts import SafeUrl
from citeward.references.network.request import Request

__all__ = ["RegistryExchange"]


class RegistryExchange(HttpExchange):
    """The HTTP client of one :class:`Request`. Keeps the last reply, whose headers a snapshot does not hold."""

    def __init__(self, request: Request, policy: FetchPolicy, dialler: Dialler | None, tls: ssl.SSLContext) -> None:
        super().__init__(policy, dialler, tls)
        self._asked = request
        self._origin: str | None = None
        self.last: Reply | None = None

    async def __call__(self, url: SafeUrl, addresses: tuple[str, ...]) -> Reply:
        """See `Exchange`."""
        if self._origin is None:
            self._origin = url.authority
        elif self._asked.form is not None:
            raise FetchRefused(FetchReason.REDIRECT_TARGET, "a POST was redirected", url.url)
        self.last = await super().__call__(url, addresses)
        return self.last

    def _message(self, url: SafeUrl) -> httpcore2.Request:
        asked = self._asked
        more = []
        if url.authority == self._origin and url.scheme == "https":
            more += [(name.encode(), value.encode()) for name, value in asked.secrets]
        if asked.form is None:
            return self._request(url, asked.accept.encode(), more)
        more += [
            (b"Content-Type", b"application/x-www-form-urlencoded"),
            (b"Content-Length", str(len(asked.form)).encode()),
        ]
        return self._request(url, asked.accept.encode(), more, method=b"POST", content=asked.form)
