"""Registries on loopback: the safe fetch dials a public address, which leads to a server here."""

from __future__ import annotations

import asyncio
import ssl
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote, urlsplit

import httpcore2

from citeward.fetch import FetchPolicy
from citeward.references import Clock, References, RegistrySettings, build_references

from .payloads import body

PUBLIC = "93.184.215.14"
HOSTS = {
    "crossref": "api.crossref.org",
    "datacite": "api.datacite.org",
    "doi.org": "doi.org",
    "arxiv": "export.arxiv.org",
    "pubmed": "eutils.ncbi.nlm.nih.gov",
    "openalex": "api.openalex.org",
    "courtlistener": "www.courtlistener.com",
}
PATHS = {"pubmed": "/entrez/eutils"}


@dataclass(frozen=True)
class Asked:
    """One request as a registry saw it."""

    method: str
    host: str
    target: str
    headers: dict[str, str]
    form: str

    @property
    def path(self) -> str:
        return unquote(urlsplit(self.target).path)


@dataclass(frozen=True)
class Says:
    """A reply."""

    reply: object = ""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)

    def encode(self) -> bytes:
        data = body(self.reply).encode()
        lines = [f"HTTP/1.1 {self.status} X", f"Content-Length: {len(data)}"]
        lines += [f"{name}: {value}" for name, value in self.headers.items()]
        return "\r\n".join([*lines, "", ""]).encode() + data


Behaviour = Callable[[Asked, asyncio.StreamWriter], Awaitable[None]]
NOT_FOUND = {
    "api.crossref.org": Says("Resource not found.", 404),
    "api.datacite.org": Says({"errors": [{"status": "404", "title": "not found"}]}, 404),
    "doi.org": Says("<!DOCTYPE html><html><head><title>Error: DOI Not Found</title></head></html>", 404),
    "api.openalex.org": Says("<!doctype html><title>404</title>", 404),
}


class Loopback:
    """The registries, what they know by host and path, and what they were asked."""

    def __init__(self) -> None:
        self.known: dict[tuple[str, str], Says | list[Says]] = {}
        self.behaviours: dict[str, Behaviour] = {}
        self.asked: list[Asked] = []
        self.dns_fails: set[str] = set()
        self.latency = 0.0
        self._ports: dict[int, int] = {}

    def knows(self, registry: str, path: str, says: object) -> None:
        reply = says if isinstance(says, Says | list) and not _is_json(says) else Says(says)
        self.known[HOSTS[registry], PATHS.get(registry, "") + path] = reply

    async def resolve(self, host: str) -> Sequence[str]:
        if host in self.dns_fails:
            raise OSError("no such host")
        return [PUBLIC]

    async def dial(self, address: str, port: int, seconds: float) -> httpcore2.AsyncNetworkStream:
        assert address == PUBLIC
        return await httpcore2.AnyIOBackend().connect_tcp("127.0.0.1", self._ports[port], timeout=seconds)

    def references(self, clock: Clock | None = None, **options: Any) -> References:
        """Every registry over plain http, unless settings say otherwise."""
        settings = {
            name: RegistrySettings(base_url=f"http://{host}{PATHS.get(name, '')}")
            for name, host in HOSTS.items()
            if name != "openalex"
        }
        settings |= options.pop("settings", {})
        return build_references(
            settings,
            registries=options.pop("registries", tuple(settings)),
            policy=options.pop("policy", FetchPolicy(total_seconds=2.0, idle_seconds=1.0)),
            deadline_seconds=options.pop("deadline_seconds", 4.0),
            clock=clock or quick_clock(),
            resolver=self,
            dialler=self,
            **options,
        )

    @asynccontextmanager
    async def serving(self, tls: ssl.SSLContext | None = None) -> AsyncIterator[Loopback]:
        tasks: set[asyncio.Task[None]] = set()

        async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            task = asyncio.current_task()
            assert task is not None
            tasks.add(task)
            try:
                await self._answer(await _read(reader), writer)
            except (OSError, asyncio.IncompleteReadError):
                pass  # the client gave up, as the faults want
            finally:
                writer.close()
                tasks.discard(task)

        plain = await asyncio.start_server(serve, "127.0.0.1", 0)
        servers = [plain]
        self._ports[80] = plain.sockets[0].getsockname()[1]
        if tls is not None:
            secure = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=tls)
            servers.append(secure)
            self._ports[443] = secure.sockets[0].getsockname()[1]
        try:
            yield self
        finally:
            for server in servers:
                server.close()
            for task in list(tasks):
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _answer(self, asked: Asked, writer: asyncio.StreamWriter) -> None:
        self.asked.append(asked)
        if self.latency:
            await asyncio.sleep(self.latency)
        behaviour = self.behaviours.get(asked.host)
        if behaviour is not None:
            await behaviour(asked, writer)
            return
        known = self.known.get((asked.host, asked.path))
        if isinstance(known, list):
            known = known.pop(0) if len(known) > 1 else known[0]
        writer.write((known or NOT_FOUND.get(asked.host, Says("", 500))).encode())
        await writer.drain()


def _is_json(value: object) -> bool:
    return isinstance(value, list) and not all(isinstance(item, Says) for item in value)


async def _read(reader: asyncio.StreamReader) -> Asked:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    method, target, _ = head[0].split(" ")
    headers = {name.lower(): value for name, value in (line.split(": ", 1) for line in head[1:] if line)}
    form = (await reader.readexactly(int(headers.get("content-length", "0")))).decode()
    return Asked(method, headers["host"], target, headers, form)


def quick_clock(factor: float = 1_000.0) -> Clock:
    """A clock on which a second of waiting takes a thousandth of one."""

    async def sleep(seconds: float) -> None:
        await asyncio.sleep(seconds / factor)

    return Clock(now=lambda: time.monotonic() * factor, sleep=sleep)
