"""One row of ``citeward url`` and one of ``citeward lookalike``: judged, nothing looked up and nothing sent."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from citeward.fetch import DnsScript, judge_url
from citeward.hosts import Watchlist
from citeward.rows.fields import Fields

__all__ = ["lookalike_row", "url_row"]


def url_row(row: object) -> dict[str, Any]:
    """Whether the safe fetch would go where a URL leads, given what names resolve to and where it redirects.

    Raises:
        InputError: the row cannot be read; the message names the field and the remedy.
    """
    fields = Fields(row)
    redirects = fields.raw("redirect_to")
    targets = [redirects] if isinstance(redirects, str) else fields.strings("redirect_to") or []
    sequence = fields.raw("resolves_seq")
    if sequence is None:
        answers = fields.strings("resolves_to")
        start = [] if answers is None else [answers]
    elif isinstance(sequence, list) and all(_is_strings(item) for item in sequence):
        start = sequence
    else:
        raise fields.refuse(
            "resolves_seq", "is not a list of lists of addresses", 'Write [["192.0.2.1"], ["10.0.0.1"]].'
        )
    others = fields.raw("redirect_resolves") or {}
    if not isinstance(others, dict) or not all(_is_strings(item) for item in others.values()):
        raise fields.refuse("redirect_resolves", "is not an object of address lists", 'Write {"host": ["192.0.2.1"]}.')
    decision = judge_url(fields.text("url"), DnsScript(start, others), targets, fetches=fields.integer("fetches", 1))
    reason = decision.reason
    return {
        "id": fields.raw("id"),
        "decision": str(decision.decision),
        "reason": None if reason is None else str(reason),
    }


def _is_strings(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def lookalike_row(row: object, brands: Sequence[str] = ()) -> dict[str, Any]:
    """Whether a domain imitates a brand.

    Args:
        row: ``domain`` and, unless ``brands`` are given, ``brand``.
        brands: domains to compare with, besides the row's own.

    Raises:
        InputError: the row cannot be read; the message names the field and the remedy.
    """
    fields = Fields(row)
    brand = fields.optional("brand")
    against = [*brands, *([brand] if brand is not None and brand not in brands else [])]
    if not against:
        raise fields.refuse("brand", "missing", "Name a brand's domain here, or give a list with --brands.")
    found = _watchlist(tuple(against)).judge(fields.text("domain"))
    answer = {"domain": fields.raw("domain"), "brand": brand or found.brand, "verdict": found.verdict.value}
    return {"id": fields.raw("id"), **answer, "reason": found.reason.value}


@lru_cache(maxsize=64)
def _watchlist(brands: tuple[str, ...]) -> Watchlist:
    """The same brands stand beside row after row."""
    return Watchlist(brands)
