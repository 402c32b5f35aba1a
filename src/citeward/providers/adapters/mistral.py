"""Mistral: reference chunks between the text chunks of a message.

A reference has no text and stands, zero wide, behind the words it supports; in the variant with text inside, that text
is part of the answer and is the claim. ``reference_ids`` are keys of the JSON object a tool returned. In conversations
a ``tool_reference`` names a page a built-in tool used.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from citeward.providers.chat import assemble, is_chat, is_chunks, message_of
from citeward.providers.draft import Draft
from citeward.providers.interface import (
    Adapter,
    Anchor,
    Defect,
    PartKind,
    ProviderAnswer,
    Role,
    SourceKind,
    SourceRef,
    Timing,
)
from citeward.providers.wire import fields, get, items, needed_text, objects, string, typed

__all__ = ["ADAPTERS"]


class MistralChat(Adapter):
    """Chat completions whose content may be a list of chunks."""

    providers = ("mistral", "mistralai")
    api = "chat/completions"
    api_names = ("chat.completions", "chat.complete", "chat.stream", "agents.complete")

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
        _content(draft, message, pointer)
        return draft.finish()


class MistralConversations(Adapter):
    """The conversations API (built-in connectors), whole and streamed."""

    providers = ("mistral", "mistralai")
    api = "conversations"
    api_names = ("conversations.start", "conversations.append", "beta.conversations")

    def recognises(self, payload: object) -> bool:
        return any(string(item, "type") == "message.output" for item in items(payload, "outputs"))

    def read(self, payload: object, request: object) -> ProviderAnswer:
        outputs = list(objects(payload, "outputs"))
        draft = Draft(self, next((m for _, item in outputs if (m := string(item, "model"))), None))
        for index, item in outputs:
            if string(item, "type") == "message.output":
                _content(draft, item, f"/outputs/{index}")
            else:
                draft.aside(f"/outputs/{index}", PartKind.TOOL, string(item, "name") or typed(item))
        return draft.finish()

    def recognises_stream(self, events: Sequence[object]) -> bool:
        names = (string(event, "type") or string(event, "event") or "" for event in events[:8])
        return any(name.startswith(("conversation.", "message.output.")) for name in names)

    def read_stream(self, events: Sequence[object], request: object) -> ProviderAnswer:
        draft = Draft(self)
        for at, event in enumerate(events):
            data = get(event, "data") or event
            if string(data, "type") == "message.output.delta":
                content = get(data, "content")
                chunk = content if isinstance(content, str | list) else [content]
                _content(draft, {"content": chunk}, f"/{at}")
                draft.model = string(data, "model") or draft.model
        return draft.finish()


def _content(draft: Draft, message: Mapping[str, object], pointer: str) -> None:
    content = message.get("content")
    if not isinstance(content, list):
        draft.text(f"{pointer}/content", needed_text(message, pointer, "content"))
        return
    for index, chunk in enumerate(content):
        where = f"{pointer}/content/{index}"
        kind = string(chunk, "type")
        if kind == "text":
            draft.text(where, needed_text(chunk, where, "text"))
        elif kind == "thinking":
            thought = "".join(string(piece, "text") or "" for _, piece in objects(chunk, "thinking"))
            draft.aside(where, PartKind.THINKING, thought)
        elif kind in _REFERENCES:
            anchor = _anchor(draft, needed_text(chunk, where, "text"), where)
            draft.cite(anchor, _keys(chunk) if kind == "reference" else (_page(chunk),), where, Timing.INLINE)
        else:
            draft.unread(where, typed(chunk))


_REFERENCES = ("reference", "tool_reference")


def _anchor(draft: Draft, text: str, pointer: str) -> Anchor:
    if text:
        frame = draft.text(pointer, text)
        return Anchor(Role.CLAIM, frame.base, frame.base + len(text), frame.path)
    at = draft.length
    return Anchor(Role.INSERTION, at, at, pointer) if at else draft.message(Defect.NO_POSITION)


def _keys(chunk: object) -> tuple[SourceRef, ...]:
    keys = [item for item in items(chunk, "referenceIds") if isinstance(item, str | int) and not isinstance(item, bool)]
    if not keys:
        return (SourceRef(SourceKind.UNKNOWN, attributes={"raw_type": typed(chunk), "raw": chunk}),)
    return tuple(SourceRef(SourceKind.TOOL_RESULT_KEY, id=str(key)) for key in keys)


def _page(chunk: object) -> SourceRef:
    return SourceRef(
        SourceKind.URL,
        url=string(chunk, "url"),
        title=string(chunk, "title"),
        attributes=fields(chunk, "tool", "description", "source"),
    )


ADAPTERS: tuple[Adapter, ...] = (MistralChat(), MistralConversations())
