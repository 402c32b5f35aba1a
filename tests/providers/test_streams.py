"""A recorded stream reads as the whole reply does, wherever its text is cut, and as far as it came if it breaks off."""

from __future__ import annotations

import contextlib
import copy
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from citeward.errors import PayloadError
from citeward.providers import ProviderAnswer, read

TEXT = "Zürich 🇨🇭 is big [1]. Bern is small [2]."
CITED = {"type": "char_location", "document_index": 0, "document_title": "S1", "cited_text": "Zürich"}
LINK = {"type": "url_citation", "start_index": 0, "end_index": 6, "url": "https://a.example/"}
SUPPORT = {"segment": {"endIndex": 7, "text": "Zürich"}, "groundingChunkIndices": [0]}
GROUNDING = {"groundingSupports": [SUPPORT], "groundingChunks": [{"web": {"uri": "https://a.example/"}}]}
PLACED = {"start": 0, "end": 6, "text": "Zürich", "sources": [{"type": "document", "id": "d"}]}
CONVERSE = {"location": {"documentChar": {"documentIndex": 0, "start": 0, "end": 4}}, "sourceContent": [{"text": "x"}]}
EXCERPT = {
    "sources": [{"kind": "document", "document_id": "d", "excerpts": ["x"]}],
    "anchor": {"kind": "content", "start": 0, "end": 6},
}
NAMED = {"start": 0, "end": 6, "text": "Zürich", "document_ids": ["d"]}
INLINE = {"start_index": 17, "end_index": 20, "web_citation": {"url": "https://a.example/"}}
URLS = ["https://a.example/", "https://b.example/"]

Pieces = Sequence[str]


def anthropic(pieces: Pieces) -> list[Any]:
    return [
        {"type": "message_start", "message": {"model": "m", "content": []}},
        {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": "", "citations": []}},
        {"type": "content_block_delta", "index": 0, "delta": {"type": "citations_delta", "citation": CITED}},
        *({"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": p}} for p in pieces),
        {"type": "content_block_stop", "index": 0},
    ]


def responses(pieces: Pieces) -> list[Any]:
    at = {"output_index": 0, "content_index": 0}
    return [
        {"type": "response.created", "response": {"model": "m", "output": []}},
        {"type": "response.output_item.added", "output_index": 0, "item": {"type": "message", "content": []}},
        {"type": "response.content_part.added", **at, "part": {"type": "output_text", "text": "", "annotations": []}},
        *({"type": "response.output_text.delta", **at, "delta": piece} for piece in pieces),
        {"type": "response.output_text.annotation.added", **at, "annotation_index": 0, "annotation": LINK},
    ]


def chat(pieces: Pieces) -> list[Any]:
    chunks: list[Any] = [{"model": "m", "citations": URLS, "choices": [{"delta": {"content": p}}]} for p in pieces]
    return [*chunks, {"choices": [], "usage": {"total_tokens": 1}}]


def gemini(pieces: Pieces) -> list[Any]:
    chunks: list[Any] = [{"candidates": [{"content": {"parts": [{"text": piece}]}}]} for piece in pieces]
    return [*chunks, {"candidates": [{"content": {"parts": [{"text": ""}]}, "groundingMetadata": GROUNDING}]}]


def interactions(pieces: Pieces) -> list[Any]:
    note = {**LINK, "end_index": 7}
    return [
        {"event_type": "step.start", "index": 0, "step": {"type": "model_output"}},
        *({"event_type": "step.delta", "index": 0, "delta": {"type": "text", "text": piece}} for piece in pieces),
        {"event_type": "step.delta", "index": 0, "delta": {"type": "text_annotation_delta", "annotations": [note]}},
    ]


def cohere(pieces: Pieces) -> list[Any]:
    deltas = ({"type": "content-delta", "index": 0, "delta": {"message": {"content": {"text": p}}}} for p in pieces)
    return [
        {"type": "message-start", "delta": {"message": {"role": "assistant"}}},
        *deltas,
        {"type": "citation-start", "index": 0, "delta": {"message": {"citations": PLACED}}},
    ]


def bedrock(pieces: Pieces) -> list[Any]:
    return [
        {"messageStart": {"role": "assistant"}},
        {"contentBlockDelta": {"contentBlockIndex": 0, "delta": {"citation": CONVERSE}}},
        *({"contentBlockDelta": {"contentBlockIndex": 0, "delta": {"text": piece}}} for piece in pieces),
    ]


def vercel(pieces: Pieces) -> list[Any]:
    return [
        {"type": "start"},
        {"type": "text-start", "id": "t"},
        *({"type": "text-delta", "id": "t", "delta": piece} for piece in pieces),
        {"type": "source-document", "title": "t", "providerMetadata": {"openai": {"fileId": "f", "index": 6}}},
        {"type": "text-end", "id": "t"},
        {"type": "finish"},
    ]


def langchain(pieces: Pieces) -> list[Any]:
    note = {"type": "citation", "url": "https://a.example/", "start_index": 0, "end_index": 6}
    chunks: list[Any] = [
        {"type": "AIMessageChunk", "content": [{"type": "text", "text": piece, "index": 0}]} for piece in pieces
    ]
    last = {"type": "AIMessageChunk", "content": [{"type": "text", "text": "", "index": 0, "annotations": [note]}]}
    return [*chunks, last]


def mistral(pieces: Pieces) -> list[Any]:
    reference = {"type": "reference", "reference_ids": [0]}
    deltas: list[Any] = [*({"content": piece} for piece in pieces), {"content": [reference]}]
    return [{"data": {"model": "m", "choices": [{"index": 0, "delta": delta}]}} for delta in deltas]


def conversation(pieces: Pieces) -> list[Any]:
    page = {"type": "tool_reference", "tool": "web_search", "title": "A", "url": "https://a.example/"}
    contents: list[Any] = [*pieces, page]
    return [
        {"event": "conversation.response.started", "data": {"type": "conversation.response.started"}},
        *({"data": {"type": "message.output.delta", "model": "m", "content": content}} for content in contents),
    ]


def pydantic_ai(pieces: Pieces) -> list[Any]:
    deltas = ({"part_delta_kind": "text", "content_delta": piece} for piece in pieces)
    citation = {"part_delta_kind": "text", "content_delta": None, "citations": [EXCERPT]}
    return [
        {"event_kind": "part_start", "index": 0, "part": {"part_kind": "text", "content": ""}},
        *({"event_kind": "part_delta", "index": 0, "delta": delta} for delta in (*deltas, citation)),
    ]


def cohere_v1(pieces: Pieces) -> list[Any]:
    return [
        {"event_type": "stream-start"},
        {"event_type": "search-results", "documents": [{"id": "d", "title": "D"}]},
        *({"event_type": "text-generation", "text": piece} for piece in pieces),
        {"event_type": "citation-generation", "citations": [NAMED]},
    ]


def xai(pieces: Pieces) -> list[Any]:
    deltas: list[Any] = [*({"content": piece} for piece in pieces), {"citations": [INLINE]}]
    return [{"model": "m", "outputs": [{"index": 0, "delta": delta}]} for delta in deltas]


def assistants(pieces: Pieces) -> list[Any]:
    note = {
        "type": "file_citation",
        "text": "Zürich",
        "start_index": 0,
        "end_index": 6,
        "file_citation": {"file_id": "f"},
    }
    chunks: list[Any] = [
        {"data": {"object": "thread.message.delta", "delta": {"content": [{"index": 0, "text": {"value": piece}}]}}}
        for piece in pieces
    ]
    end = {"content": [{"index": 0, "text": {"value": "", "annotations": [note]}}]}
    return [*chunks, {"data": {"object": "thread.message.delta", "delta": end}}]


def block(*citations: Any) -> dict[str, Any]:
    return {"type": "text", "text": TEXT, "citations": list(citations)}


REPLIES: dict[str, tuple[str, Callable[[Pieces], list[Any]], Any]] = {
    "mistral": (
        "mistral",
        mistral,
        {
            "model": "m",
            "choices": [
                {"message": {"content": [{"type": "text", "text": TEXT}, {"type": "reference", "reference_ids": [0]}]}}
            ],
        },
    ),
    "conversation": (
        "mistral",
        conversation,
        {
            "outputs": [
                {
                    "type": "message.output",
                    "model": "m",
                    "content": [
                        {"type": "text", "text": TEXT},
                        {"type": "tool_reference", "tool": "web_search", "title": "A", "url": "https://a.example/"},
                    ],
                }
            ]
        },
    ),
    "pydantic_ai": (
        "pydantic_ai",
        pydantic_ai,
        {"kind": "response", "parts": [{"part_kind": "text", "content": TEXT, "citations": [EXCERPT]}]},
    ),
    "cohere_v1": ("cohere", cohere_v1, {"text": TEXT, "citations": [NAMED], "documents": [{"id": "d", "title": "D"}]}),
    "xai": ("xai", xai, {"model": "m", "outputs": [{"message": {"content": TEXT, "citations": [INLINE]}}]}),
    "anthropic": ("anthropic", anthropic, {"type": "message", "model": "m", "content": [block(CITED)]}),
    "responses": (
        "openai",
        responses,
        {
            "object": "response",
            "model": "m",
            "output": [{"type": "message", "content": [{"type": "output_text", "text": TEXT, "annotations": [LINK]}]}],
        },
    ),
    "chat": ("perplexity", chat, {"model": "m", "choices": [{"message": {"content": TEXT}}], "citations": URLS}),
    "gemini": (
        "google",
        gemini,
        {"candidates": [{"content": {"parts": [{"text": TEXT}]}, "groundingMetadata": GROUNDING}]},
    ),
    "interactions": (
        "google",
        interactions,
        {
            "object": "interaction",
            "steps": [
                {
                    "type": "model_output",
                    "content": [{"type": "text", "text": TEXT, "annotations": [{**LINK, "end_index": 7}]}],
                }
            ],
        },
    ),
    "cohere": ("cohere", cohere, {"message": {"content": [{"type": "text", "text": TEXT}], "citations": [PLACED]}}),
    "bedrock": (
        "bedrock",
        bedrock,
        {
            "output": {
                "message": {"content": [{"citationsContent": {"content": [{"text": TEXT}], "citations": [CONVERSE]}}]}
            }
        },
    ),
    "vercel": (
        "vercel_ui",
        vercel,
        {
            "parts": [
                {"type": "text", "text": TEXT},
                {"type": "source-document", "title": "t", "providerMetadata": {"openai": {"fileId": "f", "index": 6}}},
            ]
        },
    ),
    "langchain": (
        "langchain",
        langchain,
        [
            {
                "type": "text",
                "text": TEXT,
                "annotations": [{"type": "citation", "url": "https://a.example/", "start_index": 0, "end_index": 6}],
            }
        ],
    ),
    "assistants": (
        "openai",
        assistants,
        {
            "object": "thread.message",
            "content": [
                {
                    "type": "text",
                    "text": {
                        "value": TEXT,
                        "annotations": [
                            {
                                "type": "file_citation",
                                "text": "Zürich",
                                "start_index": 0,
                                "end_index": 6,
                                "file_citation": {"file_id": "f"},
                            }
                        ],
                    },
                }
            ],
        },
    ),
}


def essence(answer: ProviderAnswer) -> tuple[Any, ...]:
    """What a stream and its reply share: everything but where things stand on the wire."""
    citations = [
        (replace(c.anchor, part_path=None), c.sources, c.cited_text, c.quote_kind, c.confidences)
        for c in answer.citations
    ]
    return answer.answer, citations, answer.model


@pytest.mark.parametrize("name", REPLIES)
@given(cuts=st.sets(st.integers(0, len(TEXT)), max_size=6))
@settings(max_examples=30)
def test_streamed_equals_whole(name: str, cuts: set[int]) -> None:
    provider, events, reply = REPLIES[name]
    edges = [0, *sorted(cuts), len(TEXT)]
    pieces = [TEXT[low:high] for low, high in pairwise(edges)]
    streamed = read(provider, events(pieces))
    assert essence(streamed) == essence(read(provider, reply))
    assert streamed.citations


@pytest.mark.parametrize("name", REPLIES)
def test_a_broken_stream_reads_as_far_as_it_came(name: str) -> None:
    provider, events, _ = REPLIES[name]
    recorded = events(list(TEXT))
    done = ""
    for length in range(4, len(recorded) + 1):
        answer = read(provider, recorded[:length]).answer
        assert TEXT.startswith(answer)
        assert answer.startswith(done)
        done = answer
    assert done == TEXT


def test_a_pointer_names_the_event_that_brought_the_citation() -> None:
    events = anthropic(["a", "b"])
    assert read("anthropic", events).citations[0].raw_pointer == "/2/delta/citation"
    assert read("openai", responses([TEXT])).citations[0].raw_pointer == "/4/annotation"
    assert read("cohere", cohere_v1([TEXT])).citations[0].raw_pointer == "/3/citations/0"
    assert read("langchain", langchain([TEXT])).citations[0].raw_pointer == "/1/content/0/annotations/0"
    assert read("pydantic_ai", pydantic_ai([TEXT])).citations[0].raw_pointer == "/2/delta/citations/0"
    assert read("xai", xai([TEXT])).citations[0].raw_pointer == "/1/outputs/0/delta/citations/0"
    assert read("mistral", mistral([TEXT])).citations[0].raw_pointer == "/1/data/choices/0/delta/content/0"


def test_the_event_that_repeats_the_whole_reply_counts() -> None:
    final = {"type": "response.completed", "response": REPLIES["responses"][2]}
    answer = read("openai", [*responses([TEXT]), final])
    assert answer.answer == TEXT
    assert len(answer.citations) == 1
    assert answer.citations[0].raw_pointer == "/5/response/output/0/content/0/annotations/0"


def test_a_list_repeated_with_every_chunk_is_one_list() -> None:
    note = {"type": "url_citation", "url_citation": {"url": "https://a.example/", "start_index": 0, "end_index": 2}}
    other = {"type": "url_citation", "url_citation": {"url": "https://b.example/", "start_index": 0, "end_index": 2}}
    deltas: list[Any] = [{"content": "A."}, {"annotations": [note]}, {"annotations": [note, other]}]
    repeated = read("openrouter", [{"choices": [{"delta": delta}]} for delta in deltas])
    appended = read(
        "openrouter", [{"choices": [{"delta": d}]} for d in (deltas[0], deltas[1], {"annotations": [other]})]
    )
    assert [c.sources[0].url for c in repeated.citations] == ["https://a.example/", "https://b.example/"]
    assert [c.sources[0].url for c in appended.citations] == ["https://a.example/", "https://b.example/"]


def test_gemini_supports_repeated_by_a_later_chunk_are_one_and_may_count_in_earlier_chunks() -> None:
    first = {"candidates": [{"content": {"parts": [{"text": TEXT}]}, "groundingMetadata": GROUNDING}]}
    later = {"candidates": [{"groundingMetadata": {"groundingSupports": [SUPPORT]}}]}
    answer = read("google", [first, later, first | {"candidates": [{"groundingMetadata": GROUNDING}]}])
    assert [c.sources[0].url for c in answer.citations] == ["https://a.example/"]


VALUES = st.sampled_from([None, True, -1, 10**9, 1.5, "", "x", "\ud800", [], {}, [1], {"text": 5}, [{"type": "text"}]])


@pytest.mark.parametrize("name", REPLIES)
@given(data=st.data())
@settings(max_examples=60)
def test_a_stream_with_anything_replaced_is_read_or_refused(name: str, data: st.DataObject) -> None:
    provider, events, _ = REPLIES[name]
    holder: Any = copy.deepcopy([events([TEXT[:9], TEXT[9:]])])
    stream = holder[0]
    key: Any = 0
    for _ in range(data.draw(st.integers(1, 9))):
        inner = holder[key]
        if not isinstance(inner, dict | list) or not inner:
            break
        holder, key = inner, data.draw(st.sampled_from(sorted(inner) if isinstance(inner, dict) else range(len(inner))))
    holder[key] = data.draw(VALUES)
    with contextlib.suppress(PayloadError):
        answer = read(provider, stream)
        for citation in answer.citations:
            start, end = citation.anchor.start, citation.anchor.end
            assert start is None or end is None or 0 <= start <= end <= len(answer.answer)
