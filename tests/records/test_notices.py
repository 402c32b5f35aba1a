"""Owners are told, once it is true and at least once, that a citation of their answer is not current any more."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import text

from citeward.access import Acl, GroupAccess
from citeward.errors import CheckFailed
from citeward.model import Principal, Tier
from citeward.records import RecordBook
from citeward.records.notices import Courier, NotTaken, Round, Secret, follow_up, verify_notice, waiting
from citeward.records.replay.world import World
from citeward.registry import Document, Source
from citeward.render import Permalinks
from citeward.storage import Database, changes, to_us

from . import test_matrix as happens
from .test_views import Broken
from .worlds import BOTH, POLICY, SPAN, ask, build, edit, note

SECRET = Secret.read("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")


@dataclass
class Receiver:
    """Takes messages, unless it is down."""

    clock: Clock
    messages: list[dict[str, Any]] = field(default_factory=list)
    ids: list[str] = field(default_factory=list)
    bodies: list[bytes] = field(default_factory=list)
    down: bool = False
    loses_replies: bool = False
    asks_for_s: float | None = None
    tries: int = 0

    async def post(self, headers: Mapping[str, str], body: bytes) -> None:
        self.tries += 1
        if self.down:
            raise NotTaken("webhook.url: busy.", self.asks_for_s)
        self.ids.append(verify_notice(headers, body, SECRET, self.clock.now))
        self.bodies.append(body)
        self.messages.append(json.loads(body))
        if self.loses_replies:
            raise CheckFailed("webhook.url: the reply was lost.")

    @property
    def told(self) -> list[dict[str, str]]:
        """What every message said of its citations: id and state."""
        return [{each["id"]: each["state"] for each in message["data"]["citations"]} for message in self.messages]


@dataclass
class Clock:
    now: datetime = field(default_factory=lambda: datetime.now(UTC) + timedelta(minutes=1))

    def __call__(self) -> datetime:
        return self.now


@dataclass
class Office:
    """A company with somebody who delivers."""

    world: World
    courier: Courier
    receiver: Receiver
    clock: Clock

    async def deliver(self) -> Round:
        """A round, a minute after whatever was last."""
        self.clock.now += timedelta(minutes=1)
        return await self.courier.deliver("default")


@pytest.fixture
async def office(database: Database) -> Office:
    """Max has asked of the policy, and of the news; whatever happened before that has been followed up."""
    world = await build(database)
    clock = Clock()
    receiver = Receiver(clock)
    courier = Courier(database, world.book, receiver, SECRET, clock=clock)
    await courier.deliver("default")
    await ask(world, "a", f"{SPAN} [S1] Our shops are open on Sundays from March [S2].", "policy", "news")
    await ask(world, "b", "Our shops are open on Sundays from March [S1].", "news")
    return Office(world, courier, receiver, clock)


EVENTS = [
    (happens.edited, "source_changed"), (happens.superseded, "source_changed"),
    (happens.superseded_by_a_hidden_one, "source_changed"), (happens.deleted, "unavailable"),
    (happens.erased, "unavailable"), (happens.retired, "unavailable"), (happens.retracted, "unavailable"),
    (happens.poisoned, "unavailable"),
]  # fmt: skip


@pytest.mark.parametrize(("event", "state"), EVENTS, ids=lambda each: getattr(each, "__name__", None))
async def test_the_owner_is_told_once_of_what_stops_being_current(
    office: Office, event: happens.Scenario, state: str
) -> None:
    await event(office.world)
    assert (await office.deliver()).delivered == 1
    (message,) = office.receiver.messages
    assert message["type"] == "citation.not_current"
    assert message["data"] == {
        "tenant": "default", "answer_id": "a", "principal": "max",
        "citations": [{"id": "a.1", "state": state, "next": "retrieve_again"}],
    }  # fmt: skip
    assert await office.deliver() == Round()
    assert len(office.receiver.messages) == 1


UNNOTICED = [
    happens.unchanged, happens.white_space_only, happens.rewrapped, happens.moved, happens.edited_elsewhere,
    happens.edited_and_restored, happens.deleted_and_restored, happens.reinstated,
]  # fmt: skip


@pytest.mark.parametrize("event", UNNOTICED, ids=lambda each: each.__name__)
async def test_nobody_is_told_of_what_is_still_current(office: Office, event: happens.Scenario) -> None:
    await event(office.world)
    done = await office.deliver()
    assert (done.delivered, done.postponed) == (0, 0)
    assert office.receiver.tries == 0


async def test_no_word_of_a_claim_a_title_or_a_source_leaves(office: Office) -> None:
    await happens.edited(office.world)
    await happens.poisoned(office.world)
    await office.deliver()
    (body,) = office.receiver.bodies
    for word in (b"Refund", b"policy", b"Returns", b"14", b"poison", b"hr", b"example.com"):
        assert word not in body.replace(b"citation.not_current", b"").replace(json.dumps(
            office.receiver.messages[0]["timestamp"]).encode(), b"")  # fmt: skip


async def test_revoked_and_removed_are_told_in_the_same_words(database: Database) -> None:
    seen = set()
    for name, event in (("revoked", happens.revoked), ("removed", happens.deleted), ("left", happens.group_left)):
        world = await build(database) if not seen else World.over(database)
        await world.directory.set_groups("default", "sam", ["staff"])
        await world.registry.set_acl("default", "policy", BOTH)
        await ask(world, name, f"{SPAN} [S1]", "policy", by="sam")
        clock = Clock()
        receiver = Receiver(clock)
        await event(world)
        await Courier(database, world.book, receiver, SECRET, clock=clock).deliver("default")
        mine = [each for each in receiver.messages if each["data"]["answer_id"] == name]
        seen.add(json.dumps(mine[0]["data"]["citations"]).replace(name, "x"))
        await world.registry.ingest("default", POLICY)
    assert len(seen) == 1


async def test_the_owner_is_judged_and_nobody_else(office: Office) -> None:
    """Sam loses access; the answer is Max's, who is in legal as well."""
    await happens.revoked(office.world)
    assert (await office.deliver()).delivered == 0
    await office.world.directory.set_groups("default", "max", ["staff"])
    assert (await office.deliver()).delivered == 1
    assert office.receiver.told == [{"a.1": "unavailable"}]


async def test_a_group_that_moves_takes_its_members_along(office: Office) -> None:
    world = office.world
    await world.directory.nest("default", "interns", ["staff"])
    await world.directory.set_groups("default", "ida", ["interns"])
    await ask(world, "c", f"{SPAN} [S1]", "policy", by="ida")
    await office.deliver()
    await world.directory.nest("default", "interns", [])
    await office.deliver()
    assert office.receiver.told == [{"c.1": "unavailable"}]
    assert office.receiver.messages[0]["data"]["principal"] == "ida"


async def test_who_may_not_open_an_answer_any_more_is_told(office: Office) -> None:
    await office.world.book.share("default", "b", Acl.of_groups(["legal"], deny=["staff"]))
    await office.deliver()
    assert office.receiver.told == [{"b.1": "unavailable"}]


async def test_a_poisoned_source_tells_every_answer_of_every_document(office: Office) -> None:
    await office.world.registry.poison_source("default", "hr")
    assert (await office.deliver()).delivered == 2
    assert sorted(map(str, office.receiver.told)) == sorted(
        map(str, [{"a.1": "unavailable", "a.2": "unavailable"}, {"b.1": "unavailable"}])
    )


async def test_what_a_derived_text_came_from_concerns_those_who_cite_it(office: Office) -> None:
    world = office.world
    await note(world, "n", SPAN, "a")
    await ask(world, "c", f"{SPAN} [S1]", "n")
    await happens.retracted(world)
    await office.deliver()
    assert {"c.1": "unavailable"} in office.receiver.told


async def test_a_text_derived_anew_from_something_else_rests_on_that_too(office: Office) -> None:
    """Who may read a note is decided by what its current version came from, whatever the cited one did."""
    world = office.world
    await world.registry.ingest("default", Document("memo", "hr", "Coffee is free.", acl=BOTH))
    await note(world, "n", SPAN, "a")
    await ask(world, "c", f"{SPAN} [S1]", "n")
    await ask(world, "d", "Coffee is free [S1].", "memo")
    await note(world, "n", SPAN, "a", "d")
    await office.deliver()
    before = len(office.receiver.messages)
    await world.registry.set_acl("default", "memo", Acl.of_groups(["board"]))
    await office.deliver()
    assert {"c.1": "unavailable"} in office.receiver.told[before:]


async def test_a_state_that_gets_stricter_is_told_again_and_one_that_is_healed_is_not(office: Office) -> None:
    await happens.edited(office.world)
    await office.deliver()
    await happens.poisoned(office.world)
    await office.deliver()
    await office.world.registry.reinstate("default", "policy")
    await edit(office.world, POLICY.text)
    await office.deliver()
    await happens.edited(office.world)
    await office.deliver()
    assert office.receiver.told == [{"a.1": "source_changed"}, {"a.1": "unavailable"}, {"a.1": "source_changed"}]
    assert len(set(office.receiver.ids)) == 3


async def test_what_is_true_when_it_is_sent_is_what_is_said(office: Office) -> None:
    office.receiver.down = True
    await happens.edited(office.world)
    await office.deliver()
    await happens.poisoned(office.world)
    office.receiver.down = False
    await office.deliver()
    assert office.receiver.told == [{"a.1": "unavailable"}]


async def test_a_change_that_is_taken_back_before_it_is_told_is_not_told(office: Office) -> None:
    office.receiver.down = True
    await happens.edited(office.world)
    await office.deliver()
    await edit(office.world, POLICY.text)
    office.receiver.down = False
    await office.deliver()
    assert office.receiver.messages == []


# -- delivery


async def test_a_receiver_that_is_down_is_tried_again_later_and_later(office: Office) -> None:
    office.receiver.down = True
    await happens.edited(office.world)
    waits, last = [], None
    for _ in range(60 * 24):
        before = office.receiver.tries
        await office.deliver()
        if office.receiver.tries > before:
            if last is not None:
                waits.append((office.clock.now - last) // timedelta(minutes=1))
            last = office.clock.now
        if len(waits) == 7:
            break
    assert waits == [1, 1, 2, 4, 8, 16, 32]
    office.receiver.down = False
    office.clock.now += timedelta(hours=6)
    assert (await office.deliver()).delivered == 1


@pytest.mark.parametrize(("asked_s", "minutes"), [(None, 1), (5.0, 1), (1_800.0, 30), (1e9, 360)])
async def test_a_receiver_that_asks_for_time_gets_it_within_bounds(
    office: Office, asked_s: float | None, minutes: int
) -> None:
    office.receiver.down, office.receiver.asks_for_s = True, asked_s
    await happens.edited(office.world)
    await office.deliver()
    tries = office.receiver.tries
    office.clock.now += timedelta(minutes=max(0, minutes - 2))
    for more in [0, 1] if minutes > 1 else [1]:
        await office.deliver()
        assert office.receiver.tries == tries + more


async def test_a_lost_reply_means_the_same_notice_again_under_the_same_id(office: Office) -> None:
    office.receiver.loses_replies = True
    await happens.edited(office.world)
    await office.deliver()
    office.receiver.loses_replies = False
    office.clock.now += timedelta(hours=1)
    await office.deliver()
    first, second = office.receiver.ids
    assert first == second
    assert office.receiver.bodies[0] == office.receiver.bodies[1]


async def test_a_dead_receiver_costs_a_few_tries_a_round_and_holds_up_no_writer(database: Database) -> None:
    world = await build(database)
    for number in range(30):
        await ask(world, f"a{number}", f"{SPAN} [S1]", "policy")
    await happens.edited(world)
    clock = Clock()
    receiver = Receiver(clock, down=True)
    courier = Courier(database, world.book, receiver, SECRET, clock=clock, at_once=2)
    await courier.deliver("default")
    assert 3 <= receiver.tries <= 4
    async with database.read() as connection:
        left = await waiting(connection, "default")
    assert (left.changes, left.answers) == (0, 30)
    receiver.down = False
    clock.now += timedelta(hours=1)
    assert (await courier.deliver("default")).delivered == 30
    assert len(set(receiver.ids)) == 30


async def test_a_check_that_cannot_be_made_tells_nobody_anything(office: Office, database: Database) -> None:
    await happens.edited(office.world)
    broken = Courier(database, RecordBook(database, Broken(None)), office.receiver, SECRET, clock=office.clock)
    done = await broken.deliver("default")
    assert (done.delivered, done.postponed) == (0, 1)
    office.clock.now += timedelta(hours=1)
    assert (await office.deliver()).delivered == 1


async def test_an_owner_nobody_knows_waits(office: Office, database: Database) -> None:
    async def unknown(tenant: str, principal: str) -> Principal:
        raise LookupError(principal)

    await happens.edited(office.world)
    courier = Courier(database, office.world.book, office.receiver, SECRET, clock=office.clock, owner_of=unknown)
    assert (await courier.deliver("default")).postponed == 1


async def test_an_erased_answer_has_no_owner_to_tell(office: Office, database: Database) -> None:
    await happens.edited(office.world)
    await office.world.book.erase("default", "a", "request 9")
    assert (await office.deliver()).delivered == 0
    async with database.read() as connection:
        assert (await connection.execute(text("SELECT count(*) FROM notices WHERE answer = 'a'"))).scalar_one() == 0


async def test_a_change_while_a_notice_is_on_its_way_is_not_lost(office: Office) -> None:
    class Interrupted(Receiver):
        async def post(self, headers: Mapping[str, str], body: bytes) -> None:
            await super().post(headers, body)
            if len(self.messages) == 1:
                await happens.poisoned(office.world)
                await follow_all(office)

    receiver = Interrupted(office.clock)
    office.courier._transport = receiver
    await happens.edited(office.world)
    await office.deliver()
    await office.deliver()
    assert receiver.told == [{"a.1": "source_changed"}, {"a.1": "unavailable"}]


async def follow_all(office: Office) -> None:
    while await office.courier._follow_up("default", office.clock.now):
        pass


async def test_two_couriers_tell_each_answer_once(database: Database) -> None:
    import asyncio

    world = await build(database)
    for number in range(20):
        await ask(world, f"a{number}", f"{SPAN} [S1]", "policy")
    await happens.edited(world)
    clock = Clock()
    receiver = Receiver(clock)
    couriers = [Courier(database, world.book, receiver, SECRET, clock=clock, at_once=3) for _ in range(2)]
    rounds = await asyncio.gather(*(each.deliver("default") for each in couriers))
    assert sum(each.delivered for each in rounds) == 20
    assert len(receiver.ids) == len(set(receiver.ids)) == 20


async def test_a_change_that_concerns_many_answers_is_followed_up_in_steps(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("citeward.records.notices.follow_up.BATCH", 3)
    world = await build(database)
    for number in range(10):
        await ask(world, f"a{number}", f"{SPAN} [S1]", "policy")
    await happens.edited(world)
    await world.directory.set_groups("default", "max", ["staff"])
    clock = Clock()
    receiver = Receiver(clock)
    courier = Courier(database, world.book, receiver, SECRET, clock=clock)
    assert (await courier.deliver("default")).delivered == 10
    assert sorted(each["data"]["answer_id"] for each in receiver.messages) == [f"a{number}" for number in range(10)]
    assert await courier._follow_up("default", clock.now) is False


async def test_permalinks_come_along_where_they_are_configured(office: Office, database: Database) -> None:
    links = Permalinks.at("https://example.com/c/")
    courier = Courier(database, office.world.book, office.receiver, SECRET, clock=office.clock, permalinks=links)
    await happens.edited(office.world)
    await courier.deliver("default")
    (cited,) = office.receiver.messages[0]["data"]["citations"]
    assert cited["permalink"] == "https://example.com/c/a.1"


async def test_tenants_do_not_hear_of_each_other(office: Office) -> None:
    await happens.edited(office.world)
    office.clock.now += timedelta(minutes=1)
    assert await office.courier.deliver("acme") == Round()
    assert office.receiver.tries == 0


async def test_a_transaction_that_fails_leaves_nothing_to_tell(office: Office, database: Database) -> None:
    class Full(RuntimeError):
        pass

    with pytest.raises(Full):
        async with database.write() as connection:
            from citeward.registry import ingest

            await ingest(connection, "default", [Document("policy", "hr", "Nothing.")])
            raise Full
    async with database.read() as connection:
        assert (await waiting(connection, "default")).changes == 0


async def test_the_outbox_is_no_longer_than_what_it_is_about(office: Office, database: Database) -> None:
    for number in range(20):
        await edit(office.world, f"Version {number}.")
    async with database.read() as connection:
        assert (await waiting(connection, "default")).changes == 1


@pytest.mark.parametrize("most", [0, 1, 4])
async def test_an_outbox_that_nobody_reads_ends_and_tells_the_same(
    office: Office, database: Database, monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    monkeypatch.setattr(changes, "MOST_CHANGES", most)
    monkeypatch.setattr(follow_up, "BATCH", 1)
    for number in range(12):
        await office.world.directory.set_groups("default", f"guest{number}", ["staff"])
        async with database.read() as connection:
            left = await waiting(connection, "default")
        assert left.changes <= most + 1
    await happens.edited(office.world)
    async with database.read() as connection:
        assert (await waiting(connection, "default")).everything
    assert (await office.deliver()).delivered == 1
    assert office.receiver.told == [{"a.1": "source_changed"}]
    assert await office.deliver() == Round()
    async with database.read() as connection:
        left = await waiting(connection, "default")
    assert (left.changes, left.everything, left.answers) == (0, False, 0)


async def test_what_changes_while_everything_is_followed_up_is_followed_up_too(
    office: Office, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(follow_up, "BATCH", 1)
    monkeypatch.setattr(changes, "MOST_CHANGES", 0)
    await office.world.directory.set_groups("default", "guest", ["staff"])
    monkeypatch.undo()
    monkeypatch.setattr(follow_up, "BATCH", 1)
    async with database.write() as connection:
        assert await follow_up.follow_up(connection, "default", to_us(office.clock.now))  # the first answer is behind
    await happens.edited(office.world)
    assert (await office.deliver()).delivered == 1


async def test_an_outbox_of_one_tenant_takes_nothing_from_another(
    office: Office, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    await happens.edited(office.world)
    monkeypatch.setattr(changes, "MOST_CHANGES", 0)
    await office.world.directory.set_groups("acme", "guest", ["staff"])
    async with database.read() as connection:
        assert not (await waiting(connection, "default")).everything
        assert (await waiting(connection, "acme")).everything
    assert (await office.deliver()).delivered == 1


async def test_writers_who_fill_the_outbox_at_once_do_not_wait_for_each_other(
    office: Office, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(changes, "MOST_CHANGES", 1)
    changing = (office.world.directory.set_groups("default", f"guest{number}", ["staff"]) for number in range(8))
    edits = (edit(office.world, f"Version {number}.") for number in range(4))
    await asyncio.wait_for(asyncio.gather(office.deliver(), *changing, *edits), 60)
    await office.deliver()
    assert office.receiver.told[-1] == {"a.1": "source_changed"}


async def test_new_documents_concern_nobody(database: Database) -> None:
    world = await build(database)
    await world.registry.register(Source("more", Tier.A))
    await world.registry.ingest("default", *(Document(f"x{n}", "more", "Text.", acl=BOTH) for n in range(50)))
    async with database.read() as connection:
        concerned = (await connection.execute(text("SELECT kind FROM changes WHERE kind = 'object'"))).scalars().all()
    assert concerned == []


async def test_the_embedded_directory_is_not_the_only_one_that_knows_owners(database: Database) -> None:
    """Groups that an identity provider asserts are asked for at delivery."""
    from citeward.access import Membership

    world = await build(database)
    await ask(world, "a", f"{SPAN} [S1]", "policy")
    await world.directory.set_groups("default", "max", [])
    access = GroupAccess(database, Membership.ASSERTED)

    async def provider(tenant: str, principal: str) -> Principal:
        return Principal(principal, frozenset({"staff"}), tenant)

    clock = Clock()
    receiver = Receiver(clock)
    book = RecordBook(database, access)
    courier = Courier(database, book, receiver, SECRET, clock=clock, owner_of=provider)
    assert (await courier.deliver("default")).delivered == 0
    await happens.edited(world)
    clock.now += timedelta(minutes=1)
    assert (await courier.deliver("default")).delivered == 1


async def test_a_clock_that_ran_ahead_delays_nobody(office: Office) -> None:
    """Neither what changed while it did, nor what was put off by it."""
    await happens.edited(office.world)
    ahead = to_us(office.clock.now + timedelta(days=1))
    async with office.world.database.write() as connection:
        await connection.execute(text("UPDATE changes SET due_at = :ahead"), {"ahead": ahead})
    assert (await office.deliver()).delivered == 1
    await happens.retracted(office.world)
    await office.deliver()
    async with office.world.database.write() as connection:
        await connection.execute(text("UPDATE notices SET due_at = :ahead, told = '{}'"), {"ahead": ahead})
    assert (await office.deliver()).delivered >= 1
