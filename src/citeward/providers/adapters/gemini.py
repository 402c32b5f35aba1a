"""Gemini and Vertex ``generateContent``, and the events google-adk makes of it.

Thought parts and tool parts are not in the answer. A stream sends its grounding with the last chunks, counted over
the text accumulated until then.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from citeward.errors import PayloadError
from citeward.providers.draft import Draft
from citeward.providers.grounding import Supports, cite_grounding, cite_recitations, consult_contexts
from citeward.providers.interface import Adapter, PartKind, ProviderAnswer
from citeward.providers.offsets import Frame
from citeward.providers.wire import get, items, needed_text, objects, string, typed

__all__ = ["ADAPTERS"]

_NAMES = ("google", "gemini", "vertex", "vertexai", "google_genai")


class GenerateContent(Adapter):
    """``generateContent`` and ``streamGenerateContent`` on Gemini and Vertex."""

    providers = _NAMES
    api = "generateContent"
    api_names = ("streamGenerateContent", "models.generate_content")

    def recognises(self, payload: object) -> bool:
        return isinstance(get(payload, "candidates"), list)

    def read(self, payload: object, request: object) -> ProviderAnswer:
        draft = Draft(self, string(payload, "modelVersion"))
        candidates = items(payload, "candidates")
        if not candidates or not isinstance(candidates[0], Mapping):
            raise PayloadError("payload.candidates", "holds no candidate", "Pass a reply that was not blocked.")
        frames: dict[int, Frame] = {}
        _parts(draft, get(candidates[0], "content"), "/candidates/0/content", frames)
        _metadata(draft, candidates[0], "/candidates/0", frames)
        return draft.finish()

    def recognises_stream(self, events: Sequence[object]) -> bool:
        return any(self.recognises(event) for event in events[:8])

    def read_stream(self, events: Sequence[object], request: object) -> ProviderAnswer:
        draft = Draft(self, next((model for event in events if (model := string(event, "modelVersion"))), None))
        found: list[tuple[int, Mapping[str, object]]] = []
        for at, event in enumerate(events):
            for order, candidate in objects(event, "candidates"):
                if order == 0:
                    _parts(draft, get(candidate, "content"), f"/{at}/candidates/0/content", {})
                    found.append((at, candidate))
        known = Supports()
        for at, candidate in found:
            _metadata(draft, candidate, f"/{at}/candidates/0", {}, known)
        return draft.finish()


class AdkEvents(Adapter):
    """google-adk ``Event`` and ``LlmResponse``: one, or the list of a run. Partial events are repeated whole later."""

    providers = (*_NAMES, "google_adk", "adk")
    api = "adk"
    api_names = ("google-adk", "events", "runner")

    def recognises(self, payload: object) -> bool:
        return isinstance(get(get(payload, "content"), "parts"), list) or _transcribed(payload) is not None

    def read(self, payload: object, request: object) -> ProviderAnswer:
        return self.read_stream([payload], request)

    def recognises_stream(self, events: Sequence[object]) -> bool:
        return any(self.recognises(event) for event in events[:16])

    def read_stream(self, events: Sequence[object], request: object) -> ProviderAnswer:
        spoken = [(at, event) for at, event in enumerate(events) if _is_spoken(event)]
        whole = [(at, event) for at, event in spoken if get(event, "partial") is not True]
        draft = Draft(self, next((model for event in events if (model := string(event, "modelVersion"))), None))
        for at, event in whole or spoken:
            base = draft.length
            frames: dict[int, Frame] = {}
            pointer = f"/{at}" if len(events) > 1 else ""
            if (said := _transcribed(event)) is not None:
                frames[0] = draft.text(f"{pointer}/output_transcription", needed_text(said, pointer, "text"))
            _parts(draft, get(event, "content"), f"{pointer}/content", frames)
            text = Frame(draft.answer[base:], base, f"{pointer}/content")
            _metadata(draft, event, pointer, frames if len(frames) > 1 else {0: text})
        if not whole:
            for at, event in enumerate(events):
                if not _is_spoken(event):
                    _metadata(draft, event, f"/{at}", {})
        return draft.finish()


def _is_spoken(event: object) -> bool:
    author = string(event, "author")
    content = get(event, "content")
    if author == "user" or string(content, "role") == "user":
        return False
    return isinstance(get(content, "parts"), list) or _transcribed(event) is not None


def _transcribed(event: object) -> object:
    """What was said aloud, of an agent that answers in speech."""
    said = get(event, "outputTranscription")
    return said if string(said, "text") else None


def _parts(draft: Draft, content: object, pointer: str, frames: dict[int, Frame]) -> None:
    for index, part in enumerate(items(content, "parts")):
        where = f"{pointer}/parts/{index}"
        if not isinstance(part, Mapping):
            draft.unread(where, typed(part))
        elif get(part, "text") is not None:
            text = needed_text(part, where, "text")
            if get(part, "thought") is True:
                draft.aside(where, PartKind.THINKING, text)
            else:
                frames[index] = draft.text(where, text)
        elif name := next((key for key in part if _is_tool(str(key)) and part[key] is not None), None):
            draft.aside(where, PartKind.TOOL, string(part[name], "name", "toolType", "code", "output") or str(name))
        elif get(part, "thoughtSignature") is None:
            draft.unread(where, typed(part))


def _is_tool(key: str) -> bool:
    return key.replace("_", "").lower() in _TOOLS


_TOOLS = frozenset(
    {"toolcall", "toolresponse", "functioncall", "functionresponse", "executablecode", "codeexecutionresult"}
)


def _metadata(
    draft: Draft, holder: object, pointer: str, frames: Mapping[int, Frame], known: Supports | None = None
) -> None:
    cite_grounding(draft, get(holder, "groundingMetadata"), frames, f"{pointer}/groundingMetadata", known)
    cite_recitations(draft, get(holder, "citationMetadata"), f"{pointer}/citationMetadata")
    consult_contexts(draft, get(holder, "urlContextMetadata"))


ADAPTERS: tuple[Adapter, ...] = (GenerateContent(), AdkEvents())
