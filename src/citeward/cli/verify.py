"""``citeward verify``: check one turn, or many."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from citeward.cli.batch import read_json, run_rows
from citeward.cli.report import print_report
from citeward.cli.store import opened
from citeward.config import load
from citeward.model import DEFAULT_TENANT, AnswerAction
from citeward.rows import TurnRow, describe

__all__ = ["command"]


class Format(StrEnum):
    """How one turn is printed."""

    REPORT = "report"
    HTML = "html"
    MARKDOWN = "markdown"
    TEXT = "text"
    JSON = "json"


def command(
    turn: Annotated[Path | None, typer.Argument(help="A turn as JSON; - reads standard input.")] = None,
    *,
    jsonl: Annotated[str | None, typer.Option(help="Many turns, one a line; - reads standard input.")] = None,
    format: Annotated[Format, typer.Option(help="What to print for one turn.")] = Format.REPORT,
    config: Annotated[Path | None, typer.Option(help="A citeward.toml; ./citeward.toml if it exists.")] = None,
    database: Annotated[
        str | None, typer.Option(help="Check against the documents and groups stored there, not the row's own word.")
    ] = None,
    keep: Annotated[
        bool, typer.Option("--keep", help="Check against the stored documents and keep the answer with its citations.")
    ] = False,
) -> None:
    """Check the citations of an answer and print what its reader gets. Status 1: it is blocked, or a row is bad."""
    settings = load(config)
    with _judged_by(database, config, keep=keep) as adapted:
        if jsonl is not None and turn is None:
            policies, policy = settings.policies, settings.policy
            raise typer.Exit(run_rows(jsonl, lambda row: _row(adapted(TurnRow.read(row, policies, policy)), keep)))
        if turn is None or jsonl is not None:
            raise typer.BadParameter("give either a turn file or --jsonl FILE")
        row = adapted(TurnRow.read(read_json(turn), settings.policies, settings.policy))
        if format is Format.JSON:
            found = _row(row, keep)
            typer.echo(json.dumps(found, indent=2))
            raise typer.Exit(1 if found["action"] == AnswerAction.BLOCK else 0)
        checked = row.check()
    match format:
        case Format.REPORT:
            print_report(checked, Console())
            if keep:
                typer.echo(f"kept as answer {checked.id}")
        case Format.HTML:
            typer.echo(checked.html, nl=False)
        case Format.MARKDOWN:
            typer.echo(checked.markdown, nl=False)
        case Format.TEXT:
            typer.echo(checked.text, nl=False)
    raise typer.Exit(1 if checked.action is AnswerAction.BLOCK else 0)


def _row(row: TurnRow, keep: bool) -> dict[str, Any]:
    checked = row.check()
    kept = {"answer_id": checked.id} if keep else {}
    return {"id": row.id, **kept, **describe(checked)}


@contextmanager
def _judged_by(database: str | None, config: Path | None, *, keep: bool) -> Iterator[Callable[[TurnRow], TurnRow]]:
    """Who says how documents and groups are now: the rows themselves, or the database, whatever the rows say."""
    if database is None and not keep:
        yield lambda row: row
        return
    with opened(database, DEFAULT_TENANT, config) as store:
        from citeward.registry import StoredDocuments

        documents, sink = StoredDocuments(store.database), store.book if keep else None
        yield lambda row: replace(row, gate=replace(row.gate, access=store.access, documents=documents, sink=sink))
