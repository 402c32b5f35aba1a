"""LangChain v1 messages: content blocks with annotations, which keep what they were made from under ``extras``.

The trap: from Gemini, offsets are the provider's UTF-8 bytes under a field that counts characters, and ``cited_text``
is the ANSWER's own words, so checking that "quote" against the answer always passes. Retrieved contexts lose their URL
and title, which survive only in ``response_metadata``. Provider-native blocks in a message are read as that provider's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from citeward.providers.adapters.anthropic import cite_block
from citeward.providers.annotations import cite_annotation, cite_annotations
from citeward.providers.draft import Draft
from citeward.providers.grounding import chunk_source, cite_grounding
from citeward.providers.interface import (
    Adapter,
    Defect,
    PartKind,
    ProviderAnswer,
    QuoteKind,
    Role,
    SourceKind,
    SourceLocator,
    SourceRef,
    Timing,
    Unit,
)
from citeward.providers.markers import Known, numeric, scan
from citeward.providers.offsets import Frame
from citeward.providers.wire import fields, get, integer, items, needed_text, string, strings, typed

__all__ = ["ADAPTERS"]

_NATIVE_ANTHROPIC = (
    "char_location", "page_location", "content_block_location", "search_result_location", "web_search_result_location",
)  # fmt: skip
_NOTES = ("annotations", "citations")
_PLACES = (
    ("char", "startCharIndex", "endCharIndex"),
    ("page", "startPageNumber", "endPageNumber"),
    ("block", "startBlockIndex", "endBlockIndex"),
)


class LangChain(Adapter):
    """An ``AIMessage``, its content blocks, a retrieval chain's output with its Documents, or streamed chunks."""

    providers = ("langchain", "langchain_core")
    api = "AIMessage.content_blocks"
    api_names = ("AIMessage", "AIMessageChunk", "content_blocks", "documents")

    def recognises(self, payload: object) -> bool:
        message, _ = _message(payload)
        if isinstance(message, list):
            return any(string(block, "type") == "text" for block in message)
        if isinstance(get(message, "contentBlocks", "content"), str | list):
            return True
        documents = get(message, "context", "sourceDocuments")
        return isinstance(get(message, "answer", "result"), str) and isinstance(documents, list)

    def read(self, payload: object, request: object) -> ProviderAnswer:
        return self._read(payload, {})

    def recognises_stream(self, events: Sequence[object]) -> bool:
        return any("Chunk" in (string(_message(event)[0], "type") or "") for event in events[:4])

    def read_stream(self, events: Sequence[object], request: object) -> ProviderAnswer:
        return self._read(*_merge([_message(event)[0] for event in events]))

    def _read(self, payload: object, pointers: Mapping[str, str]) -> ProviderAnswer:
        message, base = _message(payload)
        metadata = get(message, "responseMetadata")
        draft = Draft(self, string(metadata, "modelName", "model"), pointers)
        name, content = "", message
        if not isinstance(message, list):
            name = next(n for n in ("content_blocks", "content", "answer", "result") if get(message, n) is not None)
            content, name = get(message, name), f"/{name}"
        chunks = items(get(metadata, "groundingMetadata"), "groundingChunks")
        if isinstance(content, str):
            draft.text(f"{base}{name}", content)
        ahead = _Ahead(draft)
        for index, block in enumerate(items(content)):
            where = f"{base}{name}/{index}"
            if isinstance(block, str):
                ahead.text(where, block)
            elif string(block, "type") in ("text", None) and get(block, "text") is not None:
                if any(items(block, note) for note in _NOTES):
                    ahead.settle()
                    _text(draft, block, where, chunks)
                else:
                    ahead.text(where, needed_text(block, where, "text"))
            elif string(block, "type") == "text":
                ahead.cite(block, where)
            elif string(block, "type") in ("reasoning", "thinking"):
                draft.aside(where, PartKind.THINKING, string(block, "reasoning", "thinking") or "")
            elif (string(block, "type") or "").endswith(("tool_call", "tool_result", "tool_use", "tool_call_chunk")):
                draft.aside(where, PartKind.TOOL, string(block, "name") or typed(block))
            else:
                draft.unread(where, typed(block))
        ahead.settle()
        _extras(draft, message, base)
        for document in items(message, "context") or items(message, "sourceDocuments"):
            draft.saw(_document(document))
        if not draft.covered() and chunks:
            where = f"{base}/response_metadata/grounding_metadata"
            cite_grounding(draft, get(metadata, "groundingMetadata"), {}, where)
        return draft.finish()


def _message(payload: object) -> tuple[object, str]:
    """The message inside whichever envelope, and its pointer."""
    for name in ("kwargs", "data"):
        inner = get(payload, name)
        if isinstance(inner, Mapping) and get(inner, "content") is not None:
            return inner, f"/{name}"
    return payload, ""


def _merge(chunks: Sequence[object]) -> tuple[dict[str, object], dict[str, str]]:
    """One message of its chunks, and where its citations stand in them.

    Text is joined as far as no block stands between, blocks with the same index grow, metadata is taken as it comes.
    """
    blocks: dict[object, dict[str, object]] = {}
    ranks: dict[object, int] = {}
    texts: dict[object, list[str]] = {}
    notes: dict[tuple[object, str], list[object]] = {}
    pointers: dict[str, str] = {}
    metadata: dict[str, object] = {}
    extras: dict[str, object] = {}
    runs = 0
    for at, chunk in enumerate(chunks):
        content = get(chunk, "contentBlocks", "content")
        for order, block in enumerate([content] if isinstance(content, str) else items(content)):
            value = {"type": "text", "text": block} if isinstance(block, str) else block
            if not isinstance(value, Mapping):
                continue
            kind, index = string(value, "type"), value.get("index")
            if isinstance(block, str) and not block:
                continue
            if kind == "text" and index is None:
                key: object = ("run", runs)
            else:
                key, runs = (kind, str(index)) if index is not None else (at, order), runs + 1
            known = blocks.setdefault(key, {"type": kind})
            rank = ranks.setdefault(key, len(ranks))
            where = f"/{at}/content/{order}"
            texts.setdefault(key, []).append(needed_text(value, where, "text"))
            known.update({name: item for name, item in value.items() if name not in ("text", *_NOTES)})
            for name in _NOTES:
                found = notes.setdefault((key, name), [])
                for number, note in enumerate(items(value, name)):
                    pointers[f"/content/{rank}/{name}/{len(found)}"] = f"{where}/{name}/{number}"
                    found.append(note)
        for target, name in ((metadata, "responseMetadata"), (extras, "additionalKwargs")):
            sent = get(chunk, name)
            for key_, item in sent.items() if isinstance(sent, Mapping) else ():
                before = target.get(key_)
                if isinstance(item, list) and isinstance(before, list) and item[: len(before)] != before:
                    target[key_] = [*before, *item]  # each chunk brings its own; others repeat the list as it grows
                elif item:
                    target[key_] = item
    for key, block_ in blocks.items():
        if any(texts[key]):
            block_["text"] = "".join(texts[key])
        block_.update({name: notes[key, name] for name in _NOTES if notes[key, name]})
    return {"content": list(blocks.values()), "response_metadata": metadata, "additional_kwargs": extras}, pointers


class _Ahead:
    """Citations of a block without words, as chunks leave them when they are summed: its words follow as plain text.

    Anthropic names what a block rests on before its words. The words that follow are the block, as far as the next one
    that is cited; behind the last words of a message, those are meant.
    """

    __slots__ = ("blocks", "draft", "last", "start")

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self.blocks: list[tuple[object, str]] = []
        self.start = 0
        self.last: Frame | None = None

    def text(self, pointer: str, text: str) -> None:
        """Adds words, which belong to what was cited before them."""
        frame = self.draft.text(pointer, text)
        self.last = frame if text else self.last

    def cite(self, block: object, pointer: str) -> None:
        """Keeps a block until its words have come."""
        if self.draft.length > self.start:
            self.settle()
        self.start = self.draft.length
        self.blocks.append((block, pointer))

    def settle(self) -> None:
        """Cites what was kept, by the words that have come since."""
        text = self.draft.answer[self.start :]
        frame = Frame(text, self.start, None) if text else self.last or Frame("", self.start, None)
        for block, pointer in self.blocks:
            _notes(self.draft, frame, block, pointer, ())
        self.blocks.clear()


def _extras(draft: Draft, message: object, base: str) -> None:
    """What integrations put beside the text: OpenAI's annotations, Perplexity's list of URLs."""
    extra = get(message, "additionalKwargs")
    where = f"{base}/additional_kwargs/annotations"
    if not draft.covered():  # content blocks repeat them
        cite_annotations(draft, draft.whole, get(extra, "annotations"), where, Timing.END)
    urls = strings(extra, "citations")
    if urls:
        known: Known = {n: SourceRef(SourceKind.ORDINAL, index=n, url=url) for n, url in enumerate(urls, 1)}
        draft.cite_found(scan(draft.answer, numeric(known, promised=True), covered=draft.covered()))


def _text(draft: Draft, block: object, pointer: str, chunks: Sequence[object]) -> None:
    _notes(draft, draft.text(pointer, needed_text(block, pointer, "text")), block, pointer, chunks)


def _notes(draft: Draft, frame: Frame, block: object, pointer: str, chunks: Sequence[object]) -> None:
    cite_block(draft, frame, block, pointer)
    for index, annotation in enumerate(items(block, "annotations")):
        where = f"{pointer}/annotations/{index}"
        kind = string(annotation, "type")
        value = get(annotation, "value") if kind == "non_standard_annotation" else annotation
        if string(value, "type") in _NATIVE_ANTHROPIC:
            cite_block(draft, frame, {"citations": [value]}, where)
        elif kind == "citation" and isinstance(annotation, Mapping):
            _citation(draft, frame, annotation, where, chunks)
        else:
            cite_annotation(draft, frame, value, where, Timing.END_OF_PART)


def _citation(
    draft: Draft, frame: Frame, citation: Mapping[str, object], pointer: str, chunks: Sequence[object]
) -> None:
    extras = get(citation, "extras")
    gemini = get(extras, "google_ai_metadata")
    quote, url, title = string(citation, "citedText"), string(citation, "url"), string(citation, "title")
    start, end = integer(citation, "startIndex"), integer(citation, "endIndex")
    if gemini is not None:
        source = _gemini_source(gemini, chunks, url, title)
        anchor = draft.span(Role.CLAIM, frame, start or 0, end, Unit.UTF8, echo=quote)
        draft.cite(anchor, source, pointer, Timing.END, quote_kind=QuoteKind.ANSWER_ECHO)
        return
    source = _source(citation, extras, url, title)
    if end is None:
        position = integer(extras, "index", "file_index")
        is_point = source.kind is SourceKind.FILE_ID and position is not None
        anchor = draft.insertion(frame, position) if is_point else draft.block(frame)
        if quote is None and anchor.role is Role.BLOCK:
            anchor = draft.message(Defect.NO_POSITION)
        draft.cite(anchor, source, pointer, Timing.END_OF_PART, cited_text=quote, quote_kind=QuoteKind.VERBATIM)
        return
    anchor = draft.span(Role.CLAIM, frame, start or 0, end, Unit.CODE_POINTS)
    covered = "" if anchor.start is None else draft.answer[anchor.start : anchor.end]
    if url is not None and "](" in covered:
        anchor = replace(anchor, role=Role.MARKER)
    echoes = quote is not None and quote == covered
    draft.cite(
        anchor,
        source,
        pointer,
        Timing.END_OF_PART,
        cited_text=None if echoes else quote,
        quote_kind=QuoteKind.ANSWER_ECHO if echoes else QuoteKind.VERBATIM,
    )


def _gemini_source(gemini: object, chunks: Sequence[object], url: str | None, title: str | None) -> SourceRef:
    index = integer(gemini, "grounding_chunk_index")
    if url is None and index is not None and chunks:
        return chunk_source(chunks, index)
    attributes = {} if url is not None else {"lost": True}
    return SourceRef(SourceKind.CHUNK_INDEX, index=index, url=url, title=title, attributes=attributes)


def _source(citation: Mapping[str, object], extras: object, url: str | None, title: str | None) -> SourceRef:
    kept = {"extras": extras} if extras is not None else {}
    places = (
        SourceLocator(unit, integer(extras, start), integer(extras, end))
        for unit, start, end in _PLACES
        if get(extras, start) is not None
    )
    place = next(places, None)
    for kind, key in (
        (SourceKind.SEARCH_RESULT_INDEX, "search_result_index"),
        (SourceKind.DOCUMENT_INDEX, "document_index"),
    ):
        index = integer(extras, key)
        if index is not None:
            named = string(extras, "source")
            return SourceRef(kind, index=index, id=named, title=title, locator=place, attributes=kept)
    file_id = string(extras, "file_id")
    if file_id is not None:
        return SourceRef(SourceKind.FILE_ID, id=file_id, title=title, attributes=kept)
    if url is not None:
        return SourceRef(SourceKind.URL, url=url, title=title, attributes=kept)
    kind = SourceKind.DOCUMENT_INDEX if place is not None else SourceKind.UNKNOWN
    return SourceRef(kind, title=title, locator=place, attributes={**kept, **fields(citation, "id")})


def _document(document: object) -> SourceRef:
    body = get(document, "kwargs") or document
    metadata = get(body, "metadata")
    source = string(metadata, "url", "source")
    return SourceRef(
        SourceKind.DOCUMENT_ID,
        id=string(body, "id"),
        url=source if source and "://" in source else None,
        title=string(metadata, "title"),
        text=string(body, "pageContent"),
        attributes={} if metadata is None else {"metadata": metadata},
    )


ADAPTERS: tuple[Adapter, ...] = (LangChain(),)
