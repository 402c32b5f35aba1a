"""Deriving again adds to what a text came from, and drops nothing of it."""

from __future__ import annotations

import asyncio

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import func, select

from citeward.access import GroupAccess
from citeward.model import Principal
from citeward.records import Derived, Reason
from citeward.records.likeness import keep_likeness, texts_alike
from citeward.records.replay.world import World
from citeward.storage import LIKENESS, Database, ensure_tenant
from citeward.verify import AccessObject, AccessScope, Decision

from .worlds import BOTH, POLICY, SPAN, ask, build, edit, note, reasons

SECRET = "The merger closes on 1 May."
KEY = b"a key of sixteen"


async def told_of_the_merger(database: Database) -> World:
    """Two answers: one over the draft only legal may read, one over news that everybody may read. Both asked by max."""
    world = await build(database)
    await ask(world, "a", "The merger closes on 1 May [S1].", "draft")
    await ask(world, "b", "Our shops are open on Sundays from March [S1].", "news")
    return world


async def may_read(world: World, viewer: str, name: str) -> bool:
    asked = [AccessObject("default", name, "", AccessScope.PASSAGE, None)]
    return (await GroupAccess(world.database).decide(Principal(viewer), asked)).decisions == (Decision.ALLOW,)


@pytest.mark.parametrize(
    "again",
    [
        SECRET, "the  MERGER closes,\non 1 May", f"{SECRET} Offices open at nine, and the canteen at noon.",
        "The merger closes on 1 May 2026.", "Something else entirely.",
    ],
)  # fmt: skip
async def test_the_same_name_keeps_the_readers_of_what_stood_under_it(database: Database, again: str) -> None:
    world = await told_of_the_merger(database)
    await note(world, "n", SECRET, "a")
    await note(world, "n", again, "b")
    assert (await may_read(world, "lea", "n"), await may_read(world, "sam", "n")) == (True, False)
    await note(world, "n", "And again.", "b")
    assert not await may_read(world, "sam", "n")


@pytest.mark.parametrize("again", [SECRET, "The merger closes on 1 May 2026.", f"Hear this! {SECRET}"])
async def test_the_same_words_keep_what_they_came_from_under_another_name(database: Database, again: str) -> None:
    world = await told_of_the_merger(database)
    await note(world, "n", SECRET, "a")
    await note(world, "m", again, "b")
    assert (await may_read(world, "lea", "m"), await may_read(world, "sam", "m")) == (True, False)


async def test_other_words_under_another_name_are_their_own(database: Database) -> None:
    world = await told_of_the_merger(database)
    await note(world, "n", SECRET, "a")
    await note(world, "m", "Shops are open on Sundays.", "b")
    assert await may_read(world, "sam", "m")


async def test_somebody_elses_note_is_not_what_mine_came_from(database: Database) -> None:
    """Nor may the one learn from their own note what the other one reads."""
    world = await told_of_the_merger(database)
    await note(world, "hers", "Shops are open on Sundays.", "a")
    his = Derived("his", "memory", "Shops are open on Sundays.", ("b",), by="sam", acl=BOTH)
    await world.book.derive("default", his)
    assert await may_read(world, "sam", "his")


async def test_a_retraction_is_not_washed_off_the_same_words(database: Database) -> None:
    world = await told_of_the_merger(database)
    await note(world, "n", SECRET, "a")
    await world.registry.retract("default", "draft")
    await note(world, "n", SECRET, "b")
    await ask(world, "c", "The merger closes on 1 May [S1].", "n", allow_block=True)
    assert await reasons(world, "lea", "c.1") in ([Reason.SOURCE_REMOVED], [Reason.RETRACTED])
    chunk = AccessObject("default", "n", "2", AccessScope.PASSAGE, None, 2)
    assert (await GroupAccess(world.database).decide(Principal("lea"), [chunk])).decisions == (Decision.ALLOW,)


async def test_a_note_that_follows_its_source_is_current_again(database: Database) -> None:
    """The honest use: the source was edited, the agent asks again, and says the new thing under the old name."""
    world = await build(database)
    await ask(world, "a", f"{SPAN} [S1]", "policy")
    await note(world, "n", "Refunds are accepted within 30 days of delivery.", "a")
    await edit(world, POLICY.text.replace("30", "14"))
    await ask(world, "b", "Refunds are accepted within 14 days of delivery [S1].", "policy")
    await note(world, "n", "Refunds are accepted within 14 days of delivery.", "b")
    await ask(world, "c", "Refunds are accepted within 14 days of delivery [S1].", "n")
    assert await reasons(world, "sam", "c.1") == [Reason.UNCHANGED]


async def test_a_source_that_was_used_once_can_retire_without_taking_a_memory_with_it(database: Database) -> None:
    world = await told_of_the_merger(database)
    await note(world, "memory", "Shops are open on Sundays.", "b")
    await ask(world, "c", f"{SPAN} [S1]", "policy")
    await note(world, "memory", "Refunds take thirty days at most.", "c")
    await world.registry.retire("default", "news")
    await ask(world, "d", "Refunds take thirty days at most [S1].", "memory")
    assert await reasons(world, "sam", "d.1") == [Reason.UNCHANGED]
    await world.registry.poison("default", "news")
    assert await reasons(world, "sam", "d.1") == [Reason.POISONED]


async def test_erasing_a_note_leaves_nothing_to_know_it_by(database: Database) -> None:
    world = await told_of_the_merger(database)
    await note(world, "n", SECRET, "a")
    await world.registry.erase("default", "n", "request 1")
    async with database.read() as connection:
        assert (await connection.execute(select(func.count()).select_from(LIKENESS))).scalar_one() == 0


WORDS = st.lists(st.text("abcd", min_size=1, max_size=3), min_size=1, max_size=30)


@given(WORDS, st.sampled_from([" ", "\n", ", ", " \u00a0"]), st.sampled_from(["", ".", "!", " — "]))
@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_setting_and_case_make_no_other_text(words: list[str], between: str, end: str) -> None:
    async def play() -> None:
        async with await Database.open() as database, database.write() as connection:
            await ensure_tenant(connection, "default")
            await keep_likeness(connection, "default", ("n", 1), " ".join(words), KEY)
            same = between.join(words).upper() + end
            assert await texts_alike(connection, "default", same, KEY) == {("n", 1)}
            assert await texts_alike(connection, "default", "wholly other words stand here", KEY) == set()
            assert await texts_alike(connection, "elsewhere", same, KEY) == set()

    asyncio.run(play())


@pytest.mark.parametrize(
    "text", ["合併は五月一日に完了します。", "การควบรวมจะเสร็จสิ้นในวันที่ 1 พฤษภาคม", "Die Fusion.", "Ja", "…"]
)
async def test_scripts_without_spaces_and_short_texts_are_known_again(text: str) -> None:
    async with await Database.open() as database, database.write() as connection:
        await ensure_tenant(connection, "default")
        await keep_likeness(connection, "default", ("n", 1), text, KEY)
        assert await texts_alike(connection, "default", f"{text} ", KEY) == {("n", 1)}
        assert await texts_alike(connection, "default", text, b"another key of sixteen") == set()
