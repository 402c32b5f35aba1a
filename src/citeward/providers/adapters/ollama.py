"""Ollama: no citations of its own; markers in the text are what there is. A line of a stream is a chunk."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from citeward.providers.annotations import cite_unexplained
from citeward.providers.draft import Draft
from citeward.providers.interface import Adapter, PartKind, ProviderAnswer
from citeward.providers.wire import get, needed_text, string

__all__ = ["ADAPTERS"]


class Ollama(Adapter):
    """Ollama's own chat and generate, whole and streamed; its OpenAI-compatible API is read as Chat Completions."""

    providers = ("ollama",)
    api = "chat"
    api_names: ClassVar[tuple[str, ...]] = ("api/chat", "api/generate", "generate")

    def recognises(self, payload: object) -> bool:
        return get(payload, "done") is not None and get(payload, "message", "response") is not None

    def read(self, payload: object, request: object) -> ProviderAnswer:
        return self.read_stream([payload], request)

    def recognises_stream(self, events: Sequence[object]) -> bool:
        return any(self.recognises(event) for event in events[:8])

    def read_stream(self, events: Sequence[object], request: object) -> ProviderAnswer:
        draft = Draft(self, next((model for event in events if (model := string(event, "model"))), None))
        for at, event in enumerate(events):
            where = f"/{at}" if len(events) > 1 else ""
            message = get(event, "message")
            thought = string(message, "thinking") or string(event, "thinking")
            if thought:
                draft.aside(f"{where}/message/thinking", PartKind.THINKING, thought)
            if message is not None:
                draft.text(f"{where}/message/content", needed_text(message, where, "content"))
            else:
                draft.text(f"{where}/response", needed_text(event, where, "response"))
        cite_unexplained(draft)
        return draft.finish()


ADAPTERS: tuple[Adapter, ...] = (Ollama(),)
