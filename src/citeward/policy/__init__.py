"""Policies: what must hold for a citation, and what happens to an answer whose citations do not."""

from __future__ import annotations

from citeward.model import Uncited
from citeward.policy.decide import Decisions, decide
from citeward.policy.fates import Fates, answer_action, claim_fates
from citeward.policy.plain import to_plain
from citeward.policy.presets import BALANCED, PERMISSIVE, PRESETS, STRICT
from citeward.policy.rules import Policy, Surface, strictest

__all__ = [
    "BALANCED",
    "PERMISSIVE",
    "PRESETS",
    "STRICT",
    "Decisions",
    "Fates",
    "Policy",
    "Surface",
    "Uncited",
    "answer_action",
    "claim_fates",
    "decide",
    "strictest",
    "to_plain",
]
