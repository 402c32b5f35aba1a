"""Leaving through a proxy: a tunnel to a checked address, TLS end to end, and nothing else."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field

import pytest

from citeward.fetch import FetchFailed, FetchReason
from citeward.fetch.tunnel import TunnelDialler

from .fetch_world import PUBLIC, Visit, World, lenient

OPENED = b"HTTP/1.1 200 Connection established\r\n\r\n"


@dataclass
class Proxy:
    """A proxy that leads every tunnel to the servers of the world, and remembers what it was asked."""

    world: World
    reply: Callable[[], bytes] = lambda: OPENED
    asked: list[str] = field(default_factory=list)
    port: int = 0

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        outward: asyncio.StreamWriter | None = None
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            self.asked.append(head.decode())
            target = head.split(b" ")[1].decode()
            writer.write(self.reply())
            await writer.drain()
            inward, outward = await asyncio.open_connection(
                "127.0.0.1", self.world.ports[int(target.rpartition(":")[2])]
            )
            await asyncio.gather(_pump(reader, outward), _pump(inward, writer))
        except (OSError, asyncio.IncompleteReadError):
            pass
        finally:
            for each in (writer, outward):
                if each is not None:
                    each.close()
                    with suppress(OSError):
                        await each.wait_closed()


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while data := await reader.read(65_536):
        writer.write(data)
        await writer.drain()
    with suppress(OSError):
        writer.write_eof()


@asynccontextmanager
async def proxied(world: World, **parts: object) -> AsyncIterator[Proxy]:
    proxy = Proxy(world, **parts)  # type: ignore[arg-type]  # the fields of a Proxy
    tasks: set[asyncio.Task[None]] = set()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        tasks.add(task)
        await proxy.serve(reader, writer)

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    proxy.port = server.sockets[0].getsockname()[1]
    try:
        yield proxy
    finally:
        server.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def hello(visit: Visit) -> None:
    await visit.reply(b"hello")


async def fetch(world: World, proxy: Proxy, url: str = "https://a.example.com/") -> bytes:
    from citeward.fetch import Fetcher

    fetcher = Fetcher(
        lenient(total_seconds=2.0),
        resolver=world,
        dialler=TunnelDialler("127.0.0.1", proxy.port),
        tls=world.trust(),
    )
    return (await fetcher.fetch(url, tenant="t", answer=fetcher.answer_budget())).body


async def test_the_proxy_is_asked_for_the_checked_address_and_sees_no_name(world: World) -> None:
    world.knows(a=PUBLIC)
    async with world.serving(hello), proxied(world) as proxy:
        assert await fetch(world, proxy) == b"hello"
        assert await fetch(world, proxy, "http://a.example.com/") == b"hello"
    assert [asked.split("\r\n")[0] for asked in proxy.asked] == [
        f"CONNECT {PUBLIC}:443 HTTP/1.1",
        f"CONNECT {PUBLIC}:80 HTTP/1.1",
    ]
    assert not any("a.example.com" in asked for asked in proxy.asked)
    assert [visit.headers["host"] for visit in world.visits] == ["a.example.com"] * 2


async def test_an_ipv6_address_stands_in_brackets(world: World) -> None:
    world.knows(a="2606:4700::1111")
    async with world.serving(hello), proxied(world) as proxy:
        await fetch(world, proxy)
    assert proxy.asked[0].startswith("CONNECT [2606:4700::1111]:443 HTTP/1.1\r\nHost: [2606:4700::1111]:443\r\n")


@pytest.mark.parametrize(
    "reply",
    [
        b"HTTP/1.1 403 Forbidden\r\n\r\n",
        b"HTTP/1.1 407 Proxy Authentication Required\r\n\r\n",
        b"HTTP/1.1 302 Found\r\nLocation: https://evil.example/\r\n\r\n",
        b"HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil",
        b"SSH-2.0-x\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nX: " + b"x" * 20_000 + b"\r\n\r\n",
        b"HTTP/2 200\r\n\r\n",
    ],
    ids=["403", "407", "redirect", "speaks first", "not http", "endless", "http2"],
)
async def test_a_proxy_that_opens_no_tunnel_is_a_connection_that_failed(world: World, reply: bytes) -> None:
    world.knows(a=PUBLIC)
    async with world.serving(hello), proxied(world, reply=lambda: reply) as proxy:
        with pytest.raises(FetchFailed) as failed:
            await fetch(world, proxy)
    assert failed.value.reason is FetchReason.NETWORK
    assert world.visits == []


async def test_a_proxy_that_is_not_there_or_says_nothing_is_a_failure(world: World) -> None:
    world.knows(a=PUBLIC)
    async with world.serving(hello):
        async with proxied(world, reply=lambda: b"") as silent:
            with pytest.raises(FetchFailed):
                await fetch(world, silent)
        with pytest.raises(FetchFailed):
            await fetch(world, silent)


def test_a_port_is_a_port() -> None:
    with pytest.raises(ValueError, match="port"):
        TunnelDialler("proxy.internal", 0)
