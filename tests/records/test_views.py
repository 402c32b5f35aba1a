"""What surfaces get: no claim without a current citation, and nothing that tells gone from not for you."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace

import pytest

from citeward.errors import CheckFailed, PayloadError
from citeward.model import AnswerAction, Principal
from citeward.records import OnUnverified, RecordBook, State, View
from citeward.records.replay.world import World
from citeward.storage import Database
from citeward.verify import AccessAnswer, AccessObject, Decision

from ..storage.databases import KINDS, fresh_url
from . import test_matrix as happens
from .worlds import LEGAL, SPAN, TEXT, ask, build, edit, note

GONE_OR_NOT_FOR_SAM = [
    happens.deleted, happens.erased, happens.retired, happens.retracted, happens.poisoned, happens.source_poisoned,
    happens.source_retired,
    happens.revoked, happens.denied, happens.group_left, happens.revoked_and_edited, happens.revoked_and_removed,
]  # fmt: skip
ANSWER = f"{SPAN} [S1] Our shops are open on Sundays [S2]. Ask in the shop."


async def show(world: World, viewer: str, answer: str = "a") -> View:
    return await world.book.show(answer, Principal(viewer))


def as_bytes(view: View) -> bytes:
    return json.dumps(view.json).encode() + view.html.encode()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("derived", [False, True])
async def test_gone_and_not_for_you_are_the_same_bytes(kind: str, derived: bool) -> None:
    seen: dict[bytes, str] = {}
    for scenario in GONE_OR_NOT_FOR_SAM:
        async with await Database.open(fresh_url(kind)) as database:
            world = await build(database)
            await ask(world, "a", f"{SPAN} [S1] Ask in the shop.", "policy")
            if derived:
                await note(world, "n", SPAN, "a")
                await ask(world, "a2", f"{SPAN} [S1] Ask in the shop.", "n")
            await scenario(world)
            view = await show(world, "sam", "a2" if derived else "a")
            assert "Refunds" not in as_bytes(view).decode()
            seen[as_bytes(view)] = scenario.__name__
    assert len(seen) == 1, seen.values()


async def test_a_current_citation_is_shown_as_granted(database: Database) -> None:
    world = await build(database)
    await ask(world, "a", ANSWER, "policy", "news")
    view = await show(world, "sam")
    first, second = view.json["citations"]
    assert (first["id"], first["state"], first["claim"]) == ("a.1", "current", SPAN)
    assert SPAN in first["excerpt"]
    assert second["claim"] == "Our shops are open on Sundays."
    assert view.html.count('data-sid="S') == 2
    assert "cw-states" not in view.html


async def test_a_changed_citation_is_flagged_with_its_diff_and_is_no_citation(database: Database) -> None:
    world = await build(database)
    await ask(world, "a", ANSWER, "policy", "news")
    await happens.edited(world)
    view = await show(world, "sam")
    first, second = view.json["citations"]
    assert first["state"] == "source_changed"
    assert first["next"] == "retrieve_again"
    assert first["current"] == {"version": "2", "title": "Returns policy", "url": "https://example.com/returns"}
    assert SPAN not in json.dumps(view.json)
    assert second["state"] == "current"
    assert 'data-sid="S1"' not in view.html
    assert "<del>30</del> <ins>14</ins>" in view.html
    assert 'href="https://example.com/returns"' in view.html


async def test_the_claim_of_an_unavailable_citation_is_withheld_and_the_others_stay(database: Database) -> None:
    world = await build(database)
    await ask(world, "a", ANSWER, "policy", "news")
    await happens.revoked(world)
    sam, lea = await show(world, "sam"), await show(world, "lea")
    assert "Refunds" not in as_bytes(sam).decode()
    assert "Returns policy" not in as_bytes(sam).decode()
    assert "Sundays" in sam.html
    assert ("Ask in the shop" in sam.html, "Ask in the shop" in lea.html) == (False, True)
    assert SPAN in lea.json["citations"][0]["claim"]
    assert sam.json["citations"][0] == {"id": "a.1", "state": "unavailable", "next": "retrieve_again"}


async def test_a_claim_with_one_unavailable_source_of_two_is_withheld(database: Database) -> None:
    world = await build(database)
    answer = "Shops are open on Sundays and refunds are accepted [S1][S2]. Ask in the shop."
    await ask(world, "a", answer, "news", "policy")
    await happens.revoked(world)
    view = await show(world, "sam")
    assert "refunds" not in as_bytes(view).decode()
    assert [entry["state"] for entry in view.json["citations"]] == ["current", "unavailable"]
    assert "claim" not in view.json["citations"][0]


async def test_a_restored_source_brings_the_claim_back(database: Database) -> None:
    world = await build(database)
    await ask(world, "a", ANSWER, "policy", "news")
    before = await show(world, "sam")
    await happens.edited(world)
    await happens.revoked(world)
    await edit(world, TEXT)
    assert as_bytes(await show(world, "sam")) == as_bytes(before)


async def test_an_answer_that_is_not_there_looks_like_one_that_is_not_for_you(database: Database) -> None:
    world = await build(database)
    await ask(world, "a", ANSWER, "policy", "news")
    await world.book.share("default", "a", happens.Acl.of_groups(["legal"]))
    hidden = await show(world, "sam")
    missing = await show(world, "sam", "b")
    assert as_bytes(hidden).replace(b'"a"', b'"b"') == as_bytes(missing)
    assert (await show(world, "lea")).json["citations"] != []
    assert (await world.book.revalidate(["a.1"], Principal("sam")))[0].state is State.UNAVAILABLE


async def test_a_blocked_answer_stays_blocked(database: Database) -> None:
    world = await build(database)
    action = await ask(world, "a", "The merger closes on 1 May [S1].", "draft", by="sam", allow_block=True)
    assert action is AnswerAction.BLOCK
    for viewer in ("sam", "lea"):
        view = await show(world, viewer)
        assert view.json["citations"] == []
        assert "merger" not in as_bytes(view).decode()


async def test_what_policy_dropped_stays_dropped(database: Database) -> None:
    world = await build(database)
    answer = f"{SPAN} [S1] Refunds take three weeks [S7]."
    assert await ask(world, "a", answer, "policy", allow_block=True) is AnswerAction.REDACT
    view = await show(world, "sam")
    assert "three weeks" not in view.html
    assert SPAN in view.json["citations"][0]["claim"]


async def test_hostile_metadata_stays_text(database: Database) -> None:
    world = await build(database)
    title = '<script>alert(1)</script>"'
    await world.registry.ingest("default", replace(happens.POLICY, title=title))
    await ask(world, "a", ANSWER, "policy", "news")
    hostile = replace(happens.POLICY, title=title, text=TEXT.replace("30", "<b>"), version="<i>")
    await world.registry.ingest("default", hostile)
    view = await show(world, "sam")
    assert "<script" not in view.html
    assert "<b>" not in view.html
    assert "<i>" not in view.html


class Broken:
    """An engine that fails, or does not decide."""

    def __init__(self, decisions: Sequence[Decision] | None) -> None:
        self._decisions = decisions

    async def decide(self, principal: Principal, objects: Sequence[AccessObject]) -> AccessAnswer:
        if self._decisions is None:
            raise RuntimeError("engine is down")
        return AccessAnswer(tuple(self._decisions))


@pytest.mark.parametrize("decisions", [None, (), (Decision.ERROR,) * 3, (Decision.ALLOW,)])
async def test_without_a_decision_nothing_is_shown(database: Database, decisions: Sequence[Decision] | None) -> None:
    world = await build(database)
    await ask(world, "a", f"{SPAN} [S1]", "policy")
    book = RecordBook(database, Broken(decisions))
    (state,) = await book.revalidate(["a.1"], Principal("sam"))
    assert state.state is State.UNVERIFIED
    assert SPAN not in as_bytes(await book.show("a", Principal("sam"))).decode()


class Partly:
    """Decides about answers, and fails for everything else."""

    async def decide(self, principal: Principal, objects: Sequence[AccessObject]) -> AccessAnswer:
        known = (Decision.ALLOW if item.id.startswith("answer:") else Decision.ERROR for item in objects)
        return AccessAnswer(tuple(known))


async def test_a_surface_may_stop_where_a_check_could_not_be_made(database: Database) -> None:
    world = await build(database)
    await ask(world, "a", ANSWER, "policy", "news")
    book = RecordBook(database, Partly())
    view = await book.show("a", Principal("sam"))
    assert [entry["state"] for entry in view.json["citations"]] == ["unverified", "unverified"]
    assert "Refunds" not in as_bytes(view).decode()
    with pytest.raises(CheckFailed):
        await book.show("a", Principal("sam"), OnUnverified.STOP)


async def test_a_repaired_quotation_is_shown_in_the_sources_own_words(database: Database) -> None:
    world = await build(database)
    answer = 'The policy says "refunds are accepted within 30 days of delivery" [S1].'
    await ask(world, "a", answer, "policy")
    assert "Refunds are accepted within 30 days of delivery" in (await show(world, "sam")).html


async def test_legal_keeps_what_staff_lost(database: Database) -> None:
    world = await build(database)
    await ask(world, "a", ANSWER, "policy", "news")
    await world.registry.set_acl("default", "policy", LEGAL)
    assert [e["state"] for e in (await show(world, "lea")).json["citations"]] == ["current", "current"]


async def test_an_answer_that_cannot_be_read_as_it_was_verified_is_not_shown(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = await build(database)
    await ask(world, "a", ANSWER, "policy", "news")

    def newer(*_: object) -> None:
        raise PayloadError("parse", "cannot be read", "Read it with the release that stored it.")

    monkeypatch.setattr("citeward.records.stored.from_plain", newer)
    view = await show(world, "sam")
    assert view.json["citations"] == []
    assert SPAN not in as_bytes(view).decode()
