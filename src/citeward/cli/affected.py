"""What rests on a document or a source, as the commands print it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from citeward.cli.store import Store, echo_json, run
from citeward.cli.tables import print_table

if TYPE_CHECKING:
    from citeward.registry import Affected

__all__ = ["print_affected"]

_MOST_LISTED = 200


def print_affected(store: Store, said: str, found: Affected, *, as_json: bool) -> None:
    """Prints what was done and lists the answers and derived texts it touches, oldest first."""
    if as_json:
        echo_json({"done": said, "answers": list(found.answers), "documents": list(found.documents)})
        return
    typer.echo(said)
    if found.answers:
        rows = []
        for name in found.answers[:_MOST_LISTED]:
            answer = run(store.book.describe_answer(store.tenant, name))
            if answer is not None:
                granted = sum(bool(record.roots) for record in answer.records)
                rows.append((name, f"{answer.given_at:%Y-%m-%d %H:%M}", answer.principal, answer.action, granted))
        rest = len(found.answers) - len(rows)
        used = "1 answer" if len(found.answers) == 1 else f"{len(found.answers)} answers"
        caption = f"{used} used it" + (f"; the first {len(rows)} are listed" if rest else "")
        print_table(("answer", "given (UTC)", "asked by", "action", "citations"), rows, caption=caption)
    else:
        typer.echo("No answer used it.")
    if found.documents:
        print_table(("derived text",), [(name,) for name in found.documents], caption="made from it")
