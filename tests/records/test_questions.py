"""What operators may ask, and how long texts are kept."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial

import pytest
from sqlalchemy import text

from citeward.access import Acl, GroupAccess, personal
from citeward.errors import CheckFailed, InputError, UsageError
from citeward.model import Principal
from citeward.policy import STRICT
from citeward.records import RecordBook, State
from citeward.records.replay.world import World
from citeward.records.stored import load_answer
from citeward.registry import Document, Passage
from citeward.storage import Database
from citeward.verify import InMemorySink, InMemorySupport

from . import test_matrix as happens
from .worlds import BOTH, SPAN, ask, build

SAM, EVE = Principal("sam"), Principal("eve")


async def test_a_record_says_everything_that_was_checked(database: Database) -> None:
    world = await build(database)
    await ask(world, "a", f"{SPAN} [S1] It is so [S9].", "policy", allow_block=True)
    granted = await world.book.describe("default", "a.1")
    refused = await world.book.describe("default", "a.2")
    assert granted is not None and refused is not None
    assert (granted.document, granted.version, granted.verdict, granted.action) == ("policy", "42", "ok", "keep")
    assert granted.checks["access"] == "passed"
    assert [(root.document, root.version, root.role) for root in granted.roots] == [("policy", 1, "own")]
    assert (refused.verdict, refused.roots) == ("fabricated", ())
    assert await world.book.describe("default", "nothing") is None
    assert await world.book.describe("acme", "a.1") is None


async def test_shares_say_how_displays_fared(database: Database) -> None:
    world = await build(database)
    await ask(world, "a", f"{SPAN} [S1]", "policy")
    book = RecordBook(database, GroupAccess(database), counts=True)
    for viewer in (SAM, SAM, SAM, EVE):
        await book.show("a", viewer)
    await happens.edited(world)
    await book.show("a", SAM)
    found = {(each.state, each.reason): (each.citations, each.share) for each in await book.shares("default")}
    assert found == {
        ("current", "unchanged"): (3, 0.6),
        ("unavailable", "no_longer_permitted"): (1, 0.2),
        ("source_changed", "span_changed"): (1, 0.2),
    }
    assert await book.shares("default", datetime.now(UTC) + timedelta(days=1)) == []
    assert await book.shares("acme") == []


async def test_a_display_that_cannot_be_counted_is_a_display_all_the_same(database: Database) -> None:
    world = await build(database)
    await ask(world, "a", f"{SPAN} [S1]", "policy")
    async with database.write() as connection:
        await connection.execute(text("DROP TABLE displays"))
    book = RecordBook(database, GroupAccess(database), counts=True)
    assert "30 days" in (await book.show("a", SAM)).html
    assert (await book.show_citation("a.1", SAM)).state.state is State.CURRENT


async def test_an_answer_that_cannot_be_read_is_a_check_that_failed(database: Database) -> None:
    world = await build(database)
    await ask(world, "a", f"{SPAN} [S1]", "policy")
    async with database.write() as connection:
        await connection.execute(text("ALTER TABLE answer_evidence RENAME TO lost"))
    with pytest.raises(CheckFailed, match="could not be read"):
        await world.book.show("a", SAM)


async def test_old_answers_lose_their_texts_and_young_ones_keep_them(database: Database) -> None:
    world = await build(database)
    await ask(world, "old", f"{SPAN} [S1]", "policy")
    world.clock.advance(datetime(2026, 6, 1, tzinfo=UTC))
    await ask(world, "young", f"{SPAN} [S1]", "policy")
    assert await world.book.erase_before("default", datetime(2026, 3, 1, tzinfo=UTC)) == 1
    assert await world.book.erase_before("default", datetime(2026, 3, 1, tzinfo=UTC)) == 0
    assert (await world.book.show("old", SAM)).json["citations"] == []
    assert len((await world.book.show("young", SAM)).json["citations"]) == 1
    assert (await world.book.verify_log("default")).ok


async def test_what_a_person_asked_for_goes_with_their_name_and_what_they_may_open_stays(database: Database) -> None:
    world = await build(database)
    await ask(world, "hers", f"{SPAN} [S1]", "policy", by="lea")
    await ask(world, "his", f"{SPAN} [S1]", "policy", by="max")
    await world.book.share("default", "his", Acl(frozenset({personal("lea"), personal("max")})))
    assert await world.book.erase_principal("default", "lea", "request 4") == 1
    assert await world.book.erase_principal("default", "lea", "request 4") == 0
    assert (await world.book.show("hers", SAM)).json["citations"] == []
    assert len((await world.book.show("his", Principal("lea"))).json["citations"]) == 1
    async with database.read() as connection:
        bodies = (await connection.execute(text("SELECT body FROM payloads"))).scalars().all()
    assert not any('"principal":"lea"' in body for body in bodies)
    assert (await world.book.verify_log("default")).ok


async def test_what_a_person_asked_for_goes_whomever_it_was_shared_with(database: Database) -> None:
    world = await build(database)
    await ask(world, "hers", f"{SPAN} [S1]", "policy", by="lea")
    await world.book.share("default", "hers", Acl.of_groups(["staff"]))
    assert len((await world.book.show("hers", Principal("lea"))).json["citations"]) == 1, "who asked may still open it"
    assert await world.book.erase_principal("default", "lea", "request 4") == 1


async def test_an_asker_nobody_could_name_again_is_refused_before_anything_is_kept(database: Database) -> None:
    world = await build(database)
    with pytest.raises(CheckFailed, match="Do not show the answer") as error:
        await ask(world, "a", f"{SPAN} [S1]", "policy", by="max\x1b[2J", allow_block=True)
    assert "cannot be a name" in str(error.value.__cause__)
    assert await world.book.describe_answer("default", "a") is None


async def test_sharing_undoes_no_erasure_that_runs_beside_it(database: Database) -> None:
    world = await build(database)
    names = [f"a{n}" for n in range(8)]
    for name in names:
        await ask(world, name, f"{SPAN} [S1]", "policy")

    async def share(name: str) -> None:
        with suppress(InputError):
            await world.book.share("default", name, Acl.of_groups(["staff"]))

    await asyncio.gather(*(act(name) for name in names for act in (share, partial(_erase, world))))
    async with database.read() as connection:
        left = await connection.execute(text("SELECT count(*) FROM acl WHERE object LIKE 'answer:%'"))
    assert left.scalar_one() == 0


async def _erase(world: World, name: str) -> None:
    await world.book.erase("default", name, "request 9")


async def test_an_old_answer_that_was_erased_names_nobody(database: Database) -> None:
    world = await build(database)
    await ask(world, "old", f"{SPAN} [S1]", "policy")
    await world.book.erase_before("default", datetime(2026, 3, 1, tzinfo=UTC))
    async with database.read() as connection:
        left = text("SELECT count(*) FROM acl WHERE object = 'answer:old'")
        assert (await connection.execute(left)).scalar_one() == 0


async def test_a_record_keeps_the_words_that_were_judged_and_loses_them_with_the_answer(database: Database) -> None:
    world = await build(database)
    mill = Document("mill", "hr", "The mill opened in 1911. The mill was sold in 1930.", acl=BOTH)
    await world.registry.ingest("default", mill)
    gate = replace(world.gate, sink=world.book, policy=STRICT, support=InMemorySupport(default=0.9))
    turn = await gate.aopen(SAM, await world.registry.chunks("default", [Passage("mill")]))
    (handle,) = turn.ledger.handles
    checked = await gate.acheck(f"The mill opened in 1911 [{handle}]. It was sold in 1930 [{handle}].", turn)
    judged = [judgement.support.claim for judgement in checked.judgements]
    assert judged[1] == "The mill was sold in 1930.", "the pronoun stands for something, and that is what was judged"
    kept = await world.book.describe_answer("default", checked.id)
    one = await world.book.describe("default", checked.records[1].id)
    assert kept is not None and one is not None
    assert [record.claim for record in kept.records] == judged
    assert one.claim == judged[1]
    await world.book.erase("default", checked.id, "request 8")
    gone = await world.book.describe("default", checked.records[1].id)
    assert gone is not None and gone.claim is None
    assert (await world.book.verify_log("default")).ok


async def test_an_answer_is_cut_into_clauses_as_it_was_when_it_was_judged(database: Database) -> None:
    """A later release may cut a sentence differently; what is shown stays bound to the words that were judged."""
    world = await build(database)
    sink = InMemorySink()
    turn = await world.gate.aopen(SAM, await world.registry.chunks("default", [Passage("policy")]))
    await replace(world.gate, sink=sink).acheck(f"{SPAN} [S1]", turn)
    (kept,) = sink.answers
    assert [words.clause for words in kept.judged] == [None], "all of it"
    (words,) = kept.judged
    with pytest.raises(UsageError, match="not of this answer"):
        await world.book.write(replace(kept, judged=(words, words)))
    await world.book.write(replace(kept, judged=(replace(words, clause=(0, 7)),)))
    async with database.read() as connection:
        stored = await load_answer(connection, "default", kept.id)
    assert stored is not None and stored.clauses == {0: (0, 7)}


async def test_an_answer_that_does_not_say_how_it_was_cut_is_cut_now(database: Database) -> None:
    world = await build(database)
    sink = InMemorySink()
    turn = await world.gate.aopen(SAM, await world.registry.chunks("default", [Passage("policy")]))
    said = "Refunds are accepted within 30 days [S1], and the mast in the bay is very tall indeed [S9]."
    checked = await replace(world.gate, sink=sink).acheck(said, turn)
    (kept,) = sink.answers
    await world.book.write(replace(kept, judged=()))
    async with database.read() as connection:
        stored = await load_answer(connection, "default", kept.id)
    extents = {n: j.clause for n, j in enumerate(checked.judgements) if j.clause is not None}
    assert extents, "two clauses that can stand alone"
    assert stored is not None and stored.clauses == extents
