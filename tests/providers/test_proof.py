"""Only characters that are a marker leave the text, whatever a payload calls one, whole and streamed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeward import Chunk, Gate, Ledger, Principal, Verdict
from citeward.parse import Code, Parsed, Quote, Text, Url
from citeward.policy import PERMISSIVE
from citeward.providers import (
    Anchor,
    Defect,
    Proof,
    ProviderAnswer,
    ProviderCitation,
    Role,
    SourceKind,
    SourceRef,
    Timing,
    prove,
    read,
)
from citeward.reported import parse_reply
from citeward.streaming import AnswerEnded, ReplyStream
from tests.strategies import LAW

URL = "https://ex.org/a"
SOURCE = SourceRef(SourceKind.URL, url=URL, title="Fees of 2026.pdf")
STAFF = frozenset({"staff"})
ANA = Principal("ana", STAFF)
Span = tuple[int, int]


@pytest.mark.parametrize(
    "text",
    [
        "[1]", "[1, 3-5]", "[[1]]", "［9］", "[doc2]", "[citation:4]", "[source 1]", "[^1]", "[ID:0]", "##0$$", "[S2]",
        "[S2-k7f]", "[cite: 1, 2]", "【4:0†source】", "【1】", "[1][2]", " [1], [2] ", "[@doe2020]", "\\cite{doe}",
        "\ue200cite\ue202turn0search0\ue201", URL, f"<{URL}>", f"({URL})", "(ex.org)", "([www.ex.org])",
        f"([ex.org]({URL}))", f"[ex.org]({URL}?utm_source=openai)", f"[[1]]({URL})", f"[3]({URL})", f"[{URL}]({URL})",
        f"([ex.org]({URL}), [2]({URL}))", f"([Fees of 2026.pdf]({URL}))", "[Fees of 2026.pdf]",
    ],
)  # fmt: skip
def test_a_reference_and_nothing_else_is_a_marker(text: str) -> None:
    assert prove(text, (SOURCE,)) is Proof.MARKER


@pytest.mark.parametrize(
    "text",
    [
        "not ", "00 ", "(not)", "[not]", "【not】", "(except in winter)", "[except 2]", "(15)", "15", "[up to 15]", "",
        " ", "Fees of 2026.pdf", "(other.org)", "https://other.org/a", f"safe ([ex.org]({URL}))",
        "([other.org](https://other.org/a))", f"not [1]({URL})", "[2024-12-31 onwards]", "\ue200", "m\u00b2",
    ],
)  # fmt: skip
def test_words_are_never_a_marker(text: str) -> None:
    assert prove(text, (SOURCE,)) is Proof.WORDS


@pytest.mark.parametrize("text", [f"[not]({URL})", f"([not safe]({URL}))", f"[Fees of 2026.pdf]({URL})", "ex.org"])
def test_what_a_reader_also_reads_is_named_but_stays(text: str) -> None:
    assert prove(text, (SOURCE,)) is Proof.NAMES


def test_the_domain_of_a_host_names_it_too() -> None:
    source = SourceRef(SourceKind.URL, url="https://finance.ex.org/a")
    assert prove("([ex.org](https://finance.ex.org/a))", (source,)) is Proof.MARKER
    assert prove("(ex.org)", (source,)) is Proof.MARKER
    assert prove("(x.org)", (source,)) is Proof.WORDS


def test_a_span_of_words_is_the_claim_with_a_defect_that_says_why() -> None:
    reply = read("openai", responses("The drug is not safe.", [(12, 16)]))
    assert (reply.citations[0].anchor.role, reply.citations[0].anchor.start) == (Role.CLAIM, 12)
    assert reply.citations[0].anchor.defects == (Defect.NOT_A_MARKER,)


def test_a_linked_marker_behind_a_stop_is_no_part_of_any_claim() -> None:
    link = f"([ex.org]({URL}))"
    text = f"The gate is open. {link} The fee is 20 euros."
    start = text.index(link)
    chunk = Chunk("gate", "The gate is open.", url=URL, acl=STAFF, trust=3)
    guard = Gate.in_memory([chunk])
    checked = guard.check(read("openai", responses(text, [(start, start + len(link))])), guard.open(ANA, [chunk]))
    assert [claim.text for claim in checked.parsed.claims] == ["The gate is open.", "The fee is 20 euros."]
    assert [judgement.verdict for judgement in checked.judgements] == [Verdict.OK]


# -- the law ------------------------------------------------------------------------------------------------------


def responses(text: str, spans: Sequence[Span]) -> Any:
    notes = [{"type": "url_citation", "start_index": start, "end_index": end, "url": URL} for start, end in spans]
    part = {"type": "output_text", "text": text, "annotations": notes}
    return {"object": "response", "output": [{"type": "message", "content": [part]}]}


def containers(text: str, spans: Sequence[Span]) -> Any:
    kind = {"type": "container_file_citation", "container_id": "c", "file_id": "f", "filename": "a.csv"}
    notes = [{**kind, "start_index": start, "end_index": end} for start, end in spans]
    part = {"type": "output_text", "text": text, "annotations": notes}
    return {"object": "response", "output": [{"type": "message", "content": [part]}]}


def chat(text: str, spans: Sequence[Span]) -> Any:
    notes = [
        {"type": "url_citation", "url_citation": {"start_index": start, "end_index": end, "url": URL}}
        for start, end in spans
    ]
    return {"choices": [{"message": {"content": text, "annotations": notes}}]}


def assistants(text: str, spans: Sequence[Span]) -> Any:
    notes = [
        {
            "type": "file_citation",
            "text": text[start:end],
            "start_index": start,
            "end_index": end,
            "file_citation": {"file_id": "f"},
        }
        for start, end in spans
    ]
    part = {"type": "text", "text": {"value": text, "annotations": notes}}
    return {"object": "thread.message", "content": [part]}


def inline(text: str, spans: Sequence[Span]) -> Any:
    found = [{"start_index": start, "end_index": end, "web_citation": {"url": URL}} for start, end in spans]
    return {"outputs": [{"message": {"content": text, "citations": found}}]}


def blocks(text: str, spans: Sequence[Span]) -> Any:
    notes = [
        {"type": "url_citation", "url_citation": {"start_index": start, "end_index": end, "url": URL}}
        for start, end in spans
    ]
    return {"type": "ai", "content": text, "additional_kwargs": {"annotations": notes}}


def anchored(text: str, spans: Sequence[Span]) -> Any:
    found = [
        {
            "sources": [{"kind": "web", "url": URL, "excerpts": []}],
            "anchor": {"kind": "marker", "start": start, "end": end},
        }
        for start, end in spans
    ]
    return {"kind": "response", "parts": [{"part_kind": "text", "content": text, "citations": found}]}


def streamed_responses(text: str, spans: Sequence[Span]) -> list[Any]:
    at = {"output_index": 0, "content_index": 0}
    whole = responses(text, spans)["output"][0]["content"][0]
    events: list[Any] = [{"type": "response.created", "response": {"output": []}}]
    events += ({"type": "response.output_text.delta", **at, "delta": text[n : n + 9]} for n in range(0, len(text), 9))
    events += ({"type": "response.output_text.annotation.added", **at, "annotation": n} for n in whole["annotations"])
    return [*events, {"type": "response.content_part.done", **at, "part": whole}]


def streamed_chat(text: str, spans: Sequence[Span]) -> list[Any]:
    notes = chat(text, spans)["choices"][0]["message"]["annotations"]
    deltas: list[Any] = [{"content": text[n : n + 9]} for n in range(0, len(text), 9)]
    return [{"choices": [{"index": 0, "delta": delta}]} for delta in [*deltas, {"annotations": notes}]]


WHOLE: dict[str, tuple[str, Callable[[str, Sequence[Span]], Any]]] = {
    "openai responses": ("openai", responses),
    "openai containers": ("openai", containers),
    "openai chat": ("openai", chat),
    "openai assistants": ("openai", assistants),
    "azure": ("azure", responses),
    "openrouter": ("openrouter", chat),
    "groq": ("groq", chat),
    "perplexity": ("perplexity", chat),
    "xai": ("xai", inline),
    "xai responses": ("xai", responses),
    "langchain": ("langchain", blocks),
    "pydantic_ai": ("pydantic_ai", anchored),
}
STREAMED: dict[str, tuple[str, Callable[[str, Sequence[Span]], list[Any]]]] = {
    "openai": ("openai", streamed_responses),
    "openrouter": ("openrouter", streamed_chat),
}
MARKERS = ("[1]", "【4:0†s】", f"([ex.org]({URL}))", f"[[1]]({URL})", "(ex.org)", URL, "(sandbox:/mnt/a.csv)")
PIECES = (
    "alpha ",
    "not ",
    "20 ",
    "bravo. ",
    "Charlie ",
    "(delta) ",
    "[echo] ",
    "漢字。",
    "Zürich ",
    "\n\n",
    "\n- ",
    "🇨🇭 ",
)


@st.composite
def answers(draw: st.DrawFn) -> tuple[str, list[Span]]:
    """A text of words and markers, and spans that hit markers, miss them, or were drawn at random."""
    text, spans = "", []
    for piece in draw(st.lists(st.sampled_from(PIECES) | st.sampled_from(MARKERS), min_size=1, max_size=14)):
        if piece in MARKERS:
            off = draw(st.sampled_from((0, 0, 0, 1, -2)))
            spans.append((max(len(text) + off, 0), len(text) + len(piece) + draw(st.sampled_from((0, 0, 3)))))
            text += piece + draw(st.sampled_from((" ", ". ", "、")))  # what stands apart makes no link of its own
        else:
            text += piece
    random = st.tuples(st.integers(0, len(text)), st.integers(0, len(text)))
    spans += [(min(span), max(span)) for span in draw(st.lists(random, max_size=4))]
    return text, spans


def said(parsed: Parsed) -> str:
    """What the events show, without white space."""
    shown = (event.text for event in parsed.events if isinstance(event, Text | Code | Quote | Url))
    return "".join("".join(shown).split())


def spoken(text: str) -> str:
    """The words of a drawn text: without its whole markers, the commas between them and the dashes of its lists."""
    for marker in sorted(MARKERS, key=len, reverse=True):
        text = text.replace(marker, "")
    return "".join(text.replace("\n- ", " ").replace("、", " ").split())


def kept(text: str, parsed: Parsed) -> bool:
    """Whether every word stands in what is shown, in order; a marker may stand between them, or not."""
    shown = iter(said(parsed))
    return all(character in shown for character in spoken(text))


@pytest.mark.parametrize("name", WHOLE)
@LAW
@given(drawn=answers())
def test_no_word_leaves_a_whole_reply(name: str, drawn: tuple[str, list[Span]]) -> None:
    text, spans = drawn
    provider, build = WHOLE[name]
    reply = read(provider, build(text, spans))
    assert reply.answer == text
    assert kept(text, parse_reply(reply, Ledger.of([Chunk("a", "alpha", url=URL)])))


@pytest.mark.parametrize("name", STREAMED)
@LAW
@given(drawn=answers())
def test_no_word_leaves_a_stream(name: str, drawn: tuple[str, list[Span]]) -> None:
    text, spans = drawn
    provider, build = STREAMED[name]
    chunk = Chunk("a", "alpha", url=URL, acl=STAFF, trust=3)
    guard = replace(Gate.in_memory([chunk], PERMISSIVE), support=None)

    async def run() -> Parsed:
        turn = await guard.aopen(ANA, [chunk])
        stream = ReplyStream(guard.astream(turn, keep=True).setting, provider)
        for event in build(text, spans):
            async for _ in stream.feed_event(event):
                pass
        *_, ended = [event async for event in stream.finish()]
        assert isinstance(ended, AnswerEnded)
        assert ended.checked is not None
        return ended.checked.parsed

    assert kept(text, asyncio.run(run()))


@LAW
@given(drawn=answers())
def test_an_adapter_that_is_not_ours_can_take_nothing_out_either(drawn: tuple[str, list[Span]]) -> None:
    text, spans = drawn
    cited = [ProviderCitation(Anchor(Role.MARKER, start, end), (SOURCE,), "", Timing.END) for start, end in spans]
    reply = ProviderAnswer(text, (), tuple(cited), (), (), "theirs", "theirs")
    assert kept(text, parse_reply(reply, Ledger.of([Chunk("a", "alpha", url=URL)])))


def test_a_redirect_nobody_can_see_through_costs_its_sentence_and_not_the_answer() -> None:
    """It may lead to a page the ledger has, under an address of Gemini's own: nothing was invented."""
    text = "The gate is open. The fee is 20 euros."
    chunk = Chunk("gate", "The gate is open.", url=URL, acl=STAFF, trust=3)
    chunks = [
        {"web": {"uri": URL, "title": "ex.org"}},
        {"web": {"uri": "https://vertexaisearch.cloud.google.com/grounding-api-redirect/x", "title": "else.org"}},
    ]
    segments = ({"endIndex": 17}, {"startIndex": 18, "endIndex": len(text)})
    supports = [{"segment": segment, "groundingChunkIndices": [index]} for index, segment in enumerate(segments)]
    grounding = {"groundingChunks": chunks, "groundingSupports": supports}
    payload = {"candidates": [{"content": {"parts": [{"text": text}]}, "groundingMetadata": grounding}]}
    guard = Gate.in_memory([chunk])
    checked = guard.check(read("google", payload), guard.open(ANA, [chunk]))
    assert [judgement.verdict for judgement in checked.judgements] == [Verdict.OK, Verdict.UNCONFIRMED]
    assert "The gate is open" in checked.text
    assert "20 euros" not in checked.text


def test_what_is_too_much_to_look_at_is_words() -> None:
    """Thousands of long spans over the same markers would cost their product."""
    text = f"[[1]]({URL})" * 150
    reply = read("openai", responses(text, [(0, len(text))] * 2_000))
    roles = [citation.anchor.role for citation in reply.citations]
    assert roles[0] is Role.MARKER
    assert roles[-1] is Role.CLAIM
    assert Defect.NOT_A_MARKER in reply.citations[-1].anchor.defects
