"""What was erased stands nowhere any more: not in a row, not in a free page, not in a log, not beside its hash."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import select, text

from citeward.access import Acl
from citeward.model import Incident, IncidentKind, Principal
from citeward.policy import STRICT
from citeward.records import Derived, Reason
from citeward.records.replay.world import World
from citeward.registry import Document, Passage
from citeward.storage import INCIDENTS, Database, names_of, remains_of, verify_log

from ..storage.databases import fresh_url
from .worlds import BOTH, build, reasons

WORDS = "Zyxwvutsrq"
BEFORE, BEHIND, TITLE, WHO = "Qponmlkjih", "Gfedcbaabc", "Mnbvcxzlkj", "poiuytrewq"
TEXT = f"{BEFORE} holds. {WORDS} costs 41 euros. {BEHIND} follows."
SECRETS = (WORDS, BEFORE, BEHIND, TITLE)


async def told(database: Database) -> World:
    """A document with words that stand nowhere else, an answer that cites it, and a note made of that."""
    world = await build(database)
    document = Document("doc", "hr", TEXT, "1", TITLE, acl=BOTH)
    await world.registry.ingest("default", document)
    await world.directory.set_groups("default", WHO, ["staff"], actor=WHO)
    await world.ask("a", f"{WORDS} costs 41 euros [S1].", Principal(WHO), [Passage("doc")], STRICT)
    note = Derived("n", "memory", f"{WORDS} costs 41 euros.", ("a",), by=WHO, acl=BOTH)
    await world.book.derive("default", note)
    await world.book.share("default", "a", Acl.of_groups(["staff"]), actor=WHO)
    return world


async def everything(database: Database) -> str:
    """Every row of every table."""
    async with database.read() as connection:
        tables = await connection.run_sync(_tables)
        found = [str(row) for name in tables for row in await connection.execute(text(f"SELECT * FROM {name}"))]
    return "\n".join(found)


def _tables(connection: object) -> list[str]:
    from sqlalchemy import inspect

    return list(inspect(connection).get_table_names())  # type: ignore[attr-defined]


async def test_words_around_what_was_cited_go_with_their_document(database: Database) -> None:
    world = await told(database)
    before = await everything(database)
    assert all(word in before for word in (*SECRETS, WHO))
    await world.registry.erase("default", "doc", "request 1")
    left = await everything(database)
    assert not [word for word in (BEFORE, BEHIND, TITLE) if word in left]
    found = await world.registry.carriers("default", document="doc")
    assert (found.answers, found.documents) == (("a",), ("n",))
    assert (await world.registry.carriers("default", answer="a")).documents == ("n",)
    for answer in found.answers:
        await world.book.erase("default", answer, "request 1")
    for name in found.documents:
        await world.registry.erase("default", name, "request 1")
    assert WORDS not in await everything(database)
    assert (await world.registry.carriers("default", document="doc")).answers == ()
    async with database.read() as connection:
        assert (await verify_log(connection, "default")).ok


async def test_a_citation_of_what_was_erased_is_not_confirmed_by_a_new_text(database: Database) -> None:
    world = await told(database)
    await world.registry.erase("default", "doc", "request 1")
    await world.registry.ingest("default", Document("doc", "hr", f"New. {TEXT}", "2", acl=BOTH))
    assert await reasons(world, "sam", "a.1") == [Reason.UNCONFIRMED]


async def test_no_name_is_left_of_who_was_erased(database: Database) -> None:
    world = await told(database)
    incident = Incident(IncidentKind.UNAUTHORISED_CITATION, "default", WHO, "S1", "doc", "1", None)
    await world.book.report([incident], world.clock())
    async with database.read() as connection:
        (called,) = (await connection.execute(select(INCIDENTS.c.principal))).scalars()
        assert (await names_of(connection, "default"))[called] == WHO
    await world.directory.set_groups("default", WHO, [])
    await world.book.erase_principal("default", WHO, "request 2")
    assert WHO not in await everything(database)
    async with database.read() as connection:
        assert (await connection.execute(select(INCIDENTS.c.principal))).scalars().all() == [called]
        assert (await verify_log(connection, "default")).ok


def left_in(path: Path) -> list[tuple[str, str]]:
    """Which of the words stand in which file: in that one of SQLite and those beside it, else in all around it."""
    files = path.parent.glob(f"{path.name}*") if path.suffix == ".db" else path.parent.iterdir()
    found = [(word, file) for file in files for word in (*SECRETS, WHO) if word.encode() in file.read_bytes()]
    return [(word, file.name) for word, file in found]


async def erase_all(world: World) -> None:
    await world.directory.set_groups("default", WHO, [])
    await world.book.erase_principal("default", WHO, "request 3")
    for name in ("doc", "n"):
        await world.registry.erase("default", name, "request 3")


async def test_nothing_is_left_in_the_files_of_sqlite() -> None:
    url = fresh_url("sqlite")
    path = Path(url.removeprefix("sqlite:///"))
    async with await Database.open(url) as database:
        world = await told(database)
        assert left_in(path)
        before = await remains_of(database, WORDS)
        assert (before.is_clean, before.looked_at_files, set(before.rows)) == (False, True, {"payloads"})
        assert before.files
        await erase_all(world)
        assert await database.scrub()
        assert not left_in(path)
        assert (await remains_of(database, WORDS)).is_clean


async def test_a_file_that_did_not_overwrite_is_written_anew() -> None:
    url = fresh_url("sqlite")
    path = Path(url.removeprefix("sqlite:///"))
    async with await Database.open(url) as database:
        async with database._engine.connect() as connection:
            raw = await connection.get_raw_connection()
            await raw.driver_connection.execute("PRAGMA secure_delete=OFF")  # type: ignore[union-attr]
            world = await told(database)
        await erase_all(world)
        assert await database.scrub()
        assert not left_in(path)


@pytest.mark.slow
async def test_postgresql_keeps_nothing_but_what_vacuum_and_its_log_do() -> None:
    """With the commands of docs/forgetting.md nothing stands in the files of its tables."""
    url = fresh_url("postgresql")
    async with await Database.open(url) as database:
        world = await told(database)
        async with database.read() as connection:
            folder = Path((await connection.execute(text("SHOW data_directory"))).scalar_one())
            number = (
                await connection.execute(text("SELECT oid FROM pg_database WHERE datname = current_database()"))
            ).scalar_one()
        await erase_all(world)
        driver = await database.connect_driver()
        try:
            for command in ("VACUUM (FULL, ANALYZE)", "CHECKPOINT"):
                await driver.execute(command)
        finally:
            await driver.close()
        assert not left_in(folder / "base" / str(number) / "0")
        after = await remains_of(database, WORDS)
        assert (after.rows, after.looked_at_files) == ({}, True)
        assert not [file for file in after.files if "pg_wal" not in file]
