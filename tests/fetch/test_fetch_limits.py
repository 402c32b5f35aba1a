"""A server cannot cost more than the limits say: time, bytes on the wire, bytes in memory, header lines."""

from __future__ import annotations

import asyncio
import gzip
import zlib

import pytest

from citeward.fetch import FetchError, FetchFailed, FetchPolicy, FetchReason, FetchRefused

from .fetch_world import PUBLIC, Behaviour, Visit, World, lenient

pytestmark = pytest.mark.asyncio
OK = b"HTTP/1.1 200 OK\r\n"
CHUNKED = OK + b"Transfer-Encoding: chunked\r\n"
SHORT = {"total_seconds": 0.4, "idle_seconds": 0.3}


async def infinite_chunks(visit: Visit) -> None:
    await visit.send(CHUNKED + b"\r\n")
    while True:
        await visit.send(b"10000\r\n" + b"x" * 0x10000 + b"\r\n")


async def a_long_announced_body(visit: Visit) -> None:
    await visit.send(OK + b"Content-Length: 1000000000000\r\n\r\n")
    await asyncio.sleep(60)


async def gzip_bomb(visit: Visit) -> None:
    await visit.reply(gzip.compress(bytes(64_000_000)), Content_Encoding="gzip")


async def gzip_bomb_of_many_members(visit: Visit) -> None:
    await visit.reply(gzip.compress(bytes(1_000_000)) * 64, Content_Encoding="gzip")


async def stacked_gzip(visit: Visit) -> None:
    await visit.reply(gzip.compress(gzip.compress(b"x")), Content_Encoding="gzip, gzip")


async def brotli(visit: Visit) -> None:
    await visit.reply(b"\x0b\x02\x80hello\x03", Content_Encoding="br")


async def unknown_encoding(visit: Visit) -> None:
    await visit.reply(Content_Encoding="x-evil")


async def not_gzip(visit: Visit) -> None:
    await visit.reply(Content_Encoding="gzip")


async def cut_gzip(visit: Visit) -> None:
    await visit.reply(gzip.compress(b"hello" * 99)[:-9], Content_Encoding="gzip")


async def drip_body(visit: Visit) -> None:
    await visit.send(OK + b"Content-Length: 1000\r\n\r\n")
    while True:
        await visit.send(b"x")
        await asyncio.sleep(0.05)


async def drip_headers(visit: Visit) -> None:
    await visit.send(OK)
    while True:
        await visit.send(b"x")
        await asyncio.sleep(0.05)


async def silence(visit: Visit) -> None:
    await asyncio.sleep(60)


async def a_huge_header(visit: Visit) -> None:
    await visit.send(OK + b"X-Big: " + b"x" * 1_000_000 + b"\r\nContent-Length: 0\r\n\r\n")


async def many_headers(visit: Visit) -> None:
    await visit.send(OK + b"".join(b"X-%d: y\r\n" % i for i in range(3_000)) + b"Content-Length: 0\r\n\r\n")


async def endless_early_hints(visit: Visit) -> None:
    while True:
        await visit.send(b"HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n" * 50)


async def trailer_flood(visit: Visit) -> None:
    await visit.send(CHUNKED + b"\r\n5\r\nhello\r\n0\r\n")
    while True:
        await visit.send(b"".join(b"X-%d: y\r\n" % i for i in range(1_000)))


async def leaving_http(visit: Visit) -> None:
    await visit.send(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n")
    await asyncio.sleep(60)


async def not_http(visit: Visit) -> None:
    await visit.send(b"SSH-2.0-OpenSSH_9.9\r\n\r\n")


async def a_cut_body(visit: Visit) -> None:
    await visit.send(OK + b"Content-Length: 100\r\n\r\nhello")


@pytest.mark.parametrize(
    ("server", "reason"),
    [
        (infinite_chunks, FetchReason.BODY_TOO_LARGE),
        (a_long_announced_body, FetchReason.BODY_TOO_LARGE),
        (gzip_bomb, FetchReason.BODY_TOO_LARGE),
        (gzip_bomb_of_many_members, FetchReason.BODY_TOO_LARGE),
        (stacked_gzip, FetchReason.CONTENT_ENCODING),
        (brotli, FetchReason.CONTENT_ENCODING),
        (unknown_encoding, FetchReason.CONTENT_ENCODING),
        (not_gzip, FetchReason.CONTENT_ENCODING),
        (cut_gzip, FetchReason.CONTENT_ENCODING),
        (a_huge_header, FetchReason.HEADERS_TOO_LARGE),
        (many_headers, FetchReason.HEADERS_TOO_LARGE),
        (endless_early_hints, FetchReason.HEADERS_TOO_LARGE),
        (trailer_flood, FetchReason.PROTOCOL),
        (leaving_http, FetchReason.PROTOCOL),
        (not_http, FetchReason.PROTOCOL),
        (a_cut_body, FetchReason.PROTOCOL),
    ],
)
async def test_a_hostile_server_is_refused(world: World, server: Behaviour, reason: FetchReason) -> None:
    world.knows(slow=PUBLIC)
    async with world.serving(server):
        with pytest.raises(FetchRefused) as refused:
            await world.get("https://slow.example.com/")
    assert refused.value.reason is reason


async def test_framing_counts_as_bytes_on_the_wire(world: World) -> None:
    async def mostly_framing(visit: Visit) -> None:
        await visit.send(CHUNKED + b"\r\n")
        while True:
            await visit.send(b"1;" + b"y" * 1_000 + b"\r\nx\r\n")

    world.knows(slow=PUBLIC)
    async with world.serving(mostly_framing):
        with pytest.raises(FetchRefused, match="on the wire") as refused:
            await world.get("https://slow.example.com/", lenient(max_wire_bytes=100_000))
    assert refused.value.reason is FetchReason.BODY_TOO_LARGE


@pytest.mark.parametrize("server", [drip_body, drip_headers, silence])
async def test_a_late_server_is_a_failure_within_the_deadline(world: World, server: Behaviour) -> None:
    world.knows(slow=PUBLIC)
    async with world.serving(server):
        with pytest.raises(FetchFailed) as failed:
            await world.get("https://slow.example.com/", lenient(**SHORT))
    assert failed.value.reason is FetchReason.DEADLINE


async def test_the_deadline_covers_a_lookup_that_hangs(world: World) -> None:
    async def hang(host: str) -> list[str]:
        await asyncio.sleep(60)
        return [PUBLIC]

    world.resolve = hang  # type: ignore[method-assign]  # a resolver that never answers
    with pytest.raises(FetchFailed) as failed:
        await world.get("https://slow.example.com/", lenient(**SHORT))
    assert failed.value.reason is FetchReason.DEADLINE


async def test_the_deadline_covers_a_handshake_that_hangs(world: World) -> None:
    world.knows(slow=PUBLIC)

    async def never_shake_hands(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await done.wait()
        writer.close()

    done = asyncio.Event()
    async with await asyncio.start_server(never_shake_hands, "127.0.0.1", 0) as server:
        world.ports[443] = server.sockets[0].getsockname()[1]
        with pytest.raises(FetchFailed) as failed:
            await world.get("https://slow.example.com/", lenient(**SHORT))
        done.set()
        await asyncio.sleep(0)
    assert failed.value.reason is FetchReason.DEADLINE


async def chunked(visit: Visit) -> None:
    await visit.send(CHUNKED + b"\r\n5\r\nhello\r\n0\r\n\r\n")


async def until_close(visit: Visit) -> None:
    await visit.send(OK + b"\r\nhello")


async def one_early_hint(visit: Visit) -> None:
    await visit.send(b"HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n")
    await visit.reply()


async def small_gzip(visit: Visit) -> None:
    await visit.reply(gzip.compress(b"hello"), Content_Encoding="gzip")


async def slow_but_in_time(visit: Visit) -> None:
    await visit.send(OK + b"Content-Length: 5\r\n\r\n")
    for byte in b"hello":
        await visit.send(bytes([byte]))
        await asyncio.sleep(0.01)


@pytest.mark.parametrize("server", [chunked, until_close, one_early_hint, small_gzip, slow_but_in_time])
async def test_an_honest_server_is_read(world: World, server: Behaviour) -> None:
    world.knows(ok=PUBLIC)
    async with world.serving(server):
        snapshot = await world.get("https://ok.example.com/")
    assert (snapshot.body, snapshot.ok) == (b"hello", True)


async def cut_in_mid_sentence(visit: Visit) -> None:
    await visit.send(OK + b"\r\nItems may be returned within 30 days")
    visit.writer.transport.abort()  # no close_notify: the line was cut


async def test_a_page_cut_on_the_way_is_no_evidence(world: World) -> None:
    """RFC 9112, 9.8: over TLS a reply that ends with its connection is whole only behind a close_notify."""
    world.knows(cut=PUBLIC)
    async with world.serving(cut_in_mid_sentence):
        with pytest.raises(FetchFailed) as failed:
            await world.get("https://cut.example.com/")
    assert failed.value.reason is FetchReason.CUT_SHORT


async def test_a_framed_page_is_whole_whoever_hangs_up_first(world: World) -> None:
    async def serve(visit: Visit) -> None:
        await visit.reply()
        visit.writer.transport.abort()

    world.knows(ok=PUBLIC)
    async with world.serving(serve):
        assert (await world.get("https://ok.example.com/")).body == b"hello"


@pytest.mark.parametrize("range_header", ["Content-Range: bytes 0-4/900\r\n", ""])
async def test_part_of_a_page_is_no_page(world: World, range_header: str) -> None:
    async def serve(visit: Visit) -> None:
        head = f"HTTP/1.1 206 Partial Content\r\n{range_header}Content-Length: 5\r\n\r\n"
        await visit.send(head.encode() + b"hello")

    world.knows(part=PUBLIC)
    async with world.serving(serve):
        with pytest.raises(FetchRefused) as refused:
            await world.get("https://part.example.com/")
    assert refused.value.reason is FetchReason.PARTIAL


@pytest.mark.parametrize(
    ("status", "ok"), [("204 No Content", True), ("304 Not Modified", False), ("404 Not Found", False)]
)
async def test_a_status_is_reported_and_only_2xx_is_evidence(world: World, status: str, ok: bool) -> None:
    world.knows(ok=PUBLIC)

    async def serve(visit: Visit) -> None:
        await visit.send(f"HTTP/1.1 {status}\r\n\r\n".encode())

    async with world.serving(serve):
        snapshot = await world.get("https://ok.example.com/")
    assert (snapshot.status, snapshot.ok) == (int(status[:3]), ok)


async def test_a_raw_deflate_stream_is_not_taken_for_gzip(world: World) -> None:
    world.knows(ok=PUBLIC)

    async def serve(visit: Visit) -> None:
        await visit.reply(zlib.compress(b"hello"), Content_Encoding="deflate")

    async with world.serving(serve):
        with pytest.raises(FetchError) as refused:
            await world.get("https://ok.example.com/")
    assert refused.value.reason is FetchReason.CONTENT_ENCODING


@pytest.mark.parametrize("limit", ["max_wire_bytes", "total_seconds", "max_answers", "max_dials", "max_head_lines"])
async def test_no_limit_can_be_switched_off(limit: str) -> None:
    for value in (0, -1, float("nan")):
        with pytest.raises(ValueError, match=limit):
            FetchPolicy(**{limit: value})  # type: ignore[arg-type]  # wrong values are the case
