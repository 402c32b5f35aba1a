"""Redirects are followed by hand, at most four, never off https."""

from __future__ import annotations

import pytest

from citeward.fetch import FetchReason, FetchRefused

from .fetch_world import PUBLIC, Behaviour, Visit, World

pytestmark = pytest.mark.asyncio


def chain(length: int) -> Behaviour:
    async def serve(visit: Visit) -> None:
        step = int(visit.path.strip("/") or 0)
        await (visit.redirect(f"/{step + 1}") if step < length else visit.reply())

    return serve


async def test_four_redirects_are_followed(world: World) -> None:
    world.knows(a=PUBLIC)
    async with world.serving(chain(4)):
        snapshot = await world.get("https://a.example.com/")
    assert snapshot.final_url == "https://a.example.com/4"
    assert len(snapshot.passed_urls) == 4


async def test_a_fifth_is_not(world: World) -> None:
    world.knows(a=PUBLIC)
    async with world.serving(chain(5)):
        with pytest.raises(FetchRefused) as refused:
            await world.get("https://a.example.com/")
    assert refused.value.reason is FetchReason.REDIRECT_LIMIT
    assert len(world.visits) == 5


@pytest.mark.parametrize(
    ("start", "target", "reason"),
    [
        ("https://a.example.com/", "http://a.example.com/x", FetchReason.REDIRECT_DOWNGRADE),
        ("https://a.example.com/", "#again", FetchReason.REDIRECT_LOOP),
        ("https://a.example.com/", "/\\127.0.0.1/", FetchReason.UNSAFE_URL),
        ("https://a.example.com/", "https://user:pw@a.example.com/", FetchReason.UNSAFE_URL),
        ("https://a.example.com/", "file:///etc/passwd", FetchReason.UNSAFE_URL),
        ("http://a.example.com/", "http://127.0.0.1/", FetchReason.ADDRESS),
        ("http://a.example.com/", "http://[::ffff:10.0.0.1]/", FetchReason.ADDRESS),
        ("http://a.example.com/", "http://localhost/", FetchReason.LOCAL_NAME),
        ("http://a.example.com/", "http://a.example.com:6379/", FetchReason.PORT),
    ],
)
async def test_a_bad_target_is_refused_before_anything_is_sent_there(
    world: World, start: str, target: str, reason: FetchReason
) -> None:
    world.knows(a=PUBLIC)

    async def serve(visit: Visit) -> None:
        await visit.redirect(target)

    async with world.serving(serve):
        with pytest.raises(FetchRefused) as refused:
            await world.get(start)
    assert refused.value.reason is reason
    assert len(world.visits) == 1


async def test_two_different_locations_are_no_redirect(world: World) -> None:
    world.knows(a=PUBLIC)

    async def serve(visit: Visit) -> None:
        await visit.send(b"HTTP/1.1 302 Found\r\nLocation: /a\r\nLocation: /b\r\nContent-Length: 0\r\n\r\n")

    async with world.serving(serve):
        with pytest.raises(FetchRefused) as refused:
            await world.get("https://a.example.com/")
    assert refused.value.reason is FetchReason.REDIRECT_TARGET


async def test_http_may_lead_to_https(world: World) -> None:
    world.knows(a=PUBLIC)

    async def serve(visit: Visit) -> None:
        await (visit.redirect("https://a.example.com/") if len(world.visits) == 1 else visit.reply())

    async with world.serving(serve):
        snapshot = await world.get("http://a.example.com/")
    assert snapshot.final_url == "https://a.example.com/"
