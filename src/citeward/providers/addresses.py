"""Addresses as they are compared: what a provider reports and what the ledger holds, in one form."""

from __future__ import annotations

from citeward.hosts import UnsafeUrl, parse_url

__all__ = ["canonical"]

_TRACKING = "utm_"
"""Parameters providers add to the addresses they report; they never name another page."""


def canonical(url: str) -> str | None:
    """A web address in canonical form without fragment and tracking; other schemes as they stand; None if unsafe."""
    if not url.lower().startswith(("http:", "https:")):
        return url if "://" in url else None
    try:
        parsed = parse_url(url)
    except UnsafeUrl:
        return None
    base, _, query = parsed.url.partition("?")
    kept = [pair for pair in query.split("&") if pair and not pair.lower().startswith(_TRACKING)]
    return f"{base}?{'&'.join(kept)}" if kept else base
