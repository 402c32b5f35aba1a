"""Percentages: another share than the source gives, or points for per cent."""

from __future__ import annotations

from citeward.entailment.guards.interface import GuardFinding, GuardKind
from citeward.entailment.guards.number import figure_in_place, figure_missing
from citeward.entailment.guards.pairing import Case

__all__ = ["check"]


def check(case: Case) -> GuardFinding | None:
    """A share or a change in per cent or percentage points."""
    return figure_in_place(case, GuardKind.PERCENTAGE) or figure_missing(case, GuardKind.PERCENTAGE)
