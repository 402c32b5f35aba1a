"""What is kept of an answer, by the gate's own sink, and what the cache may and may not do."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from sqlalchemy import event, text

from citeward.access import Acl, GroupAccess
from citeward.errors import InputError, UsageError
from citeward.ledger import Ledger
from citeward.model import Locator, Principal, Verdict
from citeward.parse import parse
from citeward.providers import ProviderAnswer
from citeward.records import Reason, RecordBook, State
from citeward.records.replay.world import World
from citeward.registry import Passage
from citeward.storage import Database, erase, verify_log
from citeward.turn import Turn
from citeward.verify import InMemoryDocuments, InMemorySink

from .worlds import LEGAL, POLICY, SPAN, TEXT, ask, build, edit, reasons

SAM = Principal("sam")


async def _turn(world: World, *documents: str) -> Turn:
    chunks = await world.registry.chunks("default", [Passage(name) for name in documents])
    return await world.gate.aopen(SAM, chunks)


async def _check(world: World, answer: str | ProviderAnswer, turn: Turn) -> list[str]:
    checked = await replace(world.gate, sink=world.book).acheck(answer, turn)
    return [record.id for record in checked.records]


async def test_the_gate_writes_through_its_own_protocols(database: Database) -> None:
    world = await build(database)
    turn = await _turn(world, "policy")
    (handle,) = turn.ledger.handles
    (citation,) = await _check(world, f"{SPAN} [{handle}]", turn)
    (state,) = await world.book.revalidate([citation], SAM)
    assert state.state is State.CURRENT
    async with database.read() as connection:
        assert (await verify_log(connection, "default")).ok
        stored = json.loads((await connection.execute(text("SELECT checks FROM verdicts"))).scalar_one())
    assert stored["access"] == "passed"


async def test_an_answer_is_for_who_asked_and_whom_it_is_shared_with(database: Database) -> None:
    world = await build(database)
    turn = await _turn(world, "policy")
    (handle,) = turn.ledger.handles
    (citation,) = await _check(world, f"{SPAN} [{handle}]", turn)
    async with database.read() as connection:
        answer = (await connection.execute(text("SELECT id FROM answers"))).scalar_one()
    assert await reasons(world, "sam", citation) == [Reason.UNCHANGED]
    assert await reasons(world, "lea", citation) == [Reason.NO_LONGER_PERMITTED]
    await world.book.share("default", answer, Acl.of_groups(["legal"]))
    assert await reasons(world, "lea", citation) == [Reason.UNCHANGED]
    with pytest.raises(InputError):
        await world.book.share("default", "unknown", LEGAL)


async def test_records_of_another_answer_are_refused_and_nothing_is_kept(database: Database) -> None:
    world = await build(database)
    turn = await _turn(world, "policy")
    (handle,) = turn.ledger.handles
    sink = InMemorySink()
    await replace(world.gate, sink=sink).acheck(f"{SPAN} [{handle}]", turn)
    (kept,) = sink.answers
    for wrong in (
        replace(kept, records=()),
        replace(kept, parsed=parse("Something else entirely.")),
        replace(kept, id="another"),
        replace(kept, records=(replace(kept.records[0], tenant="acme"),)),
    ):
        with pytest.raises(UsageError, match="not of this answer"):
            await world.book.write(wrong)
    async with database.read() as connection:
        assert (await connection.execute(text("SELECT count(*) FROM answers"))).scalar_one() == 0


async def test_a_chunk_without_a_place_is_anchored_where_it_stands(database: Database) -> None:
    world = await build(database)
    (chunk,) = await world.registry.chunks("default", [Passage("policy", TEXT.index("4. "), TEXT.index("\n\n5."))])
    turn = Turn(Ledger.of([replace(chunk, locator=None, handle="S1")]), SAM)
    (citation,) = await _check(world, f"{SPAN} [S1]", turn)
    await edit(world, "New first line.\n" + TEXT)
    assert await reasons(world, "sam", citation) == [Reason.RELOCATED]
    await edit(world, TEXT.replace("30", "14"))
    assert await reasons(world, "sam", citation) == [Reason.SPAN_CHANGED]


async def test_a_chunk_set_differently_from_the_document_is_anchored_in_the_document(database: Database) -> None:
    world = await build(database)
    (chunk,) = await world.registry.chunks("default", [Passage("policy")])
    rewrapped = replace(chunk, text=TEXT.replace("\n", "  "), locator=Locator(0, len(TEXT)), handle="S1")
    (citation,) = await _check(world, f"{SPAN} [S1]", Turn(Ledger.of([rewrapped]), SAM))
    async with database.read() as connection:
        start, end = (await connection.execute(text("SELECT start_at, end_at FROM citation_roots"))).one()
    assert SPAN in TEXT[start:end]
    assert await reasons(world, "sam", citation) == [Reason.UNCHANGED]


async def test_what_does_not_exist_is_unavailable_like_everything_hidden(database: Database) -> None:
    world = await build(database)
    await ask(world, "a", f"{SPAN} [S1]", "policy")
    found = await world.book.revalidate(["nothing", "a.1", "", "nul\0", "a.1"], SAM)
    assert [state.state for state in found] == [
        State.UNAVAILABLE, State.CURRENT, State.UNAVAILABLE, State.UNAVAILABLE, State.CURRENT,
    ]  # fmt: skip
    other = await world.book.revalidate(["a.1"], Principal("sam", tenant="acme"))
    assert other[0].state is State.UNAVAILABLE


async def test_an_erased_answer_is_gone_and_the_log_whole(database: Database) -> None:
    world = await build(database)
    await ask(world, "a", f"{SPAN} [S1]", "policy")
    assert await world.book.erase("default", "a", "request 9")
    assert not await world.book.erase("default", "a", "request 9")
    view = await world.book.show("a", SAM)
    assert view.json == {"answer_id": "a", "citations": []}
    assert (await world.book.verify_log("default")).ok
    async with database.read() as connection:
        about_answers = "SELECT body FROM payloads p JOIN log l ON l.seq = p.seq WHERE l.kind <> 'members'"
        left = (await connection.execute(text(about_answers))).scalars().all()
    assert not any('"max"' in body for body in left)


async def test_a_source_that_lost_its_old_text_can_still_be_found_by_its_context(database: Database) -> None:
    world = await build(database)
    await ask(world, "a", f"{SPAN} [S1]", "policy")
    await edit(world, "New first line.\n" + TEXT)
    async with database.write() as connection:
        first = text("SELECT seq FROM document_versions WHERE document = 'policy' AND version = 1")
        seq = (await connection.execute(first)).scalar_one()
        assert await erase(connection, "default", [seq], "retention") == {seq}
    assert await reasons(world, "sam", "a.1") == [Reason.RELOCATED]


async def test_the_stored_text_is_never_rewritten(database: Database) -> None:
    world = await build(database)
    await ask(world, "a", f"{SPAN} [S1]", "policy")
    await world.registry.retract("default", "policy")
    await world.book.show("a", SAM)
    async with database.read() as connection:
        stored = text("SELECT body FROM payloads p JOIN answers a ON a.seq = p.seq")
        body = (await connection.execute(stored)).scalar_one()
    assert json.loads(body)["text"] == f"{SPAN} [S1]"


# -- queries and caches


def _count(database: Database) -> list[str]:
    statements: list[str] = []
    engine = database._engine.sync_engine
    event.listen(engine, "before_cursor_execute", lambda *args: statements.append(args[2]))
    return statements


PER_ANSWER = 100


@pytest.mark.parametrize("number", [1, 1_000])
async def test_any_number_of_citations_costs_three_queries(database: Database, number: int) -> None:
    world = await build(database)
    page = []
    for answer in range(-(-number // PER_ANSWER)):
        size = min(PER_ANSWER, number)
        await ask(world, f"a{answer}", " ".join([f"{SPAN} [S1]"] * size), "policy")
        page += [f"a{answer}.{n + 1}" for n in range(size)]
    await edit(world, TEXT.replace("30", "14"))
    book = RecordBook(database, GroupAccess(database), cache=0)
    statements = _count(database)
    found = await book.revalidate(page, SAM)
    assert [state.reason for state in found] == [Reason.SPAN_CHANGED] * number
    assert len([each for each in statements if "SELECT" in each]) == 3


async def test_a_second_look_is_one_query_and_sees_every_change(database: Database) -> None:
    world = await build(database)
    await ask(world, "a", f"{SPAN} [S1]", "policy")
    await reasons(world, "sam", "a.1")
    statements = _count(database)
    assert await reasons(world, "sam", "a.1") == [Reason.UNCHANGED]
    assert len([each for each in statements if "SELECT" in each]) == 1
    await world.registry.set_acl("default", "policy", LEGAL)
    assert await reasons(world, "sam", "a.1") == [Reason.NO_LONGER_PERMITTED]
    await world.registry.set_acl("default", "policy", POLICY.acl or LEGAL)
    await edit(world, TEXT.replace("30", "14"))
    assert await reasons(world, "sam", "a.1") == [Reason.SPAN_CHANGED]
    await world.registry.poison_source("default", "hr")
    assert await reasons(world, "sam", "a.1") == [Reason.POISONED]


async def test_the_cache_forgets_what_is_old() -> None:
    async with await Database.open() as database:
        world = await build(database)
        await ask(world, "a", f"{SPAN} [S1] {SPAN} [S1]", "policy")
        book = RecordBook(database, GroupAccess(database), cache=1)
        found = await book.revalidate(["a.1", "a.2"], SAM)
        assert [state.id for state in found] == ["a.1", "a.2"]


async def _granted_on(world: World, words: str, *, locator: Locator | None = None) -> str:
    """A citation granted by a gate whose own index says that these are words of the stored policy."""
    (chunk,) = await world.registry.chunks("default", [Passage("policy")])
    chunk = replace(chunk, text=words, locator=locator)
    gate = replace(world.gate, sink=world.book, documents=InMemoryDocuments.of([chunk]))
    turn = await gate.aopen(SAM, [chunk])
    (handle,) = turn.ledger.handles
    checked = await gate.acheck(f"{words} [{handle}]", turn)
    assert checked.judgements[0].verdict is Verdict.OK
    return checked.records[0].id


@pytest.mark.parametrize("locator", [None, Locator(80, 129)])
async def test_words_the_stored_version_never_had_are_not_current(database: Database, locator: Locator | None) -> None:
    world = await build(database)
    citation = await _granted_on(world, SPAN.replace("30", "90"), locator=locator)
    assert await reasons(world, "sam", citation) == [Reason.UNCONFIRMED]


async def test_words_the_stored_version_has_elsewhere_or_more_than_once_are_its_own(database: Database) -> None:
    world = await build(database)
    moved = await _granted_on(world, SPAN, locator=Locator(0, len(SPAN)))
    twice = await _granted_on(world, "your order")
    again = await _granted_on(world, "the")
    assert await reasons(world, "sam", moved, twice, again) == [Reason.UNCHANGED] * 3
