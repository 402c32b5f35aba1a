"""What one event of a provider's stream adds to the answer, and whether citations so far are settled with it.

Only the words are read here, so that they can be shown while they come; what is cited is read by the provider's adapter
(:func:`citeward.providers.read`) from the events as they were sent.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum

__all__ = ["Settles", "Speaker", "settles"]


class Settles(Enum):
    """How much of the answer no further citation can be reported for."""

    NOTHING = 0
    UP_TO_CITATION = 1
    """The text before the last citation: providers of this kind report them in the order of the text."""
    ALL = 2


class Speaker:
    """Takes the words out of a stream's events, one event at a time."""

    __slots__ = ("_aside",)

    def __init__(self) -> None:
        self._aside: set[object] = set()

    def words(self, event: object) -> str:
        """The text of the answer in one event, of whichever provider; empty where there is none."""
        if isinstance(event, list) and event:
            event = event[-1]  # xAI's library yields the reply so far and the chunk
        kind = _text(event, "type") or _text(event, "event_type") or _text(event, "event_kind")
        delta = _get(event, "delta")
        if kind == "response.output_item.added" and _text(_get(event, "item"), "phase") == "commentary":
            self._aside.add(_get(event, "output_index"))
        elif kind == "response.output_text.delta" and _get(event, "output_index") in self._aside:
            return ""
        if kind in ("content_block_start", "content_block_delta"):  # Anthropic
            return _spoken(delta if kind == "content_block_delta" else _get(event, "content_block"))
        if kind in ("response.output_text.delta", "text-delta"):  # OpenAI Responses and who speaks it; Vercel UI
            return _text(event, "delta")
        if kind == "step.delta":  # Gemini Interactions
            return _spoken(delta)
        if kind in ("content-start", "content-delta"):  # Cohere v2
            return _text(_get(_get(delta, "message"), "content"), "text")
        if kind in ("part_start", "part_delta"):  # Pydantic AI
            return _text(_get(event, "part"), "content") or _text(delta, "content_delta")
        if kind == "AIMessageChunk":  # LangChain
            return _content(_get(event, "content"))
        return self._unnamed(event)

    def _unnamed(self, event: object) -> str:
        """Events without a type of their own, told apart by their fields."""
        block = _get(event, "contentBlockDelta")
        if block is not None:  # Bedrock Converse
            return _text(_get(block, "delta"), "text")
        live = _get(event, "serverContent") or _get(event, "server_content")
        if live is not None:  # Gemini Live
            return _text(_get(live, "outputTranscription") or _get(live, "output_transcription"), "text")
        body = _get(event, "data") if isinstance(_get(event, "data"), Mapping) else event  # Mistral's library
        choices = _list(_get(body, "choices")) or _list(_get(body, "outputs"))
        if choices:  # Chat Completions and who speaks it: the first choice is the answer
            said = (_get(choice, "delta") for choice in choices if _get(choice, "index") in (None, 0))
            return "".join(_content(_get(delta, "content")) for delta in said)
        if _get(event, "done") is not None:  # Ollama
            return _text(_get(event, "message"), "content") or _text(event, "response")
        parts = _get(_get(_first(_get(event, "candidates")), "content"), "parts")
        return "".join(_text(part, "text") for part in _list(parts) if _get(part, "thought") is not True)  # Gemini


def _spoken(block: object) -> str:
    return _text(block, "text") if _text(block, "type") in ("text", "text_delta") else ""


def _content(content: object) -> str:
    """The words of a message's content, which is a text or a list of parts."""
    if isinstance(content, str):
        return content
    return "".join(part if isinstance(part, str) else _text(part, "text") for part in _list(content))


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
