"""Addresses as they are compared: what a provider reports and what the ledger holds, in one form."""

from __future__ import annotations

import re

from citeward.hosts import UnsafeUrl, parse_url

__all__ = ["canonical", "hides_its_page", "host_of"]

_TRACKING = "utm_"
"""Parameters providers add to the addresses they report; they never name another page."""


_NO_HOST = re.compile(r"[\s/?#@:\\]|\A\Z")
_LONGEST_HOST = 253
"""RFC 1035, section 2.3.4, in its written form."""
_REDIRECT = "https://vertexaisearch.cloud.google.com/grounding-api-redirect/"


def hides_its_page(url: str | None) -> bool:
    """Whether this is an address of Gemini's own that only leads on to the page: it names no page by itself."""
    return url is not None and (canonical(url) or "").startswith(_REDIRECT)


def host_of(text: str) -> str | None:
    """The host of an address, or of a text that is nothing but a host; without ``www.``, None where there is none."""
    bare = text.removesuffix("/")
    if "://" not in bare and (len(bare) > _LONGEST_HOST or _NO_HOST.search(bare)):
        return None
    try:
        host = parse_url(bare if "://" in bare else f"https://{bare}/").host
    except UnsafeUrl:
        return None
    return host.removeprefix("www.") if "." in host else None


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
