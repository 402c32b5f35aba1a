"""What is particular to one API: units, ends, locators, kinds of sources, envelopes."""

from __future__ import annotations

from typing import Any

import pytest

from citeward.providers import Defect, ProviderAnswer, Role, SourceKind, SourceLocator, SourceRef, Unit, read


def only(answer: ProviderAnswer) -> tuple[str | None, SourceRef]:
    """The words of the only citation, and its only source."""
    (citation,) = answer.citations
    (source,) = citation.sources
    start, end = citation.anchor.start, citation.anchor.end
    return None if start is None else answer.answer[start:end], source


# -- Anthropic -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("citation", "kind", "locator"),
    [
        (
            {"type": "char_location", "document_index": 1, "start_char_index": 0, "end_char_index": 9},
            SourceKind.DOCUMENT_INDEX,
            SourceLocator("char", 0, 9),
        ),
        (
            {"type": "page_location", "document_index": 1, "start_page_number": 1, "end_page_number": 2},
            SourceKind.DOCUMENT_INDEX,
            SourceLocator("page", 1, 2),
        ),
        (
            {"type": "content_block_location", "document_index": 1, "start_block_index": 0, "end_block_index": 1},
            SourceKind.DOCUMENT_INDEX,
            SourceLocator("block", 0, 1),
        ),
        (
            {"type": "search_result_location", "search_result_index": 1, "start_block_index": 0, "end_block_index": 1},
            SourceKind.SEARCH_RESULT_INDEX,
            SourceLocator("block", 0, 1),
        ),
    ],
)
def test_anthropic_locations(citation: dict[str, Any], kind: SourceKind, locator: SourceLocator) -> None:
    content = [{"type": "text", "text": "A. "}, {"type": "text", "text": "Bé.", "citations": [citation]}]
    words, source = only(read("anthropic", {"type": "message", "content": content}))
    assert words == "Bé."
    assert (source.kind, source.index, source.locator) == (kind, 1, locator)


def test_anthropic_unknown_locations_are_citations_of_an_unknown_source() -> None:
    citation = {"type": "galaxy_location", "url": "https://a.example/"}
    _, source = only(
        read("anthropic", {"type": "message", "content": [{"type": "text", "text": "A", "citations": [citation]}]})
    )
    assert (source.kind, source.attributes["raw_type"]) == (SourceKind.UNKNOWN, "galaxy_location")


def test_anthropic_tool_results_are_consulted_only() -> None:
    found = {"type": "web_search_result", "url": "https://a.example/", "title": "A"}
    result = {"type": "search_result", "source": "S1", "title": "T", "content": [{"type": "text", "text": "x"}]}
    content = [
        {"type": "web_search_tool_result", "content": [found]},
        {"type": "tool_result", "content": [result]},
        {"type": "text", "text": "A."},
    ]
    answer = read("anthropic", {"type": "message", "content": content})
    assert [(s.url, s.id, s.text) for s in answer.consulted] == [("https://a.example/", None, None), (None, "S1", "x")]
    assert answer.citations == ()


# -- OpenAI --------------------------------------------------------------------------------------------------------


def test_openai_spans_are_read_as_utf16_only_where_the_link_proves_it() -> None:
    text = "Flag 🇨🇭🇩🇪 ([x](https://a.example/p))."
    note = {"type": "url_citation", "url": "https://a.example/p?utm_source=openai", "start_index": 14, "end_index": 40}
    part = {"type": "output_text", "text": text, "annotations": [note]}
    answer = read("openai", {"object": "response", "output": [{"type": "message", "content": [part]}]})
    assert only(answer)[0] == "([x](https://a.example/p))"
    assert answer.citations[0].anchor.defects == (Defect.OTHER_UNIT,)
    native = answer.citations[0].anchor.native
    assert native is not None
    assert native.unit is Unit.UTF16


def test_openai_offsets_count_in_their_own_part() -> None:
    parts = [
        {"type": "output_text", "text": "One. "},
        {"type": "output_text", "text": "Two", "annotations": [{"type": "file_citation", "file_id": "f", "index": 3}]},
    ]
    answer = read("openai", {"object": "response", "output": [{"type": "message", "content": parts}]})
    anchor = answer.citations[0].anchor
    assert (anchor.role, anchor.start, anchor.end, anchor.part_path) == (Role.INSERTION, 8, 8, "/output/0/content/1")


def test_openai_file_search_results_are_consulted() -> None:
    call = {"type": "file_search_call", "results": [{"file_id": "f", "filename": "f.txt", "text": "x", "score": 0.5}]}
    search = {"type": "web_search_call", "action": {"sources": [{"url": "https://a.example/"}]}}
    answer = read("openai", {"object": "response", "output": [call, search]})
    assert [(s.id, s.url, s.text) for s in answer.consulted] == [("f", None, "x"), (None, "https://a.example/", None)]


def test_openai_sandbox_links_name_a_container_file() -> None:
    note = {"type": "container_file_citation", "container_id": "c", "file_id": "f", "start_index": 4, "end_index": 18}
    part = {"type": "output_text", "text": "Get sandbox:/a.txt", "annotations": [note]}
    words, source = only(read("openai", {"object": "response", "output": [{"type": "message", "content": [part]}]}))
    assert (words, source.kind, source.id) == ("sandbox:/a.txt", SourceKind.CONTAINER_FILE, "f")


def test_assistants_markers_are_proved_by_the_text_the_annotation_repeats() -> None:
    marker = "【4:0†source】"
    note = {
        "type": "file_citation",
        "text": marker,
        "start_index": 999,
        "end_index": 1011,
        "file_citation": {"file_id": "f"},
    }
    payload = {
        "object": "thread.message",
        "content": [{"type": "text", "text": {"value": f"A{marker}.", "annotations": [note]}}],
    }
    answer = read("openai", payload)
    assert only(answer)[0] == marker
    assert answer.citations[0].anchor.defects == (Defect.RELOCATED,)


def test_xai_inline_citations_name_pages_posts_and_collections() -> None:
    text = "A [[1]](https://a.example/)"
    web = {"start_index": 2, "end_index": 27, "web_citation": {"url": "https://a.example/"}}
    collection = {"start_index": 0, "end_index": 1, "collections_citation": {"file_id": "f", "chunk_content": "x"}}
    answer = read("xai", {"outputs": [{"message": {"content": text, "citations": [web, collection]}}]})
    assert [(c.sources[0].kind, c.sources[0].id, c.cited_text) for c in answer.citations] == [
        (SourceKind.URL, None, None),
        (SourceKind.FILE_ID, "f", "x"),
    ]


def test_groq_numbers_count_in_nothing_known() -> None:
    answer = read("groq", {"choices": [{"message": {"content": "A [1] and 【6†L9-L11】."}}]})
    assert [(c.sources[0].kind, c.sources[0].ambiguous) for c in answer.citations] == [
        (SourceKind.ORDINAL, True),
        (SourceKind.PROVIDER_MARKER, False),
    ]


# -- Google --------------------------------------------------------------------------------------------------------


def test_gemini_part_indices_count_all_parts_and_offsets_count_in_the_part() -> None:
    parts = [{"text": "Thought.", "thought": True}, {"text": "Zürich. "}, {"text": "Bern."}]
    supports = [
        {"segment": {"partIndex": 2, "endIndex": 5, "text": "Bern."}, "groundingChunkIndices": [0]},
        {"segment": {"partIndex": 0, "startIndex": 9, "endIndex": 14, "text": "Bern."}, "groundingChunkIndices": [0]},
        {"segment": {"partIndex": 7, "endIndex": 5}, "groundingChunkIndices": [0]},
    ]
    metadata = {"groundingSupports": supports, "groundingChunks": [{"web": {"uri": "https://a.example/"}}]}
    answer = read("google", {"candidates": [{"content": {"parts": parts}, "groundingMetadata": metadata}]})
    assert answer.answer == "Zürich. Bern."
    assert [(c.anchor.start, c.anchor.end, c.anchor.defects) for c in answer.citations] == [
        (8, 13, ()),
        (8, 13, ()),
        (None, None, (Defect.UNKNOWN_PART,)),
    ]


def test_gemini_chunks_of_every_kind_and_confidence_by_source() -> None:
    chunks = [
        {"web": {"uri": "https://a.example/", "title": "a"}},
        {"retrievedContext": {"uri": "gs://b", "ragChunk": {"text": "x", "pageSpan": {"firstPage": 3, "lastPage": 4}}}},
        {"maps": {"uri": "https://maps.example/", "placeId": "p"}},
    ]
    support = {
        "segment": {"endIndex": 2, "text": "A."},
        "groundingChunkIndices": [0, 1, 2],
        "confidenceScores": [0.9, 0.8],
    }
    payload = {
        "candidates": [
            {
                "content": {"parts": [{"text": "A."}]},
                "groundingMetadata": {"groundingChunks": chunks, "groundingSupports": [support]},
            }
        ]
    }
    (citation,) = read("google", payload).citations
    assert [source.url for source in citation.sources] == ["https://a.example/", "gs://b", "https://maps.example/"]
    assert citation.sources[1].locator == SourceLocator("page", 3, 5)
    assert citation.sources[1].text == "x"
    assert citation.confidences == (0.9, 0.8)


def test_adk_events_repeat_partial_texts_whole() -> None:
    def event(text: str, **more: Any) -> dict[str, Any]:
        return {"author": "agent", "content": {"role": "model", "parts": [{"text": text}]}, **more}

    support = {"segment": {"end_index": 3, "text": "Bé"}, "grounding_chunk_indices": [0]}
    metadata = {"grounding_supports": [support], "grounding_chunks": [{"web": {"uri": "https://a.example/"}}]}
    events = [
        {"author": "user", "content": {"role": "user", "parts": [{"text": "Hi"}]}},
        event("B", partial=True),
        event("é.", partial=True),
        event("Bé.", grounding_metadata=metadata),
    ]
    answer = read("adk", events)
    assert answer.answer == "Bé."
    assert only(answer)[0] == "Bé"
    assert read("adk", events[:3]).answer == "Bé."


def test_interactions_cite_files_and_places_in_bytes() -> None:
    notes = [
        {"type": "file_citation", "start_index": 0, "end_index": 3, "document_uri": "gs://f", "page_number": 2},
        {
            "type": "place_citation",
            "start_index": 0,
            "end_index": 3,
            "place_id": "p",
            "name": "Here",
            "url": "https://m.example/",
        },
        {"type": "word_info", "start_index": 0, "end_index": 3},
        {"type": "url_citation", "start_index": 1, "end_index": 2, "url": "https://a.example/"},
    ]
    step = {"type": "model_output", "content": [{"type": "text", "text": "Bé.", "annotations": notes}]}
    answer = read("google", {"object": "interaction", "steps": [{"type": "thought"}, step]})
    assert [(c.sources[0].kind, c.anchor.start, c.anchor.end) for c in answer.citations] == [
        (SourceKind.RESOURCE_URI, 0, 2),
        (SourceKind.PLACE_ID, 0, 2),
        (SourceKind.UNKNOWN, 0, 2),
        (SourceKind.URL, None, None),
    ]
    assert answer.citations[0].sources[0].locator == SourceLocator("page", 2, 3)
    assert answer.citations[3].anchor.defects == (Defect.SPLIT_CODE_POINT,)


def test_check_grounding_needs_the_request_and_counts_bytes() -> None:
    claims = [
        {"startPos": 0, "endPos": 7, "claimText": "Zürich", "citationIndices": [0, 5]},
        {"startPos": 8, "endPos": 12, "claimText": "Bern", "citationIndices": []},
    ]
    payload = {"supportScore": 0.5, "claims": claims, "citedChunks": [{"source": "1", "chunkText": "x"}]}
    request = {"answerCandidate": "Zürich Bern", "facts": [{"factText": "w"}, {"factText": "x"}]}
    (citation,) = read("google", payload, api="checkGrounding", request=request).citations
    assert (citation.anchor.start, citation.anchor.end, citation.support) == (0, 6, 0.5)
    assert [(s.kind, s.index, s.dangling) for s in citation.sources] == [
        (SourceKind.FACT_INDEX, 1, False),
        (SourceKind.CHUNK_INDEX, 5, True),
    ]


# -- Bedrock, Cohere -----------------------------------------------------------------------------------------------


def test_retrieve_and_generate_ends_are_inclusive_and_proved_by_the_part() -> None:
    def citation(text: str, start: int, end: int) -> dict[str, Any]:
        reference = {
            "content": {"text": "x"},
            "location": {"type": "CONFLUENCE", "confluenceLocation": {"url": "https://c.example/"}},
            "metadata": {"x-amz-bedrock-kb-chunk-id": "k"},
        }
        part = {"textResponsePart": {"text": text, "span": {"start": start, "end": end}}}
        return {"generatedResponsePart": part, "retrievedReferences": [reference]}

    answer = read(
        "bedrock",
        {"output": {"text": "One. Two. Three."}, "citations": [citation("One.", 0, 3), citation("Two.", 5, 9)]},
    )
    assert [(c.anchor.start, c.anchor.end, c.anchor.defects) for c in answer.citations] == [
        (0, 4, ()),
        (5, 9, (Defect.OTHER_UNIT,)),
    ]
    assert [(c.sources[0].id, c.sources[0].url) for c in answer.citations] == [("k", "https://c.example/")] * 2


def test_invoke_agent_chunks_may_end_inside_a_character() -> None:
    reference = {"location": {"s3Location": {"uri": "s3://a"}}, "metadata": {}}
    part = {"textResponsePart": {"text": "Bé.", "span": {"start": 0, "end": 2}}}
    attribution = {"citations": [{"generatedResponsePart": part, "retrievedReferences": [reference]}]}
    sent = "Bé.".encode()
    events = [{"chunk": {"bytes": sent[:2]}}, {"chunk": {"bytes": sent[2:], "attribution": attribution}}]
    answer = read("bedrock", events)
    assert answer.answer == "Bé."
    assert only(answer)[0] == "Bé."


def test_retrieve_and_generate_streams_citations_beside_the_text() -> None:
    part = {"textResponsePart": {"text": "One.", "span": {"start": 0, "end": 3}}}
    citation = {"generatedResponsePart": part, "retrievedReferences": [{"location": {"s3Location": {"uri": "s3://a"}}}]}
    for event in ({"citation": citation}, {"citation": {"citation": citation}}):
        assert only(read("bedrock", [{"output": {"text": "One."}}, event]))[0] == "One."


def test_agentic_results_count_in_their_own_event_and_may_dangle() -> None:
    citation = {"startIndex": 0, "endIndex": 3, "references": [{"resultIndex": 0}, {"resultIndex": 3}]}
    result = {
        "generatedResponse": {"answer": "Bé.", "citations": [citation]},
        "results": [{"content": {"text": "x"}, "metadata": {"uri": "s3://a"}}],
    }
    answer = read("bedrock", {"result": result})
    assert [(s.index, s.url, s.dangling) for s in answer.citations[0].sources] == [
        (0, "s3://a", False),
        (3, None, True),
    ]


def test_converse_cites_documents_search_results_and_the_web() -> None:
    citations = [
        {"title": "t", "location": {"documentChunk": {"documentIndex": 1, "start": 0, "end": 1}}},
        {"source": "S1", "location": {"searchResultLocation": {"searchResultIndex": 0, "start": 0, "end": 1}}},
        {"title": "w", "location": {"web": {"url": "https://a.example/", "domain": "a.example"}}},
        {"location": {"hologram": {}}},
    ]
    content = [
        {"reasoningContent": {"reasoningText": {"text": "Hm."}}},
        {"text": "A. "},
        {"citationsContent": {"content": [{"text": "B"}, {"text": "."}], "citations": citations}},
    ]
    answer = read("bedrock", {"output": {"message": {"content": content}}})
    assert answer.answer == "A. B."
    assert [(c.sources[0].kind, c.sources[0].index, c.sources[0].id) for c in answer.citations] == [
        (SourceKind.DOCUMENT_INDEX, 1, None),
        (SourceKind.SEARCH_RESULT_INDEX, 0, "S1"),
        (SourceKind.URL, None, None),
        (SourceKind.UNKNOWN, None, None),
    ]


def test_cohere_citations_of_the_plan_are_not_in_the_answer() -> None:
    message = {
        "tool_plan": "I will look.",
        "content": [{"type": "thinking", "thinking": "Hm."}, {"type": "text", "text": "It is 20°C."}],
        "citations": [
            {"start": 2, "end": 6, "text": "will", "type": "PLAN", "sources": [{"type": "tool", "id": "c:0"}]},
            {
                "start": 6,
                "end": 10,
                "text": "20°C",
                "content_index": 1,
                "type": "TEXT_CONTENT",
                "sources": [{"type": "tool", "id": "c:1"}],
            },
        ],
    }
    answer = read("cohere", {"message": message})
    assert answer.answer == "It is 20°C."
    words, source = only(answer)
    assert (words, source.kind, source.id) == ("20°C", SourceKind.TOOL_RESULT, "c:1")
    assert [seen.id for seen in answer.consulted] == ["c:0"]


def test_cohere_v1_names_documents_and_may_name_one_that_is_not_there() -> None:
    payload = {
        "text": "Yes. No.",
        "documents": [{"id": "d1", "title": "T", "snippet": "x"}],
        "citations": [{"start": 0, "end": 4, "text": "Yes.", "document_ids": ["d1", "d9"]}],
    }
    sources = read("cohere", payload).citations[0].sources
    assert [(s.id, s.title, s.dangling) for s in sources] == [("d1", "T", False), ("d9", None, True)]
