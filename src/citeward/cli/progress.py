"""A progress bar for work that turns out to take more than a second."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from typing import Self, TypeVar

from rich.console import Console
from rich.progress import Progress

__all__ = ["Bar", "counted"]

_T = TypeVar("_T")
_AFTER_S = 1.0


class Bar:
    """Shown on standard error from the second on, where a person looks at it.

    Args:
        total: how much there is to do.
        label: of what.
    """

    def __init__(self, total: int, label: str) -> None:
        console = Console(stderr=True)
        self._progress = Progress(console=console, transient=True) if console.is_terminal else None
        self._task = self._progress.add_task(label, total=total) if self._progress is not None else None
        self._began = time.monotonic()
        self._shown = False

    def reached(self, done: int) -> None:
        """So much is done now, all together."""
        if self._progress is None or self._task is None:
            return
        self._progress.update(self._task, completed=done)
        if not self._shown and time.monotonic() - self._began > _AFTER_S:
            self._progress.start()
            self._shown = True

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        if self._progress is not None and self._shown:
            self._progress.stop()


def counted(items: Iterable[_T], total: int, label: str) -> Iterator[_T]:
    """The items, with a :class:`Bar` that moves by one for each."""
    with Bar(total, label) as bar:
        for number, item in enumerate(items, start=1):
            yield item
            bar.reached(number)
