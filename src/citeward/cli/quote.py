"""``citeward quote``: does a document say these words, and where?"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from citeward.cli.batch import run_rows
from citeward.extract import Extracted, extract_file
from citeward.parse import clean
from citeward.rows import quote_row
from citeward.text import find

__all__ = ["command"]


def command(
    file: Annotated[Path | None, typer.Argument(help="The document: PDF, DOCX, HTML, text or Markdown.")] = None,
    quote: Annotated[str | None, typer.Argument(help="The quotation, without its quotation marks.")] = None,
    jsonl: Annotated[
        str | None, typer.Option(help="Rows of id, source and quote, one a line; - reads standard input.")
    ] = None,
) -> None:
    """Find a quotation in a document. Status 1 where it is not there, or a row failed."""
    if jsonl is not None and file is None:
        raise typer.Exit(run_rows(jsonl, quote_row))
    if file is None or quote is None or jsonl is not None:
        raise typer.BadParameter("give either FILE and QUOTE, or --jsonl FILE")
    document = extract_file(file)
    found = find(document.text, quote)
    typer.echo(found.status.value + (f": {found.reason.value}" if found.reason is not None else ""))
    for (start, end), excerpt in zip(found.spans, found.excerpts, strict=True):
        typer.echo(f"{start}..{end}{_pages(document, start, end)}  {clean(excerpt).text!r}")
    if found.tolerances:
        typer.echo("tolerated: " + ", ".join(tolerance.value for tolerance in found.tolerances))
    if found.nearest is not None:
        start, end = found.nearest.span
        where = f"{start}..{end}{_pages(document, start, end)}"
        typer.echo(f"nearest ({found.nearest.kind.value}) at {where}: {clean(found.nearest.excerpt).text!r}")
    raise typer.Exit(not found.granted)


def _pages(document: Extracted, start: int, end: int) -> str:
    """The pages a span stands on; nothing for a format that has none."""
    pages = [page.label or str(page.number) for page in document.pages_of(start, end)]
    return f" page {'-'.join(dict.fromkeys((pages[0], pages[-1])))}" if pages else ""
