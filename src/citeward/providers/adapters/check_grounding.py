"""Google checkGrounding: claims of an answer candidate with the facts that ground them.

``startPos`` and ``endPos`` count UTF-8 bytes with an exclusive end (56 bytes for 55 characters on a recorded reply).
``citationIndices`` count in ``citedChunks``, whose ``source`` is the index of a fact of the request, as text.
The answer is only in the request. (Discovery Engine reference.)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from citeward.errors import PayloadError
from citeward.providers.draft import Draft
from citeward.providers.interface import (
    Adapter,
    ProviderAnswer,
    Role,
    SourceKind,
    SourceRef,
    Timing,
    Unit,
)
from citeward.providers.wire import decimal, fields, get, integer, items, listed, number, objects, string

__all__ = ["ADAPTERS"]


class CheckGrounding(Adapter):
    """The reply of ``groundingConfigs:check``; the request's ``answerCandidate`` is the answer."""

    providers = ("google", "vertex", "vertexai", "discoveryengine")
    api = "checkGrounding"
    api_names = ("check_grounding", "groundingConfigs.check")

    def recognises(self, payload: object) -> bool:
        chunks = get(payload, "citedChunks", "citedFacts")
        return isinstance(get(payload, "claims"), list) and (
            isinstance(chunks, list) or get(payload, "supportScore") is not None
        )

    def read(self, payload: object, request: object) -> ProviderAnswer:
        answer = string(request, "answerCandidate")
        if answer is None:
            raise PayloadError(
                "request.answerCandidate", "is missing", "Pass the request too: the reply does not repeat the answer."
            )
        draft = Draft(self)
        frame = draft.text("/answerCandidate", answer)
        chunks, facts = items(payload, "citedChunks"), items(request, "facts")
        support = number(payload, "supportScore")
        for index, claim in objects(payload, "claims"):
            sources = tuple(_source(chunks, facts, n) for n in items(claim, "citationIndices"))
            if not sources:
                continue
            anchor = draft.span(
                Role.CLAIM,
                frame,
                0 if get(claim, "startPos") is None else integer(claim, "startPos"),
                integer(claim, "endPos"),
                Unit.UTF8,
                echo=string(claim, "claimText"),
            )
            score = number(claim, "score")
            draft.cite(anchor, sources, f"/claims/{index}", Timing.END, support=support if score is None else score)
        return draft.finish()


def _source(chunks: Sequence[object], facts: Sequence[object], index: object) -> SourceRef:
    number_ = index if isinstance(index, int) and not isinstance(index, bool) else None
    chunk = listed(chunks, number_)
    if not isinstance(chunk, Mapping):
        return SourceRef(SourceKind.CHUNK_INDEX, index=number_, dangling=True)
    source = get(chunk, "source")
    fact_index = source if isinstance(source, int) else decimal(source)
    fact = listed(facts, fact_index)
    meta = get(fact, "attributes") or get(chunk, "sourceMetadata")
    return SourceRef(
        SourceKind.FACT_INDEX,
        index=fact_index,
        title=string(meta, "title"),
        text=string(chunk, "chunkText"),
        dangling=fact_index is None or (bool(facts) and fact is None),
        attributes=fields(chunk, "uri", "domain") | fields(meta, "source", "uri"),
    )


ADAPTERS: tuple[Adapter, ...] = (CheckGrounding(),)
