"""Shapes in which frameworks and proxies hand a provider's citations on, and places that a payload leaves out."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeward.providers import PartKind, ProviderAnswer, Role, SourceKind, read
from tests.strategies import LAW

CITED = {"type": "char_location", "document_index": 0, "document_title": "S1", "cited_text": "x"}


def places(answer: ProviderAnswer) -> list[str | None]:
    """The words each citation is anchored on."""
    return [None if c.anchor.start is None else answer.answer[c.anchor.start : c.anchor.end] for c in answer.citations]


def summed(*content: Any) -> dict[str, Any]:
    return {"type": "ai", "content": list(content)}


def cited(index: int) -> dict[str, Any]:
    return {"type": "text", "index": index, "citations": [CITED]}


class TestLangChain:
    def test_words_behind_a_block_without_words_are_what_it_cites(self) -> None:
        answer = read("langchain", summed("First. ", cited(1), "Second. ", cited(2), "Third."))
        assert places(answer) == ["Second. ", "Third."]

    def test_citations_behind_the_last_words_mean_those(self) -> None:
        assert places(read("langchain", summed("First. ", cited(1)))) == ["First. "]

    def test_a_list_of_chunks_keeps_what_stands_beside_the_text(self) -> None:
        def chunk(text: str, *spans: tuple[int, int]) -> dict[str, Any]:
            notes = [
                {
                    "type": "url_citation",
                    "url_citation": {"start_index": s, "end_index": e, "url": "https://a.example/"},
                }
                for s, e in spans
            ]
            return {"type": "AIMessageChunk", "content": text, "additional_kwargs": {"annotations": notes}}

        text = "A [x](https://a.example/) B [x](https://a.example/)."
        one, two = (2, 25), (28, 51)
        answer = read("langchain", [chunk(text[:10]), chunk(text[10:26], one), chunk(text[26:], two)])
        assert places(answer) == ["[x](https://a.example/)"] * 2
        grown = read("langchain", [chunk(text[:26], one), chunk(text[26:], one, two)])
        assert places(grown) == places(answer)


class TestLiteLLM:
    def test_a_streamed_citation_is_about_the_words_behind_it(self) -> None:
        def chunk(**delta: Any) -> dict[str, Any]:
            return {"choices": [{"index": 0, "delta": delta}]}

        note = {"citation": CITED}
        events = [
            chunk(content="First. "),
            chunk(content="", provider_specific_fields=note),
            chunk(content="", provider_specific_fields=note),
            chunk(content="Second. "),
            chunk(content="", provider_specific_fields=note),
            chunk(content="Third."),
        ]
        assert places(read("litellm", events)) == ["Second. ", "Second. ", "Third."]

    def test_its_annotations_of_grounding_are_left_for_the_grounding_itself(self) -> None:
        text = "Zürich liegt hoch. Bern auch."
        segment = {"startIndex": 20, "endIndex": 30, "text": "Bern auch."}
        grounding = {
            "groundingChunks": [{"web": {"uri": "https://a.example/"}}],
            "groundingSupports": [{"segment": segment, "groundingChunkIndices": [0]}],
        }
        wrong = {
            "type": "url_citation",
            "url_citation": {"url": "https://a.example/", "start_index": 20, "end_index": 30},
        }
        payload = {
            "choices": [{"message": {"content": text, "annotations": [wrong]}}],
            "vertex_ai_grounding_metadata": [grounding],
        }
        assert places(read("litellm", payload)) == ["Bern auch."]


class TestResponses:
    NOTES = ({"type": "url_citation", "start_index": 0, "end_index": 3, "url": "https://a.example/"},) * 2

    @pytest.mark.parametrize("closing", ["response.content_part.done", "response.output_item.done"])
    def test_a_list_at_the_end_that_says_more_than_the_deltas_wins(self, closing: str) -> None:
        at = {"output_index": 0, "content_index": 0}
        part = {"type": "output_text", "text": "One. Two.", "annotations": list(self.NOTES)}
        last = {"part": part} if "part" in closing else {"item": {"type": "message", "content": [part]}}
        events = [
            {"type": "response.output_text.delta", **at, "delta": "One. Two."},
            {"type": "response.output_text.annotation.added", **at, "annotation": self.NOTES[0]},
            {"type": closing, **at, **last},
        ]
        assert len(read("openai", events).citations) == 2
        assert len(read("openai", events[:2]).citations) == 1

    def test_commentary_is_no_answer(self) -> None:
        def message(text: str, **phase: str) -> dict[str, Any]:
            return {"type": "message", "content": [{"type": "output_text", "text": text}], **phase}

        answer = read("openai", {"output": [message("Looking it up.", phase="commentary"), message("It is 5.")]})
        assert answer.answer == "It is 5."
        assert [part.kind for part in answer.parts] == [PartKind.THINKING, PartKind.TEXT]

    def test_the_index_of_a_file_path_counts_files(self) -> None:
        part = {
            "type": "output_text",
            "text": "Here.",
            "annotations": [{"type": "file_path", "file_id": "f", "index": 1}],
        }
        found = read("openai", {"output": [{"type": "message", "content": [part]}]}).citations[0]
        assert (found.anchor.role, found.anchor.start, found.sources[0].id) == (Role.MESSAGE, None, "f")


def test_groq_names_documents_and_tool_calls_of_the_request() -> None:
    notes = [
        {"type": "document_citation", "document_citation": {"document_id": "S1", "end_index": 3}},
        {
            "type": "function_citation",
            "function_citation": {"tool_call_id": "call_1", "start_index": 4, "end_index": 8},
        },
    ]
    answer = read("groq", {"choices": [{"message": {"content": "Yes. Two.", "annotations": notes}}]})
    assert places(answer) == ["Yes", " Two"]
    assert [(s.kind, s.id) for c in answer.citations for s in c.sources] == [
        (SourceKind.DOCUMENT_ID, "S1"),
        (SourceKind.TOOL_RESULT, "call_1"),
    ]


@LAW
@given(st.text(min_size=1, max_size=12), st.text(min_size=1, max_size=12))
def test_protobuf_leaves_out_a_zero_and_writes_numbers_as_text(words: str, rest: str) -> None:
    size = len(words.encode("utf-8", "surrogatepass")) if words.isascii() else None
    if size is None:
        words, size = "Zürich", 7
    support = {"segment": {"endIndex": str(size), "text": words}, "groundingChunkIndices": [0]}
    grounding = {"groundingChunks": [{"web": {"uri": "https://a.example/"}}], "groundingSupports": [support]}
    answer = read(
        "google", {"candidates": [{"content": {"parts": [{"text": words + rest}]}, "groundingMetadata": grounding}]}
    )
    assert places(answer) == [words]


@LAW
@given(st.lists(st.sampled_from(["Gut. ", "Ja. ", "Über. "]), min_size=2, max_size=4), st.data())
def test_words_that_stand_in_several_parts_keep_their_place(parts: list[str], data: st.DataObject) -> None:
    """Offsets that count in one later part are read there, where no other part holds the same words at them."""
    texts = ["Ich sehe nach. " * 3, *(f"{n} {'x' * n} {part}" for n, part in enumerate(parts))]
    at = data.draw(st.integers(1, len(texts) - 1))
    words = texts[at][texts[at].rindex(" ", 0, -1) + 1 :]
    start = len(texts[at].encode()) - len(words.encode())
    segment = {"startIndex": start, "endIndex": start + len(words.encode()), "text": words}
    grounding = {
        "groundingChunks": [{"web": {"uri": "https://a.example/"}}],
        "groundingSupports": [{"segment": segment, "groundingChunkIndices": [0]}],
    }
    content = {"parts": [{"text": text} for text in texts]}
    found = read("google", {"candidates": [{"content": content, "groundingMetadata": grounding}]}).citations[0]
    base = sum(map(len, texts[: at + 1])) - len(words)
    assert (found.anchor.start, found.anchor.end) == (base, base + len(words))


def test_a_source_that_comes_while_vercel_writes_a_part_is_about_that_part() -> None:
    def said(kind: str, id_: str, **more: Any) -> dict[str, Any]:
        return {"type": kind, "id": id_, **more}

    source = {"type": "source-url", "sourceId": "x", "url": "https://a.example/"}
    quoting = {**source, "providerMetadata": {"anthropic": {"citedText": "x"}}}
    events = [
        said("text-start", "1"),
        said("text-delta", "1", delta="First. "),
        said("text-end", "1"),
        said("text-start", "2"),
        quoting,
        said("text-delta", "2", delta="Second."),
        said("text-end", "2"),
        source,
    ]
    answer = read("vercel_ui", events)
    assert answer.answer == "First. Second."
    assert places(answer) == ["Second.", None]


def test_a_page_number_of_file_search_is_kept() -> None:
    chunk = {"retrievedContext": {"title": "D", "documentName": "fileSearchStores/s/documents/d", "pageNumber": 3}}
    grounding = {
        "groundingChunks": [chunk],
        "groundingSupports": [{"segment": {"endIndex": 3, "text": "Yes"}, "groundingChunkIndices": [0]}],
    }
    payload = {"candidates": [{"content": {"parts": [{"text": "Yes."}]}, "groundingMetadata": grounding}]}
    place = read("google", payload).citations[0].sources[0].locator
    assert place is not None
    assert (place.unit, place.start, place.end) == ("page", 3, 4)


def test_langchain_renames_the_place_of_a_file_citation() -> None:
    note = {"type": "file_citation", "file_id": "f", "filename": "f.pdf", "file_index": 4}
    found = read("langchain", {"type": "ai", "content": [{"type": "text", "text": "Yes. No.", "annotations": [note]}]})
    assert (found.citations[0].anchor.role, found.citations[0].anchor.start) == (Role.INSERTION, 4)


def test_what_a_tool_on_xais_server_was_told_is_no_answer() -> None:
    outputs = [
        {"message": {"role": "ROLE_ASSISTANT", "content": "", "tool_calls": [{"id": "t"}]}},
        {"message": {"role": "ROLE_TOOL", "content": "Ten results."}},
        {"message": {"role": "ROLE_ASSISTANT", "content": "It is 5."}},
    ]
    answer = read("xai", {"outputs": outputs, "citations": ["collections://c1/files/f1", "https://a.example/"]})
    assert answer.answer == "It is 5."
    assert [(seen.kind, seen.id) for seen in answer.consulted] == [(SourceKind.FILE_ID, "f1"), (SourceKind.URL, None)]
