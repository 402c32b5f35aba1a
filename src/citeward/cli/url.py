"""``citeward url``: would the safe fetch go there? Nothing is looked up and nothing is sent."""

from __future__ import annotations

from typing import Annotated

import typer

from citeward.cli.batch import run_rows
from citeward.rows import url_row

__all__ = ["command"]


def command(
    jsonl: Annotated[
        str, typer.Option(help="Rows of id, url and what it resolves to, one a line; - reads standard input.")
    ],
) -> None:
    """Judge URLs as the safe fetch would, with scripted DNS answers and redirects."""
    raise typer.Exit(run_rows(jsonl, url_row))
