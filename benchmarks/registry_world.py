"""Registries on loopback that keep their public rate limits. The safe fetch dials a public address, which leads here.

Time runs ``factor`` times faster than the wall clock, for the limits of the servers and for the client's clock alike. A
request over a limit is answered 429, as the registries do.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import httpcore2

from citeward.references import Clock, References, RegistrySettings, build_references

__all__ = ["HOSTS", "LIMITS", "Asked", "Reply", "World"]

_PUBLIC = "93.184.215.14"
HOSTS = {
    "crossref": "api.crossref.org",
    "datacite": "api.datacite.org",
    "doi.org": "doi.org",
    "arxiv": "export.arxiv.org",
    "pubmed": "eutils.ncbi.nlm.nih.gov",
    "courtlistener": "www.courtlistener.com",
}
_PATHS = {"pubmed": "/entrez/eutils"}
LIMITS = {  # requests, seconds
    "api.crossref.org": (5, 1.0),
    "api.crossref.org/search": (1, 1.0),
    "api.datacite.org": (1_000, 300.0),
    "doi.org": (5, 1.0),
    "export.arxiv.org": (1, 3.0),
    "eutils.ncbi.nlm.nih.gov": (3, 1.0),
    "www.courtlistener.com": (60, 60.0),
}


@dataclass(frozen=True)
class Asked:
    """One request as a registry saw it."""

    host: str
    target: str
    """Path and query as sent."""
    form: str

    @property
    def is_search(self) -> bool:
        return "query.bibliographic=" in self.target


@dataclass(frozen=True)
class Reply:
    """What a registry answers."""

    text: str
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)

    def encode(self) -> bytes:
        data = self.text.encode()
        head = [f"HTTP/1.1 {self.status} X", *(f"{name}: {value}" for name, value in self.headers.items())]
        return "\r\n".join([*head, f"Content-Length: {len(data)}", "", ""]).encode() + data


class World:
    """Every registry on one port, each with its own window."""

    def __init__(self, answer: Callable[[Asked], Reply], factor: float) -> None:
        self._answer = answer
        self._factor = factor
        self._windows: dict[str, deque[float]] = {name: deque() for name in LIMITS}
        self._port = 0
        self.statuses: Counter[int] = Counter()
        self.clock = Clock(self.now, self._sleep)

    def now(self) -> float:
        """Seconds of this world."""
        return time.monotonic() * self._factor

    async def _sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds / self._factor)

    async def resolve(self, host: str) -> Sequence[str]:
        return [_PUBLIC]

    async def dial(self, address: str, port: int, seconds: float) -> httpcore2.AsyncNetworkStream:
        return await httpcore2.AnyIOBackend().connect_tcp("127.0.0.1", self._port, timeout=seconds)

    def references(self, registries: Sequence[str] = tuple(HOSTS), *, search: bool = False) -> References:
        """The registries as a bibliography asks them: over the safe fetch, waiting for their turns."""
        places = {name: RegistrySettings(base_url=f"http://{HOSTS[name]}{_PATHS.get(name, '')}") for name in registries}
        return build_references(
            places,
            registries=tuple(registries),
            deadline_seconds=None,
            search=search,
            clock=self.clock,
            resolver=self,
            dialler=self,
        )

    @asynccontextmanager
    async def serving(self) -> AsyncIterator[None]:
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self._port = server.sockets[0].getsockname()[1]
        try:
            yield
        finally:
            server.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in head[1:])}
        form = (await reader.readexactly(int(headers.get("content-length", "0")))).decode()
        asked = Asked(headers["host"], head[0].split(" ")[1], form)
        names = [asked.host, *([f"{asked.host}/search"] if asked.is_search else [])]
        reply = self._answer(asked) if self._admits(names) else Reply("", 429)
        self.statuses[reply.status] += 1
        writer.write(reply.encode())
        await writer.drain()
        writer.close()

    def _admits(self, names: Sequence[str]) -> bool:
        return len([name for name in names if self._admit(name)]) == len(names)

    def _admit(self, name: str) -> bool:
        window, (requests, seconds) = self._windows[name], LIMITS[name]
        while window and window[0] <= self.now() - seconds:
            window.popleft()
        if len(window) >= requests:
            return False
        window.append(self.now())
        return True
