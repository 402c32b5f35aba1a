"""The contract every adapter keeps, whatever comes in."""

from __future__ import annotations

import contextlib
import copy
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from citeward.errors import PayloadError, RowError
from citeward.providers import PartKind, ProviderAnswer, parse_row, providers, read

MESSAGE = {
    "type": "message",
    "model": "m-1",
    "content": [
        {"type": "thinking", "thinking": "Hmm."},
        {"type": "text", "text": "A. "},
        {
            "type": "text",
            "text": "Bé 🇨🇭.",
            "citations": [
                {
                    "type": "char_location",
                    "document_index": 0,
                    "start_char_index": 0,
                    "end_char_index": 3,
                    "cited_text": "Bé.",
                }
            ],
        },
    ],
}
GROUNDED = {
    "candidates": [
        {
            "content": {"parts": [{"text": "Why?", "thought": True}, {"text": "Bé 🇨🇭. End."}]},
            "groundingMetadata": {
                "groundingChunks": [{"web": {"uri": "https://a.example/", "title": "a"}}],
                "groundingSupports": [
                    {
                        "segment": {"endIndex": 13, "text": "Bé 🇨🇭."},
                        "groundingChunkIndices": [0],
                        "confidenceScores": [0.9],
                    }
                ],
            },
        }
    ]
}
SHAPES: list[tuple[str, Any, Any]] = [
    (row["provider"], row["payload"], row.get("request"))
    for row in map(json.loads, (Path(__file__).parent / "shapes.jsonl").read_text("utf-8").splitlines())
]
"""One small payload of our own for every shape that is read."""

NAMES = [
    "type",
    "text",
    "content",
    "choices",
    "message",
    "delta",
    "output",
    "candidates",
    "parts",
    "annotations",
    "citations",
    "start",
    "end",
    "start_index",
    "end_index",
    "index",
    "groundingMetadata",
    "groundingSupports",
    "segment",
    "sources",
    "url",
    "event_type",
    "response",
    "result",
    "data",
    "documents",
    "source_nodes",
    "steps",
    "claims",
    "reference",
]
ATOMS = st.none() | st.booleans() | st.integers(-5, 10**12) | st.floats() | st.text(max_size=6)
JSON = st.recursive(
    ATOMS | st.sampled_from(["text", "[1]", "\ud800"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(NAMES), inner, max_size=5),
    max_leaves=14,
)


def check(answer: ProviderAnswer) -> None:
    """What holds of every answer: parts add up to it, anchors slice it, every citation has a source."""
    texts = [part for part in answer.parts if part.kind is PartKind.TEXT]
    assert answer.answer == "".join(part.text for part in texts)
    for part in texts:
        assert part.base is not None
        assert answer.answer[part.base : part.base + len(part.text)] == part.text
    for citation in answer.citations:
        start, end = citation.anchor.start, citation.anchor.end
        assert (start is None) == (end is None)
        if start is not None and end is not None:
            assert 0 <= start <= end <= len(answer.answer)
        assert citation.sources


@pytest.mark.parametrize(
    ("provider", "payload", "request_"), SHAPES, ids=[f"{p}-{n}" for n, (p, _, _) in enumerate(SHAPES)]
)
def test_every_shape_is_read_whole(provider: str, payload: Any, request_: Any) -> None:
    before = copy.deepcopy(payload)
    answer = read(provider, payload, request=request_)
    check(answer)
    assert answer.citations
    assert payload == before, "a payload is never changed"
    assert read(provider, json.dumps(payload), request=request_) == answer, "JSON text reads the same"


@pytest.mark.parametrize("provider", providers())
@given(payload=JSON)
@settings(max_examples=40)
def test_random_json_is_read_or_refused_with_a_payload_error(provider: str, payload: Any) -> None:
    try:
        check(read(provider, payload, request=payload))
    except PayloadError as error:
        assert error.field
        assert error.remedy


@given(data=st.data())
@settings(max_examples=400)
def test_a_reply_with_anything_replaced_is_read_or_refused(data: st.DataObject) -> None:
    provider, payload, request_ = data.draw(st.sampled_from(SHAPES))
    broken = copy.deepcopy({"payload": payload})
    holder: Any = broken
    key: Any = "payload"
    for _ in range(data.draw(st.integers(0, 9))):
        inner = holder[key]
        if not isinstance(inner, dict | list) or not inner:
            break
        holder, key = inner, data.draw(st.sampled_from(sorted(inner) if isinstance(inner, dict) else range(len(inner))))
    holder[key] = data.draw(JSON)
    with contextlib.suppress(PayloadError):
        check(read(provider, broken["payload"], request=request_))


def test_sdk_objects_are_dumped_at_any_depth() -> None:
    class Model:
        def model_dump(self) -> dict[str, object]:
            return MESSAGE["content"][1]  # type: ignore[index,return-value]  # a block of the message above

    @dataclass
    class Reply:
        role: str
        content: list[object]

    assert read("anthropic", Reply("assistant", [Model()])).answer == "A. "


def test_snake_case_dumps_read_as_the_apis_own_spelling() -> None:
    support = {"segment": {"start_index": None, "end_index": 3, "text": "Bé"}, "grounding_chunk_indices": [0]}
    metadata = {
        "grounding_supports": [support],
        "grounding_chunks": [{"web": {"uri": "https://a.example/"}, "maps": None}],
    }
    payload = {
        "candidates": [{"content": {"parts": [{"text": "Bé.", "thought": None}]}, "grounding_metadata": metadata}]
    }
    citation = read("google", payload).citations[0]
    assert (citation.anchor.start, citation.anchor.end, citation.sources[0].url) == (0, 2, "https://a.example/")


def test_server_sent_events_are_read_as_a_stream() -> None:
    start = '{"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}}'
    delta = '{"index": 0, "delta": {"type": "text_delta", "text": "Yes."}}'
    text = f"event: content_block_start\ndata: {start}\n\nevent: content_block_delta\ndata: {delta}\n\n"
    assert read("anthropic", text).answer == "Yes."


def test_thinking_and_tools_stay_out_of_the_answer() -> None:
    assert read("anthropic", MESSAGE).answer == "A. Bé 🇨🇭."
    assert read("google", GROUNDED).answer == "Bé 🇨🇭. End."
    assert [part.text for part in read("anthropic", MESSAGE).parts if part.kind is PartKind.THINKING] == ["Hmm."]


def test_unknown_blocks_are_recorded() -> None:
    answer = read("anthropic", {"type": "message", "content": [{"type": "hologram"}, {"type": "text", "text": "A."}]})
    assert [(item.pointer, item.type) for item in answer.unread] == [("/content/0", "hologram")]


@pytest.mark.parametrize(
    ("provider", "payload", "field"),
    [
        ("nobody", {}, "provider"),
        ("anthropic", 5, "payload"),
        ("anthropic", {"type": "message", "content": [{"type": "text", "text": 5}]}, "payload/content/0/text"),
        ("openai", {"choices": []}, "payload/choices/0/message"),
        ("google", {"claims": [], "supportScore": 1}, "request.answerCandidate"),
    ],
)
def test_an_error_names_the_field_and_the_remedy(provider: str, payload: Any, field: str) -> None:
    with pytest.raises(PayloadError) as caught:
        read(provider, payload)
    assert caught.value.field == field
    assert caught.value.remedy


def test_a_payload_nested_without_end_is_refused() -> None:
    payload: Any = []
    for _ in range(5000):
        payload = [payload]
    with pytest.raises(PayloadError):
        read("anthropic", payload)
    with pytest.raises(PayloadError):
        read("anthropic", "[" * 100_000)


def test_more_citations_than_a_record_can_hold_are_refused() -> None:
    note = {"type": "url_citation", "url": "https://a.example/"}
    part = {"type": "output_text", "text": "A.", "annotations": [note] * 30_000}
    with pytest.raises(PayloadError):
        read("openai", {"object": "response", "output": [{"type": "message", "content": [part]}]})


def test_a_row_comes_out_with_one_line_per_anchor_and_source() -> None:
    row = parse_row(
        {"id": "r1", "provider": "Text-Markers", "api": "text", "payload": {"text": "A [1, 2]."}, "other": 1}
    )
    assert row["id"] == "r1"
    assert row["answer"] == "A [1, 2]."
    citations: Any = row["citations"]
    assert [(c["start"], c["end"], c["role"], c["source"]["index"]) for c in citations] == [
        (2, 8, "marker", 1),
        (2, 8, "marker", 2),
    ]
    assert json.dumps(row)


@pytest.mark.parametrize("row", [{"payload": {}}, {"provider": "openai"}, {"provider": 5, "payload": {}}])
def test_a_row_without_provider_or_payload_is_refused(row: dict[str, Any]) -> None:
    with pytest.raises(RowError):
        parse_row(row)


class TestApiNames:
    def test_an_unknown_api_is_named_with_the_known_ones(self) -> None:
        with pytest.raises(
            PayloadError, match=r"^api: 'responces' is none of openai's.* Use one of .*responses"
        ) as found:
            read("openai", {"nothing": "known"}, api="responces")
        assert "assistants" in str(found.value)

    def test_it_does_no_harm_where_the_shape_tells(self) -> None:
        payload = {"choices": [{"message": {"role": "assistant", "content": "Ask us."}}]}
        assert read("openai", payload, api="whatever").answer == "Ask us."


@pytest.mark.parametrize(("provider", "payload", "request_"), SHAPES)
def test_a_field_that_speaks_of_citations_and_that_nobody_reads_is_named(
    provider: str, payload: Any, request_: Any
) -> None:
    """Every shape this project knows is read without a rest; one more field in it, at any depth, is a rest."""
    known = read(provider, payload, request=request_)
    fields = [item for item in known.unread if item.type.startswith("field ")]
    assert fields == []
    if isinstance(payload, dict):
        told = read(provider, {**payload, "groundingLedger": {"citationsV3": [1]}}, request=request_)
        assert [item.pointer for item in told.unread if item.type.startswith("field ")] == ["/groundingLedger"]
        assert read(provider, {**payload, "citationsV3": []}, request=request_) == known
