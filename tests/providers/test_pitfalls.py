"""The traps found in recorded payloads and public issues, one named test each. Payloads are our own, in real shapes."""

from __future__ import annotations

from typing import Any

import pytest

from citeward.providers import Defect, QuoteKind, Role, SourceKind, read


def cited(answer: Any) -> list[str | None]:
    """The words each citation is anchored on."""
    return [None if c.anchor.start is None else answer.answer[c.anchor.start : c.anchor.end] for c in answer.citations]


def gemini(text: str, supports: list[Any], chunks: list[Any]) -> dict[str, Any]:
    grounding = {"groundingSupports": supports, "groundingChunks": chunks}
    return {"candidates": [{"content": {"parts": [{"text": text}]}, "groundingMetadata": grounding}]}


def chat(content: Any, **message: Any) -> dict[str, Any]:
    return {"choices": [{"index": 0, "message": {"role": "assistant", "content": content, **message}}]}


def responses(text: str, *annotations: Any) -> dict[str, Any]:
    part = {"type": "output_text", "text": text, "annotations": list(annotations)}
    return {"object": "response", "output": [{"type": "message", "content": [part]}]}


def test_1_langchain_passes_gemini_bytes_as_characters_and_the_answer_as_its_own_quote() -> None:
    text = "Zürich is big. Bern is small."
    note = {
        "type": "citation",
        "start_index": 16,
        "end_index": 30,
        "url": "https://a.example/",
        "cited_text": "Bern is small.",
        "extras": {"google_ai_metadata": {"grounding_chunk_index": 0}},
    }
    answer = read("langchain", [{"type": "text", "text": text, "annotations": [note]}])
    assert cited(answer) == ["Bern is small."]
    assert answer.citations[0].cited_text is None
    assert answer.citations[0].quote_kind is QuoteKind.ANSWER_ECHO


def test_1_langchain_loses_retrieved_contexts_which_survive_in_the_response_metadata() -> None:
    note = {
        "type": "citation",
        "end_index": 3,
        "cited_text": "Yes",
        "extras": {"google_ai_metadata": {"grounding_chunk_index": 0}},
    }
    block = {"type": "text", "text": "Yes.", "annotations": [note]}
    bare = read("langchain", [block]).citations[0].sources[0]
    assert (bare.kind, bare.index, bare.url) == (SourceKind.CHUNK_INDEX, 0, None)
    assert bare.attributes["lost"] is True
    grounding = {"grounding_chunks": [{"retrieved_context": {"uri": "gs://kb/a", "title": "A"}}]}
    message = {"content": [block], "response_metadata": {"grounding_metadata": grounding}}
    found = read("langchain", message).citations[0].sources[0]
    assert (found.url, found.title) == ("gs://kb/a", "A")


def test_2_a_support_without_start_begins_at_zero_and_retrieved_contexts_are_kept() -> None:
    support = {"segment": {"endIndex": 7, "text": "Zürich"}, "groundingChunkIndices": [0]}
    chunk = {"retrievedContext": {"uri": "gs://kb/z", "title": "Z", "text": "Zürich is a city."}}
    answer = read("google", gemini("Zürich!", [support], [chunk]))
    assert cited(answer) == ["Zürich"]
    assert answer.citations[0].sources[0].text == "Zürich is a city."


def test_3_vercel_sources_of_anthropic_without_cited_text_are_search_results() -> None:
    seen = {
        "type": "source-url",
        "sourceId": "x",
        "url": "https://a.example/",
        "providerMetadata": {"anthropic": {"pageAge": None}},
    }
    quoted = {
        "type": "source-url",
        "sourceId": "y",
        "url": "https://b.example/",
        "providerMetadata": {"anthropic": {"citedText": "B."}},
    }
    answer = read("vercel_ui", {"parts": [{"type": "text", "text": "B."}, seen, quoted]})
    assert [c.sources[0].url for c in answer.citations] == ["https://b.example/"]
    assert [source.url for source in answer.consulted] == ["https://a.example/"]


def test_3_vercel_drops_the_offsets_of_url_citations_so_they_have_no_place() -> None:
    parts = [
        {"type": "text", "text": "See ([a](https://a.example/))."},
        {"type": "source-url", "url": "https://a.example/"},
    ]
    citation = read("vercel_ui", {"parts": parts}).citations[0]
    assert citation.anchor.role is Role.MESSAGE
    assert citation.anchor.defects == (Defect.NO_POSITION,)


def test_4_haystack_spaces_ranges_and_numbers_out_of_range_are_read() -> None:
    documents = [{"id": f"d{n}", "content": "x", "meta": {}} for n in range(1, 6)]
    answer = read("haystack", {"data": "A [1]. B [2, 3]. C [4–5]. D [9].", "documents": documents})
    found = [(source.index, source.id, source.dangling) for c in answer.citations for source in c.sources]
    assert found == [
        (1, "d1", False),
        (2, "d2", False),
        (3, "d3", False),
        (4, "d4", False),
        (5, "d5", False),
        (9, None, True),
    ]


def test_5_fields_of_another_version_change_nothing() -> None:
    payload = responses(
        "Fine.", {"type": "url_citation", "start_index": 0, "end_index": 5, "url": "https://a.example/", "new": 1}
    )
    payload["cache_write_tokens"] = {"unheard": "of"}
    assert cited(read("openai", payload)) == ["Fine."]
    assert read("google", gemini("A.", [], []) | {"webDynamicRetrievalScore": 0.5}).answer == "A."


def test_6_the_same_name_means_a_marker_at_openai_and_a_claim_at_gemini() -> None:
    text = "([a.example](https://a.example/))"
    note = {"type": "url_citation", "start_index": 0, "end_index": len(text), "url": "https://a.example/"}
    interaction = {
        "object": "interaction",
        "steps": [{"type": "model_output", "content": [{"type": "text", "text": text, "annotations": [note]}]}],
    }
    assert read("openai", responses(text, note)).citations[0].anchor.role is Role.MARKER
    assert read("google", interaction).citations[0].anchor.role is Role.CLAIM


def test_7_a_web_quotation_cut_at_150_characters_is_a_prefix_and_is_kept_as_sent() -> None:
    def block(quote: str) -> dict[str, Any]:
        citation = {"type": "web_search_result_location", "url": "https://a.example/", "cited_text": quote}
        return {"content": [{"type": "text", "text": "Hi.", "citations": [citation]}]}

    long = "word " * 30 + "..."
    pdf = "self\x02improvement\r\nand more"
    assert read("anthropic", block(long)).citations[0].quote_kind is QuoteKind.TRUNCATED_PREFIX
    assert read("anthropic", block("Short.")).citations[0].quote_kind is QuoteKind.VERBATIM
    assert read("anthropic", block(pdf)).citations[0].cited_text == pdf


def test_8_zero_to_zero_means_no_position() -> None:
    note = {
        "type": "url_citation",
        "url_citation": {"url": "https://a.example/", "start_index": 0, "end_index": 0, "content": "A page."},
    }
    citation = read("openrouter", chat("Hello.", annotations=[note])).citations[0]
    assert (citation.anchor.role, citation.anchor.start, citation.anchor.defects) == (
        Role.MESSAGE,
        None,
        (Defect.ZERO_SPAN,),
    )
    assert (citation.cited_text, citation.quote_kind) == ("A page.", QuoteKind.SOURCE_CHUNK)


def test_8_xai_annotations_without_offsets_have_no_place() -> None:
    citation = read("xai", responses("Hello.", {"type": "url_citation", "url": "https://x.example/"})).citations[0]
    assert citation.anchor.role is Role.MESSAGE
    assert citation.anchor.defects == (Defect.NO_POSITION,)


@pytest.mark.parametrize(
    ("provider", "payload", "seen"),
    [
        ("xai", responses("Hi.") | {"citations": ["https://a.example/", "https://b.example/"]}, 2),
        ("perplexity", chat("Hi [1].") | {"citations": ["https://a.example/", "https://b.example/"]}, 2),
        ("groq", chat("Hi.", executed_tools=[{"search_results": {"results": [{"url": "https://a.example/"}]}}]), 1),
    ],
)
def test_9_lists_of_everything_seen_are_not_citations(provider: str, payload: Any, seen: int) -> None:
    answer = read(provider, payload)
    assert len(answer.consulted) == seen
    assert (
        len(answer.citations) == payload["choices"][0]["message"]["content"].count("[")
        if "choices" in payload
        else True
    )


def test_10_a_file_annotation_is_a_cache_not_a_citation() -> None:
    answer = read("openrouter", chat("A PDF.", annotations=[{"type": "file", "file": {"hash": "h", "name": "a.pdf"}}]))
    assert answer.citations == ()
    assert [item.type for item in answer.unread] == ["file"]


def test_10_gemini_citation_metadata_is_recitation_even_where_it_cannot_be_placed() -> None:
    sources = [{"startIndex": 0, "endIndex": 3, "uri": "https://code.example/"}, {"endIndex": 999}]
    payload = {
        "candidates": [
            {"content": {"parts": [{"text": "def f(): ..."}]}, "citationMetadata": {"citationSources": sources}}
        ]
    }
    assert [c.anchor.role for c in read("google", payload).citations] == [Role.RECITATION, Role.RECITATION]


def test_11_a_redirect_address_is_kept_as_it_is_and_its_title_is_only_a_domain() -> None:
    url = "https://vertexaisearch.cloud.google.com/grounding-api-redirect/abc"
    support = {"segment": {"endIndex": 3, "text": "Yes"}, "groundingChunkIndices": [0]}
    source = (
        read("google", gemini("Yes.", [support], [{"web": {"uri": url, "title": "a.example"}}])).citations[0].sources[0]
    )
    assert (source.url, source.title, source.text) == (url, "a.example", None)


def test_12_gemini_3_tool_parts_come_first_and_the_part_index_is_missing() -> None:
    parts = [
        {"toolCall": {"toolType": "FILE_SEARCH"}},
        {"toolResponse": {"toolType": "FILE_SEARCH"}},
        {"text": "Zürich yes."},
    ]
    support = {"segment": {"startIndex": 8, "endIndex": 12, "text": "yes."}, "groundingChunkIndices": [0]}
    candidate = {
        "content": {"parts": parts},
        "groundingMetadata": {"groundingSupports": [support], "groundingChunks": [{"web": {}}]},
    }
    answer = read("google", {"candidates": [candidate]})
    assert answer.answer == "Zürich yes."
    assert cited(answer) == ["yes."]


def test_13_dangling_numbers_are_kept_and_said_to_dangle() -> None:
    support = {"segment": {"endIndex": 3, "text": "Yes"}, "groundingChunkIndices": [0, 4]}
    sources = read("google", gemini("Yes.", [support], [{"web": {"uri": "https://a.example/"}}])).citations[0].sources
    assert [(source.index, source.dangling) for source in sources] == [(0, False), (4, True)]
    azure = read(
        "azure", chat("A [doc1] B [doc9].", context={"citations": [{"title": "T", "url": "https://a.example/"}]})
    )
    assert [(c.sources[0].index, c.sources[0].dangling) for c in azure.citations] == [(1, False), (9, True)]
    cut = read("perplexity", chat("A[1] B[3].") | {"citations": ["https://a.example/"]})
    assert [(c.sources[0].index, c.sources[0].dangling) for c in cut.citations] == [(1, False), (3, True)]


def test_14_a_trailing_chunk_with_usage_only_takes_no_grounding_back() -> None:
    first = gemini("Yes.", [{"segment": {"endIndex": 3, "text": "Yes"}, "groundingChunkIndices": [0]}], [{"web": {}}])
    assert len(read("google", [first, {"usageMetadata": {"totalTokenCount": 7}}]).citations) == 1
    note = {"type": "url_citation", "url_citation": {"url": "https://a.example/", "start_index": 0, "end_index": 3}}
    events = [
        {"choices": [{"index": 0, "delta": {"content": "Yes."}}]},
        {"choices": [{"index": 0, "delta": {"annotations": [note]}}]},
        {"choices": [], "usage": {"total_tokens": 7}},
    ]
    assert cited(read("openai", events)) == ["Yes"]


def test_14_the_bedrock_delta_key_is_citation_and_it_comes_before_the_text() -> None:
    citation = {
        "location": {"documentChar": {"documentIndex": 0, "start": 0, "end": 4}},
        "sourceContent": [{"text": "Yes."}],
    }
    events = [
        {"contentBlockDelta": {"contentBlockIndex": 0, "delta": {"citation": citation}}},
        {"contentBlockDelta": {"contentBlockIndex": 0, "delta": {"text": "Ye"}}},
        {"contentBlockDelta": {"contentBlockIndex": 0, "delta": {"text": "s."}}},
    ]
    answer = read("bedrock", events)
    assert cited(answer) == ["Yes."]
    assert answer.citations[0].raw_pointer == "/0/contentBlockDelta/delta/citation"


def test_14_a_delta_with_citations_only_has_no_text_and_keeps_its_block() -> None:
    citation = {"type": "char_location", "document_index": 0, "cited_text": "B."}
    events = [
        {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
        {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "A. "}},
        {"type": "content_block_start", "index": 1, "content_block": {"type": "text", "text": "", "citations": []}},
        {"type": "content_block_delta", "index": 1, "delta": {"type": "citations_delta", "citation": citation}},
        {"type": "content_block_delta", "index": 1, "delta": {"type": "text_delta", "text": "B."}},
    ]
    assert cited(read("anthropic", events)) == ["B."]


def test_14_a_cohere_stream_sends_one_citation_object_where_the_reply_has_a_list() -> None:
    citation = {"start": 0, "end": 3, "text": "Yes", "sources": [{"type": "document", "id": "S1"}]}
    events = [
        {"type": "content-start", "index": 0, "delta": {"message": {"content": {"type": "text", "text": ""}}}},
        {"type": "content-delta", "index": 0, "delta": {"message": {"content": {"text": "Yes."}}}},
        {"type": "citation-start", "index": 0, "delta": {"message": {"citations": citation}}},
    ]
    assert cited(read("cohere", events)) == ["Yes"]


def test_15_a_second_claim_with_the_same_url_is_a_second_citation() -> None:
    text = "A ([x](https://a.example/)). B ([x](https://a.example/))."
    marker = "([x](https://a.example/))"
    spans = [text.index(marker), text.rindex(marker)]
    notes = [
        {"type": "url_citation", "start_index": s, "end_index": s + len(marker), "url": "https://a.example/"}
        for s in spans
    ]
    assert cited(read("openai", responses(text, *notes))) == [marker, marker]


def test_15_one_marker_with_many_sources_keeps_them_all_together() -> None:
    sources = [{"index": n, "id": f"d{n}"} for n in range(1, 6)]
    answer = read("text_markers", {"text": "A [1, 3-5].", "sources": sources})
    assert [[source.id for source in c.sources] for c in answer.citations] == [["d1", "d3", "d4", "d5"]]


def test_16_markers_without_annotations_are_references_to_nothing() -> None:
    answer = read("openai", chat("Twenty days【4:0†source】.", annotations=[]))
    citation = answer.citations[0]
    assert cited(answer) == ["【4:0†source】"]
    assert citation.anchor.defects == (Defect.NO_ANNOTATION,)
    assert citation.sources[0].dangling
    assert citation.sources[0].index is None


def test_16_an_annotation_with_nothing_but_a_url_is_still_a_citation() -> None:
    citation = read("perplexity", responses("Hi.", {"url": "https://a.example/"})).citations[0]
    assert (citation.sources[0].kind, citation.sources[0].url) == (SourceKind.URL, "https://a.example/")


def test_16_azure_markers_dangle_where_the_context_was_dropped() -> None:
    assert read("azure", chat("A [doc1].")).citations[0].sources[0].dangling


def test_16_azure_chunk_ids_number_chunks_of_a_file_and_may_be_empty() -> None:
    context = {"citations": [{"title": "T", "url": "https://a.example/", "filepath": "t.txt", "chunk_id": ""}]}
    source = read("azure", chat("A [doc1].", context=context)).citations[0].sources[0]
    assert source.id is None
    assert source.attributes == {"filepath": "t.txt", "chunk_id": ""}


def test_17_mistral_lists_keep_every_text_and_every_reference() -> None:
    content = [
        {"type": "text", "text": "A"},
        {"type": "reference", "reference_ids": [0, "k"]},
        {"type": "text", "text": " and "},
        {"type": "reference", "reference_ids": [1], "text": "B"},
        {"type": "text", "text": "."},
    ]
    answer = read("mistral", chat(content))
    assert answer.answer == "A and B."
    assert [(c.anchor.role, c.anchor.start, c.anchor.end) for c in answer.citations] == [
        (Role.INSERTION, 1, 1),
        (Role.CLAIM, 6, 7),
    ]
    assert [[source.id for source in c.sources] for c in answer.citations] == [["0", "k"], ["1"]]


def test_18_cohere_fields_are_optional_in_practice() -> None:
    message = {
        "content": [{"type": "text", "text": "Yes."}],
        "citations": [{"sources": [{"id": "S1"}]}, {"start": 0, "end": 3}],
    }
    answer = read("cohere", {"message": message})
    assert [c.anchor.role for c in answer.citations] == [Role.MESSAGE, Role.CLAIM]
    assert answer.citations[0].sources[0].id == "S1"


def test_18_markup_an_answer_leaves_in_tool_arguments_is_not_in_the_answer() -> None:
    tool = {"type": "tool_use", "name": "reply", "input": {"text": "<cite index='0'>Yes</cite>"}}
    answer = read("anthropic", {"role": "assistant", "content": [{"type": "text", "text": "Yes."}, tool]})
    assert answer.answer == "Yes."
    assert answer.citations == ()
