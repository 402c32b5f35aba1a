"""OpenAI Assistants: ``【4:0†source】`` in the text, explained by annotations that repeat it.

Offsets count code points; the repeated marker proves them. A stream sends the message in deltas and, at the end,
whole (``thread.message.completed``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from citeward.providers.annotations import cite_annotations, cite_unexplained
from citeward.providers.draft import Draft
from citeward.providers.interface import Adapter, ProviderAnswer, Timing
from citeward.providers.wire import get, integer, items, needed_text, objects, string, typed

__all__ = ["ADAPTERS", "Assistants"]


class Assistants(Adapter):
    """Messages of an Assistants thread."""

    providers: ClassVar[tuple[str, ...]] = ("openai",)
    api = "assistants"
    api_names = ("threads", "threads.messages")

    def recognises(self, payload: object) -> bool:
        return string(payload, "object") == "thread.message" or any(
            isinstance(get(part, "text"), Mapping) for part in items(payload, "content")[:8]
        )

    def read(self, payload: object, request: object) -> ProviderAnswer:
        return self._read(payload, {})

    def recognises_stream(self, events: Sequence[object]) -> bool:
        return any((string(_message(event), "object") or "").startswith("thread.message") for event in events[:24])

    def read_stream(self, events: Sequence[object], request: object) -> ProviderAnswer:
        texts: dict[int, list[str]] = {}
        notes: dict[int, list[object]] = {}
        pointers: dict[str, str] = {}
        for at, event in enumerate(events):
            message = _message(event)
            if string(message, "object") == "thread.message" and items(message, "content"):
                if string(message, "status") == "completed":
                    return self._read(message, {})
                continue
            for order, part in objects(get(message, "delta"), "content"):
                index = integer(part, "index") or 0
                text = get(part, "text")
                texts.setdefault(index, []).append(needed_text(text, f"/{at}", "value"))
                for note_order, note in enumerate(items(text, "annotations")):
                    known = notes.setdefault(index, [])
                    where = f"/{at}/data/delta/content/{order}/text/annotations/{note_order}"
                    pointers[f"/content/{index}/text/annotations/{len(known)}"] = where
                    known.append(note)
        content = [
            {"type": "text", "text": {"value": "".join(texts[index]), "annotations": notes.get(index, [])}}
            for index in sorted(texts)
        ]
        return self._read({"content": content}, pointers)

    def _read(self, payload: object, pointers: Mapping[str, str]) -> ProviderAnswer:
        draft = Draft(self, None, pointers)
        for index, part in enumerate(items(payload, "content")):
            pointer = f"/content/{index}/text"
            text = get(part, "text")
            if isinstance(text, Mapping):
                frame = draft.text(f"{pointer}/value", needed_text(text, pointer, "value"))
                cite_annotations(draft, frame, get(text, "annotations"), f"{pointer}/annotations", Timing.INLINE)
            else:
                draft.unread(f"/content/{index}", typed(part))
        cite_unexplained(draft)
        return draft.finish()


def _message(event: object) -> object:
    return get(event, "data") or event


ADAPTERS: tuple[Adapter, ...] = (Assistants(),)
