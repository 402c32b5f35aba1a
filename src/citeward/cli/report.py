"""A checked answer for an operator's terminal."""

from __future__ import annotations

from rich.console import Console
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from citeward.checked import CheckedAnswer
from citeward.model import AnswerAction, Check, CitationAction, Verdict
from citeward.parse import clean

__all__ = ["print_report", "safe"]

_COLOURS = {AnswerAction.DELIVER: "green", AnswerAction.REDACT: "yellow", AnswerAction.BLOCK: "red"}
_SIGNS = {Check.PASSED: "+", Check.FAILED: "x", Check.SKIPPED: "-", Check.NOT_RUN: " "}


def safe(text: str, longest: int = 60) -> Text:
    """Foreign text for a terminal: one line, no escapes, no markup."""
    line = " ".join(clean(text).text.split())
    return Text(line if len(line) <= longest else line[: longest - 1] + "\u2026")


def print_report(checked: CheckedAnswer, console: Console) -> None:
    """Prints what was proposed, what was decided, and what the reader sees."""
    colour = _COLOURS[checked.action]
    table = Table(
        title=f"{checked.action.value} ({checked.decisions.reason}), policy {checked.decisions.policy}",
        title_style=colour,
    )
    for column in ("reference", "verdict", "reason", "checks", "action"):
        table.add_column(column)
    for judgement, action in zip(checked.judgements, checked.decisions.citations, strict=True):
        style = "green" if judgement.verdict is Verdict.OK else "red" if action is CitationAction.BLOCK else "yellow"
        table.add_row(
            safe(judgement.proposal.reference or judgement.proposal.handle or "", 44),
            Text(judgement.verdict.value, style=style),
            judgement.reason,
            "".join(_SIGNS[check] for check in judgement.checks.values()),
            action.value,
        )
    console.print(table)
    console.print(
        Text(
            "checks: membership access integrity trust quotation support external; + passed, x failed, - skipped", "dim"
        )
    )
    for incident in checked.incidents:
        purge = f", purge cache key {clean(incident.cache_key).text}" if incident.cache_key else ""
        console.print(Text(f"incident: {incident.kind.value} {incident.handle or ''}{purge}", style="red"))
    console.print(Panel(Text(checked.text.rstrip("\n")), title="what the reader sees", border_style=colour))
