"""What an answer says without a citation was written from its prompt, and is shown as widely as the prompt."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from citeward.access import Acl
from citeward.model import Principal
from citeward.records import permalink
from citeward.registry import Document
from citeward.storage import Database

from .worlds import BOTH, LEGAL, NEWS, ask, build, note

OPEN = "Our shops are open on Sundays from March [S2]."
SECRET = "merger"
SHAPES = {
    "a sentence before": f"The merger closes on 1 May. {OPEN}",
    "a sentence behind": f"{OPEN} The merger closes on 1 May.",
    "a lead-in": f"Until the merger:\n\n- {OPEN}",
    "a heading": f"# The merger\n\n{OPEN}",
    "a clause without a citation": f"{OPEN[:-1]}; the merger closes on 1 May.",
    "a code block": f"{OPEN}\n\n```\nmerger = 1\n```",
    "the language of a code block": f"{OPEN}\n\n```merger\nx = 1\n```",
    "an inline code span": f"{OPEN}\n\nSet `merger`.",
    "a formula": f"{OPEN}\n\nThen $merger = 1$.",
    "raw HTML": f"{OPEN}\n\n<b>merger</b>",
    "a table": f"| merger | when |\n|---|---|\n| 1 May | {OPEN} |",
    "a quotation": f'> "The merger closes."\n\n{OPEN}',
    "no other words": "The merger closes on 1 May.",
    "nothing but code": "```\nmerger = 1\n```",
}


async def everything(world: object, viewer: str, answer: str = "a") -> str:
    """All a viewer gets of an answer: the fragment, the JSON, and the pages of its citations."""
    book = world.book  # type: ignore[attr-defined]
    whole = await book.show(answer, Principal(viewer))
    pages = [await permalink(book, f"{answer}.{n}", Principal(viewer), "text/html") for n in range(4)]
    return "\n".join([whole.html, str(whole.json), *(page.body.decode() for page in pages)])


@pytest.mark.parametrize("shape", SHAPES)
async def test_words_without_a_citation_are_for_who_may_read_the_prompt(shape: str) -> None:
    async with await Database.open() as database:
        world = await build(database)
        await ask(world, "a", SHAPES[shape], "draft", "news", by="max")
        for viewer in ("max", "lea"):  # who asked, and who may read both
            assert SECRET in await everything(world, viewer)
        for viewer in ("sam", "eve"):
            assert SECRET not in await everything(world, viewer)
        if "[S2]" in SHAPES[shape] and "clause" not in shape:
            assert "open on Sundays" in await everything(world, "sam")


async def test_it_holds_in_every_database_and_through_notes(database: Database) -> None:
    world = await build(database)
    await ask(world, "first", "The merger closes on 1 May [S1].", "draft", by="max")
    await note(world, "n", "The merger closes on 1 May.", "first")
    await ask(world, "a", f"Mind the merger. {OPEN}", "n", "news", by="max")
    assert SECRET in await everything(world, "lea")
    assert SECRET not in await everything(world, "sam")
    await world.registry.set_acl("default", "draft", BOTH)
    assert SECRET in await everything(world, "sam")
    await world.registry.set_acl("default", "draft", LEGAL)
    assert SECRET not in await everything(world, "sam")


async def test_a_version_that_was_closed_keeps_the_words_that_were_written_from_it(database: Database) -> None:
    world = await build(database)
    await ask(world, "a", f"Mind the merger. {OPEN}", "draft", "news", by="max")
    redacted = Document("draft", "hr", "Nothing to see.", "2", "Draft", acl=BOTH)
    await world.registry.ingest("default", redacted)
    assert SECRET not in await everything(world, "sam")
    assert SECRET in await everything(world, "lea")


async def test_who_asked_sees_their_own_words_whatever_was_revoked(database: Database) -> None:
    world = await build(database)
    await ask(world, "a", f"Mind the merger. {OPEN}", "draft", "news", by="max")
    await world.directory.set_groups("default", "max", ["staff"])
    assert SECRET in await everything(world, "max")


async def test_an_answer_that_read_nothing_is_shown_whole(database: Database) -> None:
    world = await build(database)
    await ask(world, "a", "Good morning.", by="max")
    assert "Good morning" in await everything(world, "sam")


PIECES = st.lists(
    st.tuples(st.sampled_from(["The merger is near. ", f"{OPEN} ", "\n\n", "- ", "## ", "> "])), max_size=8
)


@given(PIECES)
@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_no_arrangement_lets_them_through(pieces: list[tuple[str]]) -> None:
    async def play() -> None:
        async with await Database.open() as database:
            world = await build(database)
            await world.registry.ingest("default", replace(NEWS, acl=Acl.of_groups(["staff", "legal"])))
            said = "".join(piece for (piece,) in pieces)
            await ask(world, "a", said, "draft", "news", by="max", allow_block=True)
            assert SECRET not in await everything(world, "sam")

    asyncio.run(play())
