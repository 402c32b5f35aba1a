"""The thin sync facade: one event loop per thread, kept, because making one costs more than checking an answer."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from typing import Any, TypeVar

from citeward.errors import UsageError

__all__ = ["run"]

_T = TypeVar("_T")


class _Loop:
    """The event loop of one thread, closed when the thread ends and its locals go."""

    def __init__(self) -> None:
        # Not asyncio.Runner: it installs a signal handler for every call, and spells out the last result doing so.
        self.loop = asyncio.new_event_loop()

    def __del__(self) -> None:
        self.loop.close()


class _Local(threading.local):
    def __init__(self) -> None:
        self.own = _Loop()


_local = _Local()


def run(call: Coroutine[Any, Any, _T]) -> _T:
    """Runs an async call of ours to its end.

    Raises:
        UsageError: this thread is already running an event loop; await the method that begins with ``a`` instead.
    """
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return _local.own.loop.run_until_complete(call)
    call.close()
    raise UsageError("an event loop is running in this thread; await the async method (its name begins with 'a')")
