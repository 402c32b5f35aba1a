"""A span kept for later: offsets, context and keyed hash; W3C selectors in and out.

The selectors are those of the Web Annotation Data Model (W3C Recommendation, 2017), sections 4.2.4 and 4.2.5.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .hashing import span_hash
from .version import NORMALISER_VERSION

CONTEXT = 32
"""Code points of prefix and suffix."""


@dataclass(frozen=True, slots=True)
class Anchor:
    """Where a span stood in one version of a document."""

    start: int
    """Code points of the version it was made from."""
    end: int
    prefix: str
    """What stood before it, up to 32 code points."""
    suffix: str
    span_hash: str
    """Keyed hash of the span's text, with its normaliser version: see `span_hash`."""

    @property
    def normaliser(self) -> str:
        """The version of the normal form under the hash."""
        return self.span_hash.partition(":")[0]

    def text_position_selector(self) -> dict[str, str | int]:
        """The span as a W3C TextPositionSelector; offsets in code points."""
        return {"type": "TextPositionSelector", "start": self.start, "end": self.end}

    def text_quote_selector(self, text: str) -> dict[str, str | int]:
        """The span as a W3C TextQuoteSelector; `text` is the version the anchor was made from."""
        return {
            "type": "TextQuoteSelector",
            "exact": text[self.start : self.end],
            "prefix": self.prefix,
            "suffix": self.suffix,
        }


def anchor(text: str, start: int, end: int, key: bytes, *, version: str = NORMALISER_VERSION) -> Anchor:
    """Anchor `text[start:end]`.

    Raises:
        ValueError: a span outside the text or empty, or what `span_hash` raises.
    """
    if not 0 <= start < end <= len(text):
        raise ValueError(f"span {start}:{end} is empty or outside a text of {len(text)} code points")
    return Anchor(
        start,
        end,
        text[max(0, start - CONTEXT) : start],
        text[end : end + CONTEXT],
        span_hash(text[start:end], key, version=version),
    )


def anchor_from_selectors(
    text: str, quote: Mapping[str, object] | None, position: Mapping[str, object] | None, key: bytes
) -> Anchor:
    """An anchor in `text` from W3C selectors.

    The position decides when its text is the quoted one; otherwise the quote must occur exactly once with its prefix
    and suffix. Offsets are code points.

    Raises:
        ValueError: no usable selector, or a quote that is absent or ambiguous.
    """
    exact, prefix, suffix = (_text(quote, name) for name in ("exact", "prefix", "suffix"))
    if position is not None:
        start, end = position.get("start"), position.get("end")
        if isinstance(start, int) and isinstance(end, int) and (not exact or text[start:end] == exact):
            return anchor(text, start, end, key)
    if not exact:
        raise ValueError("neither a position nor a quote to anchor")
    pattern = prefix + exact + suffix
    at = text.find(pattern)
    if at < 0 or text.find(pattern, at + 1) >= 0:
        raise ValueError("the quoted text is " + ("absent" if at < 0 else "ambiguous"))
    return anchor(text, at + len(prefix), at + len(prefix) + len(exact), key)


def _text(selector: Mapping[str, object] | None, name: str) -> str:
    value = selector.get(name) if selector is not None else None
    return value if isinstance(value, str) else ""
