"""One row of ``citeward reference``: a claimed reference against the reply of a registry."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from citeward.errors import RowError
from citeward.references.claimed import read_claimed
from citeward.references.compare import Agreement, Comparison, compare_best
from citeward.references.replies import ReplyState, parse_reply

__all__ = ["reference_row"]


def reference_row(row: Mapping[str, Any]) -> dict[str, Any]:
    """Compares ``claimed {title, authors, year, venue, doi}`` with ``record``, a registry's reply as JSON or text.

    A reply that says the record does not exist is a mismatch (``not_found``). Whether the work was retracted is
    not part of the verdict; it stands in ``retracted``, with the notice where there is one.

    Raises:
        RowError: there is nothing to compare: no ``claimed``, or a ``record`` that is no answer of a registry.
    """
    claimed = row.get("claimed")
    if not isinstance(claimed, Mapping):
        raise RowError("claimed", "is not an object", "Give an object with title, authors and year.")
    if row.get("record") is None:
        raise RowError("record", "missing", "Give the registry's reply, as JSON or as text.")
    reading = parse_reply(row["record"])
    if reading.state is ReplyState.DEGRADED:
        raise RowError("record", f"is no answer of a registry ({reading.detail})", "Ask again; nothing is known yet.")
    found = compare_best(read_claimed(claimed), reading.records)
    if reading.is_search and found.verdict is Agreement.MATCH:
        found = Comparison(Agreement.PARTIAL, "search_hit_only")
    retractions = [retraction for record in reading.records for retraction in record.retractions]
    if reading.is_search:
        retractions = []
    notice = next((r.notice for r in retractions if r.notice), None)
    answer: dict[str, Any] = {"id": row.get("id"), "verdict": found.verdict.value, "reason": found.reason}
    if retractions:
        answer["retracted"] = {"kind": retractions[0].kind, "notice": notice}
    return answer
