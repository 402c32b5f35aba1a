"""Whole texts that commands read: a file or standard input, in UTF-8."""

from __future__ import annotations

import sys
from pathlib import Path

from citeward.errors import InputError

__all__ = ["read_lines", "read_text"]


def read_text(source: str | Path) -> str:
    """The text of a file; ``-`` is standard input. A byte order mark is no part of it.

    Raises:
        InputError: it is not in UTF-8.
        OSError: it cannot be read.
    """
    is_stdin = str(source) == "-"
    data = sys.stdin.buffer.read() if is_stdin else Path(source).read_bytes()
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(
            "standard input" if is_stdin else str(source), "is not in UTF-8", "Save it as UTF-8."
        ) from error


def read_lines(source: str | Path) -> list[str]:
    """Its JSON lines, which end at a line feed and nowhere else. See :func:`read_text`."""
    return read_text(source).split("\n")
