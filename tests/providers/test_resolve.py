"""From a source to a handle: compared, never guessed."""

from __future__ import annotations

import json
from dataclasses import dataclass

import pytest

from citeward.providers import (
    Match,
    Resolution,
    SourceKind,
    SourceRef,
    anthropic_documents,
    anthropic_search_results,
    bedrock_documents,
    bedrock_search_results,
    chat_tool_message,
    cohere_documents,
    cohere_tool_message,
    gemini_function_response,
    groq_documents,
    mistral_tool_output,
    openai_tool_output,
    read,
    resolve,
    vertex_facts,
)


@dataclass(frozen=True)
class Item:
    handle: str
    id: str
    url: str | None = None
    title: str = ""
    text: str = "Some text."


LEDGER = (
    Item("S1", "doc-a", "https://a.example/page"),
    Item("S2", "doc-b", "https://b.example/x?y=1"),
    Item("S3-k7f", "doc-b", "s3://bucket/key"),
)


def exact(handle: str) -> Resolution:
    return Resolution(handle, Match.EXACT, (handle,))


DANGLING = Resolution(None, Match.DANGLING)
AMBIGUOUS = Resolution(None, Match.AMBIGUOUS)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (SourceRef(SourceKind.DOCUMENT_INDEX, index=0), exact("S1")),
        (SourceRef(SourceKind.SEARCH_RESULT_INDEX, index=2), exact("S3-k7f")),
        (SourceRef(SourceKind.FACT_INDEX, index=1), exact("S2")),
        (SourceRef(SourceKind.ORDINAL, index=1), exact("S1")),
        (SourceRef(SourceKind.ORDINAL0, index=1), exact("S2")),
        (SourceRef(SourceKind.DOCUMENT_INDEX, index=3), DANGLING),
        (SourceRef(SourceKind.DOCUMENT_INDEX, index=-1), DANGLING),
        (SourceRef(SourceKind.ORDINAL, index=0), DANGLING),
        (SourceRef(SourceKind.DOCUMENT_INDEX, title="Anything"), DANGLING),
        (SourceRef(SourceKind.SEARCH_RESULT_INDEX, index=1, id="S2"), exact("S2")),
        (SourceRef(SourceKind.DOCUMENT_ID, id="S3-k7f"), exact("S3-k7f")),
        (SourceRef(SourceKind.TOOL_RESULT_KEY, id="S1"), exact("S1")),
        (SourceRef(SourceKind.DOCUMENT_ID, id="doc-a"), exact("S1")),
        (SourceRef(SourceKind.FILE_ID, id="file-unknown"), DANGLING),
        (SourceRef(SourceKind.URL, url="https://A.example:443/page?utm_source=openai#top"), exact("S1")),
        (SourceRef(SourceKind.URL, url="https://b.example/x?y=1&utm_medium=x"), exact("S2")),
        (SourceRef(SourceKind.RETRIEVED_REFERENCE, index=0, url="s3://bucket/key"), exact("S3-k7f")),
        (SourceRef(SourceKind.URL, url="javascript:alert(1)"), DANGLING),
        (SourceRef(SourceKind.PROVIDER_MARKER, index=0), DANGLING),
    ],
)
def test_keys_lead_to_handles(source: SourceRef, expected: Resolution) -> None:
    assert resolve(source, LEDGER) == expected


def test_a_key_that_reads_two_ways_is_ambiguous() -> None:
    assert resolve(SourceRef(SourceKind.DOCUMENT_ID, id="doc-b", url="https://a.example/page"), LEDGER) == AMBIGUOUS
    assert resolve(SourceRef(SourceKind.ORDINAL, index=1, ambiguous=True), LEDGER) == AMBIGUOUS
    assert resolve(SourceRef(SourceKind.UNKNOWN, url="https://a.example/page"), LEDGER) == AMBIGUOUS


def test_a_document_stands_for_all_of_its_chunks() -> None:
    chunks = (Item("S1", "file-1#2"), Item("S2", "file-1#1"), Item("S3", "file-10"), Item("S4", "file-1"))
    found = resolve(SourceRef(SourceKind.FILE_ID, id="file-1"), chunks)
    assert found == Resolution(None, Match.SEVERAL, ("S1", "S2", "S4"))
    assert resolve(SourceRef(SourceKind.FILE_ID, id="file-1#1"), chunks) == exact("S2")
    assert resolve(SourceRef(SourceKind.DOCUMENT_ID, id="doc-b"), LEDGER).handles == ("S2", "S3-k7f")
    assert resolve(SourceRef(SourceKind.DOCUMENT_ID, id="doc-b", url="s3://bucket/key"), LEDGER) == exact("S3-k7f")


@pytest.mark.parametrize(
    "source",
    [
        SourceRef(SourceKind.RETRIEVED_REFERENCE, id="chunk-77", url="https://a.example/page"),
        SourceRef(SourceKind.CHUNK_INDEX, index=4, attributes={"documentName": "doc-a"}),
        SourceRef(SourceKind.DOCUMENT_ID, title="S1"),
        SourceRef(SourceKind.FILE_ID, id="file-77", title="S1"),
    ],
)
def test_a_name_counts_under_whichever_field_it_came_back(source: SourceRef) -> None:
    assert resolve(source, LEDGER) == exact("S1")


def test_a_page_that_calls_itself_by_a_handle_is_not_the_evidence() -> None:
    assert resolve(SourceRef(SourceKind.URL, url="https://evil.example/", title="S1"), LEDGER) == DANGLING


def test_a_handle_decides_and_an_index_only_picks_among_the_matches_of_a_name() -> None:
    """The index counts the documents of earlier turns too."""
    assert resolve(SourceRef(SourceKind.SEARCH_RESULT_INDEX, index=2, id="doc-b"), LEDGER) == exact("S3-k7f")
    assert resolve(SourceRef(SourceKind.SEARCH_RESULT_INDEX, index=0, id="S2"), LEDGER) == exact("S2")
    assert resolve(SourceRef(SourceKind.DOCUMENT_INDEX, index=9, title="S2"), LEDGER) == exact("S2")
    assert resolve(SourceRef(SourceKind.SEARCH_RESULT_INDEX, index=0, id="elsewhere"), LEDGER) == DANGLING
    assert resolve(SourceRef(SourceKind.DOCUMENT_INDEX, index=0, title="S2-old"), LEDGER) == DANGLING


def test_a_number_in_the_replys_own_list_never_counts_in_our_prompt() -> None:
    """``[1]`` of a web search names the first page it saw; that our first chunk is number 1 too means nothing."""
    seen = SourceRef(SourceKind.ORDINAL, index=1, url="https://elsewhere.example/")
    assert resolve(seen, LEDGER) == DANGLING
    assert resolve(SourceRef(SourceKind.CHUNK_INDEX, index=0), LEDGER) == DANGLING


def test_what_dangles_in_the_payload_dangles() -> None:
    assert resolve(SourceRef(SourceKind.ORDINAL, index=1, dangling=True), LEDGER) == DANGLING


def test_a_title_is_never_a_key_except_the_handle_we_put_there() -> None:
    ledger = (Item("S1", "a", title="Leave policy"), Item("S2", "b", title="S1"))
    assert resolve(SourceRef(SourceKind.DOCUMENT_INDEX, title="Leave policy"), ledger) == DANGLING
    assert resolve(SourceRef(SourceKind.DOCUMENT_INDEX, title="S2"), ledger) == exact("S2")
    assert resolve(SourceRef(SourceKind.DOCUMENT_INDEX, index=0, title="S2"), ledger) == exact("S2")


def test_anthropic_documents_come_back_as_handles() -> None:
    sent = anthropic_documents(LEDGER)
    assert all(block["citations"] == {"enabled": True} for block in sent)
    citation = {"type": "char_location", "document_index": 1, "document_title": sent[1]["title"], "cited_text": "Some"}
    answer = read(
        "anthropic", {"role": "assistant", "content": [{"type": "text", "text": "Yes.", "citations": [citation]}]}
    )
    assert resolve(answer.citations[0].sources[0], LEDGER) == exact("S2")


def test_anthropic_search_results_come_back_as_handles() -> None:
    sent = anthropic_search_results(LEDGER)
    citation = {"type": "search_result_location", "search_result_index": 2, "source": sent[2]["source"], "title": "t"}
    answer = read(
        "anthropic", {"role": "assistant", "content": [{"type": "text", "text": "Yes.", "citations": [citation]}]}
    )
    assert resolve(answer.citations[0].sources[0], LEDGER) == exact("S3-k7f")


def test_bedrock_blocks_come_back_as_handles() -> None:
    document = bedrock_documents(LEDGER)[1]["document"]
    result = bedrock_search_results(LEDGER)[0]["searchResult"]
    assert isinstance(document, dict)
    assert isinstance(result, dict)
    citations = [
        {"title": document["name"], "location": {"documentChar": {"documentIndex": 1, "start": 0, "end": 4}}},
        {
            "source": result["source"],
            "location": {"searchResultLocation": {"searchResultIndex": 0, "start": 0, "end": 1}},
        },
    ]
    content = [{"citationsContent": {"content": [{"text": "Yes."}], "citations": citations}}]
    answer = read("bedrock", {"output": {"message": {"content": content}}})
    assert [resolve(c.sources[0], LEDGER) for c in answer.citations] == [exact("S2"), exact("S1")]


def test_cohere_documents_come_back_as_handles() -> None:
    sent = cohere_documents(LEDGER)[2]
    citation = {"start": 0, "end": 3, "text": "Yes", "sources": [{"type": "document", "id": sent["id"]}]}
    answer = read("cohere", {"message": {"content": [{"type": "text", "text": "Yes."}], "citations": [citation]}})
    assert resolve(answer.citations[0].sources[0], LEDGER) == exact("S3-k7f")


def test_vertex_facts_come_back_as_handles() -> None:
    request = {"answerCandidate": "Yes.", "facts": vertex_facts(LEDGER)}
    payload = {"claims": [{"endPos": 4, "claimText": "Yes.", "citationIndices": [0]}], "citedChunks": [{"source": "1"}]}
    answer = read("google", payload, request=request)
    assert resolve(answer.citations[0].sources[0], LEDGER) == exact("S2")


def test_mistral_keys_come_back_as_handles() -> None:
    key = list(json.loads(mistral_tool_output(LEDGER)))[2]
    content = [{"type": "text", "text": "Yes"}, {"type": "reference", "reference_ids": [key]}]
    answer = read("mistral", {"choices": [{"message": {"content": content}}]})
    assert resolve(answer.citations[0].sources[0], LEDGER) == exact("S3-k7f")


def test_openai_tool_output_names_handles_and_no_url() -> None:
    item = openai_tool_output(LEDGER, "call_1")
    assert [result["handle"] for result in json.loads(str(item["output"]))["results"]] == ["S1", "S2", "S3-k7f"]
    assert "example" not in str(item["output"])


def test_cohere_tool_results_come_back_as_handles() -> None:
    sent = cohere_tool_message(LEDGER, "call_1")["content"]
    assert isinstance(sent, list)
    source = {"type": "tool", "id": "call_1:1", "tool_output": json.loads(sent[1]["document"]["data"])}
    citation = {"start": 0, "end": 3, "text": "Yes", "sources": [source]}
    answer = read("cohere", {"message": {"content": [{"type": "text", "text": "Yes."}], "citations": [citation]}})
    assert resolve(answer.citations[0].sources[0], LEDGER) == exact("S2")


def test_groq_documents_come_back_as_handles() -> None:
    sent = groq_documents(LEDGER)[2]
    note = {"type": "document_citation", "document_citation": {"document_id": sent["id"], "end_index": 3}}
    answer = read("groq", {"choices": [{"message": {"content": "Yes.", "annotations": [note]}}]})
    assert resolve(answer.citations[0].sources[0], LEDGER) == exact("S3-k7f")


def test_where_nothing_is_reported_the_handles_stand_in_what_the_model_reads() -> None:
    for sent in (
        chat_tool_message(LEDGER, "c")["content"],
        json.dumps(gemini_function_response(LEDGER, "search")),
        openai_tool_output(LEDGER, "c")["output"],
    ):
        assert isinstance(sent, str)
        assert all(item.handle in sent and item.text in sent for item in LEDGER)


REDIRECT = "https://vertexaisearch.cloud.google.com/grounding-api-redirect/AbC"


def test_a_redirect_of_geminis_is_known_by_the_host_its_title_names() -> None:
    pages = (Item("S1", "a", "https://www.acme.example/a"), Item("S2", "b", "https://acme.example/b"))

    def behind(title: str | None) -> Resolution:
        return resolve(SourceRef(SourceKind.CHUNK_INDEX, index=0, url=REDIRECT, title=title), pages)

    assert behind("acme.example") == Resolution(None, Match.SEVERAL, ("S1", "S2"))
    assert resolve(SourceRef(SourceKind.CHUNK_INDEX, url=REDIRECT, title="acme.example"), pages[:1]) == exact("S1")
    assert behind("other.example") == behind("A page's own title") == behind(None) == AMBIGUOUS
