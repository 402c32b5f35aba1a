"""The gate writes every answer itself: whole replies, a provider's citations, and what is streamed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import text

from citeward import Gate
from citeward.access import Acl
from citeward.model import Chunk, Principal
from citeward.providers import read
from citeward.records import Reason, View
from citeward.records.replay.world import World
from citeward.registry import Passage
from citeward.storage import Database
from citeward.streaming import AnswerEnded, AnswerStream, ReplyStream
from citeward.turn import Turn

from .worlds import NEWS, SPAN, TEXT, build, edit, reasons

SAM = Principal("sam")
SUNDAYS = NEWS.text.removesuffix(" from March.") + "."
ANSWER = f"{SPAN} [S1]\n\n- {SUNDAYS} [S2]\n- Free for life [S9].\n\nAsk in the *shop*."


def _gate(world: World) -> Gate:
    return replace(world.gate, sink=world.book)


async def _turn(world: World, *documents: str) -> Turn:
    chunks = await world.registry.chunks("default", [Passage(name) for name in documents])
    return await world.gate.aopen(SAM, [replace(chunk, handle=f"S{n}") for n, chunk in enumerate(chunks, start=1)])


async def _played(stream: AnswerStream, pieces: Sequence[str]) -> AnswerEnded:
    events = [event for piece in pieces async for event in stream.feed(piece)]
    events += [event async for event in stream.finish()]
    assert isinstance(events[-1], AnswerEnded)
    return events[-1]


async def _rows(database: Database, table: str) -> int:
    async with database.read() as connection:
        return int((await connection.execute(text(f"SELECT count(*) FROM {table}"))).scalar_one())


def _shape(view: View) -> str:
    """What a reader sees, without the ids that differ from answer to answer."""
    return re.sub(r'data-citation="[^"]*"|cw-[0-9a-f]{12}', "", view.html)


async def test_an_answer_is_kept_for_its_asker_with_model_and_policy(database: Database) -> None:
    world = await build(database)
    checked = await _gate(world).acheck(ANSWER, await _turn(world, "policy", "news"), model="a-model")
    view = await world.book.show(checked.id, SAM)
    assert [each["state"] for each in view.json["citations"]] == ["current", "current"]
    assert "Free for life" not in view.html
    assert (await world.book.show(checked.id, Principal("lea"))).json["citations"] == []
    async with database.read() as connection:
        row = (await connection.execute(text("SELECT model, provider, policy, action FROM answers"))).one()
    assert tuple(row) == ("a-model", None, "strict", "redact")


async def test_an_audience_is_given_with_the_sink_and_each_reader_judged_all_the_same(database: Database) -> None:
    world = await build(database)
    gate = replace(world.gate, sink=world.book.shared_with(Acl.of_groups(["staff", "legal"])))
    checked = await gate.acheck(f"{SPAN} [S1]", await _turn(world, "policy"))
    (citation,) = (record.id for record in checked.records)
    assert await reasons(world, "lea", citation) == [Reason.UNCHANGED]
    await world.registry.set_acl("default", "policy", Acl.of_groups(["staff"]))
    assert await reasons(world, "lea", citation) == [Reason.NO_LONGER_PERMITTED]
    assert await reasons(world, "eve", citation) == [Reason.NO_LONGER_PERMITTED]


def _anthropic(*blocks: tuple[str, int | None]) -> list[Any]:
    """The events of a reply whose blocks each cite one document, or none."""
    events: list[Any] = [{"type": "message_start", "message": {"model": "claude", "content": []}}]
    for index, (said, document) in enumerate(blocks):
        events.append({"type": "content_block_start", "index": index, "content_block": {"type": "text", "text": ""}})
        deltas: list[dict[str, Any]] = [{"type": "text_delta", "text": said}]
        if document is not None:
            cited = {"type": "char_location", "document_index": document, "cited_text": said}
            deltas.insert(0, {"type": "citations_delta", "citation": cited})
        events += ({"type": "content_block_delta", "index": index, "delta": delta} for delta in deltas)
        events.append({"type": "content_block_stop", "index": index})
    return events


REPLY = _anthropic((SPAN, 0), ("\n\n", None), (SUNDAYS, 1), ("\n\nAsk in the shop.", None))


async def test_what_a_provider_cited_is_shown_again_as_it_was_granted(database: Database) -> None:
    world = await build(database)
    checked = await _gate(world).acheck(read("anthropic", REPLY), await _turn(world, "policy", "news"))
    assert len(checked.granted) == 2
    view = await world.book.show(checked.id, SAM)
    assert [each["claim"] for each in view.json["citations"]] == [SPAN, SUNDAYS]
    assert view.html.count("data-sid=") == checked.html.count("data-sid=") == 2
    await edit(world, TEXT.replace("30", "14"))
    view = await world.book.show(checked.id, SAM)
    assert [each["state"] for each in view.json["citations"]] == ["source_changed", "current"]
    async with database.read() as connection:
        row = (await connection.execute(text("SELECT model, provider FROM answers"))).one()
    assert tuple(row) == ("claude", "anthropic")


async def test_a_streamed_answer_is_kept_whole_at_its_end_and_shown_like_one_that_was_not(database: Database) -> None:
    world = await build(database)
    turn = await _turn(world, "policy", "news")
    batch = await _gate(world).acheck(ANSWER, turn)
    stream = _gate(world).astream(turn)
    for start in range(0, len(ANSWER), 9):
        async for _ in stream.feed(ANSWER[start : start + 9]):
            pass
    assert await _rows(database, "answers") == 1, "the other one"
    async for _ in stream.finish():
        pass
    assert await _rows(database, "answers") == 2
    assert _shape(await world.book.show(stream.id, SAM)) == _shape(await world.book.show(batch.id, SAM))
    assert (await world.book.verify_log("default")).ok


async def test_a_providers_stream_is_kept_and_shown_like_its_whole_reply(database: Database) -> None:
    world = await build(database)
    turn = await _turn(world, "policy", "news")
    batch = await _gate(world).acheck(read("anthropic", REPLY), turn)
    stream = ReplyStream(_gate(world).astream(turn).setting, "anthropic")
    for event in REPLY:
        async for _ in stream.feed_event(event):
            pass
    async for _ in stream.finish():
        pass
    assert _shape(await world.book.show(stream.id, SAM)) == _shape(await world.book.show(batch.id, SAM))
    async with database.read() as connection:
        rows = await connection.execute(text("SELECT model, provider FROM answers"))
        assert [tuple(row) for row in rows] == [("claude", "anthropic")] * 2


async def test_a_streamed_answer_that_was_withdrawn_stays_blocked(database: Database) -> None:
    world = await build(database)
    draft = (await world.registry.chunks("default", [Passage("draft")]))[0]
    opened = await _turn(world, "policy")
    seen = replace(opened, ledger=opened.ledger.of([_handled(draft, "S2"), *_chunks(opened)]))
    stream = _gate(world).astream(seen)
    ended = await _played(stream, [f"{SPAN} [S1]\n\n", "The merger closes on 1 May [S2]."])
    assert ended.action.value == "block"
    view = await world.book.show(stream.id, Principal("max"))
    assert view.json["citations"] == []
    assert "merger" not in view.html
    assert await _rows(database, "incidents") == 1


def _handled(chunk: Chunk, handle: str) -> Chunk:
    return replace(chunk, handle=handle)


def _chunks(turn: Turn) -> list[Chunk]:
    return [
        Chunk(e.id, e.text, e.version, e.title, e.url, e.acl, int(e.tier), e.source, locator=e.locator, handle=e.handle)
        for e in turn.ledger
    ]


async def test_a_reader_who_left_finds_what_was_judged(database: Database) -> None:
    world = await build(database)
    stream = _gate(world).astream(await _turn(world, "policy", "news"))
    # What follows a block may end what it says, so it is judged once the next one is whole.
    async for _ in stream.feed(f"{SPAN} [S1]\n\n{SUNDAYS} [S2]\n\nAsk us first.\n\nThen "):
        pass
    await stream.abandon()
    view = await world.book.show(stream.id, SAM)
    assert [each["claim"] for each in view.json["citations"]] == [SPAN, SUNDAYS]
    assert "Then" not in view.html


async def test_of_an_answer_that_could_not_be_written_nothing_is_there(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = await build(database)
    turn = await _turn(world, "policy")
    before = await world.book.verify_log("default")

    async def full(*_: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr("citeward.records.keeping.begin_audience", full)  # the last thing that is written
    ended = await _played(_gate(world).astream(turn), [f"{SPAN} [S1]"])
    assert ended.action.value == "block"
    for table in ("answers", "answer_evidence", "verdicts", "citations", "citation_roots"):
        assert await _rows(database, table) == 0
    assert await world.book.verify_log("default") == before


async def test_incidents_of_a_turn_without_an_answer_are_kept(database: Database) -> None:
    world = await build(database)
    chunks = await world.registry.chunks("default", [Passage("policy"), Passage("draft")])

    def broken(prompt: str) -> str:
        raise TimeoutError

    with pytest.raises(TimeoutError):
        await _gate(world).arun(broken, SAM, chunks)
    assert await _rows(database, "incidents") == 1
    assert await _rows(database, "answers") == 0
    assert (await world.book.verify_log("default")).ok
