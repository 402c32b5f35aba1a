"""Two who change access at once: both changes hold, one after the other, and each is in the log with who made it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from sqlalchemy import select

from citeward.access import Acl, Directory, GroupAccess
from citeward.errors import Conflict
from citeward.model import Principal, Tier
from citeward.policy import STRICT
from citeward.records.replay.world import World
from citeward.registry import Document, Passage, Registry, Source
from citeward.storage import PAYLOADS, Database, read_payload, verify_log
from citeward.storage.tables import LOG
from citeward.verify import AccessScope

ROUNDS = 4


async def logged(database: Database, kind: str) -> list[dict[str, object]]:
    query = (
        select(PAYLOADS.c.body)
        .join(LOG, (LOG.c.tenant == PAYLOADS.c.tenant) & (LOG.c.seq == PAYLOADS.c.seq))
        .where(LOG.c.tenant == "default", LOG.c.kind == kind)
        .order_by(LOG.c.seq)
    )
    async with database.read() as connection:
        report = await verify_log(connection, "default")
        assert report.ok, report.problems
        return [read_payload(body) for body in (await connection.execute(query)).scalars()]


async def shop(database: Database) -> Registry:
    registry = Registry(database)
    await registry.register(Source("s", Tier.A))
    await registry.ingest("default", Document("d", "s", "Refunds take 30 days.", acl=Acl.of_groups(["staff"])))
    return registry


async def test_groups_set_at_once_are_those_of_one_of_them(url: str) -> None:
    """Never both: that would be a membership nobody gave."""
    async with await Database.open(url) as database:
        one, other = Directory(database), Directory(database)
        for name in range(ROUNDS):
            who = f"p{name}"
            before = await asyncio.gather(
                one.set_groups("default", who, ["a"], actor="ann"), other.set_groups("default", who, ["b"], actor="bob")
            )
            now = await one.groups("default", who)
            assert now in (frozenset({"a"}), frozenset({"b"}))
            assert sorted(map(sorted, before)) == sorted([[], sorted({"a", "b"} - now)])
        said = await logged(database, "members")
        assert len(said) == 2 * ROUNDS
        assert {entry["actor"] for entry in said} == {"ann", "bob"}


async def test_lists_set_at_once_are_those_of_one_of_them(url: str) -> None:
    async with await Database.open(url) as database:
        registry = await shop(database)
        for _ in range(ROUNDS):
            lists = [Acl.of_groups(["a"]), Acl.of_groups(["b"])]
            await asyncio.gather(*(registry.set_acl("default", "d", acl) for acl in lists))
            await asyncio.gather(*(registry.set_link_acl("default", "d", acl) for acl in lists))
            found = await registry.acls("default", ["d"])
            assert found["d", AccessScope.PASSAGE] in lists
            assert found["d", AccessScope.LINK] in lists
        assert (await logged(database, "access"))[0]["lists"][0]["before"] is None  # type: ignore[index]


async def test_first_writes_of_everything_at_once(url: str) -> None:
    """Nobody made the tenant, the source or the document yet; whoever comes second changes what the first one made."""
    async with await Database.open(url) as database:
        registry = Registry(database)
        source, document = Source("s", Tier.A), Document("d", "s", "Refunds.", acl=Acl.of_groups(["staff"]))
        await asyncio.gather(*(registry.register(source) for _ in range(ROUNDS)))
        done = await asyncio.gather(*(registry.ingest("default", document) for _ in range(ROUNDS)))
        assert sorted(each.new for (each,) in done) == [False] * (ROUNDS - 1) + [True]


async def test_a_setter_says_what_stood_before_and_does_nothing_where_it_was_not_expected(database: Database) -> None:
    registry, directory, access = await shop(database), Directory(database), GroupAccess(database)
    assert await directory.set_groups("default", "ann", ["a"]) == frozenset()
    assert await directory.set_groups("default", "ann", ["a"]) == {"a"}
    assert await directory.nest("default", "a", ["b"]) == frozenset()
    epoch = await access.epoch("default")
    assert await registry.set_acl("default", "d", Acl.of_groups(["a"]), expected_epoch=epoch) == Acl.of_groups(
        ["staff"]
    )
    assert await registry.set_link_acl("default", "d", Acl.of_groups(["a"])) is None
    late: list[Callable[[], Awaitable[object]]] = [
        lambda: registry.set_acl("default", "d", Acl.of_groups(["x"]), expected_epoch=epoch),
        lambda: registry.set_link_acl("default", "d", None, expected_epoch=epoch),
        lambda: directory.set_groups("default", "ann", ["x"], expected_epoch=epoch),
        lambda: directory.nest("default", "a", ["x"], expected_epoch=epoch),
    ]
    for call in late:
        with pytest.raises(Conflict, match="Look again"):
            await call()
    assert await directory.groups("default", "ann") == {"a"}
    assert (await registry.acls("default", ["d"]))["d", AccessScope.PASSAGE] == Acl.of_groups(["a"])


async def test_a_tier_is_changed_in_the_log_with_who_changed_it(database: Database) -> None:
    registry = await shop(database)
    before = await registry.register(Source("s", Tier.C), actor="ann")
    assert before is not None and before.tier is Tier.A
    assert [(e["tier_before"], e["tier"], e["actor"]) for e in await logged(database, "source")] == [
        (None, int(Tier.A), ""), (int(Tier.A), int(Tier.C), "ann"),
    ]  # fmt: skip


async def test_a_share_is_in_the_log_with_who_shared(database: Database) -> None:
    world = await World.open(database)
    registry = await shop(database)
    await world.directory.set_groups("default", "ann", ["staff"])
    await world.ask("a", "Refunds take 30 days [S1].", Principal("ann"), [Passage("d")], STRICT)
    assert registry is not None
    await world.book.share("default", "a", Acl.of_groups(["b"]), actor="ann")
    last = (await logged(database, "access"))[-1]
    assert (last["actor"], last["lists"][0]["object"]) == ("ann", "answer:a")  # type: ignore[index]
