"""What a guard is: a pure function from a claim and its source to a veto with a reason, or to nothing.

A guard stands beside any model and may only refuse. It refuses what it is sure of: a figure the source does not
have, a word of a near-verbatim sentence that turns its meaning round. Where it cannot tell, it says nothing, and the
model decides. A guard is linear in the source.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from citeward.entailment.guards.pairing import Case

__all__ = ["Guard", "GuardFinding", "GuardKind"]


class GuardKind(StrEnum):
    """What differs between the claim and its source."""

    NUMBER = "number"
    UNIT = "unit"
    PERCENTAGE = "percentage"
    CURRENCY = "currency"
    DATE = "date"
    NAME = "name"
    ROLE = "role"
    NEGATION = "negation"
    QUANTIFIER = "quantifier"
    MODALITY = "modality"
    COMPARISON = "comparison"
    CONDITION = "condition"
    SILENCE = "silence"


@dataclass(frozen=True, slots=True)
class GuardFinding:
    """Why a claim is refused, in words a reader understands."""

    kind: GuardKind
    reason: str
    claim_span: tuple[int, int]
    """Code points of the claim, end exclusive."""
    source_span: tuple[int, int] | None
    """Code points of the source that say otherwise; None where the source says nothing."""


class Guard(Protocol):
    """One kind of difference."""

    def __call__(self, case: Case) -> GuardFinding | None:
        """The first difference of this kind, or None."""
        ...
