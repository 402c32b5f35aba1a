"""A provider's event stream, judged while it comes: the reader ends up with what the whole reply gives."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeward import CheckedAnswer, Chunk, Gate, Turn
from citeward.errors import PayloadError, UsageError
from citeward.policy import PERMISSIVE, STRICT
from citeward.providers import ProviderAnswer, read
from citeward.streaming import AnswerEnded, BlockReleased, Mode, ReplyStream, Upgraded
from tests.strategies import LAW
from tests.streaming.screen import Screen, same
from tests.world import ANA, CHUNKS, RETURNS, SHARED, SHIPPING, STAFF, gate, seen

RETURN = "Items may be returned within 30 days of delivery."
LABEL = "Return labels are free within the EU."
FORMATS = SHARED / "vectors" / "formats"


def play(guard: Gate, turn: Turn, provider: str, events: list[Any], mode: Mode, request: object = None) -> Screen:
    """The screen after a reply, and on it (``early``) how much stood there before the last event came."""

    async def run() -> Screen:
        screen = Screen()
        stream = ReplyStream(guard.astream(turn, mode=mode).setting, provider, request=request)
        for event in events:
            async for shown in stream.feed_event(event):
                screen.apply(shown)
        screen.early = screen.body  # type: ignore[attr-defined]
        async for shown in stream.finish():
            screen.apply(shown)
        return screen

    return asyncio.run(run())


def cited(index: int, quote: str) -> dict[str, Any]:
    return {"type": "char_location", "document_index": index, "cited_text": quote}


def anthropic(*blocks: tuple[str, list[dict[str, Any]]]) -> list[Any]:
    """Citations come before the words they stand for."""
    events: list[Any] = [{"type": "message_start", "message": {"model": "m", "content": []}}]
    for index, (text, citations) in enumerate(blocks):
        begun = {"type": "text", "text": ""}
        events.append({"type": "content_block_start", "index": index, "content_block": begun})
        deltas = [{"type": "citations_delta", "citation": citation} for citation in citations]
        deltas += [{"type": "text_delta", "text": word} for word in words(text)]
        events += ({"type": "content_block_delta", "index": index, "delta": delta} for delta in deltas)
        events.append({"type": "content_block_stop", "index": index})
    return events


def responses(text: str, *links: str) -> list[Any]:
    """Annotations come right after the link they are about."""
    at = {"output_index": 0, "content_index": 0}
    events: list[Any] = [{"type": "response.created", "response": {"model": "m", "output": []}}]
    done = 0
    for link in links:
        start = text.index(link, done)
        end = start + len(link)
        note = {"type": "url_citation", "start_index": start, "end_index": end, "url": link[link.index("(") + 1 : -1]}
        events += ({"type": "response.output_text.delta", **at, "delta": word} for word in words(text[done:end]))
        events.append({"type": "response.output_text.annotation.added", **at, "annotation": note})
        done = end
    events += ({"type": "response.output_text.delta", **at, "delta": word} for word in words(text[done:]))
    part = {"type": "output_text", "text": text}
    events.append({"type": "response.content_part.done", **at, "part": part})
    return events


def gemini(text: str, *supports: tuple[str, str]) -> list[Any]:
    """Everything that is cited comes with the last event."""
    found = []
    for segment, _ in supports:
        start = len(text[: text.index(segment)].encode())
        found.append(
            {
                "segment": {"startIndex": start, "endIndex": start + len(segment.encode()), "text": segment},
                "groundingChunkIndices": [len(found)],
            }
        )
    chunks = [{"web": {"uri": url}} for _, url in supports]
    last = {"groundingSupports": found, "groundingChunks": chunks}
    events: list[Any] = [{"candidates": [{"content": {"parts": [{"text": word}]}}]} for word in words(text)]
    return [*events, {"candidates": [{"content": {"parts": [{"text": ""}]}, "groundingMetadata": last}]}]


def words(text: str) -> list[str]:
    return [text[at : at + 7] for at in range(0, len(text), 7)]


ANTHROPIC = anthropic(
    (RETURN, [cited(0, "Items may be returned within 30 days of delivery.")]),
    ("\n\n", []),
    (LABEL, [cited(1, "Return labels are free within the EU.")]),
    ("\n\nAsk the desk. ", []),
    ("Free for life.", [cited(7, "x")]),
)
OPENAI = responses(
    f"{RETURN} ([returns]({RETURNS.url}))\n\n{LABEL} ([guide]({SHIPPING.url}))\n\nMore at [here](https://evil.example/).",
    f"[returns]({RETURNS.url})",
    f"[guide]({SHIPPING.url})",
)
GEMINI = gemini(
    f"Zürich: {RETURN}\n\n- {LABEL}\n- Free for life.\n\nWhoever needs help may ask the people at the desk.",
    (RETURN, RETURNS.url or ""),
    (LABEL, SHIPPING.url or ""),
    ("Free for life.", "https://nowhere.example/"),
)
REPLIES = {"anthropic": ANTHROPIC, "openai": OPENAI, "gemini": GEMINI}


@pytest.mark.parametrize("mode", list(Mode))
@pytest.mark.parametrize("provider", REPLIES)
def test_it_ends_as_the_whole_reply_does(provider: str, mode: Mode) -> None:
    for policy in (STRICT, PERMISSIVE):
        guard = gate(policy=policy)
        batch = guard.check(read(provider, REPLIES[provider]), seen())
        assert batch.granted
        screen = play(guard, seen(), provider, REPLIES[provider], mode)
        assert screen.end is not None
        assert screen.end.error is None
        same(screen, batch, Mode.PLAIN_FIRST)


def shapes() -> dict[str, tuple[str, list[Any]]]:
    """Streams whose words stand where no other service puts them, each citing the return policy."""

    def chunk(*deltas: Any) -> dict[str, Any]:
        return {"choices": [{"index": at, "delta": delta} for at, delta in enumerate(deltas)]}

    def cohere(kind: str, text: str) -> dict[str, Any]:
        return {"type": kind, "index": 0, "delta": {"message": {"content": {"type": "text", "text": text}}}}

    span = {"start": 0, "end": len(RETURN), "text": RETURN, "sources": [{"type": "document", "id": "S1"}]}
    at = {"output_index": 1, "content_index": 0}
    aside = {"type": "message", "phase": "commentary", "content": []}
    reference = {"type": "reference", "reference_ids": ["S1"]}
    return {
        "mistral": ("mistral", [chunk({"content": RETURN}), chunk({"content": [reference]}), chunk({"content": " "})]),
        "several choices": (
            "openai",
            [
                {"choices": [{"index": 1, "delta": {"content": "Other."}}, {"index": 0, "delta": {"content": piece}}]}
                for piece in words(f"{RETURN[:-1]} [S1].")
            ],
        ),
        "cohere": (
            "cohere",
            [
                cohere("content-start", RETURN[:9]),
                cohere("content-delta", RETURN[9:]),
                {"type": "citation-start", "index": 0, "delta": {"message": {"citations": span}}},
            ],
        ),
        "commentary": (
            "openai",
            [
                {"type": "response.output_item.added", "output_index": 0, "item": aside},
                {"type": "response.output_text.delta", "output_index": 0, "content_index": 0, "delta": "I look it up."},
                {"type": "response.output_text.delta", **at, "delta": f"{RETURN[:-1]} [S1]."},
            ],
        ),
        "live": (
            "google",
            [{"serverContent": {"outputTranscription": {"text": text}}} for text in (RETURN[:-1], " [S1].")],
        ),
    }


@pytest.mark.parametrize("mode", list(Mode))
@pytest.mark.parametrize("name", shapes())
def test_words_in_whatever_shape_are_the_ones_the_whole_reply_has(name: str, mode: Mode) -> None:
    provider, events = shapes()[name]
    batch = gate().check(read(provider, events), seen())
    assert [judgement.proposal.handle for judgement in batch.granted] == ["S1"]
    screen = play(gate(), seen(), provider, events, mode)
    assert screen.end is not None
    assert screen.end.error is None
    same(screen, batch, Mode.PLAIN_FIRST)


class TestTiming:
    def test_citations_before_the_words_let_a_block_out_as_soon_as_it_is_closed(self) -> None:
        screen = play(gate(), seen(), "anthropic", ANTHROPIC, Mode.HOLD)
        assert "cw-cite" in screen.early  # type: ignore[attr-defined]

    def test_citations_at_the_marker_let_out_what_stands_before_the_last_of_them(self) -> None:
        screen = play(gate(), seen(), "openai", OPENAI[:-1], Mode.HOLD)
        assert "30 days" in screen.early  # type: ignore[attr-defined]
        assert "labels" not in screen.early  # type: ignore[attr-defined]

    def test_citations_at_the_end_hold_everything_until_then(self) -> None:
        screen = play(gate(), seen(), "gemini", GEMINI, Mode.HOLD)
        assert screen.early == ""  # type: ignore[attr-defined]
        assert not any(isinstance(event, Upgraded) for event in screen.events)

    def test_or_upgrade_what_was_shown_as_unchecked(self) -> None:
        screen = play(gate(), seen(), "gemini", GEMINI, Mode.PLAIN_FIRST)
        first = next(event for event in screen.events if isinstance(event, BlockReleased))
        assert not first.checked
        assert "cw-cite" not in screen.early  # type: ignore[attr-defined]
        assert "Free for life" in screen.early  # type: ignore[attr-defined]
        assert "Free for life" not in screen.body

    def test_one_that_comes_too_late_stands_for_the_message_and_is_not_lost(self) -> None:
        first, second = [event for event in OPENAI if event["type"].endswith("annotation.added")]
        swapped = [{first["annotation"]["url"]: second, second["annotation"]["url"]: first}.get(
            event.get("annotation", {}).get("url"), event) for event in OPENAI]  # fmt: skip
        screen = play(gate(policy=PERMISSIVE), seen(), "openai", swapped, Mode.HOLD)
        assert screen.end is not None
        assert screen.end.counts == gate(policy=PERMISSIVE).check(read("openai", swapped), seen()).counts


class TestDefence:
    def test_events_that_do_not_add_up_withdraw_the_answer(self) -> None:
        lying = [*OPENAI[:-1], {"type": "response.completed", "response": {"output": [
            {"type": "message", "content": [{"type": "output_text", "text": "Something else.", "annotations": []}]}
        ]}}]  # fmt: skip
        screen = play(gate(), seen(), "openai", lying, Mode.PLAIN_FIRST)
        assert screen.withdrawn is not None
        assert screen.end is not None
        assert isinstance(screen.end.error, PayloadError)

    def test_what_is_no_stream_of_that_provider_is_refused(self) -> None:
        screen = play(gate(), seen(), "anthropic", [{"nothing": "known"}], Mode.HOLD)
        assert screen.end is not None
        assert isinstance(screen.end.error, PayloadError)

    def test_a_citation_of_what_this_reader_may_not_see_takes_everything_back(self) -> None:
        events = anthropic((RETURN + "\n\n", [cited(0, RETURN)]), ("From June 14 days.", [cited(3, "x")]))
        screen = play(gate(), seen(), "anthropic", events, Mode.HOLD)
        assert screen.withdrawn is not None

    def test_a_stream_of_empty_blocks_is_not_read_over_and_over(self) -> None:
        events = anthropic(*[("a", [])] * 600)
        screen = play(gate(), seen(), "anthropic", events, Mode.HOLD)
        same(screen, gate().check(read("anthropic", events), seen()), Mode.PLAIN_FIRST)

    def test_the_pages_it_reports_are_kept_with_it_as_with_the_whole_reply(self) -> None:
        page = {"type": "web_search_result_location", "url": "https://units.acme.example/metre", "title": "Units"}
        passages = ("The metre is a unit.", "It has a length.")
        events = anthropic(*((f"{words}\n\n", [page | {"cited_text": words}]) for words in passages))

        async def run() -> CheckedAnswer | None:
            stream = ReplyStream(gate().astream(seen(), keep=True).setting, "anthropic")
            for event in events:
                async for _ in stream.feed_event(event):
                    pass
            *_, ended = [event async for event in stream.finish()]
            assert isinstance(ended, AnswerEnded)
            return ended.checked

        checked = asyncio.run(run())
        assert checked is not None
        assert [(each.url, each.passages) for each in checked.parsed.reported] == [(page["url"], passages)]
        assert checked.parsed.reported == gate().check(read("anthropic", events), seen()).parsed.reported

    def test_a_reply_is_fed_by_its_events_alone(self) -> None:
        async def run() -> None:
            async for _ in ReplyStream(gate().astream(seen()).setting, "openai").feed("text"):
                pass

        with pytest.raises(UsageError):
            asyncio.run(run())


@pytest.mark.parametrize("silent", ["\n\n", "- ", "- \n\n"])
def test_a_citation_of_nothing_lends_itself_to_no_sentence(silent: str) -> None:
    events = anthropic((silent, [cited(0, RETURN)]), (RETURN, []))
    guard, turn = gate(policy=PERMISSIVE), seen(CHUNKS[:3])
    batch = guard.check(read("anthropic", events), turn)
    screen = play(guard, turn, "anthropic", events, Mode.HOLD)
    assert screen.end is not None
    assert screen.end.counts == batch.counts == {"unsupported": 1}


@pytest.mark.parametrize(("markup", "refused"), [("#", "unsupported"), (">", "quote_unverified")])
def test_a_sentence_keeps_its_heading_and_no_quotation_of_another(markup: str, refused: str) -> None:
    events = anthropic((f"{markup} {LABEL}\n\n{RETURN}", [cited(0, RETURN)]))
    guard, turn = gate(policy=PERMISSIVE), seen(CHUNKS[:3])
    batch = guard.check(read("anthropic", events), turn)
    screen = play(guard, turn, "anthropic", events, Mode.HOLD)
    assert screen.end is not None
    assert screen.end.counts == batch.counts == {"ok": 1, refused: 1}


@LAW
@given(st.data())
def test_any_reply_whose_citations_come_first(data: st.DataObject) -> None:
    text = st.sampled_from(
        [RETURN, LABEL, " ", "\n\n", "\n", "- ", "> ", "Free. ", "# ", "[S2] ", "**", "```\n", "| a |\n|-|\n"]
    )
    citations = st.lists(st.integers(0, 4).map(lambda index: cited(index, RETURN)), max_size=2)
    blocks = data.draw(st.lists(st.tuples(st.lists(text, max_size=4).map("".join), citations), max_size=6))
    events = anthropic(*blocks)
    guard, turn = gate(policy=PERMISSIVE), seen(CHUNKS[:3])
    batch = guard.check(read("anthropic", events), turn)
    screen = play(guard, turn, "anthropic", events, data.draw(st.sampled_from(list(Mode))))
    assert screen.end is not None
    assert screen.end.error is None
    assert screen.end.counts == batch.counts


def fixtures() -> list[Path]:
    return sorted(FORMATS.glob("*/*.expect.json"))


def ledger_of(reply: ProviderAnswer) -> list[Chunk]:
    """Chunks for whatever a recorded reply cites, so that there is something to grant."""
    found: dict[str, Chunk] = {}
    for citation in reply.citations:
        for source in citation.sources:
            key = source.url or source.id or source.title or "document"
            text = citation.cited_text or source.text or "Nothing."
            found.setdefault(key, Chunk(key, text, "1", source.title or key, source.url, STAFF, 3))
    return list(found.values())


@pytest.mark.skipif(not FORMATS.is_dir(), reason="the recorded replies are not beside this checkout")
@pytest.mark.parametrize("path", fixtures(), ids=lambda path: f"{path.parent.name}/{path.name.split('.')[0]}")
def test_every_recorded_reply_from_payload_to_html(path: Path) -> None:
    expect = json.loads(path.read_text(encoding="utf-8"))
    base = path.name.removesuffix(".expect.json")
    payload = json.loads((path.parent / f"{base}.json").read_text(encoding="utf-8"))
    sent = path.parent / f"{base}.request.json"
    request = json.loads(sent.read_text(encoding="utf-8")) if sent.exists() else None
    reply = read(expect["provider"], payload, api=expect["api"], request=request)
    chunks = ledger_of(reply)
    guard = Gate.in_memory(chunks, PERMISSIVE)
    turn = guard.open(ANA, chunks)
    batch = guard.check(reply, turn)
    assert batch.html
    if isinstance(payload, list):
        for mode in Mode:
            screen = play(guard, turn, expect["provider"], payload, mode, request)
            assert screen.end is not None
            assert screen.end.error is None
            same(screen, batch, Mode.PLAIN_FIRST)


def own_words(reply: ProviderAnswer) -> list[Chunk]:
    """A ledger of the answer's own words: what stands before each marker, under the address the marker names."""
    passages: dict[str, list[str]] = {}
    done = 0
    for citation in reply.citations:
        start, end = citation.anchor.start, citation.anchor.end
        assert start is not None and end is not None
        passages.setdefault(citation.sources[0].url or "", []).append(reply.answer[done:start])
        done = end
    marks = str.maketrans("", "", "*`")
    return [
        Chunk(f"d{at}", "\n".join(texts).translate(marks), url=url, acl=STAFF, trust=3)
        for at, (url, texts) in enumerate(passages.items())
    ]


@pytest.mark.skipif(not FORMATS.is_dir(), reason="the recorded replies are not beside this checkout")
@pytest.mark.parametrize(("name", "cited"), [("web_search", 10), ("web_search_stream", 12)])
def test_every_recorded_citation_of_a_web_search_is_granted_where_the_ledger_holds_it(name: str, cited: int) -> None:
    payload = json.loads((FORMATS / "openai" / f"{name}.json").read_text(encoding="utf-8"))
    reply = read("openai", payload)
    chunks = own_words(reply)
    guard = Gate.in_memory(chunks)
    turn = guard.open(ANA, chunks)
    batch = guard.check(reply, turn)
    assert batch.counts == {"ok": cited}
    if isinstance(payload, list):
        screen = play(guard, turn, "openai", payload, Mode.HOLD)
        assert screen.end is not None
        assert screen.end.counts == batch.counts


LAYOUT = (
    "Findings:\n\n- Items may be returned within 30 days. ([acme.example]({0}?utm_source=openai))  \n"
    "- Labels are free. ([acme.example]({1})) Ask us.\n\nReturn labels are free within the EU. ([acme.example]({1}))\n"
)


def test_the_layout_of_a_web_search_reads_as_its_sentences() -> None:
    text = LAYOUT.format(RETURNS.url, SHIPPING.url)
    marker = re.compile(r"\(\[acme\.example\]\(([^)]*)\)\)")
    notes = [
        {"type": "url_citation", "start_index": found.start(), "end_index": found.end(), "url": found[1]}
        for found in marker.finditer(text)
    ]
    part = {"type": "output_text", "text": text, "annotations": notes}
    payload = {"object": "response", "output": [{"type": "message", "content": [part]}]}
    checked = gate(policy=PERMISSIVE).check(read("openai", payload), seen())
    claims = [claim.text for claim in checked.parsed.claims if claim.text]
    cited = [claims[judgement.proposal.claim] for judgement in checked.judgements]
    assert cited == [
        "Items may be returned within 30 days.",
        "Labels are free.",
        "Return labels are free within the EU.",
    ]
    assert "Ask us." in claims
    assert "acme.example" not in "".join(claims)
