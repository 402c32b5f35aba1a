"""Permalinks: where a reader looks at one stored citation again, as it stands then.

A permalink is our own link among foreign ones: it is made of a base that was configured and the id of a record, never
of anything a model, a document or a source wrote.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import quote

from citeward.hosts import UnsafeUrl, parse_url

__all__ = ["Permalinks"]

_PATH = re.compile(r"/(?:[A-Za-z0-9_~-][A-Za-z0-9._~-]*/)*")
"""A path of this site. No second slash at the front (that would be another host), no dot segments, nothing encoded."""
_DOT_SEGMENTS = frozenset({".", ".."})


@dataclass(frozen=True, slots=True)
class Permalinks:
    """Where stored citations are shown. Build it with :meth:`at`."""

    base: str
    """Canonical; the id of a record is appended to it."""
    ask: str | None = None
    """Where a reader asks again for an answer from the current version; the id of the record is appended to it."""

    @classmethod
    def at(cls, base: str, ask: str | None = None) -> Permalinks:
        """Permalinks under a base: ``https://example.com/c/``, or ``/c/`` for the site the answers are shown on.

        Args:
            base: where a citation is looked at again.
            ask: where a reader asks again, in the same form.

        Raises:
            ValueError: not an https URL or a path of this site that ends in a slash.
        """
        return cls(_base(base), None if ask is None else _base(ask))

    def of(self, citation: str) -> str | None:
        """The permalink of a record; None for an id that no path can hold."""
        return _joined(self.base, citation)

    def asking(self, citation: str) -> str | None:
        """Where to ask again; None where nothing is configured."""
        return None if self.ask is None else _joined(self.ask, citation)


def _joined(base: str, citation: str) -> str | None:
    if not citation or citation in _DOT_SEGMENTS:
        return None
    return base + quote(citation, safe="", errors="replace")


def _base(text: str) -> str:
    if _PATH.fullmatch(text):
        return text
    try:
        url = parse_url(text)
    except UnsafeUrl as error:
        raise ValueError(f"{text!r} is no safe URL: {error.reason}") from error
    if url.scheme != "https":
        raise ValueError(f"{text!r} is not https")
    if url.fragment or "?" in url.path_query or not url.path_query.endswith("/"):
        raise ValueError(f"{text!r} does not end in a slash")
    return url.url
