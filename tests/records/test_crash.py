"""kill -9 while records are being written: what was acknowledged is kept, whole, and nothing is kept by halves."""

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
from .worlds import build

WRITER = Path(__file__).with_name("crash_writer.py")
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
    await _crash(kind, kills=2, answers=40)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
async def test_nothing_acknowledged_is_lost_in_twenty_kills_over_ten_thousand_records(kind: str) -> None:
    await _crash(kind, kills=20, answers=10_000 // PER_ANSWER)
