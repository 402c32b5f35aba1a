"""The sockets of one hop: dial only checked addresses, read only so much."""

# ruff: noqa: ASYNC109 - the signatures are those of httpcore2's interfaces

from __future__ import annotations

import ssl
from collections.abc import Iterable
from contextlib import suppress
from typing import Any, Protocol

import httpcore2

from citeward.hosts import SafeUrl

from .policy import FetchPolicy
from .reasons import FetchReason, FetchRefused

_HEAD_READ_BYTES = 4_096
"""Reads are small until the head is complete, so that the head's cap is not lost in one large read."""


class Dialler(Protocol):
    """Opens TCP connections. Injectable: tests lead every address to a loopback server, an egress proxy can tunnel."""

    async def dial(self, address: str, port: int, seconds: float) -> httpcore2.AsyncNetworkStream:
        """Connects to an address literal. Raises httpcore2.ConnectError or ConnectTimeout."""
        ...


class DirectDialler:
    """Dials from this host, reading no environment."""

    def __init__(self) -> None:
        self._backend = httpcore2.AnyIOBackend()

    async def dial(self, address: str, port: int, seconds: float) -> httpcore2.AsyncNetworkStream:
        """See `Dialler`."""
        return await self._backend.connect_tcp(address, port, timeout=seconds)


class Meter:
    """Counts what a hop reads: up to one cap until the head is complete, up to another after it."""

    def __init__(self, url: SafeUrl, policy: FetchPolicy) -> None:
        self._url = url
        self._max_head = policy.max_head_bytes
        self._max_wire = policy.max_wire_bytes
        self._head = 0
        self._wire = 0
        self._head_done = False
        self._cut = False

    @property
    def cut(self) -> bool:
        """Whether the other side went away without saying over TLS that it had said everything (RFC 8446, 6.1)."""
        return self._cut

    def went_away(self, tls: ssl.SSLObject | None) -> None:
        """Notes the end of what can be read. ``tls``: the session that ended, None where there was none."""
        self._cut = tls is not None and not _said_goodbye(tls)

    def head_is_done(self) -> None:
        """From here on bytes count as body."""
        self._head_done = True

    def next_read(self, max_bytes: int) -> int:
        """How many bytes the next read may ask for."""
        return max_bytes if self._head_done else min(max_bytes, _HEAD_READ_BYTES)

    def count(self, size: int) -> None:
        """Books a read. Raises FetchRefused past a cap."""
        if not self._head_done:
            self._head += size
            if self._head > self._max_head:
                raise FetchRefused(
                    FetchReason.HEADERS_TOO_LARGE, f"over {self._max_head} bytes of headers", self._url.url
                )
        else:
            self._wire += size
            if self._wire > self._max_wire:
                raise FetchRefused(
                    FetchReason.BODY_TOO_LARGE, f"over {self._max_wire} bytes on the wire", self._url.url
                )


class MeteredStream(httpcore2.AsyncNetworkStream):
    """A connection whose reads are counted. The name for SNI and certificate passes through untouched."""

    def __init__(self, inner: httpcore2.AsyncNetworkStream, meter: Meter) -> None:
        self._inner = inner
        self._meter = meter

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        data = await self._inner.read(self._meter.next_read(max_bytes), timeout)
        self._meter.count(len(data))
        if not data:
            self._meter.went_away(self._inner.get_extra_info("ssl_object"))
        return data

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:
        await self._inner.write(buffer, timeout)

    async def aclose(self) -> None:
        await self._inner.aclose()

    async def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore2.AsyncNetworkStream:
        return MeteredStream(await self._inner.start_tls(ssl_context, server_hostname, timeout), self._meter)

    def get_extra_info(self, info: str) -> Any:
        return self._inner.get_extra_info(info)


def _said_goodbye(tls: ssl.SSLObject) -> bool:
    """Whether an ended session was ended by its peer. Asked once more, OpenSSL says "nothing" or "unexpectedly"."""
    try:
        return tls.read(1) == b""
    except ssl.SSLError:
        return False


class CheckedBackend(httpcore2.AsyncNetworkBackend):
    """The network as one hop may use it: its own host, its own port, the addresses that were checked."""

    def __init__(
        self, url: SafeUrl, addresses: tuple[str, ...], policy: FetchPolicy, dialler: Dialler, meter: Meter
    ) -> None:
        self._url = url
        self._addresses = addresses[: policy.max_dials]
        self._seconds = policy.connect_seconds
        self._dialler = dialler
        self._meter = meter
        self._opened: list[httpcore2.AsyncNetworkStream] = []

    async def aclose(self) -> None:
        """Closes what was dialled. A handshake cut off by the deadline leaves its socket to nobody else."""
        for stream in self._opened:
            await stream.aclose()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore2.AsyncNetworkStream:
        if (host, port) != (self._url.host, self._url.port):
            raise FetchRefused(FetchReason.ADDRESS, f"{host}:{port} was never checked", self._url.url)
        stream = await self._dial_first(port)
        self._opened.append(stream)
        return MeteredStream(stream, self._meter)

    async def _dial_first(self, port: int) -> httpcore2.AsyncNetworkStream:
        *first, last = self._addresses
        for address in first:
            with suppress(httpcore2.ConnectError, httpcore2.ConnectTimeout):
                return await self._dialler.dial(address, port, self._seconds)
        return await self._dialler.dial(last, port, self._seconds)

    async def connect_unix_socket(
        self, path: str, timeout: float | None = None, socket_options: Iterable[Any] | None = None
    ) -> httpcore2.AsyncNetworkStream:
        raise FetchRefused(FetchReason.ADDRESS, "a unix socket is no web server", self._url.url)
