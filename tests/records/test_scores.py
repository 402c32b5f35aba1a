"""The score of support, the tier and the version of what scored are kept with each verdict, and the log covers them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sqlalchemy import text

from citeward.model import Principal, Tier
from citeward.policy import STRICT
from citeward.records.replay.world import World
from citeward.registry import Passage
from citeward.storage import Database, ProblemKind
from citeward.verify import InMemorySupport

from .worlds import SPAN, build


class Scorer(InMemorySupport):
    """A support model that says what it is."""

    version = "d1gest"


async def _asked(database: Database, answer: str, support: InMemorySupport | None) -> World:
    world = await build(database)
    world = replace(world, gate=replace(world.gate, support=support))
    await world.ask("a", answer, Principal("max"), [Passage("policy")], STRICT)
    return world


async def test_a_score_is_kept_with_what_gave_it(database: Database) -> None:
    world = await _asked(database, f"{SPAN} [S1] It is so [S9].", Scorer(default=0.8125))
    granted = await world.book.describe("default", "a.1")
    fabricated = await world.book.describe("default", "a.2")
    assert granted is not None and fabricated is not None
    assert (granted.score, granted.tier, granted.judged_by) == (0.8125, Tier.A, "d1gest")
    assert (fabricated.score, fabricated.tier, fabricated.judged_by) == (None, None, None)
    assert (await world.book.verify_log("default")).ok


@pytest.mark.parametrize("support", [None, InMemorySupport(default=0.9)])
async def test_what_does_not_say_what_it_is_has_no_version(database: Database, support: InMemorySupport | None) -> None:
    world = await _asked(database, f"{SPAN} [S1]", support)
    found = await world.book.describe("default", "a.1")
    assert found is not None
    assert (found.score, found.judged_by) == (None if support is None else 0.9, None)


@pytest.mark.parametrize("change", ["score_ppm = 999999", "tier = 0", "judged_by = 'another'", "score_ppm = NULL"])
async def test_a_score_that_was_altered_is_found(database: Database, change: str) -> None:
    world = await _asked(database, f"{SPAN} [S1]", Scorer(default=0.6))
    off = (
        "DROP TRIGGER verdicts_no_update"
        if database.dialect == "sqlite"
        else ("SET LOCAL session_replication_role = replica")
    )
    async with database.write() as connection:
        await connection.execute(text(off))
        await connection.execute(text(f"UPDATE verdicts SET {change}"))
    report = await world.book.verify_log("default")
    assert [problem.kind for problem in report.problems] == [ProblemKind.ALTERED_ROWS]
