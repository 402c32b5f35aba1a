"""citeward: the model proposes citations, the system grants them.

A public name is imported when it is first asked for: a program that needs only the nouns pays for nothing else.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
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

_HOMES = {
    "checked": ("CheckedAnswer",),
    "gate": ("Gate",),
    "ledger": ("Ledger",),
    "model": ("AnswerAction", "Chunk", "Principal", "Tier", "Verdict"),
    "policy": ("BALANCED", "PERMISSIVE", "STRICT", "Policy"),
    "turn": ("Turn",),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> object:
    """Import a public name from its home (PEP 562), once.

    Raises:
        AttributeError: no such name is public here.
    """
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found: object = getattr(import_module(f"{__name__}.{_HOME_OF[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    """Name what is public, imported already or not."""
    return sorted({*globals(), *__all__})
