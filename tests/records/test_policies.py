"""Changes of the policies that answers are checked under are in the log: which, when, and by whom."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from datetime import timedelta
from types import MappingProxyType

import pytest
from sqlalchemy import text

from citeward import Chunk, Gate, Principal
from citeward.access import Acl, Directory, GroupAccess
from citeward.model import CitationAction, Tier, Uncited, Verdict
from citeward.policy import BALANCED, PRESETS, STRICT, Policy, Surface, to_plain
from citeward.records import PolicyChange, RecordBook
from citeward.records.policies import rules_digest
from citeward.registry import Document, Registry, Source, StoredDocuments
from citeward.storage import Database, verify_log
from citeward.verify import Lookups, Need, Requirements

SENTENCE = "Refunds are accepted within 30 days."
HOUSE = replace(STRICT, name="house", requirements=replace(STRICT.requirements, support=Need.SKIP))
FILING = replace(HOUSE, intents=MappingProxyType({"filing": replace(HOUSE.requirements, min_tier=Tier.A)}))
LOOSER = replace(HOUSE, drop_failed=not HOUSE.drop_failed)


@pytest.fixture
async def stored(database: Database) -> Database:
    """One document that Sam may read."""
    registry = Registry(database)
    await registry.register(Source("hr", Tier.A))
    await registry.ingest("default", Document("policy", "hr", SENTENCE, "1", acl=Acl.of_groups(["staff"])))
    await Directory(database).set_groups("default", "sam", ["staff"])
    return database


class Process:
    """A process that keeps answers: its book lives as long as it does."""

    def __init__(self, database: Database, actor: str = "") -> None:
        self.database = database
        self.book = RecordBook(database, GroupAccess(database), actor=actor)

    async def answer(self, policy: Policy, intent: str | None = None, *, shared: bool = False) -> str:
        sink = self.book.shared_with(Acl.of_groups(["staff"])) if shared else self.book
        gate = Gate(GroupAccess(self.database), StoredDocuments(self.database), policy, support=None, sink=sink)
        turn = await gate.aopen(Principal("sam"), [Chunk("policy", "1", SENTENCE)], intent)
        return (await gate.acheck(f"{SENTENCE} [{next(iter(turn.ledger)).handle}]", turn)).id

    async def rules(self, answer: str) -> str | None:
        details = await self.book.describe_answer("default", answer)
        assert details is not None
        return details.rules


async def changes(database: Database) -> list[PolicyChange]:
    return list(await Process(database).book.policy_changes("default"))


async def whole(database: Database) -> bool:
    async with database.read() as connection:
        return (await verify_log(connection, "default")).ok


async def test_a_process_says_once_which_policy_it_uses(stored: Database) -> None:
    process = Process(stored, "ada")
    answers = [await process.answer(HOUSE, shared=bool(number % 2)) for number in range(3)]
    (change,) = await changes(stored)
    assert (change.name, change.intent, change.by) == ("house", "", "ada")
    assert change.rules == to_plain(HOUSE)
    assert {await process.rules(answer) for answer in answers} == {change.digest}
    assert await whole(stored)


async def test_another_process_says_what_it_uses_only_where_that_is_another_one(stored: Database) -> None:
    await Process(stored, "ada").answer(HOUSE)
    await Process(stored, "bob").answer(HOUSE)
    assert len(await changes(stored)) == 1
    changed = await Process(stored, "bob").answer(LOOSER)
    back = await Process(stored, "cy").answer(HOUSE)
    first, second, third = await changes(stored)
    assert [each.by for each in (first, second, third)] == ["ada", "bob", "cy"]
    assert first.digest == third.digest != second.digest
    assert [await Process(stored).rules(each) for each in (changed, back)] == [second.digest, third.digest]
    assert first.at <= second.at <= third.at
    assert await whole(stored)


async def test_each_name_and_each_intent_has_its_own_rules(stored: Database) -> None:
    process = Process(stored)
    for policy, intent in ((FILING, None), (FILING, "filing"), (FILING, None), (replace(HOUSE, name="other"), None)):
        await process.answer(policy, intent)
    again = Process(stored)
    for policy, intent in ((FILING, "filing"), (FILING, None), (FILING, "filing")):
        await again.answer(policy, intent)
    said = await changes(stored)
    assert [(each.name, each.intent) for each in said] == [("house", ""), ("house", "filing"), ("other", "")]
    assert len({each.digest for each in said}) == 3


async def test_who_ran_the_process_can_be_forgotten_and_the_rules_stay(stored: Database) -> None:
    process = Process(stored, "ada")
    await process.answer(HOUSE)
    await process.book.erase_principal("default", "ada", "request 1")
    (change,) = await changes(stored)
    assert (change.by, change.rules) == ("", to_plain(HOUSE))
    async with stored.read() as connection:
        row = (await connection.execute(text("SELECT * FROM policies"))).one()
    assert "ada" not in map(str, row)
    assert await whole(stored)


async def test_an_answer_that_was_not_kept_says_nothing(stored: Database) -> None:
    process = Process(stored)
    kept: list[str] = []

    async def fails(*_: object) -> None:
        kept.append("tried")
        raise RuntimeError

    await process.answer(HOUSE)
    async with stored.read() as connection:
        before = (await verify_log(connection, "default")).entries
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("citeward.records.sink.keep", fails)
        with pytest.raises(Exception, match="records"):
            await process.answer(LOOSER)
    assert kept
    async with stored.read() as connection:
        assert (await verify_log(connection, "default")).entries == before
    await process.answer(LOOSER)
    assert len(await changes(stored)) == 2, "it is said with the first answer that is kept"


BARS: dict[str, Callable[[Requirements], object]] = {
    "min_tier": lambda _: Tier.A,
    "external_tier": lambda _: Tier.A,
    "support": lambda old: Need.SKIP if old.support is Need.REQUIRE else Need.REQUIRE,
    "external": lambda old: Need.SKIP if old.external is Need.REQUIRE else Need.REQUIRE,
    "supported_from": lambda _: 0.91,
    "unsupported_below": lambda _: 0.11,
    "allowed_hosts": lambda _: ("a.example",),
    "further_allowlists": lambda _: (("a.example",),),
    "denied_hosts": lambda _: ("a.example",),
    "brands": lambda _: ("a.example",),
    "principal_max_age": lambda old: old.principal_max_age + timedelta(microseconds=1),
    "lookups": lambda _: Lookups.REPORTED,
}
RULES: dict[str, Callable[[Policy], object]] = {
    "name": lambda _: "another",
    "requirements": lambda old: replace(old.requirements, brands=("b.example",)),
    "actions": lambda old: {**old.actions, Verdict.UNSUPPORTED: CitationAction.BLOCK},
    "drop_failed": lambda old: not old.drop_failed,
    "uncited": lambda old: Uncited.KEEP if old.uncited is Uncited.DROP else Uncited.DROP,
    "uncited_intents": lambda _: {"filing": Uncited.DROP},
    "intents": lambda old: {"filing": old.requirements},
    "lookups": lambda _: {"filing": Lookups.ANY},
    "surfaces": lambda _: {"mail": Surface(retractable=False)},
    "whole_intents": lambda _: frozenset({"filing"}),
    "max_regenerations": lambda old: old.max_regenerations + 1,
}


def test_every_part_of_a_policy_is_named_here() -> None:
    assert set(BARS) == {each.name for each in fields(Requirements)}
    assert set(RULES) == {each.name for each in fields(Policy)}


@pytest.mark.parametrize("part", RULES)
def test_a_policy_that_decides_otherwise_has_another_digest(part: str) -> None:
    for policy in PRESETS.values():
        other = replace(policy, **{part: RULES[part](policy)})
        assert rules_digest(to_plain(other)) != rules_digest(to_plain(policy))


@pytest.mark.parametrize("bar", BARS)
def test_a_bar_that_is_another_has_another_digest(bar: str) -> None:
    other = replace(HOUSE, requirements=replace(HOUSE.requirements, **{bar: BARS[bar](HOUSE.requirements)}))
    assert rules_digest(to_plain(other)) != rules_digest(to_plain(HOUSE))


def test_the_order_in_which_a_policy_was_written_is_none_of_its_rules() -> None:
    bars = [(name, BALANCED.requirements) for name in ("a", "b")]
    one, two = (replace(BALANCED, intents=MappingProxyType(dict(pairs))) for pairs in (bars, bars[::-1]))
    assert rules_digest(to_plain(one)) == rules_digest(to_plain(two))
