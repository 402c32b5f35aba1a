"""``citeward reference``: is a claimed reference the work that a registry's reply describes?"""

from __future__ import annotations

from typing import Annotated

import typer

from citeward.cli.batch import run_rows
from citeward.rows import reference_row

__all__ = ["command"]


def command(
    jsonl: Annotated[
        str,
        typer.Option(
            help="Rows of id, claimed {title, authors, year} and record, a registry's reply; - reads standard input."
        ),
    ],
) -> None:
    """Compare claimed references with registries' replies: match, partial or mismatch. Nothing is looked up."""
    raise typer.Exit(run_rows(jsonl, reference_row))
