"""So many at once, in the order of asking, those whose turns are rarer before the others. For one event loop."""

from __future__ import annotations

import asyncio
from heapq import heappop, heappush
from itertools import count

__all__ = ["Slots"]


class Slots:
    """A semaphore with two queues. Whoever may go first must be few by another limit, or the others starve."""

    def __init__(self, number: int) -> None:
        self._free = number
        self._waiting: list[tuple[bool, int, asyncio.Future[None]]] = []
        self._order = count()

    def locked(self) -> bool:
        """Whether the next one has to wait."""
        return self._free == 0

    async def acquire(self, *, first: bool = False) -> None:
        """Waits for a slot, before everybody who did not ask to be ``first``."""
        if self._free:
            self._free -= 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heappush(self._waiting, (not first, next(self._order), turn))
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # given a slot at the moment of giving up
                self.release()
            raise

    def release(self) -> None:
        """Hands the slot to the next one waiting."""
        while self._waiting:
            _, _, turn = heappop(self._waiting)
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1
