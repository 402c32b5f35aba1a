"""Tables for a person at a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.table import Table

from citeward.cli.report import safe

__all__ = ["print_table"]

_LONGEST = 240
"""Characters of a cell: an error message has room, a hostile title does not fill the screen."""
_WIDTH = 120
"""Columns where the output is no terminal: a pipe should not fold what fits a line."""


def print_table(columns: Sequence[str], rows: Iterable[Sequence[object]], *, caption: str = "") -> None:
    """Prints rows and a caption on standard output; foreign text is made safe, None is empty."""
    table = Table(caption=safe(caption, _LONGEST) if caption else None, caption_justify="left")
    for column in columns:
        table.add_column(column, overflow="fold")
    for row in rows:
        table.add_row(*(safe("" if cell is None else str(cell), _LONGEST) for cell in row))
    console = Console()
    (console if console.is_terminal else Console(width=_WIDTH)).print(table)
