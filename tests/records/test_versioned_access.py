"""Access belongs to a version: what was cited is shown only to who may read it as well as what it is compared with."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from citeward.access import NOBODY, Acl, GroupAccess
from citeward.model import AnswerAction, Principal
from citeward.policy import STRICT
from citeward.records import Reason, State, permalink
from citeward.records.replay.world import World
from citeward.registry import Document, Passage
from citeward.storage import Database
from citeward.verify import AccessObject, AccessScope, Decision

from .worlds import BOTH, LEGAL, STAFF, ask, build, note, reasons, states

OFFER = Document("offer", "hr", "The price is 41 million euros.", "1", "Offer", acl=LEGAL)
REDACTED = replace(OFFER, text="The price is confidential.", version="2", acl=BOTH)
SECRET = ("41", "million")


async def offer(database: Database) -> World:
    """An offer only legal may read, and a memo that cites it."""
    world = await build(database)
    await world.registry.ingest("default", OFFER)
    await ask(world, "memo", "The price is 41 million euros [S1].", "offer", by="lea")
    return world


async def seen(world: World, viewer: str, answer: str) -> str:
    """Everything this viewer gets of an answer and of its first citation."""
    who = Principal(viewer)
    whole = await world.book.show(answer, who)
    pages = [await permalink(world.book, f"{answer}.1", who, kind) for kind in ("application/json", "text/html")]
    return "\n".join([str(whole.json), whole.html, *(page.body.decode() for page in pages)])


async def test_a_redacted_text_opens_nothing_of_what_was_redacted(database: Database) -> None:
    world = await offer(database)
    await world.registry.ingest("default", REDACTED)
    shown = await seen(world, "sam", "memo")
    assert not [word for word in SECRET if word in shown]
    assert await reasons(world, "sam", "memo.1") == [Reason.NO_LONGER_PERMITTED]
    assert await reasons(world, "lea", "memo.1") == [Reason.SPAN_CHANGED]
    unknown = await permalink(world.book, "nothing", Principal("sam"))
    assert await permalink(world.book, "memo.1", Principal("sam")) == unknown


async def test_words_that_stayed_are_still_those_of_the_version_they_were_cited_from(database: Database) -> None:
    world = await offer(database)
    await world.registry.ingest("default", replace(OFFER, text=f"More.\n\n{OFFER.text}", version="2", acl=BOTH))
    assert await reasons(world, "lea", "memo.1") == [Reason.RELOCATED]
    assert await reasons(world, "sam", "memo.1") == [Reason.NO_LONGER_PERMITTED]


async def test_a_wider_list_without_a_new_text_opens_the_text(database: Database) -> None:
    world = await offer(database)
    await world.registry.set_acl("default", "offer", BOTH)
    assert await reasons(world, "sam", "memo.1") == [Reason.UNCHANGED]
    await world.registry.ingest("default", replace(REDACTED, acl=None))
    assert await reasons(world, "sam", "memo.1") == [Reason.SPAN_CHANGED]


async def test_a_list_that_is_widened_later_is_the_current_versions_alone(database: Database) -> None:
    world = await offer(database)
    await world.registry.ingest("default", replace(REDACTED, acl=None))
    assert await reasons(world, "sam", "memo.1") == [Reason.NO_LONGER_PERMITTED]
    await world.registry.set_acl("default", "offer", BOTH)
    assert await reasons(world, "sam", "memo.1") == [Reason.NO_LONGER_PERMITTED]
    assert await reasons(world, "lea", "memo.1") == [Reason.SPAN_CHANGED]


async def test_a_narrower_list_closes_every_version(database: Database) -> None:
    world = await offer(database)
    await world.registry.ingest("default", replace(REDACTED, acl=BOTH))
    await world.registry.set_acl("default", "offer", STAFF)
    assert await reasons(world, "lea", "memo.1") == [Reason.NO_LONGER_PERMITTED]
    await world.registry.set_acl("default", "offer", LEGAL)
    assert await reasons(world, "lea", "memo.1") == [Reason.SPAN_CHANGED]


async def test_a_version_that_nobody_might_read_stays_so(database: Database) -> None:
    world = await build(database)
    await world.registry.ingest("default", replace(OFFER, acl=None))
    await world.registry.ingest("default", REDACTED)
    asked = [AccessObject("default", "offer", name, AccessScope.PASSAGE, None) for name in ("1", "2", "")]
    found = await GroupAccess(database).decide(Principal("sam"), asked)
    assert found.decisions == (Decision.DENY, Decision.ALLOW, Decision.ALLOW)


async def test_a_chunk_of_an_earlier_version_does_not_get_into_a_prompt(database: Database) -> None:
    """A search index that lags behind still holds the words."""
    world = await offer(database)
    stale = await world.registry.chunks("default", [Passage("offer")])
    await world.registry.ingest("default", REDACTED)
    turn = await world.gate.aopen(Principal("sam"), stale)
    assert not turn.ledger.handles
    fresh = await world.gate.aopen(Principal("sam"), await world.registry.chunks("default", [Passage("offer")]))
    assert len(fresh.ledger.handles) == 1


async def test_a_version_is_told_by_its_number_where_two_are_called_the_same(database: Database) -> None:
    world = await offer(database)
    await world.registry.ingest("default", replace(REDACTED, version="1"))
    assert await reasons(world, "sam", "memo.1") == [Reason.NO_LONGER_PERMITTED]


async def test_a_note_is_as_closed_as_the_version_it_came_from(database: Database) -> None:
    world = await offer(database)
    await note(world, "n", "The price is 41 million euros.", "memo")
    await world.registry.ingest("default", REDACTED)
    asked = [AccessObject("default", "n", "1", AccessScope.PASSAGE, None)]
    assert (await GroupAccess(database).decide(Principal("sam"), asked)).decisions == (Decision.DENY,)
    assert (await GroupAccess(database).decide(Principal("lea"), asked)).decisions == (Decision.ALLOW,)


@dataclass
class Model:
    """One document: its versions, the list each had last, and who is cited what."""

    texts: list[str] = field(default_factory=list)
    lists: list[frozenset[str]] = field(default_factory=list)
    cited: dict[str, int] = field(default_factory=dict)

    def may_read(self, group: str, version: int) -> bool:
        return group in self.lists[version] and group in self.lists[-1]


GROUPS = st.frozensets(st.sampled_from(["staff", "legal"]))
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("edit"), st.one_of(st.none(), GROUPS)),
        st.tuples(st.just("acl"), GROUPS),
        st.tuples(st.just("ask"), st.none()),
    ),
    min_size=1,
    max_size=12,
)


@given(STEPS)
@settings(
    max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@pytest.mark.parametrize("again", [False, True])
def test_whatever_happens_to_lists_and_texts(again: bool, steps: list[tuple[str, frozenset[str] | None]]) -> None:
    """Both lists hold: the one a version had last, and the document's own. States agree, cached or not."""
    import asyncio

    async def play() -> None:
        async with await Database.open() as database:
            world, model = await build(database), Model()
            await step(world, model, "edit", frozenset({"staff", "legal"}))
            for what, groups in steps:
                await step(world, model, what, groups)
                if again:  # states are kept from before the next step
                    await check(world, model)
            await check(world, model)

    asyncio.run(play())


async def step(world: World, model: Model, what: str, groups: frozenset[str] | None) -> None:
    acl = None if groups is None else Acl.of_groups(groups)
    if what == "edit":
        text = f"Plan {len(model.texts)} costs {100 + len(model.texts)} euros."
        await world.registry.ingest("default", Document("plan", "hr", text, acl=acl))
        model.texts.append(text)
        model.lists.append(model.lists[-1] if groups is None else groups)
    elif what == "acl" and groups is not None:
        await world.registry.set_acl("default", "plan", acl or NOBODY)
        model.lists[-1] = groups
    elif what == "ask":
        name = f"a{len(model.cited)}"
        for viewer, group in (("sam", "staff"), ("lea", "legal")):
            if group in model.lists[-1]:
                said = f"{model.texts[-1][:-1]} [S1]."
                checked, _ = await world.ask(name, said, Principal(viewer), [Passage("plan")], STRICT)
                assert checked.action is AnswerAction.DELIVER
                model.cited[f"{name}.1"] = len(model.texts) - 1
                return


async def check(world: World, model: Model) -> None:
    for viewer, group in (("sam", "staff"), ("lea", "legal")):
        found = await states(world, viewer, *model.cited)
        for state, version in zip(found, model.cited.values(), strict=True):
            readable = model.may_read(group, version)
            current = State.CURRENT if version == len(model.texts) - 1 else State.SOURCE_CHANGED
            assert state.state is (current if readable else State.UNAVAILABLE)
            assert readable or state.change is None
