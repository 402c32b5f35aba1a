"""One request over one fresh connection. Nothing is remembered between two of them."""

from __future__ import annotations

import ssl
from collections.abc import Iterable

import httpcore2

from citeward.hosts import SafeUrl

from .decode import Decoder, EncodingError, TooLarge, decoder_for
from .policy import FetchPolicy
from .reasons import FetchError, FetchFailed, FetchReason, FetchRefused
from .tls import client_context
from .walk import Reply
from .wire import CheckedBackend, Dialler, DirectDialler, Meter

_ACCEPT = b"text/html,application/xhtml+xml,application/pdf,text/plain;q=0.9,*/*;q=0.1"


class HttpExchange:
    """HTTP/1.1 GET without cookies, credentials, referrer, proxy variables, retries or connection reuse.

    HTTP/2 is never offered: connections of one certificate could be shared between names.
    """

    def __init__(self, policy: FetchPolicy, dialler: Dialler | None = None, tls: ssl.SSLContext | None = None) -> None:
        """Raises ValueError for a TLS context that does not verify certificate and host name."""
        self._policy = policy
        self._dialler = dialler or DirectDialler()
        self._tls = tls or client_context()
        if self._tls.verify_mode is not ssl.CERT_REQUIRED or not self._tls.check_hostname:
            raise ValueError("the TLS context must verify certificate and host name")

    async def __call__(self, url: SafeUrl, addresses: tuple[str, ...]) -> Reply:
        """See `Exchange`."""
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
            return await self._ask(connection, url, meter)
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
        policy = self._policy
        response = await connection.handle_async_request(self._message(url))
        meter.head_is_done()
        head = Reply(response.status, _headers(response.headers, url, policy))
        if head.redirects or not self._wants_body(head):
            await response.aclose()
            return head
        lengths = {value.strip() for value in head.values("content-length")}
        if any(not value.isdecimal() or int(value) > policy.max_wire_bytes for value in lengths):
            raise FetchRefused(FetchReason.BODY_TOO_LARGE, "the announced length is over the cap", url.url)
        try:
            decoder = decoder_for(head.values("content-encoding"), policy.max_body_bytes)
            await _read(response, decoder)
            if meter.cut and not _says_its_end(head):
                raise FetchFailed(FetchReason.CUT_SHORT, "the connection ended before the page did", url.url)
            return Reply(head.status, head.headers, decoder.finish())
        except EncodingError as error:
            raise FetchRefused(FetchReason.CONTENT_ENCODING, str(error), url.url) from error
        except TooLarge as error:
            raise FetchRefused(FetchReason.BODY_TOO_LARGE, f"over {policy.max_body_bytes} bytes", url.url) from error

    def _wants_body(self, head: Reply) -> bool:
        """Whether the body of a reply is read at all."""
        return True

    def _message(self, url: SafeUrl) -> httpcore2.Request:
        return self._request(url, _ACCEPT)

    def _request(
        self,
        url: SafeUrl,
        accept: bytes,
        more: Iterable[tuple[bytes, bytes]] = (),
        *,
        method: bytes = b"GET",
        content: bytes | None = None,
    ) -> httpcore2.Request:
        policy = self._policy
        return httpcore2.Request(
            method=method,
            url=httpcore2.URL(
                scheme=url.scheme.encode(), host=url.host.encode(), port=url.port, target=url.path_query.encode()
            ),
            headers=[
                (b"Host", url.authority.encode()),
                (b"User-Agent", policy.user_agent.encode()),
                (b"Accept", accept),
                (b"Accept-Encoding", b"gzip"),
                (b"Connection", b"close"),
                *more,
            ],
            content=content,
            extensions={
                "timeout": {
                    "connect": policy.connect_seconds,
                    "read": policy.idle_seconds,
                    "write": policy.idle_seconds,
                }
            },
        )


async def _read(response: httpcore2.Response, decoder: Decoder) -> None:
    try:
        async for piece in response.aiter_stream():
            decoder.feed(piece)
    finally:
        await response.aclose()


def _says_its_end(head: Reply) -> bool:
    """Whether a cut shows in the framing. A reply without it ends with its connection, and over TLS whoever can cut
    the line could shorten it unseen but for the missing close_notify (RFC 9112, 9.8)."""
    return bool(head.values("content-length") or head.values("transfer-encoding"))


def _headers(raw: list[tuple[bytes, bytes]], url: SafeUrl, policy: FetchPolicy) -> tuple[tuple[str, str], ...]:
    if len(raw) > policy.max_head_lines:
        raise FetchRefused(FetchReason.HEADERS_TOO_LARGE, f"over {policy.max_head_lines} header lines", url.url)
    return tuple((name.decode("latin-1").lower(), _value(value)) for name, value in raw)


def _value(value: bytes) -> str:
    # Servers write UTF-8 where RFC 9110 section 5.5 says to treat other than ASCII as opaque; latin-1 always reads.
    try:
        return value.decode("utf-8")
    except UnicodeDecodeError:
        return value.decode("latin-1")
