"""Cohere: the span is the claim, in characters with an exclusive end, and the payload repeats it.

v2 counts in one content block (``content_index``) and may cite the plan or the thinking, which are not in the answer.
Sources are documents under our id (or ``doc:N``) or outputs of a tool call (``call:index``). v1 names documents. Fields
are optional in practice. (Chat API reference v1, v2. The v1 text calls the end inclusive; its payloads are not.)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from citeward.errors import PayloadError
from citeward.providers.draft import Draft
from citeward.providers.interface import (
    Adapter,
    Anchor,
    PartKind,
    ProviderAnswer,
    Role,
    SourceKind,
    SourceRef,
    Timing,
    Unit,
)
from citeward.providers.offsets import Frame
from citeward.providers.wire import fields, get, integer, items, needed_text, objects, string, strings, typed

__all__ = ["ADAPTERS", "cite_span"]

_MOST_PARTS = 10_000
"""Content blocks of one streamed message: an index is a number anybody can write."""
_ASIDE = ("PLAN", "THINKING_CONTENT")
_EVENTS = ("message-start", "content-start", "content-delta", "citation-start", "tool-plan-delta")


class CohereV2(Adapter):
    """Chat v2, whole and streamed."""

    providers = ("cohere",)
    api = "chat.v2"
    api_names = ("v2", "v2/chat", "chat/v2", "chat")

    def recognises(self, payload: object) -> bool:
        message = get(payload, "message")
        return isinstance(message, Mapping) and ("content" in message or "tool_plan" in message)

    def read(self, payload: object, request: object) -> ProviderAnswer:
        return self._read(get(payload, "message"), "/message", {})

    def recognises_stream(self, events: Sequence[object]) -> bool:
        return any(string(event, "type") in _EVENTS for event in events[:8])

    def read_stream(self, events: Sequence[object], request: object) -> ProviderAnswer:
        message, pointers = _assemble(events)
        return self._read(message, "/message", pointers)

    def _read(self, message: object, pointer: str, pointers: Mapping[str, str]) -> ProviderAnswer:
        draft = Draft(self, None, pointers)
        if plan := string(message, "toolPlan"):
            draft.aside(f"{pointer}/tool_plan", PartKind.THINKING, plan)
        frames: dict[int, Frame] = {}
        content = get(message, "content")
        if isinstance(content, str):
            frames[0] = draft.text(f"{pointer}/content", content)
        for index, part in enumerate(items(content)):
            where = f"{pointer}/content/{index}"
            if string(part, "type") == "thinking":
                draft.aside(where, PartKind.THINKING, string(part, "thinking") or "")
            elif get(part, "text") is not None:
                frames[index] = draft.text(where, needed_text(part, where, "text"))
            else:
                draft.unread(where, typed(part))
        for index, citation in objects(message, "citations"):
            cite_span(draft, citation, frames, f"{pointer}/citations/{index}")
        return draft.finish()


class CohereV1(Adapter):
    """Chat v1, whole and streamed."""

    providers = ("cohere",)
    api = "chat.v1"
    api_names = ("v1", "v1/chat", "chat/v1")

    def recognises(self, payload: object) -> bool:
        return isinstance(get(payload, "text"), str) and get(payload, "message") is None

    def read(self, payload: object, request: object) -> ProviderAnswer:
        return self._read(payload, {})

    def _read(self, payload: object, pointers: Mapping[str, str]) -> ProviderAnswer:
        draft = Draft(self, None, pointers)
        frame = draft.text("/text", needed_text(payload, "", "text"))
        documents = {id_: document for _, document in objects(payload, "documents") if (id_ := string(document, "id"))}
        for id_, document in documents.items():
            draft.saw(_document(id_, document))
        for index, citation in objects(payload, "citations"):
            anchor = _anchor(draft, [frame], citation)
            sources = [
                _document(id_, documents.get(id_), dangling=bool(documents) and id_ not in documents)
                for id_ in strings(citation, "documentIds")
            ]
            draft.cite(anchor, sources or (SourceRef(SourceKind.UNKNOWN),), f"/citations/{index}", Timing.AFTER_TEXT)
        return draft.finish()

    def recognises_stream(self, events: Sequence[object]) -> bool:
        return any(string(event, "event_type") is not None for event in events[:8])

    def read_stream(self, events: Sequence[object], request: object) -> ProviderAnswer:
        for event in reversed(events):
            response = get(event, "response")
            if string(event, "event_type") == "stream-end" and self.recognises(response):
                return self.read(response, request)
        texts: list[str] = []
        citations: list[object] = []
        documents: list[object] = []
        pointers: dict[str, str] = {}
        for at, event in enumerate(events):
            if string(event, "event_type") == "text-generation":
                texts.append(needed_text(event, f"/{at}", "text"))
            for number, citation in enumerate(items(event, "citations")):
                pointers[f"/citations/{len(citations)}"] = f"/{at}/citations/{number}"
                citations.append(citation)
            documents.extend(items(event, "documents"))
        return self._read({"text": "".join(texts), "citations": citations, "documents": documents}, pointers)


def cite_span(draft: Draft, citation: Mapping[str, object], frames: Mapping[int, Frame], pointer: str) -> None:
    """Adds one citation in Cohere's shape; ``frames`` are the text parts by their index in the message's content."""
    sources = [_source(source) for _, source in objects(citation, "sources")]
    sources += [_document(id_, None) for id_ in strings(citation, "documentIds")]
    index = integer(citation, "contentIndex")
    if string(citation, "type") in _ASIDE or (index is not None and frames and index not in frames):
        for source in sources:
            draft.saw(source)  # it supports what the model thought, not what it said
        draft.unread(pointer, f"citation of {string(citation, 'type') or f'content {index}'}")
        return
    named = frames.get(index) if index is not None else next(iter(frames.values()), None)
    candidates = [frame for frame in (named, draft.whole if len(frames) > 1 else None) if frame is not None]
    anchor = _anchor(draft, candidates, citation)
    draft.cite(anchor, sources or (SourceRef(SourceKind.UNKNOWN),), pointer, Timing.AFTER_TEXT)


def _anchor(draft: Draft, frames: Sequence[Frame], citation: Mapping[str, object]) -> Anchor:
    start, end = integer(citation, "start"), integer(citation, "end")
    return draft.span(Role.CLAIM, frames, start, end, Unit.CODE_POINTS, echo=string(citation, "text"))


def _source(source: Mapping[str, object]) -> SourceRef:
    id_ = string(source, "id")
    if string(source, "type") == "tool":
        output = get(source, "tool_output")
        kept = fields(source, "tool_output") | fields(output, "handle")
        return SourceRef(SourceKind.TOOL_RESULT, id=id_, title=string(output, "title"), attributes=kept)
    return _document(id_, get(source, "document"))


def _document(id_: str | None, document: object, *, dangling: bool = False) -> SourceRef:
    return SourceRef(
        SourceKind.DOCUMENT_ID,
        id=id_,
        title=string(document, "title"),
        url=string(document, "url"),
        text=string(document, "snippet", "text"),
        dangling=dangling,
        attributes={} if document is None else {"document": document},
    )


def _assemble(events: Sequence[object]) -> tuple[dict[str, object], dict[str, str]]:
    """The message a v2 stream adds up to; a citation comes as one object, not as a list."""
    parts: dict[int, dict[str, list[str]]] = {}
    plan: list[str] = []
    citations: list[object] = []
    pointers: dict[str, str] = {}
    for at, event in enumerate(events):
        index = integer(event, "index") or 0
        message = get(get(event, "delta"), "message")
        content = get(message, "content")
        if string(event, "type") in ("content-start", "content-delta"):
            for name in ("text", "thinking"):
                piece = get(content, name)
                if piece is not None and not isinstance(piece, str):
                    raise PayloadError(f"payload/{at}", "holds text that is not text", "Pass the events as sent.")
                if piece is not None:
                    parts.setdefault(index, {}).setdefault(name, []).append(piece)
        plan.append(string(message, "toolPlan") or "")
        cited = get(message, "citations")
        for order, citation in enumerate([cited] if isinstance(cited, Mapping) else items(cited)):
            pointers[f"/message/citations/{len(citations)}"] = f"/{at}/delta/message/citations" + (
                "" if isinstance(cited, Mapping) else f"/{order}"
            )
            citations.append(citation)
    content_ = [
        {"type": "thinking", "thinking": "".join(part["thinking"])}
        if "thinking" in part and not any(part.get("text", ()))
        else {"type": "text", "text": "".join(part.get("text", ()))}
        for part in (parts.get(index, {}) for index in range(min(max(parts, default=-1) + 1, _MOST_PARTS)))
    ]
    return {"content": content_, "tool_plan": "".join(plan), "citations": citations}, pointers


ADAPTERS: tuple[Adapter, ...] = (CohereV2(), CohereV1())
