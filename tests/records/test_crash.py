"""kill -9 while records are being written: what was acknowledged is kept, whole, and nothing is kept by halves.

And while notices are being sent: every owner is told, and told again only under the same id.
"""

from __future__ import annotations

import random
import subprocess
import sys
import time
from pathlib import Path

import pytest
from sqlalchemy import text

from citeward.model import Principal
from citeward.records import State
from citeward.records.replay.world import World
from citeward.storage import Database, verify_log

from ..storage.databases import KINDS, fresh_url
from .worlds import SPAN, ask, build, edit

WRITER = Path(__file__).with_name("crash_writer.py")
COURIER = Path(__file__).with_name("crash_courier.py")
PER_ANSWER = 2
"""Citations of each answer the writer writes."""


def _write_until_killed(url: str, run: str, at_least: int, extra_s: float) -> list[str]:
    """The answers the writer said it had kept before it was killed at some moment of its own choosing."""
    writer = subprocess.Popen([sys.executable, str(WRITER), url, run], stdout=subprocess.PIPE, text=True)
    assert writer.stdout is not None
    said = []
    try:
        for line in writer.stdout:
            said.append(line.strip())
            if len(said) >= at_least:
                break
        time.sleep(extra_s)
    finally:
        writer.kill()
        said += [line.strip() for line in writer.stdout.read().splitlines(keepends=True) if line.endswith("\n")]
        writer.stdout.close()
        writer.wait(60)
    assert len(said) >= at_least, "the writer ended by itself"
    return said


async def _crash(kind: str, kills: int, answers: int) -> None:
    url = fresh_url(kind)
    async with await Database.open(url) as database:
        await build(database)
    dice = random.Random(5)
    kept: list[str] = []
    for number in range(kills):
        kept += _write_until_killed(url, f"r{number}", answers // kills, dice.random() * 0.05)
        async with await Database.open(url) as database:
            await _is_whole(database, kept)


async def _is_whole(database: Database, kept: list[str]) -> None:
    async with database.read() as connection:
        report = await verify_log(connection, "default")
        assert report.ok, report.problems
        counted = text("SELECT answer, count(*) FROM citations GROUP BY answer")
        citations = {row[0]: row[1] for row in await connection.execute(counted)}
        answers = set((await connection.execute(text("SELECT id FROM answers"))).scalars())
    assert set(kept) <= answers, "an acknowledged answer is lost"
    assert answers == set(citations)
    assert set(citations.values()) == {PER_ANSWER}, "an answer is kept by halves"
    world = World.over(database)
    states = await world.book.revalidate([f"{name}.0" for name in kept[-50:]], Principal("max"))
    assert {state.state for state in states} == {State.CURRENT}


@pytest.mark.parametrize("kind", KINDS)
async def test_nothing_acknowledged_is_lost(kind: str) -> None:
    await _crash(kind, kills=1, answers=20)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
async def test_nothing_acknowledged_is_lost_in_twenty_kills_over_ten_thousand_records(kind: str) -> None:
    await _crash(kind, kills=20, answers=10_000 // PER_ANSWER)


def _deliver(url: str, later: int, kill_after: int | None) -> list[tuple[str, str]]:
    """The answers and ids of the notices that arrived before the courier was killed, or was done."""
    courier = subprocess.Popen([sys.executable, str(COURIER), url, str(later)], stdout=subprocess.PIPE, text=True)
    assert courier.stdout is not None
    said = []
    try:
        for line in courier.stdout:
            said.append(line)
            if len(said) == kill_after:
                break
    finally:
        if kill_after is not None:
            courier.kill()
        said += courier.stdout.read().splitlines(keepends=True)
        courier.stdout.close()
        courier.wait(60)
    return [(line.split()[0], line.split()[1]) for line in said if line.endswith("\n")]


@pytest.mark.parametrize("kind", KINDS)
async def test_no_owner_is_forgotten_when_the_courier_is_killed(kind: str) -> None:
    url = fresh_url(kind)
    async with await Database.open(url) as database:
        world = await build(database)
        for number in range(24):
            await ask(world, f"a{number}", f"{SPAN} [S1]", "policy")
        await edit(world, "Refunds are over.")
    told = _deliver(url, 1, kill_after=8)
    told += _deliver(url, 2, kill_after=None)
    assert {answer for answer, _ in told} == {f"a{number}" for number in range(24)}
    ids: dict[str, set[str]] = {}
    for answer, name in told:
        ids.setdefault(answer, set()).add(name)
    assert {len(names) for names in ids.values()} == {1}, "a notice was sent again under another id"
    assert _deliver(url, 3, kill_after=None) == []
