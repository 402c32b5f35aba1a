"""Lines of a file or of standard input, for the commands that read all of them before they answer."""

from __future__ import annotations

import sys
from pathlib import Path

__all__ = ["read_lines"]


def read_lines(file: Path) -> list[str]:
    """The lines of a UTF-8 file; ``-`` is standard input.

    Raises:
        OSError: it cannot be read.
    """
    text = sys.stdin.read() if str(file) == "-" else file.read_text(encoding="utf-8-sig")
    return text.splitlines()
