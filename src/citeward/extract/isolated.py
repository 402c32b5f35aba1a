"""Extraction in a process of its own, for files nobody vouches for.

Parsers of PDF and HTML are large C++ and Rust programs. One that hangs, swells or crashes on a crafted file must cost
one file, not the service: here it runs in a fresh interpreter with a cap on its memory, processor time and output, and
is killed when its seconds are over. The caps are set with ``setrlimit`` where there is one; elsewhere only the clock
guards.

This bounds what a file can cost, not what a parser that was taken over may do: it runs as the same user. Give the
calling service a container, or a user of its own, for that.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from .document import Extracted
from .errors import NoTextError
from .limits import MIB, Budget, ExtractLimits
from .reading import DEFAULT_LIMITS
from .wire import Order, unpack, write_order

STARTUP_SECONDS = 10.0
"""Allowed beyond ``limits.seconds`` for the interpreter and its imports."""

_ANSWER_BYTES_PER_CHARACTER = 12
"""JSON escapes: two ``\\uXXXX`` for a character outside the basic plane."""


def extract_isolated(
    data: bytes, *, name: str | None = None, media_type: str | None = None, limits: ExtractLimits = DEFAULT_LIMITS
) -> Extracted:
    """:func:`~citeward.extract.extract` in a subprocess that is killed when it passes ``limits``.

    Costs one interpreter start, a few tenths of a second. Blocks; call it in a thread from asynchronous code.
    ``limits.seconds`` bounds wall-clock and processor time, ``limits.memory_bytes`` the address space (POSIX).

    Raises:
        ExtractionError: as :func:`~citeward.extract.extract`; :class:`TimedOutError` also for a worker that crashed.
    """
    document = name or "document"
    Budget.start(document, limits).check_bytes(len(data))
    if not data:
        raise NoTextError(document, "the file is empty", "Fetch it again")
    cap = limits.max_text * _ANSWER_BYTES_PER_CHARACTER + MIB
    with tempfile.TemporaryFile() as stdin, tempfile.TemporaryFile() as stdout:
        write_order(stdin, Order(document, media_type, cap, limits), data)
        stdin.seek(0)
        _run(stdin.fileno(), stdout.fileno(), limits.seconds + STARTUP_SECONDS)
        stdout.seek(0)
        return unpack(stdout.read(cap + 1), document)


def _run(stdin: int, stdout: int, seconds: float) -> None:
    """Run the worker to its end or to the last of its ``seconds``. What it says, not how it ended, is the outcome."""
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", "citeward.extract.worker"],
        stdin=stdin,
        stdout=stdout,
        stderr=subprocess.DEVNULL,
        env=_environment(),
        cwd=tempfile.gettempdir(),
        close_fds=True,
        start_new_session=True,
    )
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        process.kill()
    except BaseException:
        process.kill()
        process.wait()
        raise
    process.wait()


def _environment() -> dict[str, str]:
    """Where to find Python's modules, and no secret of the parent."""
    kept = {
        key: value
        for key, value in os.environ.items()
        if key in {"PATH", "SYSTEMROOT", "TEMP", "TMP", "TMPDIR", "LD_LIBRARY_PATH"}
    }
    paths = [entry for entry in sys.path if entry and Path(entry).exists()]
    return kept | {
        "PYTHONPATH": os.pathsep.join(paths),
        "PYTHONUTF8": "1",
        "PYTHONDONTWRITEBYTECODE": "1",
        "OMP_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
    }
