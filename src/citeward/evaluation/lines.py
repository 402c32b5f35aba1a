"""JSON lines: one object a line, and a bad one is named by its number."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from citeward.errors import RowError

__all__ = ["objects"]


def objects(lines: Iterable[str], remedy: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """What each line is called in an error, and its object; empty lines are passed over.

    Raises:
        RowError: a line is not JSON, or no object.
    """
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        name = f"line {number}"
        try:
            row = json.loads(line)
        except (ValueError, RecursionError) as problem:
            raise RowError(name, f"is not JSON ({problem})", remedy) from problem
        if not isinstance(row, dict):
            raise RowError(name, "is not an object", remedy)
        yield name, row
