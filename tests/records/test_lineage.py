"""Derived texts carry everything they came from, and cannot be cited without it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from citeward.access import GroupAccess
from citeward.errors import InputError
from citeward.ledger import Ledger
from citeward.model import DocumentStatus, Principal, Tier, Verdict
from citeward.policy import STRICT
from citeward.records import Derived, Reason, lineage
from citeward.registry import Document, Passage, StoredDocuments
from citeward.storage import Database
from citeward.verify import AccessObject, AccessScope, Decision

from . import test_matrix as happens
from .worlds import BOTH, LEGAL, SPAN, ask, build, note, reasons

NOTE = "Refunds are accepted within 30 days."


async def test_a_text_without_lineage_is_refused(database: Database) -> None:
    world = await build(database)
    with pytest.raises(InputError, match="nothing this text came from"):
        await note(world, "n", NOTE)
    with pytest.raises(InputError, match="not stored"):
        await note(world, "n", NOTE, "no such answer")
    with pytest.raises(InputError, match="not stored"):
        await world.book.derive("default", Derived("n", "memory", NOTE, citations=("a.1",)))


async def test_an_answer_that_read_nothing_is_no_lineage(database: Database) -> None:
    world = await build(database)
    await ask(world, "a", "Hello.")
    with pytest.raises(InputError, match="nothing this text came from"):
        await note(world, "n", NOTE, "a")


async def test_copying_words_without_their_ids_does_not_escape(database: Database) -> None:
    world = await build(database)
    await ask(world, "a", "Shops are open on Sundays [S1].", "news", "draft")
    await note(world, "n", "The merger closes on 1 May.", "a")
    await ask(world, "b", "The merger closes on 1 May [S1].", "n")
    assert await reasons(world, "lea", "b.1") == [Reason.UNCHANGED]
    assert await reasons(world, "sam", "b.1") == [Reason.NO_LONGER_PERMITTED]


async def test_a_note_is_kept_out_of_the_prompt_of_who_may_not_read_its_roots(database: Database) -> None:
    world = await build(database)
    await ask(world, "a", "The merger closes on 1 May [S1].", "draft")
    await note(world, "n", "The merger closes on 1 May.", "a")
    asked = [AccessObject("default", "n", "1", AccessScope.PASSAGE, None)]
    access = GroupAccess(database)
    assert (await access.decide(Principal("sam"), asked)).decisions == (Decision.DENY,)
    assert (await access.decide(Principal("lea"), asked)).decisions == (Decision.ALLOW,)
    chunks = await world.registry.chunks("default", [Passage("n"), Passage("news")])
    turn = await world.gate.aopen(Principal("sam"), chunks)
    assert [item.id for item in turn.ledger] == ["news"]


async def test_a_text_cannot_come_from_itself(database: Database) -> None:
    world = await build(database)
    await ask(world, "a", f"{SPAN} [S1]", "policy")
    await note(world, "n", NOTE, "a")
    await ask(world, "b", "Refunds are accepted within 30 days [S1].", "n")
    with pytest.raises(InputError, match="from itself"):
        await note(world, "n", NOTE, "b")
    await note(world, "m", NOTE, "b")
    await ask(world, "c", "Refunds are accepted within 30 days [S1].", "m")
    with pytest.raises(InputError, match="from itself"):
        await note(world, "n", NOTE, "c")


async def test_a_chain_has_an_end(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    if database.dialect == "postgresql":
        pytest.skip("the bound is the same code; once is enough")
    most = 8
    assert most < lineage.MAX_DEPTH
    monkeypatch.setattr(lineage, "MAX_DEPTH", most)
    world = await build(database)
    await ask(world, "a0", f"{SPAN} [S1]", "policy")
    for number in range(1, most + 1):
        await note(world, f"n{number}", NOTE, f"a{number - 1}")
        await ask(world, f"a{number}", "Refunds are accepted within 30 days [S1].", f"n{number}")
    with pytest.raises(InputError, match="deep"):
        await note(world, "one too many", NOTE, f"a{most}")
    assert await reasons(world, "sam", f"a{most}.1") == [Reason.UNCHANGED]
    await world.registry.set_acl("default", "policy", LEGAL)
    assert await reasons(world, "sam", f"a{most}.1") == [Reason.NO_LONGER_PERMITTED]


async def test_the_tier_is_the_lowest_of_all_it_came_from(database: Database) -> None:
    world = await build(database)
    await world.registry.ingest("default", Document("rumour", "drive", "Refunds take 90 days.", acl=BOTH))
    await ask(world, "a", f"{SPAN} [S1] Refunds take 90 days [S2].", "policy", "rumour")
    await note(world, "n", NOTE, "a", source="hr")
    (chunk,) = await world.registry.chunks("default", [Passage("n")])
    assert chunk.trust == Tier.C
    (item,) = Ledger.of([chunk])
    (current,) = await StoredDocuments(database).current("default", [item])
    assert current is not None and current.tier is Tier.C
    await ask(world, "b", "Refunds are accepted within 30 days [S1].", "n")
    (state,) = await world.book.revalidate(["b.1"], Principal("sam"))
    assert state.tier is Tier.C


@pytest.mark.parametrize(
    ("scenario", "verdict"),
    [
        (happens.unchanged, Verdict.OK),
        (happens.white_space_only, Verdict.OK),
        (happens.edited, Verdict.CHANGED_SINCE_RETRIEVAL),
        (happens.retracted, Verdict.RETRACTED),
        (happens.deleted, Verdict.RETRACTED),
        (happens.superseded, Verdict.CHANGED_SINCE_RETRIEVAL),
    ],
)
async def test_a_note_is_cited_only_while_what_it_came_from_holds(
    database: Database, scenario: happens.Scenario, verdict: Verdict
) -> None:
    world = await build(database)
    await ask(world, "a", f"{SPAN} [S1]", "policy")
    await note(world, "n", NOTE, "a")
    await scenario(world)
    checked, _ = await world.ask("b", f"{NOTE[:-1]} [S1].", Principal("sam"), [Passage("n")], STRICT)
    assert [judgement.verdict for judgement in checked.judgements] == [verdict]


async def test_a_note_whose_root_text_was_erased_is_not_confirmed(database: Database) -> None:
    world = await build(database)
    await ask(world, "a", f"{SPAN} [S1]", "policy")
    await note(world, "n", NOTE, "a")
    await ask(world, "b", "Refunds are accepted within 30 days [S1].", "n")
    await world.registry.erase("default", "policy", "request 3")
    assert await reasons(world, "sam", "b.1") == [Reason.SOURCE_REMOVED]


async def test_named_citations_bring_their_roots(database: Database) -> None:
    world = await build(database)
    await ask(world, "a", f"{SPAN} [S1] Shops are open on Sundays [S2].", "policy", "news")
    await world.book.derive("default", Derived("n", "memory", NOTE, citations=("a.1",), acl=BOTH))
    await ask(world, "b", "Refunds are accepted within 30 days [S1].", "n")
    await happens.edited_elsewhere(world)
    assert await reasons(world, "sam", "b.1") == [Reason.UNCHANGED]
    await happens.edited(world)
    assert await reasons(world, "sam", "b.1") == [Reason.SPAN_CHANGED]


async def test_poisoning_lists_answers_and_notes_that_rest_on_a_document(database: Database) -> None:
    world = await build(database)
    await ask(world, "a", f"{SPAN} [S1]", "policy")
    await ask(world, "x", "Shops are open on Sundays [S1].", "news")
    await note(world, "n", NOTE, "a")
    await ask(world, "b", "Refunds are accepted within 30 days [S1].", "n")
    found = await world.registry.poison("default", "policy")
    assert (set(found.answers), found.documents) == ({"a", "b"}, ("n",))
    assert (await world.registry.affected("default", document="policy", version="42")).answers == found.answers
    assert (await world.registry.affected("default", document="policy", version="7")).answers == ()
    assert set((await world.registry.affected("default", source="hr")).answers) == {"a", "x", "b"}


async def test_an_original_cannot_become_a_derived_text_nor_the_other_way_round(database: Database) -> None:
    world = await build(database)
    await ask(world, "a", f"{SPAN} [S1]", "policy")
    await note(world, "n", NOTE, "a")
    with pytest.raises(InputError, match="both an original and a derived"):
        await world.registry.ingest("default", Document("n", "memory", "Laundered.", acl=BOTH))
    with pytest.raises(InputError, match="both an original and a derived"):
        await note(world, "news", NOTE, "a", source="hr")


async def test_a_removed_note_takes_nothing_else_with_it(database: Database) -> None:
    world = await build(database)
    await ask(world, "a", f"{SPAN} [S1]", "policy")
    await note(world, "n", NOTE, "a")
    await world.registry.remove("default", "n")
    (chunk,) = await world.registry.chunks("default", [Passage("n")])
    (current,) = await StoredDocuments(database).current("default", list(Ledger.of([replace(chunk, handle="S1")])))
    assert current is not None and current.status is DocumentStatus.REMOVED
    assert await reasons(world, "sam", "a.1") == [Reason.UNCHANGED]
