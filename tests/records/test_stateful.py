"""Random histories against a model that is simple enough to be believed: caches on, every viewer, every citation."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Coroutine
from dataclasses import dataclass, field
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from citeward.access import Acl
from citeward.model import AnswerAction, Principal, Tier
from citeward.policy import STRICT
from citeward.records import Derived, State, permalink
from citeward.records.replay.world import World
from citeward.registry import Document, Passage, Source
from citeward.storage import Database, verify_log
from citeward.verify import AccessScope

from ..storage.databases import KINDS, fresh_url

GROUPS = ("red", "blue")
VIEWERS = ("ann", "bob")
DOCUMENTS = ("d0", "d1", "d2")
SENTENCES = 3
WORDS = ("Apples", "Bread", "Cheese")
_T = TypeVar("_T")


@dataclass
class Original:
    """A price list: one sentence for each word, with a price that may be edited."""

    prices: list[int] = field(default_factory=lambda: [1] * SENTENCES)
    lists: list[frozenset[str]] = field(default_factory=lambda: [frozenset(GROUPS)])
    """The list of each version: the current one's as it is, of the others as it was when they stopped being current."""
    status: str = "active"
    gap: str = "\n\n"
    """White space between the sentences, which is no content."""

    def sentence(self, name: str, at: int) -> str:
        return f"{WORDS[at]} in list {name} cost {self.prices[at]} euros."

    def text(self, name: str) -> str:
        return self.gap.join(self.sentence(name, at) for at in range(SENTENCES))

    def may_read(self, groups: frozenset[str], version: int) -> bool:
        return bool(groups & self.lists[version] and groups & self.lists[-1])


@dataclass(frozen=True)
class Root:
    """What something rests on: sentences of a version of an original, with the prices they had."""

    document: str
    prices: tuple[tuple[int, int], ...]
    version: int


Via = frozenset[tuple[str, int]]
"""Versions of notes that something came through."""


@dataclass
class Note:
    """A derived text: what its current version rests on, which is all that any version of the same words did."""

    roots: frozenset[Root]
    via: Via
    lists: list[frozenset[str]]
    """The list of each version."""


class History(RuleBasedStateMachine):
    """The system on one side, dictionaries on the other."""

    url: str | None = None

    @initialize()
    def begin(self) -> None:
        self.runner = asyncio.Runner()
        self.database = self.run(Database.open(fresh_url(self.url) if self.url else None))
        self.world = self.run(World.open(self.database))
        self.originals = {name: Original() for name in DOCUMENTS}
        self.notes: dict[str, Note] = {}
        self.removed_notes: set[str] = set()
        self.groups = {viewer: frozenset(GROUPS) for viewer in VIEWERS}
        self.answers: dict[str, tuple[frozenset[Root], Via]] = {}
        self.citations: dict[str, tuple[frozenset[Root], Via]] = {}
        self.claims: dict[str, str] = {}
        self.askers: dict[str, str] = {}
        self.audience: dict[str, frozenset[str]] = {}
        self.erased: set[str] = set()
        self.run(self.world.registry.register(Source("s", Tier.A)))
        for name, original in self.originals.items():
            self.run(self.world.registry.ingest("default", self.delivered(name, original.lists[-1])))
        for viewer in VIEWERS:
            self.run(self.world.directory.set_groups("default", viewer, GROUPS))
        for name in DOCUMENTS[:2]:
            self.ask_of(name, name, 0)
        self.derive_from("a0", frozenset(GROUPS))

    def run(self, call: Coroutine[Any, Any, _T]) -> _T:
        return self.runner.run(call)

    def delivered(self, name: str, acl: frozenset[str] | None) -> Document:
        return Document(name, "s", self.originals[name].text(name), acl=None if acl is None else Acl.of_groups(acl))

    def ingest(self, name: str, acl: frozenset[str] | None = None) -> None:
        """Delivers a document as it is now; another text is another version, with the list it comes with."""
        original = self.originals[name]
        if original.status == "removed":
            original.status = "active"  # a document that is delivered again is back
        (done,) = self.run(self.world.registry.ingest("default", self.delivered(name, acl)))
        if done.new:
            original.lists.append(original.lists[-1])
        if acl is not None:
            original.lists[-1] = acl

    # -- what happens

    @rule(
        name=st.sampled_from(DOCUMENTS), at=st.integers(0, SENTENCES - 1), price=st.integers(1, 3),
        acl=st.none() | st.frozensets(st.sampled_from(GROUPS)),
    )  # fmt: skip
    def edit(self, name: str, at: int, price: int, acl: frozenset[str] | None) -> None:
        self.originals[name].prices[at] = price
        self.ingest(name, acl)

    @rule(name=st.sampled_from(DOCUMENTS), gap=st.sampled_from(["\n\n", "\n\n\n", "\n \n"]))
    def restyle(self, name: str, gap: str) -> None:
        self.originals[name].gap = gap
        self.ingest(name)

    @rule(name=st.sampled_from(DOCUMENTS), by=st.sampled_from(DOCUMENTS))
    def supersede(self, name: str, by: str) -> None:
        if name != by:
            self.originals[name].status = "superseded"
            self.run(self.world.registry.supersede("default", name, by))

    @precondition(lambda self: self.answers)
    @rule(data=st.data(), acl=st.frozensets(st.sampled_from(GROUPS)))
    def share(self, data: st.DataObject, acl: frozenset[str]) -> None:
        """Who may open an answer changes, but for its asker; what was derived from it does not follow."""
        answer = data.draw(st.sampled_from(sorted(set(self.answers) - self.erased) or [""]))
        if answer:
            self.audience[answer] = acl
            self.run(self.world.book.share("default", answer, Acl.of_groups(acl)))

    @precondition(lambda self: self.answers)
    @rule(data=st.data())
    def erase_answer(self, data: st.DataObject) -> None:
        answer = data.draw(st.sampled_from(sorted(self.answers)))
        self.erased.add(answer)
        self.audience[answer] = frozenset()
        self.askers.pop(answer, None)
        self.run(self.world.book.erase("default", answer, "request"))

    @rule(name=st.sampled_from(DOCUMENTS), acl=st.frozensets(st.sampled_from(GROUPS)))
    def change_access(self, name: str, acl: frozenset[str]) -> None:
        before = self.run(self.world.registry.set_acl("default", name, Acl.of_groups(acl)))
        assert before == Acl.of_entries(Acl.of_groups(self.originals[name].lists[-1]).entries())
        self.originals[name].lists[-1] = acl

    @rule(name=st.sampled_from(DOCUMENTS), lists=st.tuples(*[st.frozensets(st.sampled_from(GROUPS))] * 2))
    def two_change_access_at_once(self, name: str, lists: tuple[frozenset[str], frozenset[str]]) -> None:
        """The list is that of one of them, and never a mixture."""

        async def both() -> Acl:
            registry = self.world.registry
            await asyncio.gather(*(registry.set_acl("default", name, Acl.of_groups(acl)) for acl in lists))
            return (await registry.acls("default", [name]))[name, AccessScope.PASSAGE]

        now = self.run(both())
        (kept,) = {acl for acl in lists if Acl.of_entries(Acl.of_groups(acl).entries()) == now}
        self.originals[name].lists[-1] = kept

    @rule(viewer=st.sampled_from(VIEWERS), groups=st.frozensets(st.sampled_from(GROUPS)))
    def change_groups(self, viewer: str, groups: frozenset[str]) -> None:
        self.groups[viewer] = groups
        self.run(self.world.directory.set_groups("default", viewer, groups))

    @rule(name=st.sampled_from(DOCUMENTS), act=st.sampled_from(["remove", "retire", "retract", "poison", "reinstate"]))
    def change_status(self, name: str, act: str) -> None:
        self.originals[name].status = {"reinstate": "active", "remove": "removed"}.get(act, act)
        self.run(getattr(self.world.registry, act)("default", name))

    @precondition(lambda self: self.notes)
    @rule(data=st.data())
    def remove_note(self, data: st.DataObject) -> None:
        name = data.draw(st.sampled_from(sorted(self.notes)))
        self.removed_notes.add(name)
        self.run(self.world.registry.remove("default", name))

    @rule(name=st.sampled_from(DOCUMENTS), other=st.sampled_from(DOCUMENTS), at=st.integers(0, SENTENCES - 1))
    def ask(self, name: str, other: str, at: int) -> None:
        self.ask_of(name, other, at)

    def ask_of(self, name: str, other: str, at: int) -> None:
        """An answer that cites one sentence, with another list in the prompt besides."""
        sentence = self.originals[name].sentence(name, at)
        prompt = frozenset(self.whole(each) for each in {name, other})
        original = self.originals[name]
        cited = frozenset({Root(name, ((at, original.prices[at]),), len(original.lists) - 1)})
        self.keep(f"{sentence[:-1]} [S1].", [name, *({other} - {name})], prompt, cited, frozenset())

    @precondition(lambda self: self.notes)
    @rule(data=st.data())
    def ask_note(self, data: st.DataObject) -> None:
        self.ask_of_note(data.draw(st.sampled_from(sorted(self.notes))))

    def ask_of_note(self, name: str) -> None:
        note = self.notes[name]
        self.keep(
            f"Note {name} says so [S1].", [name], note.roots, note.roots, note.via | {(name, len(note.lists) - 1)}
        )

    @precondition(lambda self: self.answers)
    @rule(data=st.data(), acl=st.frozensets(st.sampled_from(GROUPS), min_size=1))
    def derive(self, data: st.DataObject, acl: frozenset[str]) -> None:
        self.derive_from(data.draw(st.sampled_from(sorted(self.answers))), acl)

    def derive_from(self, answer: str, acl: frozenset[str]) -> None:
        roots, via = self.answers[answer]
        name = f"n{len(self.notes)}"
        if len(via) < 6:
            self.notes[name] = Note(roots, via, [acl])
            self.store_note(name, answer, acl)

    @precondition(lambda self: self.notes)
    @rule(data=st.data(), acl=st.frozensets(st.sampled_from(GROUPS), min_size=1))
    def derive_again(self, data: st.DataObject, acl: frozenset[str]) -> None:
        name = data.draw(st.sampled_from(sorted(self.notes)))
        self.derive_again_from(name, data.draw(st.sampled_from(sorted(self.answers))), acl)

    def derive_again_from(self, name: str, answer: str, acl: frozenset[str]) -> None:
        """The same words from another answer: they come from that one too, and from all they came from before."""
        note, (roots, via) = self.notes[name], self.answers[answer]
        if name in {each for each, _ in via} or len(note.via | via) > 6:
            return
        self.notes[name] = Note(note.roots | roots, note.via | via, [*note.lists, acl])
        self.removed_notes.discard(name)  # what is delivered again is back
        self.store_note(name, answer, acl)
        self.ask_of_note(name)

    def store_note(self, name: str, answer: str, acl: frozenset[str]) -> None:
        derived = Derived(name, "s", f"Note {name} says so.", (answer,), by="ann", acl=Acl.of_groups(acl))
        self.run(self.world.book.derive("default", derived))

    def whole(self, name: str) -> Root:
        return Root(name, tuple(enumerate(self.originals[name].prices)), len(self.originals[name].lists) - 1)

    def keep(self, answer: str, names: list[str], prompt: frozenset[Root], cited: frozenset[Root], via: Via) -> None:
        """Asks as somebody who may read everything the prompt holds, if there is anybody."""
        asker = next((each for each in VIEWERS if self.may_read(each, prompt, via)), None)
        if asker is None:
            return
        answer_id = f"a{len(self.answers)}"
        passages = [Passage(name) for name in names]
        checked, _ = self.run(self.world.ask(answer_id, answer, Principal(asker), passages, STRICT))
        expected = self.expected(asker, cited, via)
        assert (checked.action is AnswerAction.DELIVER) is (expected is State.CURRENT), checked.judgements
        self.answers[answer_id] = (prompt, via)
        self.askers[answer_id] = asker
        if expected is State.CURRENT:
            self.citations[f"{answer_id}.1"] = (cited, via)
            self.claims[f"{answer_id}.1"] = answer.removesuffix(" [S1].") + "."

    # -- what must hold

    def may_read(self, viewer: str, roots: frozenset[Root], via: Via) -> bool:
        """What it rests on; and a note on the way as it reads now, too, with all that came from."""
        groups = self.groups[viewer]
        now = [self.notes[name] for name, _ in via]
        every_root = roots.union(*(note.roots for note in now))
        every_note = via.union(*(note.via for note in now))
        texts = all(self.originals[root.document].may_read(groups, root.version) for root in every_root)
        lists = [(self.notes[name].lists, version) for name, version in every_note]
        return texts and all(groups & of_note[version] and groups & of_note[-1] for of_note, version in lists)

    def expected(self, viewer: str, roots: frozenset[Root], via: Via, answer: str = "") -> State:
        statuses = {self.originals[root.document].status for root in roots}
        gone = statuses - {"active", "superseded"} or {name for name, _ in via} & self.removed_notes
        shared = answer not in self.audience or self.groups[viewer] & self.audience[answer]
        may_open = shared or self.askers.get(answer) == viewer
        if gone or not may_open or not self.may_read(viewer, roots, via):
            return State.UNAVAILABLE
        if "superseded" in statuses:
            return State.SOURCE_CHANGED
        same = all(self.originals[root.document].prices[at] == price for root in roots for at, price in root.prices)
        return State.CURRENT if same else State.SOURCE_CHANGED

    @invariant()
    def states_are_those_of_the_model(self) -> None:
        if not getattr(self, "citations", None):
            return
        names = sorted(self.citations)
        for viewer in VIEWERS:
            found = self.run(self.world.book.revalidate(names, Principal(viewer)))
            expected = [self.expected(viewer, *self.citations[name], name.removesuffix(".1")) for name in names]
            assert [state.state for state in found] == expected, [(s.id, s.reason) for s in found]

    @precondition(lambda self: self.citations)
    @rule(data=st.data(), viewer=st.sampled_from(VIEWERS))
    def look(self, data: st.DataObject, viewer: str) -> None:
        """At the answer and at the citation's own page: the claim is there while it is current, and not otherwise."""
        name = data.draw(st.sampled_from(sorted(self.citations)))
        answer = name.removesuffix(".1")
        expected = self.expected(viewer, *self.citations[name], answer)
        whole = self.run(self.world.book.show(answer, Principal(viewer)))
        alone = self.run(permalink(self.world.book, name, Principal(viewer)))
        page = self.run(permalink(self.world.book, name, Principal(viewer), "text/html"))
        unknown = self.run(permalink(self.world.book, "nothing", Principal(viewer)))
        claim = self.claims[name]
        shown = [claim in json.dumps(whole.json), claim in alone.body.decode(), claim in page.body.decode()]
        assert shown == [expected is State.CURRENT] * 3
        assert (claim in whole.html) is (expected in (State.CURRENT, State.SOURCE_CHANGED))
        assert (alone == unknown) is (expected is State.UNAVAILABLE)

    def teardown(self) -> None:
        if hasattr(self, "runner"):
            report = self.run(self.verify())
            assert report.ok, report.problems
            self.run(self.database.close())
            self.runner.close()

    async def verify(self) -> Any:
        async with self.database.read() as connection:
            return await verify_log(connection, "default")


@pytest.mark.parametrize("kind", KINDS)
def test_random_histories_agree_with_the_model(kind: str) -> None:
    class OnThis(History):
        url = None if kind == "sqlite" else kind

    few = 20 if kind == "sqlite" else 4
    bounds = settings(max_examples=few, stateful_step_count=20, deadline=None, suppress_health_check=list(HealthCheck))
    run_state_machine_as_test(OnThis, settings=bounds)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("act", ["change_access", "change_status", "edit"])
def test_a_history_in_which_a_note_is_derived_again_agrees_with_the_model(kind: str, act: str) -> None:
    """What the random ones seldom come to: the first source changes after the note came from another one, too."""

    class OnThis(History):
        url = None if kind == "sqlite" else kind

    history = OnThis()
    history.begin()
    history.derive_again_from("n0", "a1", frozenset(GROUPS))
    history.states_are_those_of_the_model()
    done = {
        "change_access": lambda: history.change_access("d0", frozenset()),
        "change_status": lambda: history.change_status("d0", "retract"),
        "edit": lambda: history.edit("d0", 0, 3, None),
    }
    done[act]()
    assert history.expected("ann", *history.citations["a2.1"], "a2") is not State.CURRENT
    history.states_are_those_of_the_model()
    history.teardown()


@pytest.mark.slow
def test_many_random_histories_agree_with_the_model() -> None:
    bounds = settings(max_examples=400, stateful_step_count=40, deadline=None, suppress_health_check=list(HealthCheck))
    run_state_machine_as_test(History, settings=bounds)
