"""A span of one version, looked for in the current one."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from citeward.text import Anchor, AnchorState, DiffOp, IndexCache, reanchor

__all__ = ["SpanFate", "SpanOutcome", "compare_span"]


class SpanFate(StrEnum):
    """What became of a span."""

    UNCHANGED = "unchanged"
    RELOCATED = "relocated"
    CHANGED = "changed"
    AMBIGUOUS = "ambiguous"


@dataclass(frozen=True, slots=True)
class SpanOutcome:
    """What became of a span, and where it stands now: code points of the current version."""

    fate: SpanFate
    start: int | None = None
    end: int | None = None
    diff: tuple[DiffOp, ...] = ()
    """From the old text to what stands in its place, where both are known."""


_FATES = {
    AnchorState.FOUND: SpanFate.UNCHANGED,
    AnchorState.MOVED: SpanFate.RELOCATED,
    AnchorState.AMBIGUOUS: SpanFate.AMBIGUOUS,
}


def compare_span(
    kept: Anchor, exact: str | None, current: tuple[str, str], key: bytes, indexes: IndexCache
) -> SpanOutcome:
    """Looks for a span in the current version of its document.

    Args:
        kept: where it stood, what stood around it, and its keyed hash.
        exact: its old text, where that has not been erased.
        current: SHA-256 and text of the current version.
        key: the tenant's span key.
        indexes: keeps the index of the current version for the next span of it.
    """
    found = reanchor(kept, indexes.get(*current), key, exact)
    fate = _FATES.get(found.state, SpanFate.CHANGED)
    return SpanOutcome(fate, found.start, found.end, found.diff if fate is SpanFate.CHANGED else ())
