"""``citeward verify``: check one turn, or many."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from citeward import sync
from citeward.cli.batch import read_json, run_rows
from citeward.cli.lookups import outside
from citeward.cli.report import print_report
from citeward.cli.store import opened
from citeward.config import Settings, load
from citeward.entailment import Support, support_from
from citeward.model import DEFAULT_TENANT, AnswerAction
from citeward.rows import TurnRow

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
    with _reading(settings, database, config, keep=keep) as read:
        if jsonl is not None and turn is None:
            raise typer.Exit(run_rows(jsonl, lambda row: _row(read(row), keep)))
        if turn is None or jsonl is not None:
            raise typer.BadParameter("give either a turn file or --jsonl FILE")
        row = read(read_json(turn))
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
    checked, told = row.described()
    kept = {"answer_id": checked.id} if keep else {}
    return {"id": row.id, **kept, **told}


@contextmanager
def _reading(
    settings: Settings, database: str | None, config: Path | None, *, keep: bool
) -> Iterator[Callable[[object], TurnRow]]:
    """Reads rows into turns, each with a gate as configured.

    How documents and groups are now is said by the rows themselves, or by the database, whatever the rows say.
    """
    with ExitStack() as open_until_read:
        asked = open_until_read.enter_context(outside(settings))

        def reader(support: Support) -> Callable[[object], TurnRow]:
            return lambda data: TurnRow.read(
                data, settings.policies, settings.policy, support=support, **asked._asdict()
            )

        if database is None and not keep:
            yield reader(support_from(settings.support))
            return
        store = open_until_read.enter_context(opened(database, DEFAULT_TENANT, config))
        from citeward.records import StoredVerdicts  # opened says what these imports lack
        from citeward.registry import StoredDocuments, WebArchive, web_sources

        row = reader(support_from(settings.support, store=StoredVerdicts(store.database)))
        documents, sink = StoredDocuments(store.database), store.book if keep else None
        registered = web_sources(sync.run(store.registry.sources(DEFAULT_TENANT)))
        archive = WebArchive(store.database) if keep else None
        web = replace(asked.web, sources=(*asked.web.sources, *registered), archive=archive)

        def stored(data: object) -> TurnRow:
            read = row(data)
            return replace(read, gate=replace(read.gate, access=store.access, documents=documents, sink=sink, web=web))

        yield stored
