"""One POST of JSON over one fresh, checked connection."""

from __future__ import annotations

import ssl
from collections.abc import Mapping

import httpcore2

from citeward.fetch import FetchPolicy
from citeward.fetch.exchange import HttpExchange
from citeward.fetch.wire import Dialler
from citeward.hosts import SafeUrl

__all__ = ["PostExchange"]


class PostExchange(HttpExchange):
    """The HTTP client of one message."""

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

    def _message(self, url: SafeUrl) -> httpcore2.Request:
        more = [(name.encode(), value.encode()) for name, value in self._headers.items()]
        more += [(b"Content-Type", b"application/json"), (b"Content-Length", str(len(self._body)).encode())]
        return self._request(url, b"*/*", more, method=b"POST", content=self._body)
