"""Turns at a registry, on a clock that only moves when somebody sleeps."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeward.references import Answer, Clock, Rate
from citeward.references.network import RateLimiter, ReplyCache, Request
from citeward.references.network.slots import Slots


class Hands:
    """A clock moved by hand."""

    def __init__(self) -> None:
        self.time = 0.0

    async def sleep(self, seconds: float) -> None:
        self.time += seconds
        await asyncio.sleep(0)

    @property
    def clock(self) -> Clock:
        return Clock(now=lambda: self.time, sleep=self.sleep)


async def times(limiter: RateLimiter, hands: Hands, count: int, answer: Answer | None = None) -> list[float]:
    found = []
    for _ in range(count):
        await limiter.turn()
        found.append(round(hands.time, 2))
        limiter.done(answer)
    return found


def answer(**headers: str) -> Answer:
    return Answer(200, tuple((name.replace("_", "-"), value) for name, value in headers.items()), "")


async def test_no_window_holds_more_than_the_limit() -> None:
    hands = Hands()
    assert await times(RateLimiter(Rate(3, 1.0), hands.clock), hands, 7) == [0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 2.0]


async def test_a_window_is_counted_from_the_answer_so_that_a_slow_network_cannot_crowd_it() -> None:
    hands = Hands()
    limiter = RateLimiter(Rate(1, 1.0), hands.clock)
    await limiter.turn()
    hands.time = 0.7
    limiter.done(None)
    assert await times(limiter, hands, 1) == [1.7]


async def test_a_reply_can_slow_down_and_not_speed_up_beyond_the_configuration() -> None:
    hands = Hands()
    limiter = RateLimiter(Rate(2, 1.0), hands.clock)
    slower = answer(x_rate_limit_limit="1", x_rate_limit_interval="3s")
    assert await times(limiter, hands, 4, slower) == [0.0, 0.0, 3.0, 6.0]
    faster = answer(x_rate_limit_limit="500", x_rate_limit_interval="1s")
    assert await times(limiter, hands, 5, faster) == [9.0, 9.0, 10.0, 10.0, 11.0]


@pytest.mark.parametrize(
    "headers",
    [
        {"x_rate_limit_limit": "0", "x_rate_limit_interval": "1s"},
        {"x_rate_limit_limit": "-5", "x_rate_limit_interval": "1s"},
        {"x_rate_limit_limit": "five", "x_rate_limit_interval": "1s"},
        {"x_rate_limit_limit": "5", "x_rate_limit_interval": "0s"},
        {"x_rate_limit_limit": "5", "x_rate_limit_interval": "soon"},
        {"retry_after": "later"},
        {"retry_after": "-1"},
        {"retry_after": "9" * 400},
    ],
)
async def test_nonsense_in_headers_changes_nothing(headers: dict[str, str]) -> None:
    hands = Hands()
    assert await times(RateLimiter(Rate(2, 1.0), hands.clock), hands, 3, answer(**headers)) == [0.0, 0.0, 1.0]


async def test_retry_after_is_kept_by_everybody() -> None:
    hands = Hands()
    limiter = RateLimiter(Rate(5, 1.0, concurrent=2), hands.clock)
    assert await times(limiter, hands, 1, answer(retry_after="7")) == [0.0]
    assert await times(limiter, hands, 2) == [7.0, 7.0]


async def test_retry_after_may_be_a_date() -> None:
    hands = Hands()
    limiter = RateLimiter(Rate(5, 1.0), hands.clock)
    later = format_datetime(datetime.now(UTC) + timedelta(seconds=30), usegmt=True)
    await times(limiter, hands, 1, answer(retry_after=later))
    (start,) = await times(limiter, hands, 1)
    assert 25 < start <= 30


async def test_a_registry_cannot_silence_a_look_up_for_a_year() -> None:
    hands = Hands()
    limiter = RateLimiter(Rate(5, 1.0), hands.clock)
    await times(limiter, hands, 1, answer(retry_after="31536000"))
    assert await times(limiter, hands, 1) == [3_600.0]


async def test_no_more_at_once_than_allowed() -> None:
    limiter = RateLimiter(Rate(1_000, 1.0, concurrent=2), Clock())
    await limiter.turn()
    await limiter.turn()
    third = asyncio.create_task(limiter.turn())
    await asyncio.sleep(0.02)
    assert not third.done()
    limiter.done(None)
    await third


async def test_whoever_had_to_wait_for_a_rarer_turn_goes_before_the_others() -> None:
    slots = Slots(1)
    await slots.acquire()
    served: list[str] = []

    async def wait(name: str, *, first: bool) -> None:
        await slots.acquire(first=first)
        served.append(name)
        slots.release()

    async with asyncio.TaskGroup() as group:
        for name, first in (("a", False), ("b", False), ("c", True), ("d", True)):
            group.create_task(wait(name, first=first))
        await asyncio.sleep(0)
        slots.release()
    assert served == ["c", "d", "a", "b"]
    assert not slots.locked()


@given(st.lists(st.tuples(st.booleans(), st.booleans()), max_size=12), st.integers(1, 3))
def test_slots_are_never_lost_nor_made(waiters: list[tuple[bool, bool]], number: int) -> None:
    async def run() -> None:
        slots = Slots(number)
        inside = most = 0

        async def work(first: bool) -> None:
            nonlocal inside, most
            await slots.acquire(first=first)
            inside += 1
            most = max(most, inside)
            try:
                await asyncio.sleep(0)
            finally:
                inside -= 1
                slots.release()

        tasks = [asyncio.create_task(work(first)) for first, _ in waiters]
        await asyncio.sleep(0)
        for task, (_, gives_up) in zip(tasks, waiters, strict=True):
            if gives_up:
                task.cancel()
        results = await asyncio.gather(*tasks, return_exceptions=True)
        assert most <= number
        assert all(result is None or isinstance(result, asyncio.CancelledError) for result in results)
        for _ in range(number):
            assert not slots.locked()
            await slots.acquire()
        assert slots.locked()

    asyncio.run(run())


async def test_whoever_stops_waiting_gives_the_place_back() -> None:
    limiter = RateLimiter(Rate(1, 3_600.0, concurrent=1), Clock())
    await limiter.turn()
    limiter.done(None)
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.01):
            await limiter.turn()
    assert not limiter._slots.locked()


def test_a_rate_is_positive() -> None:
    with pytest.raises(ValueError, match="positive"):
        Rate(0, 1.0)


class TestCache:
    request = Request("http://api.crossref.org/works/x")

    def test_forgets_what_is_old_absent_sooner(self) -> None:
        hands = Hands()
        cache = ReplyCache(hands.clock.now, found_seconds=100, absent_seconds=10)
        other = Request("http://api.crossref.org/works/y")
        cache.put("t", self.request, answer(), found=True)
        cache.put("t", other, answer(), found=False)
        hands.time = 50
        assert cache.get("t", self.request) is not None
        assert cache.get("t", other) is None

    def test_belongs_to_a_tenant(self) -> None:
        cache = ReplyCache(Hands().clock.now)
        cache.put("t", self.request, answer(), found=True)
        assert cache.get("u", self.request) is None

    def test_is_bounded(self) -> None:
        cache = ReplyCache(Hands().clock.now, max_bytes=10_000)
        requests = [Request(f"http://api.crossref.org/works/{i}") for i in range(50)]
        for request in requests:
            cache.put("t", request, answer(), found=True)
        kept = [request for request in requests if cache.get("t", request)]
        assert kept == requests[-9:]
