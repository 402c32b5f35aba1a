"""Amazon Bedrock's managed retrieval: RetrieveAndGenerate, InvokeAgent and AgenticRetrieve.

RetrieveAndGenerate spans the claim with an INCLUSIVE end (0..222 for a text of 223 characters on a recorded reply);
the part's own text proves it. AgenticRetrieve ends are exclusive, and ``resultIndex`` counts in the same reply's
results. Units are characters.
"""

from __future__ import annotations

from codecs import IncrementalDecoder, getincrementaldecoder
from collections.abc import Iterator, Mapping, Sequence

from citeward.providers.draft import Draft
from citeward.providers.interface import Adapter, ProviderAnswer, Role, SourceKind, SourceRef, Timing, Unit
from citeward.providers.wire import begin, fields, get, integer, items, listed, needed_text, objects, string

__all__ = ["ADAPTERS"]

_NAMES = ("bedrock", "aws", "aws_bedrock", "amazon_bedrock")
_CHUNK = "x-amz-bedrock-kb-chunk-id"
_URI = "x-amz-bedrock-kb-source-uri"
_META = (_URI, "x-amz-bedrock-kb-data-source-id", "x-amz-bedrock-kb-document-page-number")


class RetrieveAndGenerate(Adapter):
    """RetrieveAndGenerate, whole and streamed, and the chunks of InvokeAgent, which attribute the same way."""

    providers = _NAMES
    api = "RetrieveAndGenerate"
    api_names = ("RetrieveAndGenerateStream", "InvokeAgent")

    def recognises(self, payload: object) -> bool:
        return get(get(payload, "output"), "text") is not None or any(
            get(item, "generatedResponsePart") is not None for item in items(payload, "citations")
        )

    def read(self, payload: object, request: object) -> ProviderAnswer:
        draft = Draft(self)
        draft.text("/output/text", needed_text(get(payload, "output"), "/output", "text"))
        _cite(draft, [(f"/citations/{index}", item) for index, item in objects(payload, "citations")])
        return draft.finish()

    def recognises_stream(self, events: Sequence[object]) -> bool:
        return any(
            isinstance(event, Mapping)
            and (get(event.get("output"), "text") is not None or get(event, "citation") is not None or "chunk" in event)
            for event in events[:8]
        )

    def read_stream(self, events: Sequence[object], request: object) -> ProviderAnswer:
        draft = Draft(self)
        decoder = getincrementaldecoder("utf-8")("replace")  # a chunk may end inside a character
        found: list[tuple[str, Mapping[str, object]]] = []
        for at, event in enumerate(events):
            chunk = get(event, "chunk")
            if (output := get(event, "output")) is not None:
                draft.text(f"/{at}/output/text", needed_text(output, f"/{at}/output", "text"))
            elif chunk is not None:
                draft.text(f"/{at}/chunk/bytes", _decoded(get(chunk, "bytes"), decoder))
                attributed = objects(get(chunk, "attribution"), "citations")
                found += [(f"/{at}/chunk/attribution/citations/{index}", item) for index, item in attributed]
            citation = get(event, "citation")
            if isinstance(citation, Mapping):
                inner = get(citation, "citation")
                deeper = isinstance(inner, Mapping) and get(citation, "generatedResponsePart") is None
                found.append((f"/{at}/citation", inner if deeper and isinstance(inner, Mapping) else citation))
        _cite(draft, found)
        return draft.finish()


class AgenticRetrieve(Adapter):
    """AgenticRetrieveStream: one result event holds the answer, its citations and the results they count in."""

    providers = _NAMES
    api = "AgenticRetrieveStream"
    api_names = ("AgenticRetrieve",)

    def recognises(self, payload: object) -> bool:
        return get(get(payload, "result"), "generatedResponse") is not None

    def read(self, payload: object, request: object) -> ProviderAnswer:
        return self.read_stream([payload], request)

    def recognises_stream(self, events: Sequence[object]) -> bool:
        return any(self.recognises(event) for event in events)

    def read_stream(self, events: Sequence[object], request: object) -> ProviderAnswer:
        draft = Draft(self)
        for at, event in enumerate(events):
            result = get(event, "result")
            response = get(result, "generatedResponse")
            if response is None:
                continue
            base = f"/{at}/result" if len(events) > 1 else "/result"
            frame = draft.text(f"{base}/generatedResponse/answer", needed_text(response, base, "answer"))
            results = items(result, "results")
            for reference in results:
                draft.saw(_retrieved(reference, None))
            for index, citation in objects(response, "citations"):
                start = begin(citation, "startIndex")
                anchor = draft.span(Role.CLAIM, frame, start, integer(citation, "endIndex"), Unit.CODE_POINTS)
                sources = [_retrieved_at(results, ref) for _, ref in objects(citation, "references")]
                where = f"{base}/generatedResponse/citations/{index}"
                draft.cite(anchor, sources or (SourceRef(SourceKind.UNKNOWN),), where, Timing.END)
        return draft.finish()


def _cite(draft: Draft, citations: Sequence[tuple[str, Mapping[str, object]]]) -> None:
    for pointer, citation in citations:
        part = get(get(citation, "generatedResponsePart"), "textResponsePart")
        span = get(part, "span")
        sources = [_retrieved(reference, None) for reference in items(citation, "retrievedReferences")]
        if not sources:
            continue  # a stretch of the answer that rests on nothing is listed too
        anchor = draft.span(
            Role.CLAIM,
            draft.whole,
            0 if span is not None and get(span, "start") is None else integer(span, "start"),
            integer(span, "end"),
            Unit.CODE_POINTS,
            echo=string(part, "text"),
            end_inclusive=True,
        )
        draft.cite(anchor, sources, pointer, Timing.AFTER_TEXT)


def _retrieved_at(results: Sequence[object], reference: object) -> SourceRef:
    index = integer(reference, "resultIndex")
    found = listed(results, index)
    if not isinstance(found, Mapping):
        return SourceRef(SourceKind.RETRIEVED_REFERENCE, index=index, dangling=True)
    return _retrieved(found, index)


def _retrieved(reference: object, index: int | None) -> SourceRef:
    meta = get(reference, "metadata")
    return SourceRef(
        SourceKind.RETRIEVED_REFERENCE,
        index=index,
        id=string(meta, _CHUNK),
        url=next(_addresses(get(reference, "location")), None) or string(meta, "uri", _URI),
        title=string(meta, "title"),
        text=string(get(reference, "content"), "text"),
        attributes=fields(meta, *_META),
    )


def _addresses(location: object) -> Iterator[str]:
    """The address under whichever kind of location this is: S3, web, Confluence, SharePoint and more to come."""
    if isinstance(location, Mapping):
        for value in location.values():
            address = string(value, "uri", "url")
            if address is not None:
                yield address


def _decoded(value: object, decoder: IncrementalDecoder) -> str:
    if isinstance(value, bytes):
        return decoder.decode(value)
    return value if isinstance(value, str) else ""


ADAPTERS: tuple[Adapter, ...] = (RetrieveAndGenerate(), AgenticRetrieve())
