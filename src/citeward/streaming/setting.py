"""What a stream needs to know before it begins."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from citeward.model import Incident
from citeward.policy import Policy
from citeward.streaming.events import AnswerEnded, Mode
from citeward.turn import Turn
from citeward.verify import RecordSink, Sources

__all__ = ["Setting"]


@dataclass(frozen=True, slots=True)
class Setting:
    """What a stream needs to know, and does not change while it runs."""

    turn: Turn
    policy: Policy
    """Already raised to the turn's intent."""
    sources: Sources
    clock: Callable[[], datetime]
    key: bytes
    sink: RecordSink | None = None
    mode: Mode = Mode.HOLD
    whole: bool = False
    """Nothing may be shown before the whole answer has been judged."""
    citations: bool = True
    keep: bool = False
    """Whether the whole answer is handed out with the last event. Memory grows with it then, as it does where there is
    a sink; else it is bounded by the open block."""
    done: Callable[[AnswerEnded, tuple[Incident, ...]], None] | None = None
    """Called once, at the end."""
    model: str | None = None
    """What writes the answer, for its record."""

    @property
    def keeps(self) -> bool:
        """Whether anybody asks for the whole answer in the end."""
        return self.keep or self.sink is not None
