"""What the oldest release wrote, with lists, names and anchors, is brought up to date: all of it reads, nothing leaks.

``oldest.json`` holds every row of a database that the first schema's own program made: a policy whose words moved and
that was closed to legal, a draft only legal may read and its second version, a memory note, an answer that was erased,
and one that was blocked with an incident.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import MetaData, insert, text
from sqlalchemy.engine import Connection

from citeward.access import Acl
from citeward.model import Principal
from citeward.records import Derived, State, permalink
from citeward.records.replay.world import World
from citeward.storage import Database, verify_log
from citeward.storage.migrate import migrate

from ..storage.databases import KINDS, empty_url
from .worlds import BOTH, DRAFT, LEGAL, SPAN, STAFF, ask, edit, states

OLDEST: dict[str, list[dict[str, Any]]] = json.loads(Path(__file__).with_name("oldest.json").read_text("utf-8"))
CITATIONS = ("a.1", "b.1", "c.1", "e.1")
CURRENT, CHANGED, GONE = State.CURRENT, State.SOURCE_CHANGED, State.UNAVAILABLE
SAW = {
    "sam": [CURRENT, GONE, GONE, CURRENT],
    "lea": [GONE, CHANGED, GONE, GONE],
    "max": [CURRENT, CHANGED, GONE, CURRENT],
    "kim": [GONE, CHANGED, GONE, GONE],
    "eve": [GONE, GONE, GONE, GONE],
}
"""What that release itself showed of them: kim is in a group within legal, eve in none."""


def _fill(connection: Connection) -> None:
    there = MetaData()
    there.reflect(connection)
    for table in there.sorted_tables:
        if table.name in OLDEST:
            connection.execute(insert(table), OLDEST[table.name])


@pytest.fixture(params=KINDS)
async def world(request: pytest.FixtureRequest) -> AsyncIterator[World]:
    """The old database, opened by this release."""
    url = empty_url(request.param)
    old = Database.unmigrated(url)
    async with old.write() as connection:
        await connection.run_sync(migrate, "0001")
        await connection.run_sync(_fill)
    await old.close()
    async with await Database.open(url) as database:
        yield World.over(database)


async def _seen(world: World) -> dict[str, list[State]]:
    return {viewer: [each.state for each in await states(world, viewer, *CITATIONS)] for viewer in SAW}


async def _shown(world: World, viewer: str) -> str:
    """Everything a viewer can get of what is stored, in one text."""
    found = []
    for answer in ("a", "b", "c", "d", "e"):
        whole = await world.book.show(answer, Principal(viewer))
        found += [json.dumps(whole.json), whole.html]
    for citation in CITATIONS:
        for form in ("*/*", "text/html"):
            found.append((await permalink(world.book, citation, Principal(viewer), form)).body.decode())
    return "\n".join(found)


async def _is_whole(world: World) -> bool:
    async with world.database.read() as connection:
        return (await verify_log(connection, "default")).ok


async def _rows(world: World, table: str) -> list[dict[str, Any]]:
    async with world.database.read() as connection:
        rows = (await connection.execute(text(f"SELECT * FROM {table} ORDER BY 1, 2"))).mappings()
        return [dict(row) for row in rows]


async def test_every_row_is_there_as_it_was_and_the_log_is_whole(world: World) -> None:
    for table, before in OLDEST.items():
        now = await _rows(world, table)
        key = sorted(before[0])
        assert sorted([str(row[name]) for name in key] for row in now) == sorted(
            [str(row[name]) for name in key] for row in before
        ), table
    assert await _is_whole(world)


async def test_everybody_sees_what_they_saw_and_no_more(world: World) -> None:
    assert await _seen(world) == SAW
    for viewer in ("sam", "eve"):
        assert "merger" not in await _shown(world, viewer)
    assert SPAN not in await _shown(world, "eve")


async def test_a_list_that_is_widened_later_opens_no_earlier_version(world: World) -> None:
    await world.registry.set_acl("default", "draft", BOTH)
    assert await _seen(world) == SAW
    assert "merger closes" not in await _shown(world, "sam")
    await edit(world, "Nothing to see.", DRAFT)
    await world.registry.set_acl("default", "draft", Acl.of_groups(["staff", "legal", "everybody else"]))
    assert await _seen(world) == SAW
    await world.registry.set_acl("default", "policy", BOTH)
    assert [each.state for each in await states(world, "lea", "a.1", "e.1")] == [GONE, GONE]


async def test_a_list_that_is_narrowed_closes_all_of_them(world: World) -> None:
    await world.registry.set_acl("default", "policy", LEGAL)
    assert [each.state for each in await states(world, "sam", "a.1", "e.1")] == [GONE, GONE]


async def test_words_are_found_by_their_old_anchors(world: World) -> None:
    await edit(world, f"Twice moved.\n\nRead this first.\n\n{SPAN}")
    assert [each.state for each in await states(world, "sam", "a.1")] == [CURRENT]
    await edit(world, "Refunds are accepted within 14 days of delivery.")
    assert [each.state for each in await states(world, "sam", "a.1")] == [CHANGED]


async def test_what_is_derived_from_old_answers_has_their_readers(world: World) -> None:
    await world.book.derive("default", Derived("plan", "memory", "Tell the shops.", ("a",), by="max", acl=BOTH))
    await ask(world, "f", "Tell the shops [S1].", "plan")
    assert [(await states(world, viewer, "f.1"))[0].state for viewer in ("sam", "lea", "eve")] == [CURRENT, GONE, GONE]
    assert await _is_whole(world)


async def test_who_asked_can_be_forgotten(world: World) -> None:
    assert await world.book.erase_principal("default", "max", "request 2") == 2
    payloads = [row["body"] for row in await _rows(world, "payloads")]
    assert not [body for body in payloads if '"max"' in body]
    details = await world.book.describe_answer("default", "a")
    assert details is not None
    assert (details.principal, details.policy, details.rules) == (None, "strict", None)
    assert await _is_whole(world)


async def test_words_around_old_citations_go_with_their_answer(world: World) -> None:
    """They stood in the answer's own entry then."""

    async def anchored() -> list[dict[str, Any]]:
        payloads = [json.loads(row["body"]) for row in await _rows(world, "payloads")]
        return [each for each in payloads if each.get("principal") and each["anchors"]]

    assert len(await anchored()) == 3
    for answer in ("a", "b", "e"):
        await world.book.erase("default", answer, "request 3")
    assert await anchored() == []
    assert await _is_whole(world)


async def test_new_answers_stand_beside_the_old_ones(world: World) -> None:
    await ask(world, "g", f"{SPAN} [S1]", "policy", by="sam")
    assert [each.state for each in await states(world, "sam", "g.1")] == [CURRENT]
    (change,) = await world.book.policy_changes("default")
    assert change.name == "strict"
    await world.registry.set_acl("default", "policy", STAFF)
    assert await _is_whole(world)
