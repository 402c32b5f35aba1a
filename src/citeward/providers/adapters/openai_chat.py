"""OpenAI Chat Completions: nested ``url_citation`` annotations on the message, markers in the text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from citeward.providers.annotations import cite_annotations, cite_unexplained
from citeward.providers.chat import assemble, is_chat, is_chunks, message_of, read_content
from citeward.providers.draft import Draft
from citeward.providers.interface import Adapter, ProviderAnswer, Timing
from citeward.providers.offsets import Frame
from citeward.providers.relayed import cite_relayed
from citeward.providers.wire import get, string

__all__ = ["ADAPTERS", "ChatCompletions"]


class ChatCompletions(Adapter):
    """Chat Completions, whole and streamed. Services with lists of their own override :meth:`extras`."""

    providers: ClassVar[tuple[str, ...]] = ("openai", "litellm", "vllm", "ollama")
    api = "chat.completions"
    api_names: ClassVar[tuple[str, ...]] = ("chat/completions", "chat.completions.create", "chat")

    def recognises(self, payload: object) -> bool:
        return is_chat(payload)

    def read(self, payload: object, request: object) -> ProviderAnswer:
        return self._read(payload, {})

    def recognises_stream(self, events: Sequence[object]) -> bool:
        return is_chunks(events)

    def read_stream(self, events: Sequence[object], request: object) -> ProviderAnswer:
        return self._read(*assemble(events))

    def _read(self, payload: object, pointers: Mapping[str, str]) -> ProviderAnswer:
        message, pointer = message_of(payload)
        draft = Draft(self, string(payload, "model"), pointers)
        frame = read_content(draft, message, pointer)
        if not cite_relayed(draft, frame, payload, message, pointer):
            cite_annotations(draft, frame, get(message, "annotations"), f"{pointer}/annotations", Timing.END_OF_PART)
        self.extras(draft, frame, payload, message, pointer)
        return draft.finish()

    def extras(self, draft: Draft, frame: Frame, payload: object, message: Mapping[str, object], pointer: str) -> None:
        """Adds what is particular to one service. Here: markers the model left without an annotation."""
        cite_unexplained(draft)


ADAPTERS: tuple[Adapter, ...] = (ChatCompletions(),)
