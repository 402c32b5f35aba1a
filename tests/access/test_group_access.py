"""Access by groups: nested, denials win, silence denies, and every change shows in the epoch."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import event

from citeward.access import EVERYONE, Acl, Directory, GroupAccess, Membership, personal, write_acls
from citeward.errors import InputError
from citeward.model import Principal
from citeward.storage import Database, ensure_tenant
from citeward.verify import AccessObject, AccessScope, Decision

ANN = Principal("ann")
ALLOW, DENY = Decision.ALLOW, Decision.DENY


def passage(name: str, tenant: str = "default") -> AccessObject:
    return AccessObject(tenant, name, "1", AccessScope.PASSAGE, frozenset({"whatever the retriever saw"}))


def link(name: str) -> AccessObject:
    return AccessObject("default", name, "1", AccessScope.LINK, None)


async def set_acl(
    database: Database, name: str, acl: Acl | None, scope: AccessScope = AccessScope.PASSAGE, tenant: str = "default"
) -> None:
    async with database.write() as connection:
        await ensure_tenant(connection, tenant)
        await write_acls(connection, tenant, {(name, scope): acl}, actor="")


async def decide(database: Database, *objects: AccessObject, principal: Principal = ANN) -> tuple[Decision, ...]:
    return (await GroupAccess(database).decide(principal, objects)).decisions


async def test_a_member_is_allowed_and_nobody_else(database: Database) -> None:
    await set_acl(database, "handbook", Acl.of_groups(["staff"]))
    await Directory(database).set_groups("default", "ann", ["staff"])
    assert await decide(database, passage("handbook")) == (ALLOW,)
    assert await decide(database, passage("handbook"), principal=Principal("bob")) == (DENY,)


async def test_an_object_nobody_spoke_of_is_denied(database: Database) -> None:
    await Directory(database).set_groups("default", "ann", ["staff"])
    assert await decide(database, passage("unknown"), link("unknown")) == (DENY, DENY)


async def test_groups_nest_to_any_depth(database: Database) -> None:
    directory = Directory(database)
    await set_acl(database, "plan", Acl.of_groups(["company"]))
    await directory.set_groups("default", "ann", ["team"])
    await directory.nest("default", "team", ["department"])
    await directory.nest("default", "department", ["division"])
    await directory.nest("default", "division", ["company"])
    assert await decide(database, passage("plan")) == (ALLOW,)
    await directory.nest("default", "department", [])
    assert await decide(database, passage("plan")) == (DENY,)


async def test_a_cycle_of_groups_ends(database: Database) -> None:
    directory = Directory(database)
    await set_acl(database, "plan", Acl.of_groups(["b"]))
    await directory.set_groups("default", "ann", ["a"])
    await directory.nest("default", "a", ["b"])
    await directory.nest("default", "b", ["a"])
    assert await decide(database, passage("plan")) == (ALLOW,)


async def test_a_denial_wins_also_through_a_nested_group(database: Database) -> None:
    directory = Directory(database)
    await set_acl(database, "merger", Acl.of_groups(["staff", "board"], deny=["contractors"]))
    await directory.set_groups("default", "ann", ["staff", "board", "agency"])
    assert await decide(database, passage("merger")) == (ALLOW,)
    await directory.nest("default", "agency", ["contractors"])
    assert await decide(database, passage("merger")) == (DENY,)


async def test_a_person_and_everyone_can_be_named(database: Database) -> None:
    await set_acl(database, "note", Acl(frozenset({personal("ann")})))
    await set_acl(database, "news", Acl(frozenset({EVERYONE})))
    assert await decide(database, passage("note"), passage("news")) == (ALLOW, ALLOW)
    assert await decide(database, passage("note"), passage("news"), principal=Principal("bob")) == (DENY, ALLOW)


async def test_a_link_may_open_less_or_more_than_its_passage(database: Database) -> None:
    await Directory(database).set_groups("default", "ann", ["staff"])
    await set_acl(database, "a", Acl.of_groups(["staff"]))
    await set_acl(database, "b", Acl.of_groups(["staff"]))
    await set_acl(database, "b", Acl.of_groups(["legal"]), AccessScope.LINK)
    await set_acl(database, "c", Acl.of_groups(["staff"]))
    await set_acl(database, "c", Acl(), AccessScope.LINK)
    assert await decide(database, link("a"), link("b"), link("c")) == (ALLOW, DENY, DENY)
    await set_acl(database, "b", None, AccessScope.LINK)
    assert await decide(database, link("b")) == (ALLOW,)


async def test_what_the_retriever_saw_is_never_believed(database: Database) -> None:
    await set_acl(database, "handbook", Acl.of_groups(["staff"]))
    asked = replace(passage("handbook"), acl=frozenset({"public"}))
    assert await decide(database, asked, principal=Principal("bob", frozenset({"public", "staff"}))) == (DENY,)


async def test_asserted_groups_count_only_where_configured(database: Database) -> None:
    await set_acl(database, "handbook", Acl.of_groups(["staff"]))
    bob = Principal("bob", frozenset({"staff"}))
    asserted = GroupAccess(database, Membership.ASSERTED)
    assert (await asserted.decide(bob, [passage("handbook")])).decisions == (ALLOW,)
    assert await decide(database, passage("handbook"), principal=bob) == (DENY,)


async def test_a_token_cannot_name_a_person_or_everyone(database: Database) -> None:
    await set_acl(database, "note", Acl(frozenset({personal("ann")})))
    eve = Principal("eve", frozenset({personal("ann"), EVERYONE}))
    assert (await GroupAccess(database, Membership.ASSERTED).decide(eve, [passage("note")])).decisions == (DENY,)
    for name in (personal("ann"), EVERYONE):
        with pytest.raises(InputError, match="reserved"):
            await Directory(database).set_groups("default", "eve", [name])
        with pytest.raises(InputError, match="reserved"):
            Acl.of_groups([name])


async def test_tenants_do_not_meet(database: Database) -> None:
    await set_acl(database, "handbook", Acl.of_groups(["staff"]), tenant="acme")
    await Directory(database).set_groups("default", "ann", ["staff"])
    assert await decide(database, passage("handbook"), passage("handbook", "acme")) == (DENY, DENY)


async def test_every_change_changes_the_epoch(database: Database) -> None:
    access, directory = GroupAccess(database), Directory(database)
    epochs = [(await access.decide(ANN, [passage("x")])).epoch]
    for change in (
        directory.set_groups("default", "ann", ["staff"]),
        directory.nest("default", "staff", ["company"]),
        set_acl(database, "x", Acl.of_groups(["staff"])),
        set_acl(database, "x", None),
    ):
        await change
        answer = await access.decide(ANN, [passage("x")])
        assert answer.epoch == await access.epoch("default")
        epochs.append(answer.epoch)
    assert len(set(epochs)) == len(epochs)


async def test_a_change_that_fails_changes_nothing(database: Database) -> None:
    await set_acl(database, "x", Acl.of_groups(["staff"]))
    await Directory(database).set_groups("default", "ann", ["staff"])
    before = await GroupAccess(database).epoch("default")
    with pytest.raises(InputError):
        await Directory(database).set_groups("default", "ann", ["other", "bad\0name"])
    assert await decide(database, passage("x")) == (ALLOW,)
    assert await GroupAccess(database).epoch("default") == before


async def test_a_thousand_objects_are_one_query(database: Database) -> None:
    await Directory(database).set_groups("default", "ann", ["staff"])
    await set_acl(database, "d7", Acl.of_groups(["staff"]))
    asked = [passage(f"d{n}") for n in range(1000)]
    statements: list[str] = []
    engine = database._engine.sync_engine
    event.listen(engine, "before_cursor_execute", lambda *args: statements.append(args[2]))
    decisions = await decide(database, *asked)
    assert [n for n, decision in enumerate(decisions) if decision is ALLOW] == [7]
    assert len([each for each in statements if "SELECT" in each]) == 1


@pytest.mark.parametrize("name", ["", "nul\0", "\ud800", "x" * 5000])
async def test_impossible_names_are_denied_without_being_asked(database: Database, name: str) -> None:
    assert await decide(database, passage(name)) == (DENY,)
    assert await decide(database, passage("x"), principal=Principal(name, frozenset({name}))) == (DENY,)


NAMES = st.sampled_from(["g0", "g1", "g2", "g3", "g4"])
GROUPS = st.frozensets(NAMES, max_size=3)


@given(
    nested=st.dictionaries(NAMES, GROUPS, max_size=5),
    mine=GROUPS,
    acls=st.lists(st.tuples(GROUPS, GROUPS), min_size=1, max_size=4),
)
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
async def test_decisions_agree_with_the_definition(
    database: Database, nested: dict[str, frozenset[str]], mine: frozenset[str], acls: list[tuple[frozenset[str], ...]]
) -> None:
    directory = Directory(database)
    await directory.set_groups("default", "ann", mine)
    for group in ("g0", "g1", "g2", "g3", "g4"):
        await directory.nest("default", group, nested.get(group, frozenset()))
    for number, (allow, deny) in enumerate(acls):
        await set_acl(database, f"d{number}", Acl.of_groups(allow, deny))
    closure, frontier = set(mine), list(mine)
    while frontier:
        for group in nested.get(frontier.pop(), frozenset()) - closure:
            closure.add(group)
            frontier.append(group)
    expected = tuple(ALLOW if closure & allow and not closure & deny else DENY for allow, deny in acls)
    assert await decide(database, *(passage(f"d{n}") for n in range(len(acls)))) == expected
