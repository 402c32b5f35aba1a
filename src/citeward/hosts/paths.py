"""Dot segments of a URL path (RFC 3986 section 5.2.4), with the percent-encoded dots browsers also honour."""

from __future__ import annotations

import re

_ENCODED_DOT = re.compile(r"%2e", re.IGNORECASE)


def remove_dot_segments(path: str) -> str:
    """Resolves `.` and `..` in an absolute, percent-encoded path. Linear time; never climbs above `/`."""
    segments = path.split("/")[1:]
    kept: list[str] = []
    for segment in segments:
        plain = _ENCODED_DOT.sub(".", segment) if len(segment) <= len("%2e%2e") else segment
        if plain == "..":
            if kept:
                kept.pop()
        elif plain != ".":
            kept.append(segment)
    if _ENCODED_DOT.sub(".", segments[-1]) in (".", ".."):
        kept.append("")
    return "/" + "/".join(kept)
