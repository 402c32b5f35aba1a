"""A small HTTP/1.1 server for machines: one request a connection, bounded in bytes, time and number.

Over asyncio and h11, which the safe fetch's own client brings along: an egress zone then holds one HTTP library, and no
framework has features in it that nobody uses there.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, fields
from http import HTTPStatus
from typing import Protocol

import h11

__all__ = ["Handler", "Head", "Reply", "ServiceLimits", "serving"]

_LOG = logging.getLogger("citeward.resolver")
_CHUNK_BYTES = 65_536
_HEAD_CHUNK_BYTES = 2_048
"""Reads are small until the head is complete: h11 counts what is incomplete, and one large read would complete it."""


@dataclass(frozen=True, slots=True)
class ServiceLimits:
    """What callers may cost. Every limit has a value; none can be switched off."""

    max_head_bytes: int = 16_384
    max_body_bytes: int = 524_288
    """Of a request: a URL, or a hundred cites."""
    receive_seconds: float = 5.0
    """From the connection to the last byte of the request: stops drip feeds."""
    answer_seconds: float = 20.0
    """From the request to the answer."""
    send_seconds: float = 30.0
    max_connections: int = 64
    """Open at once; further ones are told to come back."""

    def __post_init__(self) -> None:
        for limit in fields(self):
            if not getattr(self, limit.name) > 0:
                raise ValueError(f"{limit.name} must be positive")


@dataclass(frozen=True, slots=True)
class Head:
    """The head of a request. Header names are in lower case; a repeated one is not in it."""

    method: str
    path: str
    headers: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Reply:
    """A reply in JSON."""

    status: HTTPStatus
    body: bytes
    headers: tuple[tuple[str, str], ...] = ()


class Handler(Protocol):
    """What answers."""

    def refuse(self, head: Head) -> Reply | None:
        """The reply to a request that is refused by its head alone; its body is then not read."""
        ...

    async def answer(self, head: Head, body: bytes) -> Reply:
        """The reply to a whole request."""
        ...


@asynccontextmanager
async def serving(
    handler: Handler, host: str, port: int, limits: ServiceLimits | None = None
) -> AsyncIterator[tuple[str, int]]:
    """Serves until the block ends; yields the address and the port that is listened at (0: any free one)."""
    room = _Room(handler, limits or ServiceLimits())
    server = await asyncio.start_server(room.welcome, host, port, limit=_CHUNK_BYTES)
    try:
        name = server.sockets[0].getsockname()
        yield str(name[0]), int(name[1])
    finally:
        server.close()
        await room.clear()


class _Room:
    """The connections that are open."""

    def __init__(self, handler: Handler, limits: ServiceLimits) -> None:
        self._handler = handler
        self._limits = limits
        self._open: set[asyncio.Task[None]] = set()

    async def welcome(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        is_full = len(self._open) >= self._limits.max_connections
        self._open.add(task)
        try:
            await _Exchange(self._handler, self._limits, reader, writer).run(is_full=is_full)
        except (OSError, h11.ProtocolError, TimeoutError, asyncio.IncompleteReadError):
            pass  # the caller is gone, late or no HTTP client: nobody is left to tell
        finally:
            self._open.discard(task)
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()

    async def clear(self) -> None:
        tasks = list(self._open)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


class _TooMuch(Exception):
    """The body is over its bound."""


class _Exchange:
    """One request and its reply."""

    def __init__(
        self, handler: Handler, limits: ServiceLimits, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        self._handler = handler
        self._limits = limits
        self._reader = reader
        self._writer = writer
        self._chunk_bytes = _HEAD_CHUNK_BYTES
        self._http = h11.Connection(h11.SERVER, max_incomplete_event_size=limits.max_head_bytes)

    async def run(self, *, is_full: bool) -> None:
        head: Head | None = None
        try:
            async with asyncio.timeout(self._limits.receive_seconds):
                head = await self._head()
                reply = _later() if is_full else self._handler.refuse(head)
                body = b"" if reply is not None else await self._body()
        except h11.RemoteProtocolError as error:
            status = error.error_status_hint if error.error_status_hint in (400, 413, 431, 501) else 400
            reply, body = Reply(HTTPStatus(status), b'{"error":"not a request in HTTP/1.1"}'), b""
        except _TooMuch:
            reply, body = Reply(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, b'{"error":"the body is too large"}'), b""
        if reply is None and head is not None:
            reply = await self._answer(head, body)
        if reply is not None:
            # Paths are fixed; a URL or a cite stands only in a body and never in a log.
            _LOG.info("%s %s %d", head.method if head else "-", head.path[:40] if head else "-", reply.status)
            await self._send(reply)

    async def _answer(self, head: Head, body: bytes) -> Reply:
        try:
            async with asyncio.timeout(self._limits.answer_seconds):
                return await self._handler.answer(head, body)
        except TimeoutError:
            return Reply(HTTPStatus.GATEWAY_TIMEOUT, b'{"error":"not done in time"}')
        except Exception as error:  # whatever goes wrong here is no answer, and the next caller still gets one
            _LOG.error("%s failed: %s", head.path[:40], type(error).__name__)
            return Reply(HTTPStatus.INTERNAL_SERVER_ERROR, b'{"error":"failed"}')

    async def _event(self) -> h11.Event | None:
        """The next event; None where the caller waits for something that is not coming."""
        while True:
            event = self._http.next_event()
            if isinstance(event, h11.Event):
                return event
            if event is h11.PAUSED:
                return None
            self._http.receive_data(await self._reader.read(self._chunk_bytes))

    async def _head(self) -> Head:
        event = await self._event()
        if not isinstance(event, h11.Request):
            raise TimeoutError  # closed without a word
        headers: dict[str, str] = {}
        repeated: set[str] = set()
        for raw, value in event.headers:
            name = raw.decode("latin-1").lower()
            if name in headers:
                repeated.add(name)
            headers[name] = value.decode("latin-1")
        known = {name: value for name, value in headers.items() if name not in repeated}
        return Head(event.method.decode("ascii"), event.target.decode("latin-1"), known)

    async def _body(self) -> bytes:
        body = bytearray()
        self._chunk_bytes = _CHUNK_BYTES
        while True:
            event = await self._event()
            if isinstance(event, h11.Data):
                body += event.data
                if len(body) > self._limits.max_body_bytes:
                    raise _TooMuch
            elif isinstance(event, h11.EndOfMessage):
                return bytes(body)
            else:
                raise TimeoutError  # cut short

    async def _send(self, reply: Reply) -> None:
        headers = [
            ("Content-Type", "application/json"),
            ("Content-Length", str(len(reply.body))),
            ("Cache-Control", "no-store"),
            ("X-Content-Type-Options", "nosniff"),
            ("Connection", "close"),
            *reply.headers,
        ]
        response = h11.Response(status_code=int(reply.status), headers=headers, reason=reply.status.phrase.encode())
        pieces = (self._http.send(response), self._http.send(h11.Data(data=reply.body)))
        async with asyncio.timeout(self._limits.send_seconds):
            for piece in pieces:
                self._writer.write(piece or b"")
            self._writer.write(self._http.send(h11.EndOfMessage()) or b"")
            await self._writer.drain()


def _later() -> Reply:
    return Reply(HTTPStatus.SERVICE_UNAVAILABLE, b'{"error":"busy"}', (("Retry-After", "1"),))
