"""JSON lines in, JSON lines out: a bad row becomes an error row, the others still come out."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, TextIO

from rich.console import Console
from rich.progress import Progress

from citeward.errors import CitewardError, RowError

__all__ = ["arun_rows", "read_json", "run_rows"]

_LONGEST_LINE = 64_000_000
"""Bytes; one line must not take all memory."""
_PROGRESS_FROM = 2_000_000
"""Bytes from which a progress bar is worth its space; a second's work."""
_AT_ONCE = 64
"""Rows that wait for somebody else at a time; more would only be memory."""
_AsyncRow = Callable[[object], Awaitable[Mapping[str, Any]]]
_Waiting = tuple[int, asyncio.Task[Mapping[str, Any]]]
"""A row under way, and the bytes of its line."""
_ROW_ERRORS = (CitewardError, ValueError, RecursionError)


def run_rows(source: str, row: Callable[[object], Mapping[str, Any]], out: TextIO | None = None) -> int:
    """Runs ``row`` over the lines of a file (``-``: standard input); returns the exit status.

    Output is in input order, one object per line. A row that cannot be used comes out as
    ``{"id", "error": {"type", "message"}}`` and makes the status 1.
    """
    stream = out or sys.stdout
    status = 0
    with _lines(source) as (lines, total):
        for number, line in enumerate(_shown(lines, total), 1):
            if not line.strip():
                continue
            answer = _one(number, line, row)
            status |= "error" in answer
            stream.write(_dump(answer) + "\n")
    stream.flush()
    return int(status)


async def arun_rows(source: str, row: _AsyncRow, out: TextIO | None = None) -> int:
    """:func:`run_rows` for rows that wait for somebody else: many at once, still answered in input order."""
    stream = out or sys.stdout
    status = 0
    with _lines(source) as (lines, total), _bar(total, waits=True) as advance:
        waiting: asyncio.Queue[_Waiting | OSError | None] = asyncio.Queue(_AT_ONCE)
        reader = asyncio.create_task(_feed(lines, row, waiting))
        try:
            while (head := await waiting.get()) is not None:
                if isinstance(head, OSError):
                    raise head
                size, task = head
                answer = await task
                status |= "error" in answer
                stream.write(_dump(answer) + "\n")
                stream.flush()
                advance(size)
        finally:
            reader.cancel()
    return int(status)


async def _feed(lines: Iterator[bytes], row: _AsyncRow, waiting: asyncio.Queue[_Waiting | OSError | None]) -> None:
    """Starts a row for every line; the queue's length says how many may be under way."""
    number = 0
    try:
        # In a thread: whoever writes the rows may be waiting for the answer to the first of them.
        while line := await asyncio.to_thread(next, lines, b""):
            number += 1
            if line.strip():
                await waiting.put((len(line), asyncio.create_task(_aone(number, line, row))))
    except OSError as error:
        await waiting.put(error)
    await waiting.put(None)


def _one(number: int, line: bytes, row: Callable[[object], Mapping[str, Any]]) -> Mapping[str, Any]:
    found: object = None
    try:
        found = _read(line)
        return row(found)
    except _ROW_ERRORS as error:
        return _bad(number, found, error)


async def _aone(number: int, line: bytes, row: _AsyncRow) -> Mapping[str, Any]:
    found: object = None
    try:
        found = _read(line)
        return await row(found)
    except _ROW_ERRORS as error:
        return _bad(number, found, error)


def _read(line: bytes) -> object:
    if len(line) >= _LONGEST_LINE:
        raise ValueError(f"the line is longer than {_LONGEST_LINE:,} bytes; split it")
    return json.loads(line.decode("utf-8-sig"))


def _bad(number: int, found: object, error: Exception) -> Mapping[str, Any]:
    identity = found.get("id") if isinstance(found, dict) else None
    wrong = isinstance(error, json.JSONDecodeError | UnicodeDecodeError)
    message = (
        f"line {number}: not JSON in UTF-8 ({_plain(error)}). Write one JSON object a line." if wrong else str(error)
    )
    return {"id": identity, "error": {"type": type(error).__name__, "message": message}}


def _plain(error: Exception) -> str:
    """Without the parser's own line count: it knows one line only."""
    return f"{error.msg} at character {error.pos + 1}" if isinstance(error, json.JSONDecodeError) else str(error)


def _dump(answer: Mapping[str, Any]) -> str:
    return json.dumps(answer, ensure_ascii=True)


@contextmanager
def _lines(source: str) -> Iterator[tuple[Iterator[bytes], int | None]]:
    """The lines of a file, and how many bytes they have where that can be known without reading them twice."""
    if source == "-":
        yield _bounded(sys.stdin.buffer), None
        return
    path = Path(source)
    with path.open("rb") as handle:
        yield _bounded(handle), path.stat().st_size if path.is_file() else None


def _bounded(handle: BinaryIO) -> Iterator[bytes]:
    """Lines, each cut at the longest: the rest of an overlong one is read over."""
    while line := handle.readline(_LONGEST_LINE):
        rest = line
        while len(rest) == _LONGEST_LINE and not rest.endswith(b"\n"):
            rest = handle.readline(_LONGEST_LINE)
        yield line


def _shown(lines: Iterator[bytes], size: int | None) -> Iterator[bytes]:
    """The lines, with a progress bar on standard error where a person waits for many of them."""
    with _bar(size) as advance:
        for line in lines:
            yield line
            advance(len(line))


@contextmanager
def _bar(size: int | None, *, waits: bool = False) -> Iterator[Callable[[int], None]]:
    """A progress bar on standard error, fed with bytes, where a person waits for more than a moment."""
    console = Console(stderr=True)
    if not console.is_terminal or size is None or (size < _PROGRESS_FROM and not waits):
        yield lambda _: None
        return
    with Progress(console=console, transient=True) as progress:
        task = progress.add_task("rows", total=size)
        yield lambda count: progress.advance(task, count)


def read_json(path: Path) -> object:
    """The JSON of one file.

    Raises:
        RowError: it is not JSON.
    """
    try:
        text = sys.stdin.read() if str(path) == "-" else path.read_text(encoding="utf-8")
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise RowError(str(path), f"not JSON: {error}", "Write one JSON object as in examples/.") from error
