"""One or two threads, by measured speed: on a shared machine a starved second thread stalls both."""

from __future__ import annotations

import torch

__all__ = ["Threads"]

_TRY_EVERY, _TRY_SELDOM = 24, 120
"""Steps between two trials of the slower count: often while it is close, seldom while it is far behind."""
_CLOSE = 0.6
_SMOOTHED = 0.6


class Threads:
    """Chooses before each step and learns from each step."""

    def __init__(self) -> None:
        self.speed = {1: 0.0, 2: 0.0}
        """Tokens a second by number of threads, smoothed; 0 where never tried."""
        self.now = 2
        self._steps = 0

    def choose(self) -> None:
        """Sets the faster count, and now and then the other one, to see."""
        self._steps += 1
        slow, best = sorted((1, 2), key=lambda count: self.speed[count])
        wait = _TRY_EVERY if self.speed[slow] > _CLOSE * self.speed[best] else _TRY_SELDOM
        self.now = slow if self._steps % wait == 0 or not self.speed[slow] else best
        torch.set_num_threads(self.now)

    def note(self, tokens: int, seconds: float) -> None:
        """What the step that was just made tells."""
        fresh, old = tokens / seconds, self.speed[self.now]
        self.speed[self.now] = fresh if not old else _SMOOTHED * old + (1 - _SMOOTHED) * fresh
