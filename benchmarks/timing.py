"""CPU times of several ways to do a thing, taken in turn: what slows the machine slows all of them alike."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

__all__ = ["interleaved"]


def interleaved(steps: Mapping[str, Callable[[], object]], rounds: int) -> dict[str, list[float]]:
    """Seconds of CPU time of each round, by step."""
    times: dict[str, list[float]] = {name: [] for name in steps}
    for _ in range(rounds):
        for name, step in steps.items():
            began = time.process_time()
            step()
            times[name].append(time.process_time() - began)
    return times
