"""One POST of JSON over one fresh, checked connection."""

from __future__ import annotations

import ssl
from collections.abc import Mapping

import httpcore2

from citeward.fetch import FetchPolicy, Reply
from citeward.fetch.exchange import HttpExchange
from citeward.fetch.wire import Dialler
from citeward.hosts import SafeUrl

__all__ = ["PostExchange"]


class PostExchange(HttpExchange):
    """The HTTP client of one message. What a receiver says besides its status and when to come back is not read: a
    reply that is too long, cut or oddly encoded has been a reply all the same. Keeps the last one."""

    def __init__(
        self,
        headers: Mapping[str, str],
        body: bytes,
        policy: FetchPolicy,
        dialler: Dialler | None,
        tls: ssl.SSLContext,
    ) -> None:
        super().__init__(policy, dialler, tls)
        self._headers = headers
        self._body = body
        self.last: Reply | None = None

    async def __call__(self, url: SafeUrl, addresses: tuple[str, ...]) -> Reply:
        """See `Exchange`."""
        self.last = await super().__call__(url, addresses)
        return self.last

    def _wants_body(self, head: Reply) -> bool:
        return False

    def _message(self, url: SafeUrl) -> httpcore2.Request:
        more = [(name.encode(), value.encode()) for name, value in self._headers.items()]
        more += [(b"Content-Type", b"application/json"), (b"Content-Length", str(len(self._body)).encode())]
        return self._request(url, b"*/*", more, method=b"POST", content=self._body)
