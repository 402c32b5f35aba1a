"""A small company to test in: a policy, a draft only legal may read, a news page; and who looks at what is cited."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from citeward.access import Acl
from citeward.model import AnswerAction, Principal, Tier
from citeward.policy import STRICT
from citeward.records import CitationState, Derived, Reason
from citeward.records.replay.world import World
from citeward.registry import Document, Passage, Source
from citeward.storage import Database

STAFF, LEGAL, BOTH = Acl.of_groups(["staff"]), Acl.of_groups(["legal"]), Acl.of_groups(["staff", "legal"])
TEXT = (
    "1. Scope\nThis policy covers all orders placed in our shops.\n\n"
    "4. Refunds\nRefunds are accepted within 30 days of delivery.\n\n"
    "5. Contact\nWrite to the service desk with your order number."
)
SPAN = "Refunds are accepted within 30 days of delivery."
POLICY = Document("policy", "hr", TEXT, "42", "Returns policy", "https://example.com/returns", BOTH)
DRAFT = Document("draft", "hr", "The merger closes on 1 May. Nobody outside legal may know.", "1", "Draft", acl=LEGAL)
NEWS = Document("news", "hr", "Our shops are open on Sundays from March.", "1", "News", acl=BOTH)

PEOPLE = {"sam": ("staff",), "lea": ("legal",), "max": ("staff", "legal"), "eve": ()}
"""Who is in which group. Eve is in none."""


async def build(database: Database) -> World:
    """The company, before anybody asked anything."""
    world = await World.open(database)
    for source, tier in (("hr", Tier.A), ("memory", Tier.B), ("drive", Tier.C)):
        await world.registry.register(Source(source, tier))
    await world.registry.ingest("default", POLICY, DRAFT, NEWS)
    for name, groups in PEOPLE.items():
        await world.directory.set_groups("default", name, groups)
    return world


async def ask(
    world: World, answer_id: str, answer: str, *documents: str, by: str = "max", allow_block: bool = False
) -> AnswerAction:
    """An answer over whole documents, in the order of their handles."""
    checked, _ = await world.ask(answer_id, answer, Principal(by), [Passage(name) for name in documents], STRICT)
    assert allow_block or checked.action is AnswerAction.DELIVER, [j.reason for j in checked.judgements]
    return checked.action


async def note(world: World, name: str, text: str, *answers: str, acl: Acl = BOTH, source: str = "memory") -> None:
    """A derived text."""
    await world.book.derive("default", Derived(name, source, text, tuple(answers), by="max", acl=acl))


async def edit(world: World, text: str, document: Document = POLICY) -> None:
    """A new text of a document."""
    await world.registry.ingest("default", replace(document, text=text, version=""))


async def states(world: World, viewer: str, *citations: str) -> list[CitationState]:
    """What a viewer gets of citations."""
    return await world.book.revalidate(citations, Principal(viewer))


async def reasons(world: World, viewer: str, *citations: str) -> Sequence[Reason]:
    """The operator's reasons for that."""
    return [state.reason for state in await states(world, viewer, *citations)]
