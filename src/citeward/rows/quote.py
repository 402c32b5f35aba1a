"""One row of ``citeward quote``: a source and a quote in, where it stands out."""

from __future__ import annotations

from typing import Any

from citeward.rows.fields import Fields
from citeward.text import QuoteMatch, find

__all__ = ["describe_match", "quote_row"]


def quote_row(row: object) -> dict[str, Any]:
    """Looks for a quote in a source.

    Raises:
        InputError: the row cannot be read; the message names the field and the remedy.
    """
    fields = Fields(row)
    match = find(fields.text("source"), fields.text("quote"))
    return {"id": fields.raw("id"), **describe_match(match)}


def describe_match(match: QuoteMatch) -> dict[str, Any]:
    """A match as JSON; offsets are code points of the source, end exclusive."""
    return {
        "status": match.status.value,
        "excerpts": list(match.excerpts),
        "spans": [list(span) for span in match.spans],
        "reason": match.reason.value if match.reason is not None else None,
        "occurrences": match.occurrences,
        "tolerances": [tolerance.value for tolerance in match.tolerances],
        "nearest": None
        if match.nearest is None
        else {"kind": match.nearest.kind.value, "excerpt": match.nearest.excerpt},
    }
