"""One row of ``citeward support``: a source and a claim in, whether the one carries the other out."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from citeward.entailment import Support
from citeward.errors import RowError
from citeward.evaluation.evaluate import Judged

__all__ = ["support_row"]

_HALF = re.compile(r"[\ud800-\udfff]")
"""Half of a surrogate pair."""


def support_row(row: object, support: Support | None = None) -> dict[str, Any]:
    """Judges ``row``: ``{id, source, claim}``. Other fields are ignored.

    Args:
        row: the row.
        support: what judges; the embedded default where None.

    Returns:
        ``{id, score, supported, state, reason, guard, best_span}``: ``supported`` is true where the score reaches the
        upper threshold, ``guard`` names the kind of veto or is null, ``best_span`` is ``[start, end]`` in code points.

    Raises:
        RowError: a field is missing or not text.
        CheckFailed: the model did not answer.
    """
    if not isinstance(row, dict):
        raise RowError("row", "is not an object", 'Write {"id": ..., "source": "...", "claim": "..."}.')
    for name in ("source", "claim"):
        if not isinstance(row.get(name), str):
            raise RowError(name, "is missing or not text", "Write it as a string.")
        if _HALF.search(row[name]):
            raise RowError(name, "holds half of a surrogate pair", "Write the whole character, or U+FFFD in its place.")
    verdict = (support or _default()).judge_now([Judged(row["source"], row["claim"])])[0]
    return {
        "id": row.get("id"),
        "score": round(verdict.score, 6),
        "supported": verdict.state == "supported",
        "state": verdict.state.value,
        "reason": verdict.reason,
        "guard": None if verdict.finding is None else verdict.finding.kind.value,
        "best_span": list(verdict.span),
    }


@lru_cache(maxsize=1)
def _default() -> Support:
    return Support.default()
