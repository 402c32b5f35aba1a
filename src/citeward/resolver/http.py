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
    head_seconds: float = 2.0
    """From the connection to the end of the request's head, which says who is asking."""
    receive_seconds: float = 5.0
    """From the connection to the last byte of the request: stops drip feeds."""
    answer_seconds: float = 20.0
    """From the request to the answer."""
    send_seconds: float = 30.0
    """From the first byte of the reply until the caller has taken the last; whoever does not read is hung up on."""
    max_connections: int = 64
    """Callers with a right to ask that are served at once; further ones are told to come back."""
    max_strangers: int = 128
    """Connections that have not said yet who they are. For one more the oldest of them is hung up on: strangers who
    hold connections open then push out each other, and never a caller, who says it at once."""

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
    """The connections that are open: strangers, oldest first, and callers who have shown that they may ask."""

    def __init__(self, handler: Handler, limits: ServiceLimits) -> None:
        self._handler = handler
        self._limits = limits
        self._open: set[asyncio.Task[None]] = set()
        self._strangers: dict[asyncio.StreamWriter, None] = {}
        self._callers = 0

    async def welcome(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._open.add(task)
        self._strangers[writer] = None
        if len(self._strangers) > self._limits.max_strangers:
            oldest = next(iter(self._strangers))
            del self._strangers[oldest]
            oldest.transport.abort()
        try:
            exchange = _Exchange(self._handler, self._limits, reader, writer)
            head = await exchange.head()
            self._strangers.pop(writer, None)
            if head is None or (refusal := self._handler.refuse(head)) is not None:
                await exchange.finish(head, None if head is None else refusal)
            elif self._callers >= self._limits.max_connections:
                await exchange.finish(head, _later())
            else:
                self._callers += 1
                try:
                    await exchange.answer(head)
                finally:
                    self._callers -= 1
            await _take_leave(writer, self._limits.send_seconds)
        except (OSError, h11.ProtocolError, TimeoutError, asyncio.IncompleteReadError):
            pass  # the caller is gone, late or no HTTP client: nobody is left to tell
        finally:
            self._strangers.pop(writer, None)
            self._open.discard(task)
            writer.transport.abort()  # after a leave that was taken it does nothing; else nothing is waited for

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
        self._fault: h11.RemoteProtocolError | None = None

    async def head(self) -> Head | None:
        """What is asked for, and by whom; None where no such thing came and :meth:`finish` shall say so."""
        try:
            async with asyncio.timeout(self._limits.head_seconds):
                return await self._head()
        except h11.RemoteProtocolError as error:
            self._fault = error
            return None

    async def answer(self, head: Head) -> None:
        """Takes the body and replies."""
        try:
            async with asyncio.timeout(self._limits.receive_seconds):
                body = await self._body()
        except h11.RemoteProtocolError as error:
            self._fault = error
            await self.finish(None, None)
        except _TooMuch:
            await self.finish(head, Reply(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, b'{"error":"the body is too large"}'))
        else:
            await self.finish(head, await self._answer(head, body))

    async def finish(self, head: Head | None, reply: Reply | None) -> None:
        """Sends a reply; where there is none, what was wrong with the request."""
        if reply is None:
            hint = self._fault.error_status_hint if self._fault is not None else 400
            status = hint if hint in (400, 413, 431, 501) else 400
            reply = Reply(HTTPStatus(status), b'{"error":"not a request in HTTP/1.1"}')
        # A URL or a cite stands only in a body and never in a log; a path that leads nowhere may hold anything.
        known = head is not None and reply.status is not HTTPStatus.NOT_FOUND and "?" not in head.path
        path = head.path[:40] if head is not None and known and reply.status is not HTTPStatus.UNAUTHORIZED else "-"
        _LOG.info("%s %s %d", head.method if head else "-", path, reply.status)
        await self._send(reply, body=head is None or head.method != "HEAD")

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
            if self._http.they_are_waiting_for_100_continue:
                # Asked only once the head was found good: whoever may not ask never sends a body (RFC 9110, 10.1.1).
                go_on = h11.InformationalResponse(status_code=100, headers=[], reason=b"Continue")
                self._writer.write(self._http.send(go_on) or b"")
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

    async def _send(self, reply: Reply, *, body: bool) -> None:
        headers = [
            ("Content-Type", "application/json"),
            ("Content-Length", str(len(reply.body))),
            ("Cache-Control", "no-store"),
            ("X-Content-Type-Options", "nosniff"),
            ("Connection", "close"),
            *reply.headers,
        ]
        response = h11.Response(status_code=int(reply.status), headers=headers, reason=reply.status.phrase.encode())
        events: list[h11.Event] = [response, h11.EndOfMessage()]
        if body:  # the reply to HEAD has the head of one to GET and nothing behind it (RFC 9110, 9.3.2)
            events.insert(1, h11.Data(data=reply.body))
        async with asyncio.timeout(self._limits.send_seconds):
            for event in events:
                self._writer.write(self._http.send(event) or b"")
            await self._writer.drain()


async def _take_leave(writer: asyncio.StreamWriter, seconds: float) -> None:
    """Closes once all was taken. Raises TimeoutError where the caller does not read what it asked for."""
    async with asyncio.timeout(seconds):
        writer.close()
        with suppress(OSError):
            await writer.wait_closed()


def _later() -> Reply:
    return Reply(HTTPStatus.SERVICE_UNAVAILABLE, b'{"error":"busy"}', (("Retry-After", "1"),))
