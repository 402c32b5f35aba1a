"""Hears what other processes changed, as PostgreSQL tells it. Best effort: nothing that must hold may rest on it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from citeward.storage.changes import CHANNEL
from citeward.storage.database import Database

if TYPE_CHECKING:
    import asyncpg

__all__ = ["Heard", "listen"]

_FIRST_WAIT_S, _LONGEST_WAIT_S = 0.5, 30.0


@dataclass(frozen=True, slots=True)
class Heard:
    """What may have changed."""

    tenant: str | None = None
    """None: any tenant's."""
    objects: frozenset[str] | None = None
    """Ids of documents; None: anything."""


async def listen(database: Database, heard: Callable[[Heard], None]) -> None:
    """Calls ``heard`` with every change that is committed, until it is cancelled. Without PostgreSQL it only waits.

    A connection that is lost is made anew. What was said meanwhile is not known, so everything counts as changed then.

    Args:
        database: where changes are committed. The connection is one of its own, besides the pool.
        heard: called in the event loop; must not block.
    """
    if database.dialect != "postgresql":
        await asyncio.Event().wait()
    import asyncpg

    wait = _FIRST_WAIT_S
    while True:
        try:
            connection = await database.connect_driver()
        except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
            await asyncio.sleep(wait)
            wait = min(2 * wait, _LONGEST_WAIT_S)
            continue
        try:
            await _until_closed(connection, heard)
            wait = _FIRST_WAIT_S
        except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
            await asyncio.sleep(wait)
        finally:
            with suppress(OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
                await connection.close(timeout=1.0)


async def _until_closed(connection: asyncpg.Connection[Any], heard: Callable[[Heard], None]) -> None:
    closed = asyncio.Event()
    connection.add_termination_listener(lambda _: closed.set())
    await connection.add_listener(CHANNEL, lambda _connection, _pid, _channel, payload: heard(_read(payload)))
    heard(Heard())
    await closed.wait()


def _read(payload: object) -> Heard:
    """What was said; of what cannot be read, that anything may have changed. Whoever may connect may notify."""
    try:
        said = json.loads(str(payload))
        tenant, objects = said["tenant"], said.get("objects")
        return Heard(str(tenant), None if objects is None else frozenset(map(str, objects)))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return Heard()
