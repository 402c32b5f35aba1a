"""References written into the text: what counts as one, what it names, and what only looks like one."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeward import Chunk, Gate, Principal
from citeward.providers import Defect, QuoteKind, Role, SourceKind, read

STAFF = frozenset({"staff"})
NINE = [{"index": n} for n in range(1, 10)]


def markers(text: str, sources: list[Any] | None = None, provider: str = "text_markers") -> list[tuple[str, list[Any]]]:
    """Every marker with what it names: an index, or an id where there is one."""
    answer = read(provider, {"text": text, "sources": sources or []})
    assert all(citation.anchor.role is Role.MARKER for citation in answer.citations)
    return [
        (text[c.anchor.start : c.anchor.end], [source.id or source.index for source in c.sources])
        for c in answer.citations
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A [1].", [("[1]", [1])]),
        ("A [1, 3-5].", [("[1, 3-5]", [1, 3, 4, 5])]),
        ("A [1,3–5].", [("[1,3–5]", [1, 3, 4, 5])]),
        ("A [2;4].", [("[2;4]", [2, 4])]),
        ("A [1][2].", [("[1]", [1]), ("[2]", [2])]),
        ("A ［9］.", [("［9］", [9])]),
        ("A【1】.", [("【1】", [1])]),
        ("A【1†source】.", [("【1†source】", [1])]),
        ("A [1#intro].", [("[1#intro]", [1])]),
        ("A [doc1][doc2].", [("[doc1]", [1]), ("[doc2]", [2])]),
        ("A [citation:3].", [("[citation:3]", [3])]),
        ("A [^4^].", [("[^4^]", ["4"])]),
        ("F¹.", [("¹", [1])]),
        ("A [5-3].", [("[5-3]", [5, 3])]),
        ("| a [1] | b |\n|---|---|\n| c [2] | d |", [("[1]", [1]), ("[2]", [2])]),
        ("- item **bold** [3]", [("[3]", [3])]),
    ],
)
def test_numbers(text: str, expected: list[Any]) -> None:
    assert markers(text, NINE) == expected


@pytest.mark.parametrize(
    "text",
    [
        "a[0] and list[1, 2]",
        "matrix[1][2]",
        "`code[3]` and ``x [4]``",
        "```\nprint(x [1])\n```",
        "    indented [1]",
        "In [2023] it was so",
        "values in [0, 1]",
        "area 12 m² and 10³",
        "[1](https://a.example/)",
        "![1](https://a.example/x.png)",
        "[1]: https://a.example/",
        "> [1]: a definition",
        "\\[1\\]",
        "&#91;1&#93;",
        "[\u200b1]",
        "$x [1]$",
        "<div>[1]</div>",
        "mail a@b.org to @somebody",
        "【重要】",
        "[cite_start]",
        "[x] done, [ ] open",
    ],
)
def test_what_only_looks_like_a_marker(text: str) -> None:
    assert markers(text, NINE) == []


def test_a_number_past_the_list_is_kept_and_dangles() -> None:
    answer = read("text_markers", {"text": "A [10].", "sources": NINE})
    assert answer.citations[0].sources[0].dangling


def test_two_raised_digits_read_two_ways() -> None:
    source = read("text_markers", {"text": "A¹².", "sources": NINE}).citations[0].sources[0]
    assert (source.index, source.ambiguous, source.dangling) == (12, True, True)


def test_raised_numbers_without_a_list_of_sources_are_exponents() -> None:
    assert markers("A¹ and x².") == []


def test_a_wide_range_keeps_its_ends_only() -> None:
    assert markers("A [1-99999].", [{"index": 1}, {"index": 99999}]) == [("[1-99999]", [1, 99999])]


def test_footnotes_are_references_and_their_definitions_are_the_models_words() -> None:
    text = "Leave is long.[^1] Caps apply.[^cap]\n\n[^1]: Manual, p. 3.\n[^cap]: https://hr.example/\n"
    answer = read("text_markers", {"text": text})
    sources = [c.sources[0] for c in answer.citations]
    assert [(s.kind, s.id, s.attributes["definition"]) for s in sources] == [
        (SourceKind.FOOTNOTE, "1", "Manual, p. 3."),
        (SourceKind.FOOTNOTE, "cap", "https://hr.example/"),
    ]


def test_pandoc_keys_have_their_own_extent_and_locator() -> None:
    text = "So [see @doe_2020, p. 33; @smith99], and @lee2001 [p. 4], not [-@doe_2020]. Write to a@b.org."
    answer = read("text_markers", {"text": text})
    found = [(text[c.anchor.start : c.anchor.end], c.sources[0].id, c.sources[0].locator) for c in answer.citations]
    assert [(written, key, place.text if place else None) for written, key, place in found] == [
        ("@doe_2020", "doe_2020", "p. 33"),
        ("@smith99", "smith99", None),
        ("@lee2001", "lee2001", "p. 4"),
        ("-@doe_2020", "doe_2020", None),
    ]


def test_latex_commands_name_every_key() -> None:
    text = r"As shown \citep[see][p. 3]{doe2020, lee2001} and by \textcite{smith99}."
    assert markers(text) == [
        (r"\citep[see][p. 3]{doe2020, lee2001}", ["doe2020", "lee2001"]),
        (r"\textcite{smith99}", ["smith99"]),
    ]


def test_a_key_is_looked_up_in_the_sources() -> None:
    answer = read(
        "text_markers", {"text": "So [@doe] and [@nobody].", "sources": [{"id": "doe", "url": "https://d.example/"}]}
    )
    assert [(c.sources[0].url, c.sources[0].dangling) for c in answer.citations] == [
        ("https://d.example/", False),
        (None, True),
    ]


def test_private_use_markers_of_chatgpt_and_librechat() -> None:
    text = "A \ue200cite\ue202turn0search0\ue202turn0news1\ue201 b \ue202turn0file2 c \\ue202turn1search3"
    for provider in ("text_markers", "librechat"):
        assert [ids for _, ids in markers(text, provider=provider)] == [
            ["turn0search0", "turn0news1"],
            ["turn0file2"],
            ["turn1search3"],
        ]


def test_lenticular_markers_keep_message_index_and_lines() -> None:
    answer = read("text_markers", "A【4:0†source】 b【6†L9-L11】.")
    first, second = (c.sources[0] for c in answer.citations)
    assert (first.index, first.attributes["message"]) == (0, 4)
    assert second.locator is not None
    assert (second.index, second.locator.unit, second.locator.start, second.locator.end) == (6, "line", 9, 12)


def test_the_gemini_app_leaks_numbers() -> None:
    assert markers("[cite_start]So it is[cite: 12, 13].") == [("[cite: 12, 13]", [12, 13])]


def test_ragflow_counts_from_zero() -> None:
    payload = {
        "answer": "A [ID:0]. B ##1$$. C [ID:7].",
        "reference": {"chunks": [{"id": "c0", "document_name": "a.pdf"}, {"id": "c1"}]},
    }
    sources = [c.sources[0] for c in read("ragflow", payload).citations]
    assert [(s.kind, s.index, s.id, s.dangling) for s in sources] == [
        (SourceKind.ORDINAL0, 0, "c0", False),
        (SourceKind.ORDINAL0, 1, "c1", False),
        (SourceKind.ORDINAL0, 7, None, True),
    ]


DEEP = (
    "Growth [1]. Loss [2].\n\n<<<CITATION_DATA>>>\n"
    '{"doc-a": [{"n": 1, "f": "It grew.", "p": "page_number_3_index_0", "l": [4]}]}\n<<<END_CITATION_DATA>>>'
)


def test_a_deepcitation_block_is_cut_off_and_its_quotations_are_the_models() -> None:
    answer = read("deepcitation", {"content": DEEP})
    assert answer.answer == "Growth [1]. Loss [2]."
    first, second = answer.citations
    assert (first.cited_text, first.quote_kind) == ("It grew.", QuoteKind.MODEL_AUTHORED)
    assert (first.sources[0].id, first.sources[0].locator.start if first.sources[0].locator else None) == ("doc-a", 3)
    assert second.anchor.defects == (Defect.NOT_IN_DATA,)
    assert second.sources[0].dangling


@pytest.mark.parametrize("cut", range(DEEP.index("<<<") + len("<<<CITATION_DATA>>>"), len(DEEP), 7))
def test_a_data_block_cut_short_is_never_shown(cut: int) -> None:
    answer = read("deepcitation", DEEP[:cut])
    assert answer.answer == "Growth [1]. Loss [2]."
    assert len(answer.citations) == 2


@pytest.mark.parametrize(
    "block",
    [
        '[{"ref": 1, "doc_id": "lease.pdf", "page": 2, "quotes": ["Rent is due.", {"quote": "No pets.", "page": 3}]}]',
        '{"citations": [{"ref": "[1]", "document": "lease.pdf", "quotes": ["Rent is due.", "No pets."]}]}',
        '```json\n[{"n": 1, "docName": "lease.pdf", "quotes": ["Rent is due.", "No pets."]}]\n```',
    ],
)
def test_a_citations_block_gives_quotations_per_document(block: str) -> None:
    answer = read("citations_block", f"Rent is due [1].\n\n<CITATIONS>\n{block}\n</CITATIONS>")
    assert answer.answer == "Rent is due [1]."
    assert [(c.sources[0].id, c.cited_text, c.quote_kind) for c in answer.citations] == [
        ("lease.pdf", "Rent is due.", QuoteKind.MODEL_AUTHORED),
        ("lease.pdf", "No pets.", QuoteKind.MODEL_AUTHORED),
    ]
    assert {answer.answer[c.anchor.start : c.anchor.end] for c in answer.citations} == {"[1]"}


def test_entries_without_a_marker_have_no_place() -> None:
    answer = read("citations_block", 'Rent is due.<CITATIONS>{"lease.pdf": ["Rent is due."]}</CITATIONS>')
    citation = answer.citations[0]
    assert (citation.anchor.role, citation.sources[0].id, citation.cited_text) == (
        Role.MESSAGE,
        "lease.pdf",
        "Rent is due.",
    )


def test_an_unreadable_block_explains_nothing() -> None:
    answer = read("citations_block", "Rent is due [1].\n<CITATIONS>[{broken</CITATIONS>")
    assert answer.answer == "Rent is due [1]."
    assert answer.citations[0].anchor.defects == (Defect.UNREADABLE_DATA,)


@pytest.mark.parametrize(
    "piece", ["1,", "1#a-", "1-", "1 , ", "ID:1 ", "ID:1", "\ue202turn", "[@", "【1†", "\\cite[a]"]
)
def test_a_long_run_that_never_closes_ends(piece: str) -> None:
    """Each of these made, or could make, a pattern try exponentially many readings."""
    for provider in ("text_markers", "azure", "ragflow", "librechat"):
        text = "[" + "doc" * (provider == "azure") + piece * 3000
        payload: Any = {"choices": [{"message": {"content": text}}]} if provider == "azure" else {"content": text}
        assert read(provider, payload).answer == text


@given(st.text(alphabet="[]()1234, -–;`\n*_$\\<>@:^#【】†ID\ue200\ue201\ue202turnsearch0é", max_size=80))
def test_every_marker_is_a_slice_of_the_answer_and_none_overlap(text: str) -> None:
    answer = read("text_markers", {"text": text, "sources": NINE})
    assert answer.answer == text
    done = 0
    for citation in answer.citations:
        start, end = citation.anchor.start, citation.anchor.end
        assert start is not None
        assert end is not None
        assert done <= start < end <= len(text)
        done = end


@given(st.text(alphabet="ab [1]`\n", max_size=40))
def test_nothing_inside_a_code_fence_is_a_marker(text: str) -> None:
    inside = text.replace("`", "")
    assert markers(f"```\n{inside}\n```", NINE) == []


@pytest.mark.parametrize(
    ("cited", "kind", "named"),
    [
        ("S1", SourceKind.DOCUMENT_ID, "S1"),
        (2, SourceKind.ORDINAL, 2),
        ({"id": "policy", "quote": "within 30 days"}, SourceKind.DOCUMENT_ID, "policy"),
        ({"number": 3}, SourceKind.ORDINAL, 3),
        ({"why": "it says so"}, SourceKind.UNKNOWN, None),
    ],
)
def test_the_citations_of_a_structured_answer_stand_for_the_whole_of_it(
    cited: Any, kind: SourceKind, named: str | int | None
) -> None:
    answer = read("text", {"answer": "Refunds take 30 days.", "citations": [cited]})
    (citation,) = answer.citations
    (source,) = citation.sources
    assert (citation.anchor.role, citation.raw_pointer) == (Role.BLOCK, "/citations/0")
    assert (source.kind, source.id or source.index) == (kind, named)
    assert citation.cited_text == (cited.get("quote") if isinstance(cited, dict) else None)


@pytest.mark.parametrize(("cited", "counts"), [("S1", {"ok": 1}), ("returns", {"ok": 1}), ("S9", {"fabricated": 1})])
def test_they_are_checked_like_any_other(cited: str, counts: dict[str, int]) -> None:
    chunks = [Chunk("returns", "Refunds take 30 days.", acl=STAFF, trust=3, handle="S1")]
    gate = Gate.in_memory(chunks)
    turn = gate.open(Principal("ana", STAFF), chunks)
    assert gate.check(read("text", {"answer": "Refunds take 30 days.", "citations": [cited]}), turn).counts == counts
