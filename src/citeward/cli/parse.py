"""``citeward parse``: what a provider's reply cites, as plain records."""

from __future__ import annotations

from typing import Annotated

import typer

from citeward.cli.batch import run_rows
from citeward.rows import Fields, parse_row

__all__ = ["command"]


def command(
    jsonl: Annotated[
        str,
        typer.Option(help="Rows of id, provider, api, payload and request, one a line; - reads standard input."),
    ],
) -> None:
    """Read the citations of provider replies: answer and citations for each row. Nothing in them is believed."""
    raise typer.Exit(run_rows(jsonl, lambda row: parse_row(Fields(row).data)))
