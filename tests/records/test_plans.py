"""Every batched query looks its items up by key: its cost grows with what is asked, not with what is stored."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

from sqlalchemy import event

from citeward.model import Principal
from citeward.records.notices import Courier, Secret
from citeward.records.replay.world import World
from citeward.storage import Database

from .worlds import BOTH, SPAN, TEXT, ask, build, edit, note

_OURS = r"json_each|asked|needed|mine|below|resting|concerned|CONSTANT|\w+ VIRTUAL"
"""What a statement has made itself, and may read whole."""
_WHOLE_TENANT = re.compile(rf"(SCAN (?!{_OURS})\S+.*|SEARCH .*\(tenant=\?\))$")
_SMALL = re.compile(r"SEARCH (t|tenants|sources|s|heads|changes) ")
"""One row, or a few, per tenant; of what changed, no more than are kept apart."""


async def _explained(database: Database, statements: list[tuple[str, object]]) -> list[str]:
    found = []
    async with database.read() as connection:
        raw = (await connection.get_raw_connection()).driver_connection
        for statement, parameters in statements:
            cursor = await raw.execute(f"EXPLAIN QUERY PLAN {statement}", parameters)
            found += [row[3] for row in await cursor.fetchall()]
    return found


async def test_no_list_query_reads_a_whole_table() -> None:
    async with await Database.open() as database:
        world = await build(database)
        statements: list[tuple[str, object]] = []

        def note_down(_connection: object, _cursor: object, statement: str, parameters: object, *_: object) -> None:
            if "json_each" in statement or "notices" in statement or "changes" in statement:
                statements.append((statement, parameters))

        event.listen(database._engine.sync_engine, "before_cursor_execute", note_down)
        await _use_everything(world)
        event.remove(database._engine.sync_engine, "before_cursor_execute", note_down)
        assert len({statement for statement, _ in statements}) >= 10
        bad = [line for line in await _explained(database, statements) if _WHOLE_TENANT.match(line)]
        assert [line for line in bad if not _SMALL.match(line)] == []


async def _use_everything(world: World) -> None:
    await ask(world, "a", f"{SPAN} [S1]", "policy")
    await note(world, "n", SPAN, "a")
    await ask(world, "b", f"{SPAN} [S1]", "n")
    await edit(world, TEXT.replace("30", "14"))
    await world.book.show("b", Principal("sam"))
    await world.registry.poison("default", "policy")
    await world.book.share("default", "b", BOTH)
    courier = Courier(world.database, world.book, _Taking(), Secret((b"k" * 32,)), clock=_later)
    assert (await courier.deliver("default")).delivered == 2


class _Taking:
    async def post(self, headers: Mapping[str, str], body: bytes) -> None:
        """Takes it."""


def _later() -> datetime:
    return datetime.now(UTC) + timedelta(minutes=1)
