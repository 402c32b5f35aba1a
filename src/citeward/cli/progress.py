"""A progress bar for work that turns out to take more than a second."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from typing import TypeVar

from rich.console import Console
from rich.progress import Progress

__all__ = ["counted"]

_T = TypeVar("_T")
_AFTER_S = 1.0


def counted(items: Iterable[_T], total: int, label: str) -> Iterator[_T]:
    """The items, with a bar on standard error from the second on where a person looks at it."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield from items
        return
    began, shown = time.monotonic(), False
    progress = Progress(console=console, transient=True)
    task = progress.add_task(label, total=total)
    try:
        for item in items:
            yield item
            progress.advance(task)
            if not shown and time.monotonic() - began > _AFTER_S:
                progress.start()
                shown = True
    finally:
        if shown:
            progress.stop()
