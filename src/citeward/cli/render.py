"""``citeward render``: what a reader would see of answers over a given ledger."""

from __future__ import annotations

from typing import Annotated

import typer

from citeward.cli.batch import run_rows
from citeward.rows import render_row

__all__ = ["command"]


def command(
    jsonl: Annotated[
        str,
        typer.Option(
            help="Rows of id, input and ledger {handle: {title, url, text, tier}}, one a line; - reads standard input."
        ),
    ],
) -> None:
    """Render Markdown answers safely: id, html, markdown and text for each row."""
    raise typer.Exit(run_rows(jsonl, render_row))
