"""Vercel AI SDK UI messages and their stream: ``source-url`` and ``source-document`` parts beside text parts.

A source has no place in the text, but one that quotes its page while a text part is being written is about that part.
Its ``sourceId`` is random. Anthropic's search RESULTS come as sources too; only
those with a ``citedText`` are citations. OpenAI's file citations keep their insertion point in ``providerMetadata``,
its URL citations lose their offsets. (Measured on ai 6.0.326.)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from citeward.providers.draft import Draft
from citeward.providers.interface import (
    Adapter,
    Anchor,
    Defect,
    PartKind,
    ProviderAnswer,
    QuoteKind,
    SourceKind,
    SourceLocator,
    SourceRef,
    Timing,
)
from citeward.providers.offsets import Frame
from citeward.providers.wire import fields, get, integer, items, needed_text, string, typed

__all__ = ["ADAPTERS"]

_CUT = 150
_INSIDE = "inside"
"""On a source that came while a text part was being written: that part."""


class VercelUI(Adapter):
    """A ``UIMessage`` and the UI message stream."""

    providers = ("vercel_ui", "vercel", "ai_sdk")
    api = "UI message stream"
    api_names = ("UIMessage", "ui_message_stream", "ai")

    def recognises(self, payload: object) -> bool:
        return isinstance(get(payload, "parts"), list)

    def read(self, payload: object, request: object) -> ProviderAnswer:
        return self._read([(f"/parts/{index}", part) for index, part in enumerate(items(payload, "parts"))])

    def recognises_stream(self, events: Sequence[object]) -> bool:
        return any(string(event, "type") in ("start", "start-step", "text-start", "text-delta") for event in events[:8])

    def read_stream(self, events: Sequence[object], request: object) -> ProviderAnswer:
        parts: list[tuple[str, dict[str, object]]] = []
        texts: dict[tuple[str, str], list[str]] = {}
        open_: dict[tuple[str, str], dict[str, object]] = {}
        speaking: dict[str, object] | None = None
        for at, event in enumerate(events):
            kind = string(event, "type") or ""
            family, _, step = kind.rpartition("-")
            key = family, string(event, "id") or ""
            if family in ("text", "reasoning") and step in ("start", "delta", "end"):
                if key not in open_ or step == "start":
                    open_[key], texts[key] = {"type": family}, []
                    parts.append((f"/{at}", open_[key]))
                texts[key].append(needed_text(event, f"/{at}", "delta", "textDelta"))
                open_[key]["text"] = texts[key]
            elif isinstance(event, Mapping) and not _is_frame(kind):
                inside = speaking if kind.startswith("source") else None
                parts.append((f"/{at}", dict(event) if inside is None else {**event, _INSIDE: inside}))
            if family == "text":
                speaking = None if step == "end" else open_[key]
        for _, part in parts:
            pieces = part.get("text")
            if isinstance(pieces, list):
                part["text"] = "".join(pieces)
        return self._read(parts)

    def _read(self, parts: Sequence[tuple[str, object]]) -> ProviderAnswer:
        draft = Draft(self)
        frame = Frame("", 0, None)
        frames: dict[int, Frame] = {}
        for pointer, part in parts:
            kind = string(part, "type") or ""
            if kind == "text":
                frame = frames[id(part)] = draft.text(pointer, needed_text(part, pointer, "text"))
            elif kind == "reasoning":
                draft.aside(pointer, PartKind.THINKING, string(part, "text") or "")
            elif kind in ("source-url", "source-document", "source"):
                block = frames.get(id(get(part, _INSIDE)))
                _source(draft, frame, get(part, "source") or part, pointer, block)
            elif kind.startswith(("tool-", "dynamic-tool")):
                draft.aside(pointer, PartKind.TOOL, string(part, "toolName") or kind)
            elif not _is_frame(kind):
                draft.unread(pointer, typed(part))
        return draft.finish()


def _is_frame(kind: str) -> bool:
    return kind in ("start", "finish", "step-start", "message-metadata", "abort") or kind.endswith("-step")


def _source(draft: Draft, frame: Frame, part: object, pointer: str, block: Frame | None) -> None:
    metadata = get(part, "providerMetadata")
    anthropic, openai = get(metadata, "anthropic"), get(metadata, "openai")
    quote = string(anthropic, "citedText")
    source = _reference(part, anthropic, openai)
    if anthropic is not None and quote is None:
        draft.saw(source)
        return
    cut = quote is not None and len(quote) >= _CUT and quote.endswith(("...", "…"))
    draft.cite(
        _anchor(draft, frame, openai) if block is None or quote is None else draft.block(block),
        source,
        pointer,
        Timing.INLINE,
        cited_text=quote,
        quote_kind=QuoteKind.TRUNCATED_PREFIX if cut else QuoteKind.VERBATIM,
    )


def _anchor(draft: Draft, frame: Frame, openai: object) -> Anchor:
    index = integer(openai, "index")
    return draft.message(Defect.NO_POSITION) if index is None else draft.insertion(frame, index)


def _reference(part: object, anthropic: object, openai: object) -> SourceRef:
    title, url = string(part, "title", "filename"), string(part, "url")
    attributes = fields(part, "source_id", "media_type", "providerMetadata")
    if url is not None:
        return SourceRef(SourceKind.URL, url=url, title=title, attributes=attributes)
    file_id = string(openai, "fileId")
    if file_id is not None:
        container = string(openai, "containerId")
        kind = SourceKind.FILE_ID if container is None else SourceKind.CONTAINER_FILE
        return SourceRef(kind, id=file_id, title=title, attributes=attributes)
    place = None
    if get(anthropic, "startPageNumber") is not None:
        place = SourceLocator("page", integer(anthropic, "startPageNumber"), integer(anthropic, "endPageNumber"))
    elif anthropic is not None:
        place = SourceLocator("char", integer(anthropic, "startCharIndex"), integer(anthropic, "endCharIndex"))
    return SourceRef(SourceKind.DOCUMENT_ID, title=title, locator=place, attributes=attributes)


ADAPTERS: tuple[Adapter, ...] = (VercelUI(),)
