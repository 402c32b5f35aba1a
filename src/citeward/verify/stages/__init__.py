"""The stages in the order they run: each is cheaper than the next, and a proposal stops at its first failure."""

from __future__ import annotations

from citeward.model import Stage
from citeward.verify.stages import access, external, integrity, membership, quotation, support, trust
from citeward.verify.stages.interface import Outcome, StageCheck, Subject, Together
from citeward.verify.stages.joint import joint_pairs
from citeward.verify.stages.support import JOINT, NO_CLAIM, UNCERTAIN, pair_of
from citeward.verify.stages.tiers import tier_now

__all__ = [
    "DETERMINISTIC",
    "JOINT",
    "LATE",
    "NO_CLAIM",
    "UNCERTAIN",
    "Outcome",
    "StageCheck",
    "Subject",
    "Together",
    "joint_pairs",
    "pair_of",
    "tier_now",
]

DETERMINISTIC: tuple[tuple[Stage, StageCheck], ...] = (
    (Stage.MEMBERSHIP, membership.check),
    (Stage.ACCESS, access.check),
    (Stage.INTEGRITY, integrity.check),
    (Stage.TRUST, trust.check),
    (Stage.QUOTATION, quotation.check),
)
"""Judged from the first batch of facts."""

LATE: tuple[tuple[Stage, StageCheck], ...] = ((Stage.SUPPORT, support.check), (Stage.EXTERNAL, external.check))
"""Judged for the survivors, once the support model has scored them."""
