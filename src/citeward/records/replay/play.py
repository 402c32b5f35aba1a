"""``citeward replay`` as functions: events in, one line per event out, in order."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Iterable, Iterator
from typing import Any

from citeward.errors import CitewardError
from citeward.policy import STRICT, Policy
from citeward.records.replay.events import play_event
from citeward.records.replay.world import World
from citeward.storage import Database

__all__ = ["areplay", "play_line", "replay"]

Row = dict[str, Any]


async def areplay(
    events: Iterable[object], database_url: str | None = None, *, explain: bool = False, policy: Policy = STRICT
) -> AsyncGenerator[Row, None]:
    """Plays a history against an empty database.

    An event that cannot be played becomes ``{"error": {"type", "message"}}`` and changes nothing; the others go on.
    Ids, times and everything else that comes out is the same in every replay.

    Args:
        events: JSON objects as the table of the batch interface describes them.
        database_url: an empty database; None for SQLite in memory.
        explain: whether ``show`` adds the operator's reason.
        policy: the policy of turns that name none.

    Raises:
        ConfigError: not the URL of a database.
        UsageError: the database is not empty.
    """
    async with await Database.open(database_url) as database:
        world = await World.open(database, policy)
        for row in events:
            yield await play_line(world, row, explain=explain)


async def play_line(world: World, row: object, *, explain: bool = False) -> Row:
    """Plays one event and says what came of it, or why it could not be played."""
    try:
        return await play_event(world, row, explain)
    except CitewardError as error:
        keys = row if isinstance(row, dict) else {}
        named = {key: keys[key] for key in ("event", "id", "answer_id") if key in keys}
        return {**named, "error": {"type": type(error).__name__, "message": str(error)}}


def replay(
    events: Iterable[object], database_url: str | None = None, *, explain: bool = False, policy: Policy = STRICT
) -> Iterator[Row]:
    """See :func:`areplay`; for callers without an event loop."""
    with asyncio.Runner() as runner:
        lines = areplay(events, database_url, explain=explain, policy=policy)
        try:
            while (line := runner.run(_next(lines))) is not None:
                yield line
        finally:
            runner.run(lines.aclose())


async def _next(lines: AsyncIterator[Row]) -> Row | None:
    return await anext(lines, None)
