"""``citeward support``: does a passage carry a claim?"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from citeward.cli.batch import run_rows
from citeward.config import load
from citeward.entailment import support_from
from citeward.evaluation import support_row
from citeward.extract import extract_file

__all__ = ["command"]


def command(
    source: Annotated[Path | None, typer.Argument(help="The passage: PDF, DOCX, HTML, text or Markdown.")] = None,
    claim: Annotated[str | None, typer.Argument(help="The claim.")] = None,
    jsonl: Annotated[
        str | None, typer.Option(help="Rows of id, source and claim, one a line; - reads standard input.")
    ] = None,
    config: Annotated[Path | None, typer.Option(help="A citeward.toml; ./citeward.toml if it exists.")] = None,
) -> None:
    """Tell whether a passage carries a claim, and where. Status 1 where it does not, or a row failed."""
    support = support_from(load(config).support)
    if jsonl is not None and source is None:
        raise typer.Exit(run_rows(jsonl, lambda row: support_row(row, support)))
    if source is None or claim is None or jsonl is not None:
        raise typer.BadParameter("give either SOURCE and CLAIM, or --jsonl FILE")
    text = extract_file(source).text
    found = support_row({"source": text, "claim": claim}, support)
    veto = f" ({found['guard']})" if found["guard"] else ""
    typer.echo(f"{found['state']}  {found['score']:.3f}  {found['reason']}{veto}")
    start, end = found["best_span"]
    typer.echo(f"{start}..{end}  {' '.join(text[start:end].split())!r}")
    raise typer.Exit(not found["supported"])
