"""How many hops may be made: per answer, per host, per tenant, per minute. One prompt cannot fan out."""

from __future__ import annotations

import time
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass

from citeward.hosts import SafeUrl, registrable_domain

from .reasons import FetchReason, FetchRefused

WINDOW_SECONDS = 60.0


@dataclass(frozen=True, slots=True)
class BudgetLimits:
    """Hops allowed, redirects counted like first requests."""

    per_answer: int = 12
    per_host_minute: int = 20
    """Counted per registrable domain: a wildcard zone has names without end."""
    per_tenant_minute: int = 120
    max_keys: int = 20_000
    """Hosts and tenants remembered at once; past it, new ones are refused until old windows close."""

    def __post_init__(self) -> None:
        if min(self.per_answer, self.per_host_minute, self.per_tenant_minute, self.max_keys) < 1:
            raise ValueError("every budget must be at least 1")


class AnswerBudget:
    """The hops one answer may still cause. Make one per answer and pass it to each of its fetches."""

    def __init__(self, hops: int) -> None:
        self._left = hops

    @property
    def left(self) -> int:
        """Hops that remain."""
        return self._left

    def spend(self, url: SafeUrl) -> None:
        """Takes one hop. Raises FetchRefused when none is left."""
        if self._left < 1:
            raise FetchRefused(FetchReason.BUDGET, "this answer has used up its fetches", url.url)
        self._left -= 1


class MinuteBudgets:
    """Sliding one-minute windows per host and tenant, for one event loop. `clock` is monotonic seconds."""

    def __init__(self, limits: BudgetLimits, clock: Callable[[], float] = time.monotonic) -> None:
        self._limits = limits
        self._clock = clock
        self._windows: OrderedDict[tuple[str, str], deque[float]] = OrderedDict()

    def spend(self, tenant: str, url: SafeUrl) -> None:
        """Takes one hop of the tenant and of the host, or of neither. Raises FetchRefused."""
        now = self._clock()
        owner = registrable_domain(url.host) or url.host
        asked = (
            (("tenant", tenant), self._limits.per_tenant_minute),
            (("host", owner), self._limits.per_host_minute),
        )
        for key, limit in asked:
            if self._spent(key, now) >= limit:
                raise FetchRefused(FetchReason.BUDGET, f"the {key[0]} has used up its fetches for this minute", url.url)
        if not self._room_for([key for key, _ in asked if key not in self._windows], now):
            raise FetchRefused(FetchReason.BUDGET, "too many hosts are being fetched at once", url.url)
        for key, _ in asked:
            self._windows.setdefault(key, deque()).append(now)
            self._windows.move_to_end(key)

    def _spent(self, key: tuple[str, str], now: float) -> int:
        window = self._windows.get(key)
        if window is None:
            return 0
        while window and window[0] <= now - WINDOW_SECONDS:
            window.popleft()
        return len(window)

    def _room_for(self, keys: list[tuple[str, str]], now: float) -> bool:
        # The front holds the key that was charged longest ago. Forgetting a window that is still open would refill it.
        while len(self._windows) + len(keys) > self._limits.max_keys:
            oldest = next(iter(self._windows), None)
            if oldest is None or self._spent(oldest, now):
                return False
            del self._windows[oldest]
        return True
