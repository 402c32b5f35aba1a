"""The system's resolver, asked once and with a deadline."""

from __future__ import annotations

import socket
import threading
from typing import Any

import pytest

from citeward.fetch import SystemResolver

pytestmark = pytest.mark.asyncio


def answer(*addresses: str) -> list[tuple[Any, ...]]:
    return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 0)) for address in addresses]


async def test_a_name_is_asked_as_absolute_and_every_answer_comes_back_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def lookup(host: str, *_: object, **__: object) -> list[tuple[Any, ...]]:
        asked.append(host)
        return answer("93.184.215.14", "10.0.0.1", "93.184.215.14")

    monkeypatch.setattr(socket, "getaddrinfo", lookup)
    resolver = SystemResolver()
    assert await resolver.resolve("a.example.com") == ["93.184.215.14", "10.0.0.1"]
    assert asked == ["a.example.com."], "a search domain could lead a relative name inward"
    resolver.close()


async def test_a_lookup_that_hangs_ends_at_the_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    released = threading.Event()

    def lookup(*_: object, **__: object) -> list[tuple[Any, ...]]:
        released.wait()
        return answer("93.184.215.14")

    monkeypatch.setattr(socket, "getaddrinfo", lookup)
    resolver = SystemResolver(seconds=0.05, threads=1)
    for _ in range(2):  # the second finds no free thread, and is late too
        with pytest.raises(TimeoutError):
            await resolver.resolve("a.example.com")
    released.set()
    resolver.close()


async def test_a_lookup_that_fails_is_an_os_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def lookup(*_: object, **__: object) -> list[tuple[Any, ...]]:
        raise socket.gaierror(socket.EAI_NONAME, "unknown")

    monkeypatch.setattr(socket, "getaddrinfo", lookup)
    resolver = SystemResolver()
    with pytest.raises(OSError, match="unknown"):
        await resolver.resolve("a.example.com")
    resolver.close()
