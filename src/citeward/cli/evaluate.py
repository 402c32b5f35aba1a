"""``citeward evaluate``: ALCE citation recall and precision of a set of answers, as the paper counts and strictly."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from citeward.cli.reading import read_text
from citeward.config import load
from citeward.entailment import support_from
from citeward.evaluation import (
    Agreement,
    CitedAnswer,
    Evaluation,
    Interval,
    RatedAnswer,
    agreement,
    alce_answer,
    evaluate,
    is_rated,
    items_of,
    read_rated,
    turn_answer,
)

__all__ = ["command"]


def command(
    file: Annotated[
        Path, typer.Argument(help="An ALCE result file, rated answers, or turns, one a line; - reads standard input.")
    ],
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
    samples: Annotated[int, typer.Option(help="Bootstrap samples.", min=100, max=100_000)] = 2000,
    config: Annotated[Path | None, typer.Option(help="A citeward.toml; ./citeward.toml if it exists.")] = None,
) -> None:
    """Score cited answers with the support model; intervals are 95 % bootstrap intervals over answers."""
    answers, people = _read(read_text(file))
    support = support_from(load(config).support)
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("answers", total=len(answers))
        found = evaluate(answers, support, samples=samples, progress=lambda: progress.advance(task))
        compared = agreement(people, support)
    if as_json:
        typer.echo(json.dumps({**found.as_json(), **_ratings(people, compared)}))
        return
    _print(found)
    for line in _rated(people, compared):
        typer.echo(line)


def _read(text: str) -> tuple[list[CitedAnswer], list[RatedAnswer]]:
    """The answers of a file, and those of them that people have rated."""
    items = items_of(text)
    if items and all(is_rated(item) for item in items):
        people = read_rated(items)
        return [one.answer for one in people], people
    read = turn_answer if items and "chunks" in items[0] else alce_answer
    return [read(item) for item in items], []


def _ratings(people: Sequence[RatedAnswer], compared: Agreement | None) -> dict[str, Any]:
    stored = [one for one in people if one.stored is not None]
    return {
        "rated": len(people),
        "stored_scores_recomputed": sum(_same(one) for one in stored) if stored else None,
        "agreement": None if compared is None else asdict(compared),
    }


def _rated(people: Sequence[RatedAnswer], compared: Agreement | None) -> Iterator[str]:
    stored = [one for one in people if one.stored is not None]
    if stored:
        yield f"stored scores recomputed from the ratings: {sum(map(_same, stored))} of {len(stored)} answers"
    if compared is not None:
        yield (
            f"against people, on {compared.sentences} cited sentences: agrees on {compared.accuracy:.1%}, "
            f"AUROC {compared.auroc:.3f}, passes {compared.passed_of_unsupported:.1%} of the unsupported and "
            f"{compared.kept_of_supported:.1%} of the supported"
        )


def _same(one: RatedAnswer) -> bool:
    """Whether the ratings amount to the scores that came with them."""
    people, stored = one.people, one.stored
    if people is None or stored is None:
        return False
    return math.isclose(people.recall, stored.recall) and math.isclose(people.precision, stored.precision)


def _print(found: Evaluation) -> None:
    table = Table(title=f"{found.answers} answers, {found.skipped} without a sentence, model {found.model[:12]}")
    for column in ("", "citation recall", "citation precision"):
        table.add_column(column, justify="right")
    table.add_row("alce", _interval(found.alce_recall), _interval(found.alce_precision))
    table.add_row("strict", _interval(found.strict_recall), _interval(found.strict_precision))
    console = Console()
    console.print(table)
    shares = ("uncited", "unsupported", "uncertain", "invented")
    console.print(", ".join(f"{name} {getattr(found, name):.1%}" for name in shares))
    if found.tiers:
        console.print("tiers cited: " + ", ".join(f"{tier} {count}" for tier, count in found.tiers.items()))


def _interval(found: Interval) -> str:
    return f"{found.mean:.3f} ({found.low:.3f} to {found.high:.3f})"
