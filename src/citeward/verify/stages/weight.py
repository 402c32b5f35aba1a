"""What a finding of the support model amounts to under a policy: it may ask for more than the model, never for less."""

from __future__ import annotations

import math
from typing import TypeGuard

from citeward.entailment import UNCALIBRATED, SupportState, SupportVerdict
from citeward.verify.interfaces import SupportPair
from citeward.verify.requirements import Requirements
from citeward.verify.stages.interface import Subject, Weight

__all__ = ["weight_of"]

_REASONS = {
    SupportState.SUPPORTED: "The source carries the claim.",
    SupportState.UNCERTAIN: "It is uncertain whether the source carries the claim.",
    SupportState.UNSUPPORTED: "The source does not carry the claim.",
}


def weight_of(subject: Subject, pair: SupportPair) -> Weight | None:
    """The weight of a pair, or None where the model gave none that can be used."""
    finding = subject.facts.support.get(pair)
    if isinstance(finding, SupportVerdict):
        if not _is_share(finding.score) or not isinstance(finding.state, SupportState):
            return None
        state = _tightened(finding.state, finding.score, subject.requirements)
        reason = finding.reason if state is finding.state else _REASONS[state]
        veto = finding.finding
        span = finding.span if 0 <= finding.span[0] < finding.span[1] <= len(pair.source) else None
        if veto is None:
            return Weight(finding.score, state, reason, span=span)
        # A veto is a veto, whatever state came with it.
        return Weight(
            finding.score,
            SupportState.UNSUPPORTED,
            finding.reason,
            veto.kind.value,
            contradicts=veto.source_span is not None,
            span=span,
        )
    if not _is_share(finding):
        return None
    bare = float(finding)
    bar = UNCALIBRATED.thresholds
    state = SupportState.SUPPORTED if bare >= bar.supported_from else SupportState.UNCERTAIN
    state = SupportState.UNSUPPORTED if bare < bar.unsupported_below else state
    state = _tightened(state, bare, subject.requirements)
    return Weight(bare, state, _REASONS[state])


def _tightened(state: SupportState, score: float, needed: Requirements) -> SupportState:
    if needed.unsupported_below is not None and score < needed.unsupported_below:
        return SupportState.UNSUPPORTED
    if state is SupportState.SUPPORTED and needed.supported_from is not None and score < needed.supported_from:
        return SupportState.UNCERTAIN
    return state


def _is_share(value: object) -> TypeGuard[float]:
    """Whether it is a probability: finite, from 0 to 1. NaN and "0.9" are none."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return False
    return math.isfinite(value) and 0.0 <= value <= 1.0
