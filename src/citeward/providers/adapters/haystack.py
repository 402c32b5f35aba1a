"""Haystack: ``[n]`` in a generated answer counts, from 1, in the documents the prompt listed.

AnswerBuilder marks documents as referenced only for ``[n]`` and ``[n,m]``; ranges, spaces and numbers out of range are
read here all the same. Where only referenced documents are returned, ``meta.source_index`` keeps their numbers. A chat
generator keeps what its provider cited in the ``meta`` of the message.
"""

from __future__ import annotations

from citeward.providers.annotations import cite_annotations
from citeward.providers.draft import Draft
from citeward.providers.interface import Adapter, PartKind, ProviderAnswer, SourceKind, SourceRef, Timing
from citeward.providers.markers import numeric, scan
from citeward.providers.relayed import cite_relayed
from citeward.providers.wire import fields, get, integer, items, needed_text, objects, string, typed

__all__ = ["ADAPTERS"]


class HaystackChat(Adapter):
    """A ``ChatMessage``, or the replies of a chat generator: parts of content, and what it was cited by in ``meta``."""

    providers = ("haystack",)
    api = "ChatMessage"
    api_names = ("replies", "chat_generator")

    def recognises(self, payload: object) -> bool:
        message, _ = _chat(payload)
        return isinstance(get(message, "content", "_content"), list) and get(message, "role", "_role") is not None

    def read(self, payload: object, request: object) -> ProviderAnswer:
        message, pointer = _chat(payload)
        meta = get(message, "meta", "_meta")
        draft = Draft(self, string(meta, "model"))
        for index, part in enumerate(items(message, "content", "_content")):
            where = f"{pointer}/content/{index}"
            if get(part, "text") is not None:
                draft.text(where, needed_text(part, where, "text"))
            elif (thought := get(part, "reasoning", "reasoningText")) is not None:
                text = thought if isinstance(thought, str) else string(thought, "reasoningText")
                draft.aside(where, PartKind.THINKING, text or "")
            elif (call := get(part, "tool_call", "tool_call_result")) is not None:
                draft.aside(where, PartKind.TOOL, string(call, "tool_name") or "tool")
            else:
                draft.unread(where, typed(part))
        cite_annotations(draft, draft.whole, get(meta, "annotations"), f"{pointer}/meta/annotations", Timing.END)
        cite_relayed(draft, draft.whole, meta, meta, f"{pointer}/meta")
        return draft.finish()


class Haystack(Adapter):
    """A ``GeneratedAnswer``, as a dict, serialised, or in the output of a pipeline or of AnswerBuilder."""

    providers = ("haystack",)
    api = "AnswerBuilder"
    api_names = ("GeneratedAnswer", "pipeline")

    def recognises(self, payload: object) -> bool:
        answer, _ = _answer(payload)
        return isinstance(get(answer, "data"), str) and isinstance(get(answer, "documents"), list)

    def read(self, payload: object, request: object) -> ProviderAnswer:
        answer, pointer = _answer(payload)
        draft = Draft(self)
        draft.text(f"{pointer}/data", needed_text(answer, pointer, "data"))
        known: dict[int | str, SourceRef] = {}
        for order, document in objects(answer, "documents"):
            number = integer(get(document, "meta"), "source_index")
            known[order + 1 if number is None else number] = _document(document)
        for source in known.values():
            draft.saw(source)
        draft.cite_found(scan(draft.answer, numeric(known, promised=True)))
        return draft.finish()


def _chat(payload: object) -> tuple[object, str]:
    pointer = ""
    for name in ("llm", "generator"):  # as a pipeline names the component that replies
        if isinstance(get(get(payload, name), "replies"), list):
            payload, pointer = get(payload, name), f"/{name}"
    replies = items(payload, "replies")
    return (replies[0], f"{pointer}/replies/0") if replies else (payload, pointer)


def _answer(payload: object) -> tuple[object, str]:
    pointer = ""
    for _ in range(4):
        answers = items(payload, "answers")
        if answers:
            payload, pointer = answers[0], f"{pointer}/answers/0"
        for name in ("init_parameters", "answer_builder"):
            if (inner := get(payload, name)) is not None:
                payload, pointer = inner, f"{pointer}/{name}"
    return payload, pointer


def _document(document: object) -> SourceRef:
    """A document by its id. Its ``meta`` is the caller's own and names no source here; it is kept as it is."""
    body = get(document, "init_parameters") or document
    return SourceRef(
        SourceKind.ORDINAL,
        id=string(body, "id"),
        text=string(body, "content"),
        attributes=fields(body, "meta", "score"),
    )


ADAPTERS: tuple[Adapter, ...] = (Haystack(), HaystackChat())
