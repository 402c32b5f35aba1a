"""The isolated side of :func:`~citeward.extract.extract_isolated`: order on stdin, outcome on stdout."""

from __future__ import annotations

import math
import sys
from typing import BinaryIO

from .document import Extracted
from .errors import BrokenFileError, ExtractionError, TimedOutError
from .limits import ExtractLimits
from .reading import extract
from .wire import Order, pack, read_order


def serve(stdin: BinaryIO, stdout: BinaryIO) -> None:
    """Read one order, confine this process to its limits, answer, return."""
    order, data = read_order(stdin)
    confine(order.limits, order.max_answer)
    stdout.write(pack(_outcome(data, order)))
    stdout.flush()


def _outcome(data: bytes, order: Order) -> Extracted | ExtractionError:
    try:
        return extract(data, name=order.name, media_type=order.media_type, limits=order.limits)
    except ExtractionError as error:
        return error
    except (MemoryError, RecursionError):
        return TimedOutError(
            order.name,
            f"extraction needs more than {order.limits.memory_bytes:,} bytes of memory",
            "Split the file, or raise ExtractLimits.memory_bytes for a source you trust",
        )
    except Exception as error:  # The parser broke its contract: that is an error of this file, and never a text.
        return BrokenFileError(
            order.name, f"its parser failed ({type(error).__name__})", "Open the file and save it again"
        )


def confine(limits: ExtractLimits, max_answer: int) -> None:
    """Lower this process's own limits, for good: address space, processor seconds, bytes written, core dumps."""
    try:
        import resource
    except ImportError:  # Not POSIX: the parent's clock is the guard that is left.
        return
    seconds = math.ceil(limits.seconds) + 1
    for kind, value in (
        (resource.RLIMIT_AS, limits.memory_bytes),
        (resource.RLIMIT_CPU, seconds),
        (resource.RLIMIT_FSIZE, max_answer),
        (resource.RLIMIT_CORE, 0),
    ):
        _, hard = resource.getrlimit(kind)
        lowered = value if hard == resource.RLIM_INFINITY else min(value, hard)
        resource.setrlimit(kind, (lowered, lowered))


if __name__ == "__main__":
    serve(sys.stdin.buffer, sys.stdout.buffer)
