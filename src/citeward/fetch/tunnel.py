"""Egress through a proxy: every connection is a tunnel to an address that was checked."""

from __future__ import annotations

import httpcore2

_MAX_HEAD_BYTES = 8_192
"""Of the proxy's reply. A proxy that says more is none."""


class TunnelDialler:
    """A `Dialler` over HTTP CONNECT (RFC 9110 section 9.3.6).

    The proxy is asked for an address, never for a name: it looks nothing up, so what is dialled is what was checked.
    TLS and the certificate check run through the tunnel, end to end. The proxy is configured here and nowhere else; no
    environment variable names one.
    """

    def __init__(self, host: str, port: int, *, backend: httpcore2.AsyncNetworkBackend | None = None) -> None:
        """`host` is the proxy's name or address, looked up by the system: it is yours."""
        if not 0 < port < 65_536:
            raise ValueError(f"port must be from 1 to 65535, not {port}")
        self._host = host
        self._port = port
        self._backend = backend or httpcore2.AnyIOBackend()

    async def dial(self, address: str, port: int, seconds: float) -> httpcore2.AsyncNetworkStream:
        """See `Dialler`. A proxy that refuses is a connection that failed."""
        stream = await self._backend.connect_tcp(self._host, self._port, timeout=seconds)
        try:
            target = f"[{address}]:{port}" if ":" in address else f"{address}:{port}"
            await stream.write(f"CONNECT {target} HTTP/1.1\r\nHost: {target}\r\n\r\n".encode(), timeout=seconds)
            await _opened(stream, seconds)
        except (httpcore2.ReadError, httpcore2.WriteError) as error:
            await stream.aclose()
            raise httpcore2.ConnectError("the proxy broke off") from error
        except (httpcore2.ReadTimeout, httpcore2.WriteTimeout) as error:
            await stream.aclose()
            raise httpcore2.ConnectTimeout("the proxy did not answer") from error
        except BaseException:
            await stream.aclose()
            raise
        return stream


async def _opened(stream: httpcore2.AsyncNetworkStream, seconds: float) -> None:
    """Reads the proxy's reply. Raises ConnectError for anything but a tunnel."""
    head = b""
    while b"\r\n\r\n" not in head:
        piece = await stream.read(_MAX_HEAD_BYTES, timeout=seconds)
        head += piece
        if not piece or len(head) > _MAX_HEAD_BYTES:
            raise httpcore2.ConnectError("the proxy did not answer in HTTP")
    status, _, rest = head.partition(b"\r\n")
    words = status.split(b" ")
    opened = len(words) >= 2 and words[0] in (b"HTTP/1.0", b"HTTP/1.1") and len(words[1]) == 3 and words[1][:1] == b"2"
    # Whoever is at the other end waits for us to speak first, in HTTP and in TLS alike.
    if not opened or not (b"\r\n" + rest).endswith(b"\r\n\r\n"):
        raise httpcore2.ConnectError("the proxy opened no tunnel")
