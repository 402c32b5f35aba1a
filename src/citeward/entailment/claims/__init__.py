"""What a claim is: whether anything is claimed, its parts, and what its pronouns stand for."""

from __future__ import annotations

from citeward.entailment.claims.context import LOOK_BACK, Resolved, leans, resolve
from citeward.entailment.claims.facts import facts_of
from citeward.entailment.claims.kinds import ClaimKind, is_leading, kind_of_claim
from citeward.entailment.claims.openers import framed, without_frame, without_opener
from citeward.entailment.claims.parts import Part, is_verb, parts, stands_alone
from citeward.entailment.claims.retraction import (
    Retraction,
    label_and_value,
    label_of,
    retraction_of,
    supposes,
    unticked,
)
from citeward.entailment.claims.setting import Setting, adds_nothing, heading_of, setting_of, turns

__all__ = [
    "LOOK_BACK",
    "ClaimKind",
    "Part",
    "Resolved",
    "Retraction",
    "Setting",
    "adds_nothing",
    "facts_of",
    "framed",
    "heading_of",
    "is_leading",
    "is_verb",
    "kind_of_claim",
    "label_and_value",
    "label_of",
    "leans",
    "parts",
    "resolve",
    "retraction_of",
    "setting_of",
    "stands_alone",
    "supposes",
    "turns",
    "unticked",
    "without_frame",
    "without_opener",
]
