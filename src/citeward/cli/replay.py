"""``citeward replay``: a history, played against an empty database."""

from __future__ import annotations

from typing import Annotated

import typer

from citeward import sync
from citeward.cli.batch import run_rows
from citeward.cli.options import Config
from citeward.cli.store import with_storage
from citeward.config import load

__all__ = ["command"]


def command(
    events: Annotated[str, typer.Argument(metavar="EVENTS.jsonl", help="One event a line; - reads standard input.")],
    *,
    database: Annotated[
        str | None,
        typer.Option(help="An empty database, kept afterwards; SQLite in memory where none is named."),
    ] = None,
    explain: Annotated[bool, typer.Option("--explain", help="Add the operator's reason to what is shown.")] = False,
    config: Config = None,
) -> None:
    """Play a history of documents, groups, answers and displays; print what came of each event. Status 1: one failed.

    It answers "what would this viewer see?", reproduces incidents, and comes out the same every time.
    """
    settings = load(config)
    with with_storage():
        from citeward.records.replay import World, play_line
        from citeward.storage import Database

        opened = sync.run(Database.open(database))
        try:
            world = sync.run(World.open(opened, settings.policy, settings.policies))
            status = run_rows(events, lambda row: sync.run(play_line(world, row, explain=explain)))
        finally:
            sync.run(opened.close())
    raise typer.Exit(status)
