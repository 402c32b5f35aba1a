"""Anthropic Messages: citations belong to whole text blocks.

A block's ``citations`` say what it rests on and never where in it. Document indices count the document blocks of the
whole request, search result indices count search result blocks apart from them; page ends are exclusive. In a stream
``citations_delta`` comes before the block's text. Web quotations are cut at 150 characters. (Messages API reference;
measured on recorded replies.)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from citeward.providers.draft import Draft
from citeward.providers.interface import (
    Adapter,
    Anchor,
    PartKind,
    ProviderAnswer,
    QuoteKind,
    SourceKind,
    SourceLocator,
    SourceRef,
    Timing,
)
from citeward.providers.offsets import Frame
from citeward.providers.wire import fields, get, integer, items, needed_text, objects, string, typed

__all__ = ["ADAPTERS", "Messages", "cite_block", "cite_quoted"]

_WEB_LIMIT = 150
_THINKING = {"thinking": "thinking", "redacted_thinking": "data"}
_LISTS = {"web_search_result", "web_fetch_result"}


class Messages(Adapter):
    """The Messages API, whole and streamed, also as served by Bedrock InvokeModel and Vertex."""

    providers = ("anthropic", "claude")
    api = "messages"
    api_names = ("messages.create", "messages.stream")

    def recognises(self, payload: object) -> bool:
        if isinstance(payload, list):
            return _has_type(payload, "text")
        content = get(payload, "content")
        if isinstance(content, str):
            return string(payload, "role") == "assistant" or string(payload, "type") == "message"
        return isinstance(content, list) and all(_is_block(block) for block in content[:8])

    def read(self, payload: object, request: object) -> ProviderAnswer:
        draft = Draft(self, string(payload, "model"))
        self._content(draft, payload)
        return draft.finish()

    def recognises_stream(self, events: Sequence[object]) -> bool:
        return any(string(event, "type") in ("message_start", "content_block_start") for event in events[:8])

    def read_stream(self, events: Sequence[object], request: object) -> ProviderAnswer:
        message, pointers = _assemble(events)
        draft = Draft(self, string(message, "model"), pointers)
        self._content(draft, message)
        for index, event in enumerate(events):
            if string(event, "type") == "error":
                draft.unread(f"/{index}", "error")
        return draft.finish()

    def _content(self, draft: Draft, payload: object) -> None:
        content = payload if isinstance(payload, list) else get(payload, "content")
        base = "" if isinstance(payload, list) else "/content"
        if isinstance(content, str):
            draft.text(base, content)
            return
        for index, item in enumerate(items(content)):
            if isinstance(item, Mapping):
                self._block(draft, item, f"{base}/{index}")
            else:
                draft.unread(f"{base}/{index}", typed(item))

    def _block(self, draft: Draft, block: Mapping[str, object], pointer: str) -> None:
        kind = string(block, "type")
        if kind == "text" or (kind is None and isinstance(block.get("text"), str)):
            frame = draft.text(pointer, needed_text(block, pointer, "text"))
            cite_block(draft, frame, block, pointer)
        elif kind in _THINKING:
            draft.aside(pointer, PartKind.THINKING, string(block, _THINKING[kind]) or "")
        elif kind is not None and (kind.endswith(("tool_use", "tool_result"))):
            draft.aside(pointer, PartKind.TOOL, string(block, "name") or kind)
            _consult(draft, get(block, "content"))
        else:
            draft.unread(pointer, typed(block))


def cite_block(draft: Draft, frame: Frame, block: object, pointer: str) -> None:
    """Adds the citations of one text block, in Anthropic's shape, to a draft."""
    anchor = draft.block(frame)
    for index, citation in objects(block, "citations"):
        cite_quoted(draft, anchor, citation, f"{pointer}/citations/{index}")


def cite_quoted(draft: Draft, anchor: Anchor, citation: Mapping[str, object], pointer: str) -> None:
    """Adds one citation in Anthropic's shape at a place that is known."""
    source = _SOURCES.get(string(citation, "type") or "", _unknown)(citation)
    quote, kind = string(citation, "citedText"), Timing.BEFORE_TEXT
    draft.cite(anchor, source, pointer, kind, cited_text=quote, quote_kind=_quote_kind(quote, source))


def _quote_kind(quote: str | None, source: SourceRef) -> QuoteKind:
    cut = source.kind is SourceKind.URL and quote and len(quote) >= _WEB_LIMIT and quote.endswith(("...", "…"))
    return QuoteKind.TRUNCATED_PREFIX if cut else QuoteKind.VERBATIM


def _document(unit: str, start: str, end: str) -> Callable[[Mapping[str, object]], SourceRef]:
    def source(citation: Mapping[str, object]) -> SourceRef:
        return SourceRef(
            SourceKind.DOCUMENT_INDEX,
            index=integer(citation, "documentIndex"),
            title=string(citation, "documentTitle"),
            locator=SourceLocator(unit, integer(citation, start), integer(citation, end)),
            attributes=fields(citation, "file_id"),
        )

    return source


def _search_result(citation: Mapping[str, object]) -> SourceRef:
    return SourceRef(
        SourceKind.SEARCH_RESULT_INDEX,
        index=integer(citation, "searchResultIndex"),
        id=string(citation, "source"),
        title=string(citation, "title"),
        locator=SourceLocator("block", integer(citation, "startBlockIndex"), integer(citation, "endBlockIndex")),
    )


def _web(citation: Mapping[str, object]) -> SourceRef:
    return SourceRef(
        SourceKind.URL,
        url=string(citation, "url"),
        title=string(citation, "title"),
        attributes=fields(citation, "encrypted_index"),
    )


def _unknown(citation: Mapping[str, object]) -> SourceRef:
    return SourceRef(
        SourceKind.UNKNOWN,
        url=string(citation, "url"),
        title=string(citation, "title", "documentTitle"),
        attributes={"raw_type": typed(citation), "raw": citation},
    )


_SOURCES: Mapping[str, Callable[[Mapping[str, object]], SourceRef]] = {
    "char_location": _document("char", "startCharIndex", "endCharIndex"),
    "page_location": _document("page", "startPageNumber", "endPageNumber"),
    "content_block_location": _document("block", "startBlockIndex", "endBlockIndex"),
    "search_result_location": _search_result,
    "web_search_result_location": _web,
}


def _consult(draft: Draft, content: object) -> None:
    """Records what a search or fetch tool returned."""
    results = [content] if isinstance(content, Mapping) else items(content)
    for result in results:
        kind = string(result, "type")
        if kind in _LISTS:
            inner = get(result, "content")
            draft.saw(
                SourceRef(
                    SourceKind.URL,
                    url=string(result, "url"),
                    title=string(result, "title") or string(inner, "title"),
                    text=string(get(inner, "source"), "data"),
                    attributes=fields(result, "page_age", "retrieved_at", "encrypted_content"),
                )
            )
        elif kind == "search_result":
            text = "".join(string(block, "text") or "" for _, block in objects(result, "content"))
            source, title = string(result, "source"), string(result, "title")
            draft.saw(SourceRef(SourceKind.SEARCH_RESULT_INDEX, id=source, title=title, text=text))


def _is_block(block: object) -> bool:
    """Whether this can be a content block: typed, and its text is not an object as in Assistants."""
    return not isinstance(block, Mapping) or ("type" in block and not isinstance(block.get("text"), Mapping))


def _has_type(values: Sequence[object], kind: str) -> bool:
    return any(string(value, "type") == kind for value in values)


def _assemble(events: Sequence[object]) -> tuple[dict[str, object], dict[str, str]]:
    """The message a stream adds up to, and where each of its parts stands in the stream."""
    model: object = None
    blocks: list[dict[str, object]] = []
    grown: list[dict[str, list[str]]] = []
    notes: list[list[object]] = []
    pointers: dict[str, str] = {}
    open_: dict[int, int] = {}

    def begin(number: int, block: object, pointer: str) -> int:
        open_[number] = rank = len(blocks)
        pointers[f"/content/{rank}"] = pointer
        blocks.append(dict(block) if isinstance(block, Mapping) else {"type": typed(block)})
        grown.append({})
        notes.append(list(items(block, "citations")))
        return rank

    for at, event in enumerate(events):
        kind, number = string(event, "type"), integer(event, "index") or 0
        if kind == "message_start":
            model = get(get(event, "message"), "model") or model
            open_.clear()
            for index, block in objects(get(event, "message"), "content"):
                begin(index, block, f"/{at}/message/content/{index}")
        elif kind == "content_block_start":
            begin(number, get(event, "contentBlock"), f"/{at}/content_block")
        elif kind == "content_block_delta":
            rank = open_[number] if number in open_ else begin(number, {"type": "text"}, f"/{at}")
            delta = get(event, "delta")
            name = (string(delta, "type") or "").removesuffix("_delta")
            if name in ("text", "thinking"):
                grown[rank].setdefault(name, []).append(needed_text(delta, f"/{at}/delta", name))
            elif name == "citations":
                pointers[f"/content/{rank}/citations/{len(notes[rank])}"] = f"/{at}/delta/citation"
                notes[rank].append(get(delta, "citation"))
    for block, texts, citations in zip(blocks, grown, notes, strict=True):
        for name, pieces in texts.items():
            begun = needed_text(block, "/content", name)
            block[name] = begun + "".join(pieces)
        block["citations"] = citations
    return {"model": model, "content": blocks}, pointers


ADAPTERS: tuple[Adapter, ...] = (Messages(),)
