"""One request to a registry over the safe fetch's checked sockets: a method, headers and a body of its own.

The cited web is fetched without headers or credentials. A registry is configured by the operator, may need a token and
be asked by POST; what identifies us goes to the host it was configured for and is dropped at the first redirect that
leaves it.
"""

from __future__ import annotations

import ssl

import httpcore2

from citeward.fetch import (
    Exchange,
    FetchError,
    FetchFailed,
    FetchPolicy,
    FetchReason,
    FetchRefused,
    Reply,
)
from citeward.fetch.decode import EncodingError, TooLarge, decoder_for
from citeward.fetch.wire import CheckedBackend, Dialler, DirectDialler, Meter
from citeward.hosts import SafeUrl
from citeward.references.network.request import Request

__all__ = ["RegistryExchange"]


class RegistryExchange(Exchange):
    """The HTTP client of one :class:`Request`. Keeps the last reply, whose headers a snapshot does not hold."""

    def __init__(self, request: Request, policy: FetchPolicy, dialler: Dialler | None, tls: ssl.SSLContext) -> None:
        self._request = request
        self._policy = policy
        self._dialler = dialler or DirectDialler()
        self._tls = tls
        self._origin: str | None = None
        self.last: Reply | None = None

    async def __call__(self, url: SafeUrl, addresses: tuple[str, ...]) -> Reply:
        """See `Exchange`."""
        if self._origin is None:
            self._origin = url.authority
        elif self._request.form is not None:
            raise FetchRefused(FetchReason.REDIRECT_TARGET, "a POST was redirected", url.url)
        meter = Meter(url, self._policy)
        network = CheckedBackend(url, addresses, self._policy, self._dialler, meter)
        connection = httpcore2.AsyncHTTPConnection(
            origin=httpcore2.Origin(url.scheme.encode(), url.host.encode(), url.port),
            ssl_context=self._tls,
            http1=True,
            http2=False,
            retries=0,
            network_backend=network,
        )
        try:
            self.last = await self._ask(connection, url, meter)
            return self.last
        except FetchError:
            raise
        except httpcore2.TimeoutException as error:
            raise FetchFailed(FetchReason.DEADLINE, type(error).__name__, url.url) from error
        except (httpcore2.ProtocolError, httpcore2.UnsupportedProtocol) as error:
            raise FetchRefused(FetchReason.PROTOCOL, "the reply is not valid HTTP/1.1", url.url) from error
        except httpcore2.NetworkError as error:
            if isinstance(error.__cause__ or error.__context__, ssl.SSLError):
                raise FetchRefused(FetchReason.TLS, "the server could not prove its name", url.url) from error
            raise FetchFailed(FetchReason.NETWORK, type(error).__name__, url.url) from error
        finally:
            await connection.aclose()
            await network.aclose()

    async def _ask(self, connection: httpcore2.AsyncHTTPConnection, url: SafeUrl, meter: Meter) -> Reply:
        response = await connection.handle_async_request(self._message(url))
        meter.head_is_done()
        if len(response.headers) > self._policy.max_head_lines:
            raise FetchRefused(FetchReason.HEADERS_TOO_LARGE, "too many header lines", url.url)
        headers = tuple((name.decode("latin-1").lower(), value.decode("latin-1")) for name, value in response.headers)
        head = Reply(response.status, headers)
        if head.redirects:
            return head
        try:
            decoder = decoder_for(head.values("content-encoding"), self._policy.max_body_bytes)
            try:
                async for piece in response.aiter_stream():
                    decoder.feed(piece)
            finally:
                await response.aclose()
            return Reply(head.status, headers, decoder.finish())
        except EncodingError as error:
            raise FetchRefused(FetchReason.CONTENT_ENCODING, str(error), url.url) from error
        except TooLarge as error:
            raise FetchRefused(FetchReason.BODY_TOO_LARGE, "over the cap", url.url) from error

    def _message(self, url: SafeUrl) -> httpcore2.Request:
        request, idle = self._request, self._policy.idle_seconds
        headers = [
            (b"Host", url.authority.encode()),
            (b"User-Agent", self._policy.user_agent.encode()),
            (b"Accept", request.accept.encode()),
            (b"Accept-Encoding", b"gzip"),
            (b"Connection", b"close"),
        ]
        if url.authority == self._origin and url.scheme == "https":
            headers += [(name.encode(), value.encode()) for name, value in request.secrets]
        if request.form is not None:
            headers += [
                (b"Content-Type", b"application/x-www-form-urlencoded"),
                (b"Content-Length", str(len(request.form)).encode()),
            ]
        return httpcore2.Request(
            method=b"GET" if request.form is None else b"POST",
            url=httpcore2.URL(
                scheme=url.scheme.encode(), host=url.host.encode(), port=url.port, target=url.path_query.encode()
            ),
            headers=headers,
            content=request.form,
            extensions={"timeout": {"connect": self._policy.connect_seconds, "read": idle, "write": idle}},
        )
