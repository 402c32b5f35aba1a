"""Deterministic vetoes: where a claim differs from its source in a way that no model may overlook."""

from __future__ import annotations

from citeward.entailment.guards.guard import GUARDS_VERSION, guard
from citeward.entailment.guards.harmony import harmonised
from citeward.entailment.guards.interface import Guard, GuardFinding, GuardKind

__all__ = ["GUARDS_VERSION", "Guard", "GuardFinding", "GuardKind", "guard", "harmonised"]
