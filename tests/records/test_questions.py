"""What operators may ask, and how long texts are kept."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from citeward.access import GroupAccess
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
