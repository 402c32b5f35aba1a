"""The thin sync facade: one event loop per thread, kept, because making one costs more than checking an answer."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from typing import Any, TypeVar

from citeward.errors import UsageError

__all__ = ["run"]

_T = TypeVar("_T")
_local = threading.local()


def run(call: Coroutine[Any, Any, _T]) -> _T:
    """Runs an async call of ours to its end.

    Raises:
        UsageError: this thread is already running an event loop; await the method that begins with ``a`` instead.
    """
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        pass
    else:
        call.close()
        raise UsageError("an event loop is running in this thread; await the async method (its name begins with 'a')")
    runner: asyncio.Runner | None = getattr(_local, "runner", None)
    if runner is None:
        runner = _local.runner = asyncio.Runner()
    return runner.run(call)
