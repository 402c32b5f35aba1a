"""A web in miniature: scripted DNS, a dialler that leads every public address to loopback, servers with a real CA."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any

import httpcore2
import trustme

from citeward.fetch import Fetcher, FetchPolicy, ResultCache, Snapshot
from citeward.hosts import HostPolicy, check_address

PUBLIC = "93.184.215.14"
OTHER_PUBLIC = "151.101.1.69"
Behaviour = Callable[["Visit"], Awaitable[None]]


@dataclass
class Visit:
    """One request as a server saw it."""

    request: str
    headers: dict[str, str]
    writer: asyncio.StreamWriter

    @property
    def path(self) -> str:
        return self.request.split(" ")[1]

    async def send(self, data: bytes) -> None:
        self.writer.write(data)
        await self.writer.drain()

    async def reply(self, body: bytes = b"hello", status: str = "200 OK", **headers: str) -> None:
        lines = [f"HTTP/1.1 {status}", f"Content-Length: {len(body)}"]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        await self.send("\r\n".join([*lines, "", ""]).encode() + body)

    async def redirect(self, target: str, status: str = "302 Found", **headers: str) -> None:
        await self.reply(b"", status, Location=target, **headers)


@dataclass
class World:
    """DNS, routes and a record of everything that was asked, dialled and requested."""

    authority: trustme.CA
    answers: dict[str, list[list[str]]] = field(default_factory=dict)
    lookups: list[str] = field(default_factory=list)
    dialled: list[str] = field(default_factory=list)
    visits: list[Visit] = field(default_factory=list)
    connections: int = 0
    ports: dict[int, int] = field(default_factory=dict)
    leaf: Callable[[str], trustme.LeafCert] | None = None

    async def resolve(self, host: str) -> Sequence[str]:
        self.lookups.append(host)
        script = self.answers.get(host)
        if script is None:
            raise OSError(f"no such host: {host}")
        return script.pop(0) if len(script) > 1 else script[0]

    async def dial(self, address: str, port: int, seconds: float) -> httpcore2.AsyncNetworkStream:
        assert check_address(address) is None, f"dialled {address}"
        self.dialled.append(address)
        if port not in self.ports:
            raise httpcore2.ConnectError("refused")
        return await httpcore2.AnyIOBackend().connect_tcp("127.0.0.1", self.ports[port], timeout=seconds)

    def knows(self, **hosts: str | list[list[str]]) -> None:
        for name, answer in hosts.items():
            host = f"{name}.example.com"
            self.answers[host] = [[answer]] if isinstance(answer, str) else answer

    def trust(self) -> ssl.SSLContext:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        self.authority.configure_trust(context)
        return context

    def fetcher(self, policy: FetchPolicy | None = None, **parts: Any) -> Fetcher:
        return Fetcher(policy or lenient(), resolver=self, dialler=self, tls=self.trust(), **parts)

    async def get(self, url: str, policy: FetchPolicy | None = None, cache: ResultCache | None = None) -> Snapshot:
        fetcher = self.fetcher(policy, cache=cache)
        return await fetcher.fetch(url, tenant="default", answer=fetcher.answer_budget())

    @asynccontextmanager
    async def serving(self, behaviour: Behaviour) -> AsyncIterator[None]:
        """https on 443 and http on 80 at every public address."""
        tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        tls.set_alpn_protocols(["h2", "http/1.1"])
        self.authority.issue_cert("unnamed.example.com").configure_cert(tls)
        tls.sni_callback = self._present
        tasks: set[asyncio.Task[None]] = set()

        async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            task = asyncio.current_task()
            assert task is not None
            tasks.add(task)
            self.connections += 1
            try:
                head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
                headers = dict(line.lower().split(": ", 1) for line in head[1:] if line)
                visit = Visit(head[0], headers, writer)
                self.visits.append(visit)
                await behaviour(visit)
            except (OSError, asyncio.IncompleteReadError):
                pass  # the client hung up, which is what many of these tests want
            finally:
                writer.close()
                tasks.discard(task)

        secure = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=tls)
        plain = await asyncio.start_server(serve, "127.0.0.1", 0)
        self.ports |= {443: secure.sockets[0].getsockname()[1], 80: plain.sockets[0].getsockname()[1]}
        try:
            yield
        finally:
            secure.close()
            plain.close()
            for task in list(tasks):
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    def _present(self, connection: ssl.SSLObject, name: str | None, _: ssl.SSLContext) -> None:
        leaf = (self.leaf or self.authority.issue_cert)(name or "unnamed.example.com")
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        leaf.configure_cert(context)
        context.set_alpn_protocols(["h2", "http/1.1"])
        connection.context = context


def lenient(**changes: Any) -> FetchPolicy:
    """Any host, short waits."""
    return replace(FetchPolicy(hosts=HostPolicy(allow=None), total_seconds=5.0), **changes)
