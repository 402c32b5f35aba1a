"""What the gate hands over to be kept of one answer: all of it, in one call."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from citeward.model import AnswerAction, CitationRecord, Incident, Uncited
from citeward.parse import Parsed
from citeward.turn import Turn

__all__ = ["JudgedWords", "KeptAnswer"]


@dataclass(frozen=True, slots=True)
class JudgedWords:
    """The words one proposal was judged by. Not the reason in words: that may quote a source, which is erased apart."""

    clause: tuple[int, int] | None
    """Code points of the claim's text; None: all of it. A later release may cut a sentence differently."""
    claim: str
    """What the support stage judged, with what pronouns stand for in their place; empty where it did not look."""
    guard: str
    """See :class:`citeward.model.SupportNote`, as for ``together``."""
    together: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class KeptAnswer:
    """One checked answer with everything a later display needs to be judged anew."""

    id: str
    """UUIDv7 of the answer."""
    turn: Turn
    """Who asked, and what the model was given."""
    parsed: Parsed
    """The answer as it was verified, the canonical text with it. Untrusted, and never rewritten."""
    action: AnswerAction
    """What its reader got."""
    policy: str
    """The name of the policy it was checked under."""
    drop_failed: bool
    """Whether that policy drops a claim whose citations all failed."""
    uncited: Uncited
    """What it does with a claim that cites nothing, on the surface the answer was for."""
    records: tuple[CitationRecord, ...]
    """One per proposal, in order."""
    incidents: tuple[Incident, ...]
    created_at: datetime
    latency_s: float
    """Seconds the check took; for a stream, of all its blocks together."""
    model: str | None = None
    """What wrote it, where that is known."""
    provider: str | None = None
    judged: tuple[JudgedWords, ...] = ()
    """One per record, in order; none where the caller does not know."""
    rules: Mapping[str, object] | None = None
    """The policy in plain values (:func:`citeward.policy.to_plain`), as its intent has it; None where the caller does
    not tell."""
