"""Gemini Live: a spoken answer is read in its transcription, a written one in the model's turn.

Server messages come one by one under ``serverContent``; grounding counts UTF-8 bytes of all that was said. (Live API
reference.)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from citeward.providers.draft import Draft
from citeward.providers.grounding import Supports, cite_grounding, consult_contexts
from citeward.providers.interface import Adapter, PartKind, ProviderAnswer
from citeward.providers.wire import get, needed_text, objects, string

__all__ = ["ADAPTERS"]


class Live(Adapter):
    """Server messages of a Live session, from the first to the one that ends the turn."""

    providers = ("google", "gemini", "vertex", "vertexai", "google_genai")
    api = "live"
    api_names = ("live.connect", "BidiGenerateContent", "LiveServerMessage")

    def recognises(self, payload: object) -> bool:
        return isinstance(get(payload, "serverContent"), Mapping)

    def read(self, payload: object, request: object) -> ProviderAnswer:
        return self.read_stream([payload], request)

    def recognises_stream(self, events: Sequence[object]) -> bool:
        return any(self.recognises(event) for event in events[:16])

    def read_stream(self, events: Sequence[object], request: object) -> ProviderAnswer:
        draft = Draft(self)
        spoken = any(_transcribed(event) is not None for event in events)
        for at, event in enumerate(events):
            where = f"/{at}/serverContent"
            said = _transcribed(event)
            if said is not None:
                draft.text(f"{where}/outputTranscription", needed_text(said, where, "text"))
            for index, part in objects(get(get(event, "serverContent"), "modelTurn"), "parts"):
                pointer = f"{where}/modelTurn/parts/{index}"
                text = string(part, "text")
                if text is not None and (spoken or get(part, "thought") is True):
                    draft.aside(pointer, PartKind.THINKING, text)
                elif text is not None:
                    draft.text(pointer, text)
        known = Supports()
        for at, event in enumerate(events):
            content = get(event, "serverContent")
            where = f"/{at}/serverContent"
            cite_grounding(draft, get(content, "groundingMetadata"), {}, f"{where}/groundingMetadata", known)
            consult_contexts(draft, get(content, "urlContextMetadata"))
        return draft.finish()


def _transcribed(event: object) -> object:
    return get(get(event, "serverContent"), "outputTranscription")


ADAPTERS: tuple[Adapter, ...] = (Live(),)
