"""What frameworks make of their providers' citations, read back without losing what they had to drop."""

from __future__ import annotations

from citeward.providers import ProviderAnswer, QuoteKind, Role, SourceKind, SourceLocator, SourceRef, read


def only(answer: ProviderAnswer) -> tuple[str | None, SourceRef]:
    """The words of the only citation, and its only source."""
    (citation,) = answer.citations
    (source,) = citation.sources
    start, end = citation.anchor.start, citation.anchor.end
    return None if start is None else answer.answer[start:end], source


def test_langchain_reads_native_and_non_standard_annotations() -> None:
    native = {"type": "char_location", "document_index": 0, "cited_text": "x"}
    openai = {"type": "non_standard_annotation", "value": {"type": "file_citation", "file_id": "f", "index": 1}}
    block = {"type": "text", "text": "A.", "citations": [native], "annotations": [openai]}
    answer = read("langchain", {"type": "ai", "content": ["Before. ", block]})
    assert answer.answer == "Before. A."
    assert [(c.anchor.role, c.anchor.start, c.sources[0].kind) for c in answer.citations] == [
        (Role.BLOCK, 8, SourceKind.DOCUMENT_INDEX),
        (Role.INSERTION, 9, SourceKind.FILE_ID),
    ]


def test_langchain_citations_of_anthropic_stand_for_their_block() -> None:
    extras = {"search_result_index": 1, "source": "S2", "start_block_index": 0, "end_block_index": 1}
    note = {"type": "citation", "cited_text": "x", "title": "T", "extras": extras}
    answer = read("langchain", [{"type": "text", "text": "A.", "annotations": [note]}])
    words, source = only(answer)
    assert (words, source.kind, source.index, source.id) == ("A.", SourceKind.SEARCH_RESULT_INDEX, 1, "S2")
    assert (answer.citations[0].cited_text, answer.citations[0].quote_kind) == ("x", QuoteKind.VERBATIM)


def test_langchain_spans_that_hold_a_link_are_markers() -> None:
    text = "A ([x](https://a.example/))."
    note = {"type": "citation", "url": "https://a.example/", "start_index": 2, "end_index": 27}
    answer = read("langchain", [{"type": "text", "text": text, "annotations": [note]}])
    assert answer.citations[0].anchor.role is Role.MARKER


def test_langchain_quotes_that_repeat_the_answer_are_echoes_whoever_wrote_them() -> None:
    note = {"type": "citation", "url": "https://a.example/", "start_index": 0, "end_index": 2, "cited_text": "A."}
    (citation,) = read("langchain", [{"type": "text", "text": "A.", "annotations": [note]}]).citations
    assert (citation.cited_text, citation.quote_kind) == (None, QuoteKind.ANSWER_ECHO)


def test_langchain_documents_of_a_chain_are_consulted() -> None:
    document = {"page_content": "x", "metadata": {"source": "https://a.example/", "title": "T"}}
    answer = read("langchain", {"answer": "A.", "context": [document]})
    assert [(s.url, s.title, s.text) for s in answer.consulted] == [("https://a.example/", "T", "x")]


def test_llamaindex_names_documents_not_nodes() -> None:
    node = {"id_": "new-each-time", "text": "Source 1:\nRed.", "metadata": {"file_name": "a.txt"}}
    nodes = [{"node": {**node, "relationships": {"1": {"node_id": "doc-a"}}}, "score": 0.5}]
    _, source = only(read("llamaindex", {"response": "A [1].", "source_nodes": nodes}))
    assert (source.id, source.title, source.text) == ("doc-a", "a.txt", "Red.")


def test_haystack_keeps_the_numbers_of_documents_that_were_filtered() -> None:
    documents = [{"id": "d3", "content": "x", "meta": {"source_index": 3}}]
    payload = {"answers": [{"data": "A [3].", "documents": documents}]}
    assert only(read("haystack", payload))[1].id == "d3"


def test_pydantic_ai_keeps_all_sources_of_one_claim() -> None:
    sources = [
        {"kind": "web", "url": "https://a.example/"},
        {"kind": "document", "document_id": "d", "excerpts": ["x"]},
    ]
    part = {
        "part_kind": "text",
        "content": "Bé [1].",
        "citations": [
            {"sources": sources, "anchor": {"kind": "content", "start": 0, "end": 2}},
            {"sources": sources[:1], "anchor": {"kind": "marker", "start": 3, "end": 6}},
            {"sources": sources[1:], "anchor": None},
        ],
    }
    messages = [{"kind": "request", "parts": []}, {"kind": "response", "model_name": "m", "parts": [part]}]
    answer = read("pydantic_ai", messages)
    assert [(c.anchor.role, len(c.sources), c.cited_text) for c in answer.citations] == [
        (Role.CLAIM, 2, None),
        (Role.MARKER, 1, None),
        (Role.MESSAGE, 1, "x"),
    ]


def test_mcp_resources_are_evidence_to_be_put_in_the_ledger() -> None:
    content = [
        {"type": "text", "text": "Two."},
        {"type": "resource_link", "uri": "kb://1", "name": "One"},
        {"type": "resource", "resource": {"uri": "kb://2", "text": "Inside."}},
        {"type": "image", "data": ""},
    ]
    answer = read("mcp", {"jsonrpc": "2.0", "id": 1, "result": {"content": content}})
    assert [(c.anchor.role, c.sources[0].url, c.cited_text) for c in answer.citations] == [
        (Role.MESSAGE, "kb://1", None),
        (Role.MESSAGE, "kb://2", "Inside."),
    ]
    assert [item.type for item in answer.unread] == ["image"]


def test_ragflow_streams_repeat_the_answer_or_send_what_is_new() -> None:
    reference = {"chunks": [{"id": "c0"}]}
    whole = [{"data": {"answer": "A"}}, {"data": {"answer": "A [ID:0]", "reference": reference}}, {"data": True}]
    pieces = [{"data": {"answer": "A"}}, {"data": {"answer": " [ID:0]", "reference": reference}}]
    assert only(read("ragflow", whole)) == only(read("ragflow", pieces))


def test_vercel_keeps_the_place_of_anthropic_documents() -> None:
    metadata = {"anthropic": {"citedText": "x", "startPageNumber": 1, "endPageNumber": 2}}
    parts = [{"type": "text", "text": "A."}, {"type": "source-document", "title": "T", "providerMetadata": metadata}]
    _, source = only(read("vercel_ui", {"parts": parts}))
    assert source.locator == SourceLocator("page", 1, 2)
