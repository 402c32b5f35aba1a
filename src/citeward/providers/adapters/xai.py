"""xAI: annotations without offsets (Responses), a list of everything seen, and opt-in inline citations.

Inline citations mark ``[[n]](url)`` in the text, in characters with an exclusive end, for the web, X posts and
collections; in a stream they arrive in the deltas. Without them a citation has no place.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from citeward.providers.adapters.openai_chat import ChatCompletions
from citeward.providers.adapters.openai_responses import Responses
from citeward.providers.draft import Draft
from citeward.providers.interface import Adapter, ProviderAnswer, QuoteKind, Role, SourceKind, SourceRef, Timing, Unit
from citeward.providers.offsets import Frame
from citeward.providers.wire import begin, fields, get, integer, items, objects, string, typed

__all__ = ["ADAPTERS"]


class XaiResponses(Responses):
    """Responses on xAI."""

    providers = ("xai", "grok")
    timing = Timing.END_OF_PART


class XaiChat(ChatCompletions):
    """Chat Completions and the gRPC chat, which says ``outputs`` where the others say ``choices``."""

    providers = ("xai", "grok")
    api = "chat.completions"
    api_names = ("chat/completions", "chat", "grpc")

    def recognises_stream(self, events: Sequence[object]) -> bool:
        return super().recognises_stream([_chunk(event) for event in events[:8]])

    def read_stream(self, events: Sequence[object], request: object) -> ProviderAnswer:
        return super().read_stream([_chunk(event) for event in events], request)

    def extras(self, draft: Draft, frame: Frame, payload: object, message: Mapping[str, object], pointer: str) -> None:
        for listed in items(payload, "citations"):
            draft.saw(_seen(listed if isinstance(listed, str) else string(listed, "url") or ""))
        for index, citation in objects(message, "citations"):
            anchor = draft.span(
                Role.MARKER, frame, begin(citation, "startIndex"), integer(citation, "endIndex"), Unit.CODE_POINTS
            )
            source = _source(citation)
            draft.cite(
                anchor,
                source,
                f"{pointer}/citations/{index}",
                Timing.INLINE,
                cited_text=source.text,
                quote_kind=QuoteKind.SOURCE_CHUNK,
            )


def _seen(address: str) -> SourceRef:
    """A page, or a file of a collection: ``collections://<collection>/files/<file>``."""
    if not address.startswith("collections://"):
        return SourceRef(SourceKind.URL, url=address)
    return SourceRef(SourceKind.FILE_ID, id=address.rpartition("/")[2], attributes={"uri": address})


def _chunk(event: object) -> object:
    """The chunk of an event: xAI's library yields it beside the reply so far."""
    return event[1] if isinstance(event, list) and len(event) == 2 else event


def _source(citation: Mapping[str, object]) -> SourceRef:
    collection = get(citation, "collectionsCitation")
    if collection is not None:
        return SourceRef(
            SourceKind.FILE_ID,
            id=string(collection, "fileId"),
            text=string(collection, "chunkContent"),
            attributes=fields(collection, "chunk_id", "score", "collection_ids"),
        )
    web = get(citation, "webCitation", "xCitation")
    if web is not None:
        return SourceRef(SourceKind.URL, url=string(web, "url"))
    return SourceRef(SourceKind.UNKNOWN, attributes={"raw_type": typed(citation), "raw": citation})


ADAPTERS: tuple[Adapter, ...] = (XaiChat(), XaiResponses())
