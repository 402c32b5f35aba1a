"""What a reader sees of a parse, as one line."""

from __future__ import annotations

from citeward.parse import Code, Html, Math, Parsed, Text

__all__ = ["shown_text"]


def shown_text(parsed: Parsed) -> str:
    """The words of all events."""
    return "".join(event.text for event in parsed.events if isinstance(event, Text | Code | Html | Math))
