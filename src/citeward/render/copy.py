"""Our copy of a page as a reader's browser gets it: plain text that can do nothing, opened from a citation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType

from citeward.hosts import SafeUrl, read_url
from citeward.parse import clean
from citeward.render import labels

__all__ = ["TextCopy", "text_copy"]

_HEADERS: Mapping[str, str] = MappingProxyType(
    {
        "Content-Type": "text/plain; charset=utf-8",
        "X-Content-Type-Options": "nosniff",
        "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
        "Referrer-Policy": "no-referrer",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Cross-Origin-Opener-Policy": "same-origin",
        "X-Robots-Tag": "noindex, nofollow, noarchive",
        "Cache-Control": "private, no-store",
        "Content-Disposition": "inline",
    }
)
"""Plain text a browser must not take for anything else, in a sandbox without an origin (W3C CSP3, Fetch standard): a
copy is served from our host, and must not be able to act in its name. Who may read it is asked at every opening."""


@dataclass(frozen=True, slots=True)
class TextCopy:
    """One HTTP reply."""

    headers: Mapping[str, str]
    body: bytes
    """UTF-8."""


def text_copy(
    text: str, *, title: str = "", url: str | None = None, retrieved_at: datetime | None = None, handed_by: str = ""
) -> TextCopy:
    """A stored page for whoever may read it; check that first (:meth:`citeward.records.RecordBook.revalidate`).

    It says what it is before a word of the page: a copy, from when, and where the page lives. Characters that cannot be
    seen are left out.

    Args:
        text: the stored text.
        title: what the page calls itself.
        url: where it lives; left out where that is no safe web URL.
        retrieved_at: aware.
        handed_by: the provider that handed the text over, where it was not fetched.
    """
    live = read_url(url) if url else None
    about = [labels.ours(labels.archived(retrieved_at, handed_by))]
    if title.strip():
        about.append(" ".join(labels.foreign(clean(title).text).split())[:500])
    if isinstance(live, SafeUrl):
        about.append(f"{labels.LIVE_PAGE} {live.url}")
    body = "\n".join(about) + "\n\n" + labels.foreign(clean(text).text)
    return TextCopy(_HEADERS, body.encode("utf-8", "replace"))
