"""Pydantic AI: ``TextPart.citations``, each with sources and an anchor on the content or on a marker, or none.

Anchors count characters of their part with an exclusive end. Excerpts are, by provider, the cited words or a longer
chunk. (pydantic-ai 2.68, ``messages``.)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from citeward.providers.draft import Draft
from citeward.providers.interface import (
    Adapter,
    Defect,
    PartKind,
    ProviderAnswer,
    QuoteKind,
    Role,
    SourceKind,
    SourceRef,
    Timing,
    Unit,
)
from citeward.providers.offsets import Frame
from citeward.providers.wire import fields, get, integer, items, needed_text, objects, string, strings, typed

__all__ = ["ADAPTERS"]

_ROLES = {"content": Role.CLAIM, "marker": Role.MARKER}


class PydanticAI(Adapter):
    """A ``ModelResponse``, the messages of a run, or the events of a streamed response."""

    providers = ("pydantic_ai",)
    api = "ModelResponse"
    api_names = ("messages", "all_messages")

    def recognises(self, payload: object) -> bool:
        return any(True for _ in _responses(payload))

    def read(self, payload: object, request: object) -> ProviderAnswer:
        return self._read(payload, {})

    def recognises_stream(self, events: Sequence[object]) -> bool:
        return any(string(event, "event_kind") is not None for event in events[:8])

    def read_stream(self, events: Sequence[object], request: object) -> ProviderAnswer:
        return self._read(*_assemble(events))

    def _read(self, payload: object, pointers: Mapping[str, str]) -> ProviderAnswer:
        draft = Draft(self, None, pointers)
        for pointer, response in _responses(payload):
            draft.model = string(response, "modelName") or draft.model
            for index, part in objects(response, "parts"):
                _part(draft, part, f"{pointer}/parts/{index}")
        return draft.finish()


def _assemble(events: Sequence[object]) -> tuple[dict[str, object], dict[str, str]]:
    """The response a stream adds up to, and where citations that came in deltas stand in it."""
    parts: dict[int, dict[str, object]] = {}
    texts: dict[int, list[str]] = {}
    notes: dict[int, list[tuple[str, object]]] = {}
    for at, event in enumerate(events):
        index = integer(event, "index") or 0
        part, delta = get(event, "part"), get(event, "delta")
        if isinstance(part, Mapping) and string(event, "event_kind") in ("part_start", "part_end"):
            parts[index] = dict(part)
            texts[index] = [needed_text(part, f"/{at}/part", "content")]
            found = enumerate(items(part, "citations"))
            notes[index] = [(f"/{at}/part/citations/{number}", note) for number, note in found]
        elif isinstance(delta, Mapping):
            parts.setdefault(index, {"part_kind": string(delta, "part_delta_kind") or "text"})
            texts.setdefault(index, []).append(needed_text(delta, f"/{at}/delta", "content_delta"))
            found = enumerate(items(delta, "citations"))
            notes.setdefault(index, []).extend((f"/{at}/delta/citations/{number}", note) for number, note in found)
    pointers: dict[str, str] = {}
    for rank, index in enumerate(sorted(parts)):
        if string(parts[index], "part_kind") in ("text", "thinking"):
            parts[index]["content"] = "".join(texts[index])
        for number, (where, _) in enumerate(notes[index]):
            pointers[f"/parts/{rank}/citations/{number}"] = where
        parts[index]["citations"] = [note for _, note in notes[index]]
    return {"kind": "response", "parts": [parts[index] for index in sorted(parts)]}, pointers


def _responses(payload: object) -> Iterator[tuple[str, object]]:
    messages = payload if isinstance(payload, list) else items(payload, "messages")
    if messages:
        for index, message in enumerate(messages):
            if string(message, "kind") == "response":
                yield ("" if isinstance(payload, list) else "/messages") + f"/{index}", message
    elif isinstance(get(payload, "parts"), list):
        yield "", payload


def _part(draft: Draft, part: Mapping[str, object], pointer: str) -> None:
    kind = string(part, "part_kind")
    if kind == "text":
        frame = draft.text(pointer, needed_text(part, pointer, "content"))
        for index, citation in enumerate(items(part, "citations")):
            where = f"{pointer}/citations/{index}"
            if isinstance(citation, Mapping):
                _cite(draft, frame, citation, where)
            else:
                draft.unread(where, type(citation).__name__)
    elif kind == "thinking":
        draft.aside(pointer, PartKind.THINKING, string(part, "content") or "")
    elif kind is not None and "tool" in kind:
        draft.aside(pointer, PartKind.TOOL, string(part, "toolName") or kind)
    else:
        draft.unread(pointer, kind or typed(part))


def _cite(draft: Draft, frame: Frame, citation: Mapping[str, object], pointer: str) -> None:
    anchor_ = get(citation, "anchor")
    role = _ROLES.get(string(anchor_, "kind") or "")
    if role is None:
        anchor = draft.message(Defect.NO_POSITION)
    else:
        anchor = draft.span(role, frame, integer(anchor_, "start"), integer(anchor_, "end"), Unit.CODE_POINTS)
    found = list(objects(citation, "sources"))
    sources = [_source(source) for _, source in found] or [SourceRef(SourceKind.UNKNOWN)]
    excerpts = [excerpt for _, source in found for excerpt in strings(source, "excerpts")]
    quote = excerpts[0] if len(excerpts) == len(sources) == 1 else None  # else nobody says whose words it is
    draft.cite(anchor, sources, pointer, Timing.END_OF_PART, cited_text=quote, quote_kind=QuoteKind.SOURCE_CHUNK)


def _source(source: Mapping[str, object]) -> SourceRef:
    kind = string(source, "kind")
    excerpts = strings(source, "excerpts")
    title, text = string(source, "title"), "\n".join(excerpts) or None
    kept = fields(source, "excerpts")
    if kind == "web":
        return SourceRef(SourceKind.URL, url=string(source, "url"), title=title, text=text, attributes=kept)
    if kind == "document":
        id_ = string(source, "documentId")
        return SourceRef(SourceKind.DOCUMENT_ID, id=id_, title=title, text=text, attributes=kept)
    return SourceRef(SourceKind.UNKNOWN, title=title, attributes={"raw_type": kind or typed(source), "raw": source})


ADAPTERS: tuple[Adapter, ...] = (PydanticAI(),)
