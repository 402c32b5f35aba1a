"""JSON lines in, JSON lines out: a bad row becomes an error row, the others still come out."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, TextIO

from rich.console import Console
from rich.progress import Progress

from citeward.errors import CitewardError, RowError

__all__ = ["read_json", "run_rows"]

_LONGEST_LINE = 64_000_000
"""Bytes; one line must not take all memory."""
_PROGRESS_FROM = 2_000_000
"""Bytes from which a progress bar is worth its space; a second's work."""


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


def _one(number: int, line: bytes, row: Callable[[object], Mapping[str, Any]]) -> Mapping[str, Any]:
    found: object = None
    try:
        if len(line) >= _LONGEST_LINE:
            raise ValueError(f"the line is longer than {_LONGEST_LINE:,} bytes; split it")
        found = json.loads(line.decode("utf-8-sig"))
        return row(found)
    except (CitewardError, ValueError, RecursionError) as error:
        identity = found.get("id") if isinstance(found, dict) else None
        wrong = isinstance(error, json.JSONDecodeError | UnicodeDecodeError)
        message = (
            f"line {number}: not JSON in UTF-8 ({_plain(error)}). Write one JSON object a line."
            if wrong
            else str(error)
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
    console = Console(stderr=True)
    if not console.is_terminal or size is None or size < _PROGRESS_FROM:
        yield from lines
        return
    with Progress(console=console, transient=True) as progress:
        task = progress.add_task("rows", total=size)
        for line in lines:
            yield line
            progress.advance(task, len(line))


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
