"""``citeward quote``: does a document say these words, and where?"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from citeward.cli.batch import run_rows
from citeward.rows import quote_row

__all__ = ["command"]


def command(
    file: Annotated[Path | None, typer.Argument(help="The document.")] = None,
    quote: Annotated[str | None, typer.Argument(help="The quotation, without its quotation marks.")] = None,
    jsonl: Annotated[
        str | None, typer.Option(help="Rows of id, source and quote, one a line; - reads standard input.")
    ] = None,
) -> None:
    """Find a quotation in a document. Status 1 where it is not there, or a row failed."""
    if jsonl is not None:
        raise typer.Exit(run_rows(jsonl, quote_row))
    if file is None or quote is None:
        raise typer.BadParameter("give FILE and QUOTE, or --jsonl FILE")
    found = quote_row({"source": file.read_text(encoding="utf-8"), "quote": quote})
    typer.echo(found["status"] + (f": {found['reason']}" if found["reason"] else ""))
    for (start, end), excerpt in zip(found["spans"], found["excerpts"], strict=True):
        typer.echo(f"{start}..{end}  {excerpt!r}")
    if found["nearest"]:
        typer.echo(f"nearest ({found['nearest']['kind']}): {found['nearest']['excerpt']!r}")
    raise typer.Exit(found["status"] == "unverified")
