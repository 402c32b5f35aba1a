"""Policies: what must hold for a citation, and what happens to an answer whose citations do not."""

from __future__ import annotations

from citeward.policy.decide import Decisions, decide
from citeward.policy.presets import BALANCED, PERMISSIVE, PRESETS, STRICT
from citeward.policy.rules import LINK_VERDICTS, Policy, Surface, strictest

__all__ = [
    "BALANCED",
    "LINK_VERDICTS",
    "PERMISSIVE",
    "PRESETS",
    "STRICT",
    "Decisions",
    "Policy",
    "Surface",
    "decide",
    "strictest",
]
