"""OpenAI Responses, and the services that speak it.

The answer is every ``output_text`` of every message, in order; annotations count code points of their own part. A
stream announces each annotation after the marker it stands for. (Responses API reference; measured on recorded
replies.)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from citeward.errors import PayloadError
from citeward.providers.annotations import cite_annotations, cite_unexplained
from citeward.providers.draft import Draft
from citeward.providers.interface import Adapter, PartKind, ProviderAnswer, SourceKind, SourceRef, Timing
from citeward.providers.wire import fields, get, integer, items, listed, needed_text, objects, string, typed

__all__ = ["ADAPTERS", "Responses"]

_FINAL = ("response.completed", "response.incomplete", "response.failed")


class Responses(Adapter):
    """The Responses API, whole and streamed."""

    providers: ClassVar[tuple[str, ...]] = ("openai", "litellm")
    api = "responses"
    api_names = ("responses.create", "agents")
    timing = Timing.INLINE

    def recognises(self, payload: object) -> bool:
        return string(payload, "object") == "response" or isinstance(get(payload, "output"), list)

    def read(self, payload: object, request: object) -> ProviderAnswer:
        return self._read(payload, "", {})

    def recognises_stream(self, events: Sequence[object]) -> bool:
        return any((string(event, "type") or "").startswith("response.") for event in events[:8])

    def read_stream(self, events: Sequence[object], request: object) -> ProviderAnswer:
        for at in range(len(events) - 1, -1, -1):
            response = get(events[at], "response")
            if string(events[at], "type") in _FINAL and items(response, "output"):
                return self._read(response, f"/{at}/response", {})
        response, pointers = _assemble(events)
        return self._read(response, "", pointers)

    def _read(self, response: object, base: str, pointers: Mapping[str, str]) -> ProviderAnswer:
        draft = Draft(self, string(response, "model"), pointers)
        for index, item in enumerate(items(response, "output")):
            self._item(draft, item, f"{base}/output/{index}")
        for page in items(response, "citations"):
            draft.saw(_seen(page))
        self.extras(draft, response)
        return draft.finish()

    def extras(self, draft: Draft, response: object) -> None:
        """Adds what is particular to one service. Here: markers the model left without an annotation."""
        cite_unexplained(draft)

    def _item(self, draft: Draft, item: object, pointer: str) -> None:
        kind = string(item, "type")
        if kind == "message" and string(item, "phase") == "commentary":
            for index, said in objects(item, "content"):  # what the model says to itself between calls
                draft.aside(f"{pointer}/content/{index}", PartKind.THINKING, string(said, "text") or "")
        elif kind == "message":
            for index, part in enumerate(items(item, "content")):
                self._part(draft, part, f"{pointer}/content/{index}")
        elif kind == "reasoning":
            for name in ("summary", "content"):
                for index, part in objects(item, name):
                    draft.aside(f"{pointer}/{name}/{index}", PartKind.THINKING, string(part, "text") or "")
        elif kind is not None and kind.endswith(("_call", "_output", "_results")):
            draft.aside(pointer, PartKind.TOOL, string(item, "name") or kind)
            _consult(draft, item)
        else:
            draft.unread(pointer, typed(item))

    def _part(self, draft: Draft, part: object, pointer: str) -> None:
        if string(part, "type") in ("output_text", "text"):
            frame = draft.text(pointer, needed_text(part, pointer, "text"))
            cite_annotations(draft, frame, get(part, "annotations"), f"{pointer}/annotations", self.timing)
        else:
            draft.unread(pointer, typed(part))


def _consult(draft: Draft, item: object) -> None:
    """Records what a search tool of the provider saw."""
    for _, result in objects(item, "results"):
        draft.saw(
            SourceRef(
                SourceKind.FILE_ID if string(result, "fileId") else SourceKind.URL,
                id=string(result, "fileId"),
                url=string(result, "url"),
                title=string(result, "filename", "title"),
                text=string(result, "text", "snippet"),
                attributes=fields(result, "attributes", "score"),
            )
        )
    for page in items(get(item, "action"), "sources"):
        draft.saw(_seen(page))


def _seen(page: object) -> SourceRef:
    url = page if isinstance(page, str) else string(page, "url")
    return SourceRef(SourceKind.URL, url=url, title=string(page, "title"))


def _assemble(events: Sequence[object]) -> tuple[dict[str, object], dict[str, str]]:
    """The response a stream adds up to when it was cut before the event that repeats it."""
    model: object = None
    outputs: dict[int, dict[str, object]] = {}
    parts: dict[tuple[int, int], dict[str, object]] = {}
    texts: dict[tuple[int, int], list[str]] = {}
    notes: dict[tuple[int, int], list[tuple[int, object]]] = {}
    for at, event in enumerate(events):
        kind = string(event, "type") or ""
        model = get(get(event, "response"), "model") or model
        output, place = integer(event, "outputIndex") or 0, integer(event, "contentIndex") or 0
        key = output, place
        item, part = get(event, "item"), get(event, "part")
        if kind.startswith("response.output_item.") and isinstance(item, Mapping):
            outputs[output] = dict(item)
        elif kind.startswith("response.content_part.") and isinstance(part, Mapping):
            parts[key] = dict(part)
        elif kind == "response.output_text.delta":
            texts.setdefault(key, []).append(_delta(event, at))
        elif kind == "response.output_text.annotation.added":
            notes.setdefault(key, []).append((at, get(event, "annotation")))
    for key in texts.keys() | notes.keys():
        parts.setdefault(key, {"type": "output_text"})
    pointers: dict[str, str] = {}
    for (output, place), part in sorted(parts.items()):
        item = outputs.setdefault(output, {"type": "message"})
        pieces = texts.get((output, place), [])
        if pieces or not isinstance(part.get("text"), str):
            part["text"] = "".join(pieces)
        found = [note for _, note in notes.get((output, place), [])]
        whole = max(items(part, "annotations"), items(listed(items(item, "content"), place), "annotations"), key=len)
        if len(whole) > len(found):
            notes.pop((output, place), None)  # the list that ends the part is complete, the deltas were not
            found = list(whole)
        part["annotations"] = found
    for output in {output for output, _ in parts}:
        outputs[output]["content"] = [parts[other] for other in sorted(parts) if other[0] == output]
    for rank, output in enumerate(sorted(outputs)):
        for position, (_, place) in enumerate(key for key in sorted(parts) if key[0] == output):
            for index, (at, _) in enumerate(notes.get((output, place), [])):
                pointers[f"/output/{rank}/content/{position}/annotations/{index}"] = f"/{at}/annotation"
    return {"model": model, "output": [outputs[output] for output in sorted(outputs)]}, pointers


def _delta(event: object, at: int) -> str:
    delta = get(event, "delta")
    if delta is None or isinstance(delta, str):
        return delta or ""
    raise PayloadError(f"payload/{at}/delta", "is not text", "Pass the events as the provider sent them.")


ADAPTERS: tuple[Adapter, ...] = (Responses(),)
