"""Gemini Interactions: ``url_citation`` by name, but the span is the claim, in UTF-8 bytes with an exclusive end.

OpenAI uses the same type name for a marker in characters. A stream sends ``text_annotation_delta`` after all text.
(google-genai, types of the Interactions API.)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from citeward.providers.draft import Draft
from citeward.providers.interface import (
    Adapter,
    Defect,
    PartKind,
    ProviderAnswer,
    Role,
    SourceKind,
    SourceLocator,
    SourceRef,
    Timing,
    Unit,
)
from citeward.providers.offsets import Frame
from citeward.providers.wire import begin, fields, get, integer, items, needed_text, objects, string, typed

__all__ = ["ADAPTERS"]


class Interactions(Adapter):
    """The Interactions API, whole and streamed."""

    providers = ("google", "gemini", "vertex", "vertexai", "google_genai")
    api = "interactions"
    api_names = ("interactions.create",)

    def recognises(self, payload: object) -> bool:
        return string(payload, "object") == "interaction" or any(
            string(step, "type") == "model_output" for step in items(payload, "steps")
        )

    def read(self, payload: object, request: object) -> ProviderAnswer:
        return self._read(payload, "", {})

    def recognises_stream(self, events: Sequence[object]) -> bool:
        return any(_name(event).startswith(("interaction.", "step.", "content.")) for event in events[:8])

    def read_stream(self, events: Sequence[object], request: object) -> ProviderAnswer:
        for at in range(len(events) - 1, -1, -1):
            interaction = get(events[at], "interaction")
            if _name(events[at]) in ("interaction.completed", "interaction.complete") and _steps(interaction):
                return self._read(interaction, f"/{at}/interaction", {})
        return self._read(*_assemble(events))

    def _read(self, payload: object, base: str, pointers: Mapping[str, str]) -> ProviderAnswer:
        draft = Draft(self, string(payload, "model"), pointers)
        for index, step in enumerate(_steps(payload)):
            pointer = f"{base}/steps/{index}"
            kind = string(step, "type") or ""
            if kind == "model_output":
                for order, part in enumerate(items(step, "content")):
                    _part(draft, part, f"{pointer}/content/{order}")
            elif kind == "text":
                _part(draft, step, pointer)
            elif kind == "thought":
                for order, part in objects(step, "summary"):
                    draft.aside(f"{pointer}/summary/{order}", PartKind.THINKING, string(part, "text") or "")
            elif kind.endswith(("_call", "_result")):
                draft.aside(pointer, PartKind.TOOL, string(step, "name") or kind)
            else:
                draft.unread(pointer, typed(step))
        return draft.finish()


def _steps(payload: object) -> Sequence[object]:
    return items(payload, "steps") or items(payload, "outputs")


def _name(event: object) -> str:
    return string(event, "event_type", "type") or ""


def _part(draft: Draft, part: object, pointer: str) -> None:
    if string(part, "type") != "text":
        draft.unread(pointer, typed(part))
        return
    frame = draft.text(pointer, needed_text(part, pointer, "text"))
    for index, annotation in enumerate(items(part, "annotations")):
        where = f"{pointer}/annotations/{index}"
        if isinstance(annotation, Mapping):
            _cite(draft, frame, annotation, where)
        else:
            draft.unread(where, type(annotation).__name__)


def _cite(draft: Draft, frame: Frame, annotation: Mapping[str, object], pointer: str) -> None:
    source = _SOURCES.get(string(annotation, "type") or "", _unknown)(annotation)
    end = integer(annotation, "endIndex")
    if end is None:
        anchor = draft.message(Defect.NO_POSITION)
    else:
        start = begin(annotation, "startIndex")
        anchor = draft.span(Role.CLAIM, frame, start, end, Unit.UTF8)
    draft.cite(anchor, source, pointer, Timing.AFTER_TEXT)


def _url(annotation: Mapping[str, object]) -> SourceRef:
    return SourceRef(SourceKind.URL, url=string(annotation, "url"), title=string(annotation, "title"))


def _file(annotation: Mapping[str, object]) -> SourceRef:
    page = integer(annotation, "pageNumber")
    return SourceRef(
        SourceKind.RESOURCE_URI,
        url=string(annotation, "documentUri"),
        title=string(annotation, "fileName"),
        locator=SourceLocator("page", page, page + 1) if page is not None else None,
        attributes=fields(annotation, "source", "customMetadata", "mediaId"),
    )


def _place(annotation: Mapping[str, object]) -> SourceRef:
    return SourceRef(
        SourceKind.PLACE_ID,
        id=string(annotation, "placeId"),
        url=string(annotation, "url"),
        title=string(annotation, "name"),
        attributes=fields(annotation, "reviewSnippets"),
    )


def _unknown(annotation: Mapping[str, object]) -> SourceRef:
    return SourceRef(SourceKind.UNKNOWN, attributes={"raw_type": typed(annotation), "raw": annotation})


_SOURCES: Mapping[str, Callable[[Mapping[str, object]], SourceRef]] = {
    "url_citation": _url,
    "file_citation": _file,
    "place_citation": _place,
}


def _assemble(events: Sequence[object]) -> tuple[dict[str, object], str, dict[str, str]]:
    """The interaction a stream adds up to when it was cut short."""
    steps: dict[int, dict[str, object]] = {}
    texts: dict[int, list[str]] = {}
    notes: dict[int, list[tuple[str, object]]] = {}
    model: object = None
    for at, event in enumerate(events):
        model = get(get(event, "interaction"), "model") or model
        index = integer(event, "index") or 0
        step = get(event, "step", "content")
        if _name(event) in ("step.start", "content.start") and isinstance(step, Mapping):
            steps[index] = dict(step)
        delta = get(event, "delta")
        if string(delta, "type") == "text":
            texts.setdefault(index, []).append(needed_text(delta, f"/{at}/delta", "text"))
        for order, note in enumerate(items(delta, "annotations")):
            notes.setdefault(index, []).append((f"/{at}/delta/annotations/{order}", note))
    pointers: dict[str, str] = {}
    built: list[dict[str, object]] = []
    for index in sorted(steps.keys() | texts.keys() | notes.keys()):
        step_ = steps.get(index, {"type": "model_output"})
        if index in texts or index in notes:
            found = notes.get(index, [])
            for order, (where, _) in enumerate(found):
                pointers[f"/steps/{len(built)}/content/0/annotations/{order}"] = where
            part = {"type": "text", "text": "".join(texts.get(index, [])), "annotations": [note for _, note in found]}
            step_ = {"type": "model_output", "content": [part]}
        built.append(step_)
    return {"model": model, "steps": built}, "", pointers


ADAPTERS: tuple[Adapter, ...] = (Interactions(),)
