"""``citeward extract``: the text of a document as quotations are looked up in it, with page offsets."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from citeward.extract import extract_file

__all__ = ["command"]


def command(
    file: Annotated[Path, typer.Argument(help="A PDF, DOCX, HTML, text or Markdown file.")],
    media_type: Annotated[
        str | None,
        typer.Option(help="What the file is, where its bytes do not say: 'text/plain; charset=windows-1252'."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object: text, pages, extractor, warnings.")] = False,
) -> None:
    """Show the visible text of a document; hidden text is left out. Pages and warnings go to standard error."""
    found = extract_file(file, media_type=media_type)
    if as_json:
        pages = [{"number": p.number, "label": p.label, "start": p.start, "end": p.end} for p in found.pages]
        about = {"media_type": found.media_type, "title": found.title, "extractor": found.extractor}
        typer.echo(json.dumps({**about, "pages": pages, "warnings": list(found.warnings), "text": found.text}))
        return
    console = Console(stderr=True, highlight=False)
    console.print(f"{found.media_type}, {len(found.text):,} characters, {found.extractor}", markup=False)
    for page in found.pages:
        console.print(f"page {page.label or page.number}: {page.start}..{page.end}", markup=False)
    for warning in found.warnings:
        console.print(f"warning: {warning}", markup=False, style="yellow")
    typer.echo(found.text, nl=not found.text.endswith("\n"))
