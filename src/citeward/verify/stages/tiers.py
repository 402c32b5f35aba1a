"""The tier that counts: the lower of the one at retrieval and the one now."""

from __future__ import annotations

from citeward.model import Tier
from citeward.verify.stages.interface import Subject

__all__ = ["tier_now"]


def tier_now(subject: Subject) -> Tier:
    """The lower of the tier at retrieval and the tier now; the lowest where there is no evidence at all."""
    if subject.evidence is None:
        return Tier.D
    current = subject.facts.documents.get(subject.evidence.handle)
    now = current.tier if current is not None and current.tier is not None else subject.evidence.tier
    return min(subject.evidence.tier, now)
