"""Amazon Bedrock Converse: ``citationsContent`` blocks, each a text with the citations it rests on.

Document indices count documents over the whole request; ends are exclusive (a page 1..2 is page 1). In a stream the
delta's key is ``citation`` and it comes before the text. (Converse API reference; measured on recorded replies.)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

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
from citeward.providers.wire import fields, get, integer, items, needed_text, objects, string, typed

__all__ = ["ADAPTERS"]

_LOCATIONS = {
    "documentChar": (SourceKind.DOCUMENT_INDEX, "documentIndex", "char"),
    "documentPage": (SourceKind.DOCUMENT_INDEX, "documentIndex", "page"),
    "documentChunk": (SourceKind.DOCUMENT_INDEX, "documentIndex", "block"),
    "searchResultLocation": (SourceKind.SEARCH_RESULT_INDEX, "searchResultIndex", "block"),
}


class Converse(Adapter):
    """Converse and ConverseStream."""

    providers = ("bedrock", "aws", "aws_bedrock", "amazon_bedrock")
    api = "Converse"
    api_names = ("ConverseStream",)

    def recognises(self, payload: object) -> bool:
        content = get(_message(payload)[0], "content")
        return isinstance(content, list) and not any(
            isinstance(block, Mapping) and "type" in block for block in content
        )

    def read(self, payload: object, request: object) -> ProviderAnswer:
        message, pointer = _message(payload)
        draft = Draft(self)
        for index, block in enumerate(items(message, "content")):
            _block(draft, block, f"{pointer}/content/{index}")
        return draft.finish()

    def recognises_stream(self, events: Sequence[object]) -> bool:
        return any(get(event, "contentBlockDelta", "messageStart") is not None for event in events[:8])

    def read_stream(self, events: Sequence[object], request: object) -> ProviderAnswer:
        message, pointers = _assemble(events)
        draft = Draft(self, None, pointers)
        for index, block in enumerate(items(message, "content")):
            _block(draft, block, f"/content/{index}")
        return draft.finish()


def _message(payload: object) -> tuple[object, str]:
    message = get(get(payload, "output"), "message")
    return (payload, "") if message is None else (message, "/output/message")


def _block(draft: Draft, block: object, pointer: str) -> None:
    cited = get(block, "citationsContent")
    if isinstance(cited, Mapping):
        pieces = [needed_text(piece, pointer, "text") for _, piece in objects(cited, "content")]
        frame = draft.text(f"{pointer}/citationsContent", "".join(pieces))
        anchor = draft.block(frame)
        for index, citation in objects(cited, "citations"):
            quote = "".join(string(piece, "text") or "" for _, piece in objects(citation, "sourceContent")) or None
            where = f"{pointer}/citationsContent/citations/{index}"
            source = _source(citation)
            draft.cite(anchor, source, where, Timing.BEFORE_TEXT, cited_text=quote, quote_kind=QuoteKind.VERBATIM)
    elif get(block, "text") is not None:
        draft.text(pointer, needed_text(block, pointer, "text"))
    elif (reasoning := get(block, "reasoningContent")) is not None:
        draft.aside(pointer, PartKind.THINKING, string(get(reasoning, "reasoningText"), "text") or "")
    elif (tool := get(block, "toolUse", "toolResult")) is not None:
        draft.aside(pointer, PartKind.TOOL, string(tool, "name") or "tool")
    else:
        draft.unread(pointer, typed(block))


def _source(citation: Mapping[str, object]) -> SourceRef:
    location = get(citation, "location")
    title, named = string(citation, "title"), string(citation, "source")
    for name, (kind, key, unit) in _LOCATIONS.items():
        body = get(location, name)
        if body is not None:
            place = SourceLocator(unit, integer(body, "start"), integer(body, "end"))
            return SourceRef(kind, index=integer(body, key), id=named, title=title, locator=place)
    web = get(location, "web")
    if web is not None:
        return SourceRef(SourceKind.URL, url=string(web, "url"), title=title, attributes=fields(web, "domain"))
    attributes = {"raw_type": typed(location), "raw": citation}
    return SourceRef(SourceKind.UNKNOWN, id=named, title=title, attributes=attributes)


def _assemble(events: Sequence[object]) -> tuple[dict[str, object], dict[str, str]]:
    """The message a stream adds up to, and where its citations stand in the stream."""
    texts: dict[int, list[str]] = {}
    thoughts: dict[int, list[str]] = {}
    citations: dict[int, list[tuple[int, object]]] = {}
    tools: dict[int, object] = {}
    for at, event in enumerate(events):
        body = get(event, "contentBlockDelta", "contentBlockStart")
        index = integer(body, "contentBlockIndex") or 0
        delta = get(body, "delta")
        if get(delta, "text") is not None:
            texts.setdefault(index, []).append(needed_text(delta, f"/{at}/contentBlockDelta/delta", "text"))
        if (citation := get(delta, "citation", "citationsContent")) is not None:
            citations.setdefault(index, []).append((at, citation))
        if thought := string(get(delta, "reasoningContent"), "text"):
            thoughts.setdefault(index, []).append(thought)
        if (tool := get(get(body, "start"), "toolUse")) is not None:
            tools[index] = tool
    content: list[dict[str, object]] = []
    pointers: dict[str, str] = {}
    for index in sorted(texts.keys() | citations.keys() | thoughts.keys() | tools.keys()):
        text = "".join(texts.get(index, []))
        if index in citations:
            for order, (at, _) in enumerate(citations[index]):
                where = f"/content/{len(content)}/citationsContent/citations/{order}"
                pointers[where] = f"/{at}/contentBlockDelta/delta/citation"
            found = [citation for _, citation in citations[index]]
            content.append({"citationsContent": {"content": [{"text": text}], "citations": found}})
        elif index in texts:
            content.append({"text": text})
        elif index in thoughts:
            content.append({"reasoningContent": {"reasoningText": {"text": "".join(thoughts[index])}}})
        else:
            content.append({"toolUse": tools[index]})
    return {"content": content}, pointers


ADAPTERS: tuple[Adapter, ...] = (Converse(),)
