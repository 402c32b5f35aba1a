"""How many references one tenant may have looked up: turns at a registry are few, and all tenants share them."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable

__all__ = ["TenantAllowance"]

WINDOW_SECONDS = 60.0
_MAX_TENANTS = 10_000
"""Tenants remembered at once; past it, new ones wait until old windows close, since forgetting one would refill it."""


class TenantAllowance:
    """So many references a minute for each tenant, counted in a sliding window. For one event loop."""

    def __init__(self, per_minute: int, now: Callable[[], float]) -> None:
        if per_minute < 1:
            raise ValueError("an allowance must be at least 1")
        self._limit = per_minute
        self._now = now
        self._taken: OrderedDict[str, deque[float]] = OrderedDict()

    def take(self, tenant: str, wanted: int) -> int:
        """How many of ``wanted`` may be looked up now; those are counted."""
        now = self._now()
        while self._taken and not self._left_open(next(iter(self._taken)), now):
            self._taken.popitem(last=False)
        if tenant not in self._taken and len(self._taken) >= _MAX_TENANTS:
            return 0
        self._left_open(tenant, now)
        taken = self._taken.setdefault(tenant, deque())
        granted = max(0, min(wanted, self._limit - len(taken)))
        taken.extend([now] * granted)
        self._taken.move_to_end(tenant)
        return granted

    def _left_open(self, tenant: str, now: float) -> bool:
        taken = self._taken.get(tenant, deque())
        while taken and taken[0] <= now - WINDOW_SECONDS:
            taken.popleft()
        return bool(taken)
