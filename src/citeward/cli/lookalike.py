"""``citeward lookalike``: does a domain imitate one of ours?"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from citeward.cli.batch import run_rows
from citeward.cli.reading import read_text
from citeward.config import load
from citeward.rows import lookalike_row

__all__ = ["command"]


def command(
    domain: Annotated[str | None, typer.Argument(help="One domain to judge.")] = None,
    jsonl: Annotated[
        str | None, typer.Option(help="Rows of domain and brand, one a line; - reads standard input.")
    ] = None,
    brand: Annotated[list[str] | None, typer.Option(help="A domain of yours; may be repeated.")] = None,
    brands: Annotated[Path | None, typer.Option(help="A file of your domains, one a line.")] = None,
    config: Annotated[Path | None, typer.Option(help="A citeward.toml; ./citeward.toml if it exists.")] = None,
) -> None:
    """Tell imitations of your domains: ok, warn or block. Status 1 where the one domain is not ok."""
    listed = read_text(brands).split() if brands is not None else []
    known = [*(brand or ()), *listed, *load(config).policy.requirements.brands]
    if jsonl is not None:
        raise typer.Exit(run_rows(jsonl, lambda row: lookalike_row(row, known)))
    if domain is None:
        raise typer.BadParameter("give a domain or --jsonl FILE")
    found = lookalike_row({"domain": domain}, known)
    typer.echo(f"{found['verdict']}  {found['reason']}" + (f"  {found['brand']}" if found["brand"] else ""))
    raise typer.Exit(found["verdict"] != "ok")
