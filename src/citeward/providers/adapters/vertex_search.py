"""Vertex AI Search: answers and summaries, whose citations span the claim in UTF-8 bytes with an exclusive end.

A source's ``referenceId`` (answer) or ``referenceIndex`` (summary) counts, from 0, in the reply's own references; a
number left out is 0. (Discovery Engine API reference, v1.)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from citeward.providers.draft import Draft
from citeward.providers.interface import Adapter, ProviderAnswer, Role, SourceKind, SourceRef, Timing, Unit
from citeward.providers.wire import begin, fields, get, integer, items, listed, needed_text, objects, string

__all__ = ["ADAPTERS"]

_NAMES = ("google", "vertex", "vertexai", "vertex_ai_search", "discoveryengine")


class SearchAnswer(Adapter):
    """The answer method, whole and streamed."""

    providers = _NAMES
    api = "search.answer"
    api_names = ("servingConfigs.answer", "answerQuery", "streamAnswer")

    def recognises(self, payload: object) -> bool:
        return get(_answer(payload), "answerText") is not None

    def read(self, payload: object, request: object) -> ProviderAnswer:
        draft = Draft(self)
        answer = _answer(payload)
        base = "" if answer is payload else "/answer"
        draft.text(f"{base}/answerText", needed_text(answer, base, "answerText"))
        _cite(draft, answer, items(answer, "references"), base)
        return draft.finish()

    def recognises_stream(self, events: Sequence[object]) -> bool:
        return any(self.recognises(event) for event in events[:8])

    def read_stream(self, events: Sequence[object], request: object) -> ProviderAnswer:
        """Every message holds what has been said since the last; the one that ends the answer holds all of it."""
        whole = [event for event in events if string(_answer(event), "state") == "SUCCEEDED"]
        if whole:
            return self.read(whole[-1], request)
        draft = Draft(self)
        for at, event in enumerate(events):
            draft.text(f"/{at}/answer/answerText", needed_text(_answer(event), f"/{at}/answer", "answerText"))
        for at, event in enumerate(events):
            _cite(draft, _answer(event), items(_answer(event), "references"), f"/{at}/answer")
        return draft.finish()


class SearchSummary(Adapter):
    """The summary of a search."""

    providers = _NAMES
    api = "search.summary"
    api_names = ("servingConfigs.search",)

    def recognises(self, payload: object) -> bool:
        return get(get(get(payload, "summary"), "summaryWithMetadata"), "summary") is not None

    def read(self, payload: object, request: object) -> ProviderAnswer:
        draft = Draft(self)
        base = "/summary/summaryWithMetadata"
        body = get(get(payload, "summary"), "summaryWithMetadata")
        draft.text(f"{base}/summary", needed_text(body, base, "summary"))
        _cite(draft, get(body, "citationMetadata"), items(body, "references"), f"{base}/citationMetadata")
        return draft.finish()


def _answer(payload: object) -> object:
    inner = get(payload, "answer")
    return payload if inner is None else inner


def _cite(draft: Draft, holder: object, references: Sequence[object], base: str) -> None:
    for reference in references:
        draft.saw(_source(reference, None))
    for index, citation in objects(holder, "citations"):
        start, end = begin(citation, "startIndex"), integer(citation, "endIndex")
        anchor = draft.span(Role.CLAIM, draft.whole, start, end, Unit.UTF8)
        sources = tuple(_named(items(citation, "sources"), references)) or (SourceRef(SourceKind.UNKNOWN),)
        draft.cite(anchor, sources, f"{base}/citations/{index}", Timing.END)


def _named(sources: Sequence[object], references: Sequence[object]) -> Iterator[SourceRef]:
    for source in sources:
        number = begin(source, "referenceId", "referenceIndex")
        found = listed(references, number)
        yield SourceRef(SourceKind.CHUNK_INDEX, number, dangling=True) if found is None else _source(found, number)


def _source(reference: object, index: int | None) -> SourceRef:
    body = get(reference, "chunkInfo", "unstructuredDocumentInfo", "structuredDocumentInfo") or reference
    about = get(body, "documentMetadata") or body
    passages = (string(chunk, "content") for _, chunk in objects(body, "chunkContents"))
    text = string(body, "content") or "\n".join(passage for passage in passages if passage) or None
    document = string(about, "document")
    return SourceRef(
        SourceKind.CHUNK_INDEX,
        index=index,
        id=None if document is None else document.rpartition("/")[2],
        url=string(about, "uri"),
        title=string(about, "title"),
        text=text,
        attributes=fields(body, "chunk", "relevanceScore") | fields(about, "document", "pageIdentifier"),
    )


ADAPTERS: tuple[Adapter, ...] = (SearchAnswer(), SearchSummary())
