"""How often a registry may be asked, as configured and as its replies say. For one event loop."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from citeward.fetch import retry_after
from citeward.references.network.slots import Slots
from citeward.references.network.transport import Answer

__all__ = ["Clock", "Rate", "RateLimiter"]

_MAX_PAUSE_SECONDS = 3_600.0
"""A registry cannot silence a look-up for longer than this with one header."""
_INTERVAL = re.compile(r"\s*(\d{1,6})\s*(ms|s|m|h)?\s*")
_UNITS = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3_600.0, None: 1.0}


@dataclass(frozen=True, slots=True)
class Clock:
    """Time, injectable so that tests and benchmarks can run a minute in a second. Seconds, monotonic."""

    now: Callable[[], float] = time.monotonic
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep


@dataclass(frozen=True, slots=True)
class Rate:
    """``requests`` in ``seconds``, at most ``concurrent`` at once."""

    requests: int
    seconds: float
    concurrent: int = 1

    def __post_init__(self) -> None:
        if self.requests < 1 or self.seconds <= 0 or self.concurrent < 1:
            raise ValueError("a rate needs positive requests, seconds and concurrency")


class RateLimiter:
    """Turns for one host: a request goes out once the first of the last ``requests`` was answered ``seconds`` ago.

    A registry receives a request after it was sent and before it was answered, so however long the way, no window of
    ``seconds`` at the registry ever sees more than ``requests``. Counting from when requests were sent would be faster
    by one round trip a window, and be refused whenever the network keeps no beat.

    Reply headers can slow it down and, up to the configured rate, speed it up again.
    """

    def __init__(self, rate: Rate, clock: Clock) -> None:
        self._clock = clock
        self._configured = rate
        self._limit = rate.requests
        self._seconds = rate.seconds
        self._turns: asyncio.Queue[float] = asyncio.Queue()
        self._count = 0
        self._paused_until = clock.now()
        self._slots = Slots(rate.concurrent)
        self._fill()

    async def turn(self, *, first: bool = False) -> None:
        """Waits for a turn, in the order of asking; ``first`` for who had to wait for a rarer turn already."""
        await self._slots.acquire(first=first)
        try:
            ready = await self._turns.get()
            try:
                while (wait := max(ready, self._paused_until) - self._clock.now()) > 0:
                    await self._clock.sleep(wait)
            except BaseException:
                self._turns.put_nowait(ready)
                raise
        except BaseException:
            self._slots.release()
            raise

    def done(self, answer: Answer | None) -> None:
        """Gives the turn back, to be used again when its window is over, and learns from the reply's headers."""
        if answer is not None:
            self._learn(answer)
        if self._count > self._limit:
            self._count -= 1
        else:
            self._turns.put_nowait(self._clock.now() + self._seconds)
        self._slots.release()

    @property
    def paused_for(self) -> float:
        """Seconds for which there is no turn, because the registry said so; 0 where there is only a queue."""
        return max(0.0, self._paused_until - self._clock.now())

    def pause(self, seconds: float) -> None:
        """No turn for so many seconds."""
        self._paused_until = max(self._paused_until, self._clock.now() + min(seconds, _MAX_PAUSE_SECONDS))

    def _learn(self, answer: Answer) -> None:
        own, told = self._configured, _told_rate(answer)
        if told is not None:
            self._limit = min(own.requests, told.requests)
            self._seconds = self._limit * max(own.seconds / own.requests, told.seconds / told.requests)
            self._fill()
        pause = _told_pause(answer)
        if pause is not None:
            self.pause(pause)

    def _fill(self) -> None:
        for _ in range(self._limit - self._count):
            self._turns.put_nowait(self._clock.now())
        self._count = max(self._count, self._limit)


def _told_rate(answer: Answer) -> Rate | None:
    """``X-Rate-Limit-Limit: 5`` with ``X-Rate-Limit-Interval: 1s`` (Crossref)."""
    limit = answer.header("x-rate-limit-limit") or ""
    interval = _INTERVAL.fullmatch(answer.header("x-rate-limit-interval") or "")
    if not limit.isdecimal() or len(limit) > 6 or int(limit) < 1 or interval is None or int(interval[1]) < 1:
        return None
    return Rate(int(limit), int(interval[1]) * _UNITS[interval[2]])


def _told_pause(answer: Answer) -> float | None:
    """``Retry-After`` (RFC 9110 section 10.2.3) in seconds or as a date; a spent ``X-RateLimit-Remaining``."""
    after = answer.header("retry-after")
    if after:
        return retry_after(after)
    remaining, reset = answer.header("x-ratelimit-remaining"), answer.header("x-ratelimit-reset") or ""
    if remaining == "0" and reset.isdecimal() and len(reset) < 7:
        return float(reset)
    return None
