"""Gemini's grounding metadata: supports that claim a span, chunks they count in, recitation notices.

Segment offsets count UTF-8 bytes with an exclusive end, relative to a part. ``startIndex`` is left out when 0, and
``partIndex`` is left out even where tool parts come first, so a missing one means "the text", not part 0.
``segment.text`` repeats the answer and proves the offsets. Web chunks hold a redirect address that hides the host;
retrieved chunks hold the source's text. (Gemini API reference; measured on recorded replies.)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from citeward.providers.draft import Draft
from citeward.providers.interface import NativeSpan, Role, SourceKind, SourceLocator, SourceRef, Timing, Unit
from citeward.providers.offsets import Frame, place
from citeward.providers.wire import begin, fields, get, integer, items, listed, numbers, objects, string, typed

__all__ = ["Supports", "chunk_source", "cite_grounding", "cite_recitations", "consult_contexts"]


class Supports:
    """What has been read of the grounding of one reply; a stream may repeat its supports, or send chunks ahead."""

    __slots__ = ("chunks", "cited")

    def __init__(self) -> None:
        self.chunks: Sequence[object] = ()
        self.cited: set[tuple[int | None, int | None, tuple[tuple[int | None, str | None], ...]]] = set()


def cite_grounding(
    draft: Draft, metadata: object, frames: Mapping[int, Frame], pointer: str, known: Supports | None = None
) -> None:
    """Adds every support of a reply's grounding metadata.

    Args:
        draft: with all text parts added.
        metadata: ``groundingMetadata``.
        frames: the text parts by their index among all parts.
        pointer: of the metadata.
        known: shared by the events of one stream.
    """
    chunks = items(metadata, "groundingChunks")
    if known is not None:
        known.chunks = chunks = chunks or known.chunks
    for index, chunk in enumerate(chunks if items(metadata, "groundingChunks") else ()):
        draft.saw(chunk_source(chunks, index))
        if not isinstance(chunk, Mapping):
            draft.unread(f"{pointer}/groundingChunks/{index}", type(chunk).__name__)
    for index, support in enumerate(items(metadata, "groundingSupports")):
        where = f"{pointer}/groundingSupports/{index}"
        segment = get(support, "segment")
        if not isinstance(support, Mapping):
            draft.unread(where, typed(support))
            continue
        sources = tuple(chunk_source(chunks, number) for number in _indices(support))
        start, end, echo = begin(segment, "startIndex"), integer(segment, "endIndex"), string(segment, "text")
        texts = _candidates(draft, frames, integer(segment, "partIndex"), NativeSpan(start, end, Unit.UTF8), echo)
        anchor = draft.span(Role.CLAIM, texts, start, end, Unit.UTF8, echo=echo)
        if known is not None:
            key = anchor.start, anchor.end, tuple((source.index, source.url) for source in sources)
            if anchor.start is not None and key in known.cited:
                continue
            known.cited.add(key)
        draft.cite(
            anchor,
            sources or (SourceRef(SourceKind.UNKNOWN, attributes={"raw": support}),),
            where,
            Timing.END,
            confidences=numbers(support, "confidenceScores"),
        )


def cite_recitations(draft: Draft, metadata: object, pointer: str) -> None:
    """Adds the notices that the model repeated text from somewhere; they are never evidence."""
    for name in ("citationSources", "citations"):
        for index, source in objects(metadata, name):
            anchor = draft.span(
                Role.RECITATION,
                draft.whole,
                begin(source, "startIndex"),
                integer(source, "endIndex"),
                Unit.UTF8,
            )
            uri = string(source, "uri")
            kind = SourceKind.URL if uri else SourceKind.UNKNOWN
            attributes = fields(source, "license", "publicationDate")
            reference = SourceRef(kind, url=uri, title=string(source, "title"), attributes=attributes)
            draft.cite(anchor, reference, f"{pointer}/{name}/{index}", Timing.END)


def consult_contexts(draft: Draft, metadata: object) -> None:
    """Records the URLs a reply says it fetched, with how that went."""
    for _, fetched in objects(metadata, "urlMetadata"):
        url, attributes = string(fetched, "retrievedUrl"), fields(fetched, "urlRetrievalStatus")
        draft.saw(SourceRef(SourceKind.URL, url=url, attributes=attributes))


def chunk_source(chunks: Sequence[object], index: int) -> SourceRef:
    """The source under a chunk index; dangling where there is no such chunk."""
    chunk = listed(chunks, index)
    if not isinstance(chunk, Mapping):
        return SourceRef(SourceKind.CHUNK_INDEX, index=index, dangling=True)
    body = get(chunk, "web", "retrievedContext", "maps", "image")
    rag = get(body, "ragChunk")
    pages = get(rag, "pageSpan")
    page = integer(body, "pageNumber")
    locator = None if page is None else SourceLocator("page", page, page + 1)
    if pages:
        locator = SourceLocator("page", integer(pages, "firstPage"), _after(integer(pages, "lastPage")))
    return SourceRef(
        SourceKind.CHUNK_INDEX,
        index=index,
        url=string(body, "uri", "sourceUri", "googleMapsUri"),
        title=string(body, "title"),
        locator=locator,
        text=string(body, "text") or string(rag, "text"),
        attributes=fields(body, "fileSearchStore", "documentName", "domain", "placeId", "customMetadata", "imageUri"),
    )


def _after(page: int | None) -> int | None:
    return None if page is None else page + 1


def _indices(support: Mapping[str, object]) -> list[int]:
    return [n for n in items(support, "groundingChunkIndices") if isinstance(n, int) and not isinstance(n, bool)]


def _candidates(
    draft: Draft, frames: Mapping[int, Frame], part: int | None, native: NativeSpan, echo: str | None
) -> Sequence[Frame]:
    """The texts a segment may count in: its part where it names one, else the whole text, the first part, or the one
    other part in which the offsets hold the text that is repeated.

    A part index of 0 is indistinguishable from none in what SDKs dump, so it means the same.
    """
    if part:
        named = frames.get(part)
        return () if named is None else (named,)
    if len(frames) < 2:
        return (draft.whole,)
    first, *later = frames.values()
    fitting = [frame for frame in later if echo and place(Role.CLAIM, (frame,), native, echo).defects == ()]
    return (draft.whole, first, *(fitting if len(fitting) == 1 else ()))
