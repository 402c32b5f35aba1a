"""What operators may ask, and how long texts are kept."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from sqlalchemy import text

from citeward.access import Acl, GroupAccess, personal
from citeward.model import Principal
from citeward.records import RecordBook
from citeward.storage import Database

from . import test_matrix as happens
from .worlds import SPAN, ask, build

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


async def test_an_old_answer_that_was_erased_names_nobody(database: Database) -> None:
    world = await build(database)
    await ask(world, "old", f"{SPAN} [S1]", "policy")
    await world.book.erase_before("default", datetime(2026, 3, 1, tzinfo=UTC))
    async with database.read() as connection:
        left = text("SELECT count(*) FROM acl WHERE object = 'answer:old'")
        assert (await connection.execute(left)).scalar_one() == 0
