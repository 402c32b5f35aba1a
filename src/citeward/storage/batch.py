"""Lists as one parameter: the same statement, and one round trip, for one item and for ten thousand."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence

from sqlalchemy import TextClause, text

__all__ = ["as_items", "items", "list_query"]

_INNER_JOIN = re.compile(r"(?<!LEFT )\bJOIN\b")


def items(dialect: str, parameter: str, columns: Sequence[str]) -> str:
    """SQL for a table made of one bound parameter, to stand behind FROM or JOIN; the values are text.

    Args:
        dialect: ``sqlite`` or ``postgresql``.
        parameter: the parameter's name; bind :func:`as_items` to it.
        columns: the names its columns get. Names of ours, never somebody's input.
    """
    if dialect == "postgresql":
        picked = ", ".join(f"item ->> {at} AS {name}" for at, name in enumerate(columns))
        return f"(SELECT {picked} FROM json_array_elements(CAST(:{parameter} AS json)) AS listed(item)) AS {parameter}"  # noqa: S608
    picked = ", ".join(f"json_extract(value, '$[{at}]') AS {name}" for at, name in enumerate(columns))
    return f"(SELECT {picked} FROM json_each(:{parameter})) AS {parameter}"  # noqa: S608


def as_items(rows: Iterable[list[str] | list[int] | tuple[str | int | None, ...]]) -> str:
    """The value of such a parameter. Numbers come out as text in PostgreSQL: cast them there."""
    return json.dumps(list(rows))


def list_query(dialect: str, sql: str) -> TextClause:
    """A statement that begins with such a list and looks each of its items up by index, in the order it is written.

    SQLite knows nothing of the list's length and would rather read whole tables and search the list for each row. It
    takes CROSS JOIN for an order ("The SQLite Query Optimizer Overview", section 8.2), so every inner join becomes one.
    PostgreSQL assumes a hundred items and looks them up.
    """
    return text(_INNER_JOIN.sub("CROSS JOIN", sql) if dialect == "sqlite" else sql)
