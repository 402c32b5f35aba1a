"""Deterministic vetoes: where a claim differs from its source in a way that no model may overlook."""

from __future__ import annotations

from citeward.entailment.guards.guard import GUARDS_VERSION, guard
from citeward.entailment.guards.harmony import harmonised
from citeward.entailment.guards.interface import Guard, GuardFinding, GuardKind
from citeward.entailment.guards.lexicon import NEGATORS

__all__ = ["GUARDS_VERSION", "NEGATORS", "Guard", "GuardFinding", "GuardKind", "guard", "harmonised"]
