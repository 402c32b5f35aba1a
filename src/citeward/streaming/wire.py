"""What one event of a provider's stream adds to the answer, and whether citations so far are settled with it.

Only the words are read here, so that they can be shown while they come; what is cited is read by the provider's adapter
(:func:`citeward.providers.read`) from the events as they were sent.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum

__all__ = ["Settles", "settles", "words"]


class Settles(Enum):
    """How much of the answer no further citation can be reported for."""

    NOTHING = 0
    UP_TO_CITATION = 1
    """The text before the last citation: providers of this kind report them in the order of the text."""
    ALL = 2


def words(event: object) -> str:
    """The text of the answer in one stream event, of whichever provider; empty where there is none."""
    kind = _text(event, "type") or _text(event, "event_type")
    delta = _get(event, "delta")
    if kind == "content_block_start":  # Anthropic
        block = _get(event, "content_block")
        return _text(block, "text") if _text(block, "type") == "text" else ""
    if kind == "content_block_delta":
        return _text(delta, "text") if _text(delta, "type") == "text_delta" else ""
    if kind in ("response.output_text.delta", "text-delta"):  # OpenAI Responses and who speaks it; Vercel UI
        return _text(event, "delta")
    if kind == "step.delta":  # Gemini Interactions
        return _text(delta, "text") if _text(delta, "type") == "text" else ""
    if kind == "content-delta":  # Cohere v2
        return _text(_get(_get(delta, "message"), "content"), "text")
    block_delta = _get(event, "contentBlockDelta")
    if block_delta is not None:  # Bedrock Converse
        return _text(_get(block_delta, "delta"), "text")
    choice = _first(_get(event, "choices"))
    if choice is not None:  # Chat Completions and who speaks it
        return _text(_get(choice, "delta"), "content")
    parts = _get(_get(_first(_get(event, "candidates")), "content"), "parts")
    return "".join(_text(part, "text") for part in _list(parts) if _get(part, "thought") is not True)  # Gemini


def settles(event: object) -> Settles:
    """What this event settles."""
    kind = _text(event, "type")
    # A part's text may be done before its last annotation is (Azure, xAI); the part is done after both.
    if kind in ("content_block_stop", "response.content_part.done") or _get(event, "contentBlockStop") is not None:
        return Settles.ALL
    return Settles.UP_TO_CITATION if kind == "response.output_text.annotation.added" else Settles.NOTHING


def _get(value: object, name: str) -> object:
    return value.get(name) if isinstance(value, Mapping) else None


def _text(value: object, name: str) -> str:
    found = _get(value, name)
    return found if isinstance(found, str) else ""


def _list(value: object) -> Sequence[object]:
    return value if isinstance(value, list | tuple) else ()


def _first(value: object) -> object:
    found = _list(value)
    return found[0] if found else None
