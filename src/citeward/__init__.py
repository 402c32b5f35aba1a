"""citeward: the model proposes citations, the system grants them."""

from __future__ import annotations

from citeward.checked import CheckedAnswer
from citeward.gate import Gate
from citeward.ledger import Ledger
from citeward.model import AnswerAction, Chunk, Principal, Tier, Verdict
from citeward.policy import BALANCED, PERMISSIVE, STRICT, Policy
from citeward.turn import Turn

__all__ = [
    "BALANCED",
    "PERMISSIVE",
    "STRICT",
    "AnswerAction",
    "CheckedAnswer",
    "Chunk",
    "Gate",
    "Ledger",
    "Policy",
    "Principal",
    "Tier",
    "Turn",
    "Verdict",
]
__version__ = "0.1.0"
