"""Under which address a page of the web is known: one canonical URL, without fragment and without tracking."""

from __future__ import annotations

from citeward.hosts import SafeUrl, parse_url, read_url

__all__ = ["page_address"]

_TRACKING = "utm_"
"""Parameters providers and marketers add to an address; they never name another page, and they tell whose reader it
was."""


def page_address(url: str | None) -> SafeUrl | None:
    """The address of a page; None for what is no safe web URL.

    >>> page_address("HTTPS://Example.com./a?utm_source=x&b=1#part").url
    'https://example.com/a?b=1'
    """
    found = read_url(url) if url else None
    if not isinstance(found, SafeUrl):
        return None
    base, mark, query = found.url.partition("?")
    kept = [pair for pair in query.split("&") if not pair.lower().startswith(_TRACKING)]
    stripped = f"{base}?{'&'.join(kept)}" if kept and mark else base
    return found if stripped == found.href else parse_url(stripped)
