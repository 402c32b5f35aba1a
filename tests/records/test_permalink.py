"""Permalinks over HTTP: what is current, what changed, and nothing that tells removed from revoked from never there."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from citeward.access import Acl
from citeward.model import Principal
from citeward.records import RecordBook, Response, permalink
from citeward.render import Permalinks
from citeward.storage import Database
from citeward.verify import Decision

from ..storage.databases import KINDS, fresh_url
from . import test_matrix as happens
from .test_views import GONE_OR_NOT_FOR_SAM, Broken
from .worlds import LEGAL, SPAN, ask, build, note

SAM = Principal("sam")
LINKS = Permalinks.at("https://example.com/c/", ask="/ask/")
UNKNOWN = "0197f3a2-0000-7000-8000-000000000000"
BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"


async def get(book: RecordBook, citation: str = "a.1", viewer: Principal = SAM, accept: str = "*/*") -> Response:
    return await permalink(book, citation, viewer, accept)


def read(response: Response) -> dict[str, object]:
    loaded: dict[str, object] = json.loads(response.body)
    return loaded


@asynccontextmanager
async def serving(book: RecordBook, viewer: Principal) -> AsyncIterator[int]:
    """The handler behind a server on loopback that adds nothing of its own; yields its port."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = dict(line.lower().split(": ", 1) for line in head[1:] if line)
        found = await permalink(book, head[0].split(" ")[1].removeprefix("/c/"), viewer, headers["accept"])
        lines = [f"HTTP/1.1 {found.status} .", *(f"{name}: {value}" for name, value in found.headers)]
        writer.write("\r\n".join([*lines, "connection: close", "", ""]).encode() + found.body)
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with server:
        yield server.sockets[0].getsockname()[1]


async def wire(port: int, citation: str, accept: str) -> bytes:
    """Every byte that comes back for a GET."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, family=socket.AF_INET)
    writer.write(f"GET /c/{citation} HTTP/1.1\r\nHost: localhost\r\nAccept: {accept}\r\n\r\n".encode())
    found = await reader.read()
    writer.close()
    return found


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("accept", ["application/json", BROWSER])
async def test_removed_revoked_unknown_and_somebody_elses_are_the_same_bytes_on_the_wire(
    kind: str, accept: str
) -> None:
    seen: dict[bytes, list[str]] = {}
    for scenario in [*GONE_OR_NOT_FOR_SAM, happens.unchanged]:
        async with await Database.open(fresh_url(kind)) as database:
            world = await build(database)
            await ask(world, "a", f"{SPAN} [S1]", "policy")
            await ask(world, "mine-alone", f"{SPAN} [S1]", "policy")
            await note(world, "n", SPAN, "a")
            await ask(world, "derived", f"{SPAN} [S1]", "n")
            await world.book.share("default", "mine-alone", LEGAL)
            await scenario(world)
            gone = scenario is not happens.unchanged
            names = [UNKNOWN, "mine-alone.1", "a", "x" * 400, *(["a.1", "derived.1"] if gone else [])]
            async with serving(world.book, SAM) as port:
                for name in names:
                    seen.setdefault(await wire(port, name, accept), []).append(f"{scenario.__name__}: {name}")
    (found,) = seen
    assert found.startswith(b"HTTP/1.1 404 ")


async def test_what_is_current_is_shown_with_its_claim_words_and_source(database: Database) -> None:
    world = await build(database)
    await ask(world, "a", f"{SPAN} [S1]", "policy")
    found = await get(world.book)
    assert found.status == 200
    assert read(found) == {
        "id": "a.1", "answer_id": "a", "state": "current", "claim": SPAN, "excerpt": read(found)["excerpt"],
        "source": {"title": "Returns policy", "version": "42", "url": "https://example.com/returns", "tier": "A"},
    }  # fmt: skip
    assert SPAN in str(read(found)["excerpt"])
    people = (await get(world.book, accept=BROWSER)).body.decode()
    assert SPAN in people
    assert 'href="https://example.com/returns"' in people
    assert "<script" not in people


async def test_what_changed_says_when_what_and_where_and_how_to_ask_again(database: Database) -> None:
    world = await build(database)
    await ask(world, "a", f"{SPAN} [S1]", "policy")
    await happens.edited(world)
    book = RecordBook(database, world.gate.access, permalinks=LINKS)
    found = await get(book)
    assert found.status == 200
    told = read(found)
    assert (told["id"], told["state"], told["next"]) == ("a.1", "source_changed", "retrieve_again")
    assert told["current"] == {"version": "2", "title": "Returns policy", "url": "https://example.com/returns"}
    assert SPAN not in found.body.decode()
    people = (await get(book, accept=BROWSER)).body.decode()
    assert "<del>30</del> <ins>14</ins>" in people
    assert 'href="/ask/a.1"' in people
    shown = (await book.show("a", SAM)).html
    assert 'href="/ask/a.1"' in shown


async def test_a_claim_that_also_rests_on_something_hidden_is_not_shown(database: Database) -> None:
    world = await build(database)
    await ask(world, "a", "Shops are open on Sundays and refunds are accepted [S1][S2].", "news", "policy")
    await happens.revoked(world)
    for accept in ("*/*", BROWSER):
        body = (await get(world.book, accept=accept)).body.decode()
        assert "refunds" not in body
        assert "Sundays" not in body
    assert read(await get(world.book)) == {"id": "a.1", "answer_id": "a", "state": "current", "next": "retrieve_again"}


@pytest.mark.parametrize("decisions", [None, (), (Decision.ERROR,), (Decision.ERROR,) * 3])
async def test_an_outage_does_not_tell_what_is_gone_from_what_is_hidden_or_was_never_there(
    database: Database, decisions: tuple[Decision, ...] | None
) -> None:
    world = await build(database)
    for name in ("a", "b"):
        await ask(world, name, "Our shops are open on Sundays from March [S1].", "news")
    await ask(world, "c", f"{SPAN} [S1]", "policy")
    await world.registry.remove("default", "policy")
    await world.book.share("default", "b", LEGAL)
    broken = RecordBook(database, Broken(decisions))
    found = {await get(broken, citation) for citation in ("a.1", "b.1", "c.1", UNKNOWN)}
    (same,) = found
    assert same.status == 503
    assert ("retry-after", "60") in same.headers
    assert read(same) == {"state": "unverified", "next": "retrieve_again"}


async def test_a_database_that_is_gone_is_a_check_that_could_not_be_made(database: Database) -> None:
    world = await build(database)
    await ask(world, "a", f"{SPAN} [S1]", "policy")

    async def fails(*_: object) -> None:
        raise OSError("the disk is gone")

    book = RecordBook(database, world.gate.access)
    book._redisplay = fails  # type: ignore[method-assign, assignment]
    assert (await get(book)).status == 503


async def test_an_erased_answer_has_no_permalink_any_more(database: Database) -> None:
    world = await build(database)
    await ask(world, "a", f"{SPAN} [S1]", "policy")
    before = await get(world.book, UNKNOWN)
    await world.book.erase("default", "a", "request 9")
    assert await get(world.book) == before


async def test_an_answer_whose_text_went_by_retention_has_none_either(database: Database) -> None:
    world = await build(database)
    await ask(world, "a", f"{SPAN} [S1]", "policy")
    before = await get(world.book, UNKNOWN)
    await world.book.erase_before("default", world.clock().replace(year=2030))
    assert await get(world.book) == before


@pytest.mark.parametrize(
    ("accept", "kind"),
    [
        ("*/*", "application/json"),
        ("", "application/json"),
        ("application/json", "application/json"),
        ("text/html", "text/html"),
        (BROWSER, "text/html"),
        ("text/*, application/json;q=0.5", "text/html"),
        ("text/html;q=0.5, application/json", "application/json"),
        ("text/html;q=0, */*", "application/json"),
        ("text/html;q=nonsense", "application/json"),
        ("image/png", "application/json"),
    ],
)
async def test_the_form_is_the_one_that_was_asked_for(accept: str, kind: str) -> None:
    async with await Database.open() as database:
        world = await build(database)
        found = dict((await get(world.book, UNKNOWN, accept=accept)).headers)
    assert found["content-type"] == f"{kind}; charset=utf-8"
    assert found["cache-control"] == "no-store"


async def test_a_viewer_of_another_tenant_sees_nothing(database: Database) -> None:
    world = await build(database)
    await ask(world, "a", f"{SPAN} [S1]", "policy")
    assert await get(world.book, viewer=Principal("max", tenant="acme")) == await get(world.book, UNKNOWN)


async def test_sharing_decides_who_may_follow_the_link(database: Database) -> None:
    world = await build(database)
    await ask(world, "a", f"{SPAN} [S1]", "policy")
    await world.book.share("default", "a", Acl.of_groups(["staff"]))
    assert (await get(world.book)).status == 200
    assert (await get(world.book, viewer=Principal("lea"))).status == 404
