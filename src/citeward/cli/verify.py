"""``citeward verify``: check one turn, or many."""

from __future__ import annotations

import json
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from citeward.cli.batch import read_json, run_rows
from citeward.cli.report import print_report
from citeward.config import load
from citeward.entailment import support_from
from citeward.model import AnswerAction
from citeward.rows import TurnRow, check_turn, describe

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
    jsonl: Annotated[str | None, typer.Option(help="Many turns, one a line; - reads standard input.")] = None,
    format: Annotated[Format, typer.Option(help="What to print for one turn.")] = Format.REPORT,
    config: Annotated[Path | None, typer.Option(help="A citeward.toml; ./citeward.toml if it exists.")] = None,
) -> None:
    """Check the citations of an answer and print what its reader gets. Status 1: it is blocked, or a row is bad."""
    settings = load(config)
    if jsonl is not None and turn is None:
        support = support_from(settings.support)
        raise typer.Exit(run_rows(jsonl, lambda row: check_turn(row, settings.policies, settings.policy, support)))
    if turn is None or jsonl is not None:
        raise typer.BadParameter("give either a turn file or --jsonl FILE")
    row = TurnRow.read(read_json(turn), settings.policies, settings.policy, support_from(settings.support))
    checked = row.check()
    match format:
        case Format.REPORT:
            print_report(checked, Console())
        case Format.JSON:
            typer.echo(json.dumps({"id": row.id, **describe(checked, row.scores(checked))}, indent=2))
        case Format.HTML:
            typer.echo(checked.html, nl=False)
        case Format.MARKDOWN:
            typer.echo(checked.markdown, nl=False)
        case Format.TEXT:
            typer.echo(checked.text, nl=False)
    raise typer.Exit(1 if checked.action is AnswerAction.BLOCK else 0)
