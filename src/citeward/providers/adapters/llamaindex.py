"""LlamaIndex: ``[n]`` in the answer of a CitationQueryEngine counts, from 1, in ``source_nodes``.

Nodes are cut anew for every query, so ``node_id`` names nothing that lasts and ``ref_doc_id`` does. Their text is
prefixed with "Source n:". A chat message may quote its sources in blocks of their own.
"""

from __future__ import annotations

import re

from citeward.providers.draft import Draft
from citeward.providers.interface import (
    Adapter,
    PartKind,
    ProviderAnswer,
    QuoteKind,
    SourceKind,
    SourceLocator,
    SourceRef,
    Timing,
)
from citeward.providers.markers import numeric, scan
from citeward.providers.offsets import Frame
from citeward.providers.wire import fields, get, integer, items, needed_text, string, typed

__all__ = ["ADAPTERS"]

_PREFIX = re.compile(r"\ASource \d+:\n")
_SOURCE_RELATION = ("1", "SOURCE", "source")


class LlamaIndex(Adapter):
    """A ``Response`` with its source nodes."""

    providers = ("llamaindex", "llama_index")
    api = "CitationQueryEngine"
    api_names = ("query_engine", "Response")

    def recognises(self, payload: object) -> bool:
        return isinstance(get(payload, "sourceNodes"), list)

    def read(self, payload: object, request: object) -> ProviderAnswer:
        draft = Draft(self)
        name = "response" if get(payload, "response") is not None else "response_txt"
        draft.text(f"/{name}", needed_text(payload, "", name))
        known: dict[int | str, SourceRef] = {
            number: _node(node) for number, node in enumerate(items(payload, "sourceNodes"), 1)
        }
        for source in known.values():
            draft.saw(source)
        draft.cite_found(scan(draft.answer, numeric(known, promised=True)))
        return draft.finish()


class LlamaChat(Adapter):
    """A ``ChatMessage`` or ``ChatResponse`` whose blocks quote their sources."""

    providers = ("llamaindex", "llama_index")
    api = "ChatMessage"
    api_names = ("ChatResponse", "chat")

    def recognises(self, payload: object) -> bool:
        return any(get(block, "block_type") is not None for block in items(_message(payload)[0], "blocks"))

    def read(self, payload: object, request: object) -> ProviderAnswer:
        message, pointer = _message(payload)
        draft = Draft(self)
        frame = Frame("", 0, None)
        for index, block in enumerate(items(message, "blocks")):
            where, kind = f"{pointer}/blocks/{index}", string(block, "block_type")
            if kind == "text":
                frame = draft.text(where, needed_text(block, where, "text"))
            elif kind == "citation":
                _quoted(draft, frame, block, where)
            elif kind == "thinking":
                draft.aside(where, PartKind.THINKING, string(block, "content") or "")
            elif kind is not None and "tool" in kind:
                draft.aside(where, PartKind.TOOL, string(block, "tool_name") or kind)
            else:
                draft.unread(where, kind or typed(block))
        return draft.finish()


def _message(payload: object) -> tuple[object, str]:
    inner = get(payload, "message")
    return (payload, "") if inner is None else (inner, "/message")


def _quoted(draft: Draft, frame: Frame, block: object, pointer: str) -> None:
    """A citation stands behind the text it is about, with the passage it quotes."""
    place = get(block, "additional_location_info")
    start = integer(place, "start_char_index", "start_index")
    source = SourceRef(
        SourceKind.DOCUMENT_ID,
        id=string(block, "source") or None,
        title=string(block, "title"),
        locator=None if start is None else SourceLocator("char", start, integer(place, "end_char_index", "end_index")),
        attributes={} if place is None else {"additional_location_info": place},
    )
    quote = string(get(block, "cited_content"), "text")
    draft.cite(draft.block(frame), source, pointer, Timing.AFTER_TEXT, cited_text=quote, quote_kind=QuoteKind.VERBATIM)


def _node(scored: object) -> SourceRef:
    node = get(scored, "node") or scored
    metadata = get(node, "metadata")
    text = string(node, "text")
    kept = fields(scored, "score") | fields(node, "node_id", "id_") | fields(metadata, "file_path", "page_label")
    return SourceRef(
        SourceKind.ORDINAL,
        id=_document(node) or string(node, "node_id", "id_"),
        title=string(metadata, "title", "file_name"),
        text=None if text is None else _PREFIX.sub("", text),
        attributes=kept,
    )


def _document(node: object) -> str | None:
    relations = get(node, "relationships")
    return string(node, "ref_doc_id") or string(get(relations, *_SOURCE_RELATION), "node_id")


ADAPTERS: tuple[Adapter, ...] = (LlamaIndex(), LlamaChat())
