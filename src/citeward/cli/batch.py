"""JSON lines in, JSON lines out: a bad row becomes an error row, the others still come out."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

from rich.console import Console
from rich.progress import Progress

from citeward.errors import CitewardError

__all__ = ["read_json", "run_rows"]

_LONGEST_LINE = 64_000_000
"""Characters; one line must not take all memory."""
_PROGRESS_FROM = 200
"""Rows after which a progress bar is worth its space; a second's work."""


def run_rows(source: str, row: Callable[[object], Mapping[str, Any]], out: TextIO | None = None) -> int:
    """Runs ``row`` over the lines of a file (``-``: standard input); returns the exit status.

    Output is in input order, one object per line. A row that cannot be used comes out as
    ``{"id", "error": {"type", "message"}}`` and makes the status 1.
    """
    stream = out or sys.stdout
    status = 0
    with _lines(source) as (lines, total):
        for line in _shown(lines, total):
            if not line.strip():
                continue
            answer = _one(line, row)
            status |= "error" in answer
            stream.write(_dump(answer) + "\n")
    stream.flush()
    return int(status)


def _one(line: str, row: Callable[[object], Mapping[str, Any]]) -> Mapping[str, Any]:
    found: object = None
    try:
        if len(line) > _LONGEST_LINE:
            raise ValueError(f"the line is longer than {_LONGEST_LINE:,} characters; split it")
        found = json.loads(line)
        return row(found)
    except (CitewardError, ValueError, RecursionError) as error:
        identity = found.get("id") if isinstance(found, dict) else None
        message = f"not JSON: {error}" if isinstance(error, json.JSONDecodeError) else str(error)
        return {"id": identity, "error": {"type": type(error).__name__, "message": message}}


def _dump(answer: Mapping[str, Any]) -> str:
    return json.dumps(answer, ensure_ascii=True)


@contextmanager
def _lines(source: str) -> Iterator[tuple[Iterator[str], int | None]]:
    if source == "-":
        yield iter(sys.stdin), None
        return
    path = Path(source)
    with path.open(encoding="utf-8", errors="surrogatepass") as handle:
        yield iter(handle), sum(1 for _ in path.open("rb"))


def _shown(lines: Iterator[str], total: int | None) -> Iterator[str]:
    """The lines, with a progress bar on standard error where a person waits for many of them."""
    console = Console(stderr=True)
    if not console.is_terminal or total is None or total < _PROGRESS_FROM:
        yield from lines
        return
    with Progress(console=console, transient=True) as progress:
        yield from progress.track(lines, total=total, description="rows")


def read_json(path: Path) -> object:
    """The JSON of one file.

    Raises:
        RowError: it is not JSON.
    """
    from citeward.errors import RowError

    try:
        text = sys.stdin.read() if str(path) == "-" else path.read_text(encoding="utf-8")
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise RowError(str(path), f"not JSON: {error}", "Write one JSON object as in examples/.") from error
