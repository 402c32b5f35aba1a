"""PostgreSQL's NOTIFY frees memory and decides nothing: states are right with it, without it, and while it is down."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from sqlalchemy import text

from citeward.access import GroupAccess
from citeward.errors import UsageError
from citeward.model import Principal
from citeward.records import CitationState, Reason, RecordBook, State
from citeward.records.cache import StateCache
from citeward.records.replay.world import World
from citeward.storage import CHANNEL, Database, Heard, listen

from ..storage.databases import fresh_url
from . import test_matrix as happens
from .worlds import LEGAL, SPAN, ask, build

SAM = Principal("sam")
BOTH = ["a.1", "b.1"]


async def until(holds: Callable[[], bool | Awaitable[bool]]) -> None:
    """Waits for what another task or process does; gives up long after it should have been done."""
    async with asyncio.timeout(20):
        while True:
            found = holds()
            if found if isinstance(found, bool) else await found:
                return
            await asyncio.sleep(0.02)


@pytest.fixture
async def world(database: Database) -> World:
    """A world with an answer on the policy, one on the news."""
    world = await build(database)
    await ask(world, "a", f"{SPAN} [S1]", "policy")
    await ask(world, "b", "Our shops are open on Sundays from March [S1].", "news")
    return world


def cache_of(book: RecordBook) -> StateCache:
    cache = book._revalidator._cache
    assert cache is not None
    return cache


async def reasons(book: RecordBook) -> list[Reason]:
    return [state.reason for state in await book.revalidate(BOTH, SAM)]


async def _listeners(database: Database) -> list[int]:
    query = "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'"
    async with database.read() as connection:
        return list((await connection.execute(text(query))).scalars())


async def test_what_another_process_changes_is_dropped_and_the_rest_is_kept(database: Database, world: World) -> None:
    if database.dialect == "sqlite":
        pytest.skip("SQLite tells nobody")
    book = RecordBook(database, GroupAccess(database))
    async with book.listening():
        await _ready(book)
        assert await reasons(book) == [Reason.UNCHANGED, Reason.UNCHANGED]
        cache = cache_of(book)
        assert len(cache) == 2
        await happens.edited(world)
        await until(lambda: len(cache) == 1)
        assert await reasons(book) == [Reason.SPAN_CHANGED, Reason.UNCHANGED]
        await world.registry.set_acl("default", "policy", LEGAL)
        await until(lambda: len(cache) == 0)
        assert await reasons(book) == [Reason.NO_LONGER_PERMITTED, Reason.UNCHANGED]
    assert await _listeners(database) == []


async def _ready(book: RecordBook) -> None:
    """What was said before anybody listened counts as changed: waits until that trimming is over."""
    cache_of(book).put(("default", "", (), "", ()), CitationState("", State.CURRENT, Reason.UNCHANGED))
    await until(lambda: len(cache_of(book)) == 0)


EVENTS = [
    (happens.edited, Reason.SPAN_CHANGED), (happens.revoked, Reason.NO_LONGER_PERMITTED),
    (happens.group_left, Reason.NO_LONGER_PERMITTED), (happens.retired, Reason.RETIRED),
    (happens.source_poisoned, Reason.POISONED), (happens.superseded, Reason.SUPERSEDED),
]  # fmt: skip


@pytest.mark.parametrize(("event", "reason"), EVENTS, ids=lambda each: getattr(each, "__name__", None))
@pytest.mark.parametrize("listens", [True, False])
async def test_states_are_right_at_once_whether_anybody_listens_or_not(
    database: Database, world: World, event: happens.Scenario, reason: Reason, listens: bool
) -> None:
    book = RecordBook(database, GroupAccess(database))
    task = asyncio.create_task(book._revalidator.listen()) if listens else None
    try:
        assert (await reasons(book))[0] is Reason.UNCHANGED
        await event(world)
        assert (await reasons(book))[0] is reason
    finally:
        if task is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)


async def test_a_listener_that_is_cut_off_comes_back_and_nothing_was_wrong_meanwhile(
    database: Database, world: World
) -> None:
    if database.dialect == "sqlite":
        pytest.skip("SQLite tells nobody")
    book = RecordBook(database, GroupAccess(database))
    async with book.listening():
        await _ready(book)
        await reasons(book)
        (pid,) = await _listeners(database)
        async with database.write() as connection:
            await connection.execute(text("SELECT pg_terminate_backend(:pid)"), {"pid": pid})
        await happens.edited(world)
        assert await reasons(book) == [Reason.SPAN_CHANGED, Reason.UNCHANGED]
        await until(lambda: len(cache_of(book)) == 0)  # nobody knows what was missed


async def test_what_is_said_is_heard_after_the_commit_and_only_then(database: Database, world: World) -> None:
    if database.dialect == "sqlite":
        pytest.skip("SQLite tells nobody")
    heard: list[Heard] = []
    task = asyncio.create_task(listen(database, heard.append))
    try:
        await until(lambda: heard == [Heard()])
        with pytest.raises(RuntimeError):
            async with database.write() as connection:
                await connection.execute(text("SELECT pg_notify(:channel, '{}')"), {"channel": CHANNEL})
                raise RuntimeError
        await happens.edited(world)
        await until(lambda: len(heard) > 1)
        assert heard[1:] == [Heard("default", frozenset({"policy"}))]
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


@pytest.mark.parametrize("payload", ["", "nonsense", "[]", '{"tenant": 3, "objects": 4}', "null", '"x"', "{}"])
async def test_nonsense_counts_as_a_change_of_anything(payload: str) -> None:
    async with await Database.open(fresh_url("postgresql")) as database:
        heard: list[Heard] = []
        task = asyncio.create_task(listen(database, heard.append))
        try:
            await until(lambda: heard == [Heard()])
            async with database.write() as connection:
                values = {"channel": CHANNEL, "payload": payload}
                await connection.execute(text("SELECT pg_notify(:channel, :payload)"), values)
            await until(lambda: len(heard) > 1)
            assert heard[1] == Heard()
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)


async def test_more_documents_than_fit_into_a_message_are_the_whole_tenant(database: Database, world: World) -> None:
    if database.dialect == "sqlite":
        pytest.skip("SQLite tells nobody")
    from citeward.storage import ChangeKind, note_changes

    heard: list[Heard] = []
    task = asyncio.create_task(listen(database, heard.append))
    try:
        await until(lambda: heard == [Heard()])
        async with database.write() as connection:
            names = [f"document {n} with a long name" for n in range(2_000)]
            await note_changes(connection, "default", ChangeKind.OBJECT, names)
        await until(lambda: len(heard) > 1)
        assert heard[1:] == [Heard("default")]
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def test_sqlite_cannot_be_listened_to() -> None:
    async with await Database.open() as database:
        with pytest.raises(UsageError):
            await database.connect_driver()
        book = RecordBook(database, GroupAccess(database))
        async with book.listening():
            assert await book.revalidate([], SAM) == []
