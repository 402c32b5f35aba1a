"""Opening, migrating, and what a connection is set to."""

from __future__ import annotations

import asyncio
import traceback

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import inspect, text
from sqlalchemy.engine import Connection

from citeward.errors import CheckFailed, ConfigError, InputError
from citeward.storage import Database, Entry, append, as_items, ensure_tenant, find_tenant, head, items, verify_log
from citeward.storage.tables import METADATA

from .databases import fresh_url


def _differences(connection: Connection) -> list[object]:
    context = MigrationContext.configure(connection, opts={"version_table": "citeward_version"})
    return list(compare_metadata(context, METADATA))


async def test_migrations_and_tables_agree(database: Database) -> None:
    async with database.write() as connection:
        assert await connection.run_sync(_differences) == []


def _leading_columns(connection: Connection) -> dict[str, set[str]]:
    seen = inspect(connection)
    found: dict[str, set[str]] = {}
    for table in METADATA.tables:
        keys = [seen.get_pk_constraint(table)["constrained_columns"]]
        keys += [index["column_names"] for index in seen.get_indexes(table)]
        keys += [key["constrained_columns"] for key in seen.get_foreign_keys(table)]
        found[table] = {str(columns[0]) for columns in keys}
    return found


async def test_tenant_leads_every_key_and_index(database: Database) -> None:
    async with database.read() as connection:
        leading = await connection.run_sync(_leading_columns)
    assert leading == {table: {"tenant"} for table in METADATA.tables}


async def test_opening_again_changes_nothing(database: Database, url: str) -> None:
    async with database.write() as connection:
        tenant = await ensure_tenant(connection, "default")
    async with await Database.open(url) as again, again.read() as connection:
        assert await find_tenant(connection, "default") == tenant


async def test_two_processes_may_open_at_once(bare_url: str) -> None:
    opened = await asyncio.gather(*(Database.open(bare_url) for _ in range(3)))
    for database in opened:
        await database.close()


async def test_sqlite_is_set_up_for_integrity(database: Database) -> None:
    if database.dialect != "sqlite":
        pytest.skip("pragmas are SQLite's")
    async with database.read() as connection:
        found = {
            name: (await connection.execute(text(f"PRAGMA {name}"))).scalar_one()
            for name in ("journal_mode", "foreign_keys", "recursive_triggers", "synchronous")
        }
    assert found == {"journal_mode": "wal", "foreign_keys": 1, "recursive_triggers": 1, "synchronous": 2}


async def test_writers_of_one_tenant_queue_and_none_is_lost(database: Database) -> None:
    async with database.write() as connection:
        await ensure_tenant(connection, "default")

    async def write(number: int) -> int:
        async with database.write() as connection:
            (seq,) = await append(connection, "default", [Entry("answer", [], {"number": number})])
        return seq

    numbers = await asyncio.gather(*(write(number) for number in range(20)))
    assert sorted(numbers) == list(range(1, 21))
    async with database.read() as connection:
        assert (await head(connection, "default")).seq == 20
        assert (await verify_log(connection, "default")).ok


async def test_in_memory_is_one_database_for_all_tasks() -> None:
    async with await Database.open() as database:
        async with database.write() as connection:
            await ensure_tenant(connection, "default")

        async def read() -> bool:
            async with database.read() as connection:
                return await find_tenant(connection, "default") is not None

        assert all(await asyncio.gather(*(read() for _ in range(5))))


@pytest.mark.parametrize("wrong", ["mysql://host/db", "not a url", "oracle://x"])
async def test_another_database_is_refused(wrong: str) -> None:
    with pytest.raises(ConfigError, match="database"):
        await Database.open(wrong)


@pytest.mark.parametrize(
    ("url", "error", "says"),
    [
        ("postgresql://u:hush@127.0.0.1:1/x", CheckFailed, "cannot be opened"),
        ("postgresql://u:p@h:hush@127.0.0.1/x", ConfigError, "Percent-encode"),
        ("postgresql://u:p@h:99999/hush@127.0.0.1/x", ConfigError, "impossible port"),
        ("postgresql://u:hush@127.0.0.1/x?sslmode=require", ConfigError, "ssl=require"),
        ("sqlite:////nowhere/at/all.db", ConfigError, "there is no folder"),
        ("sqlite:////proc/version", CheckFailed, "cannot be opened"),
    ],
)
async def test_a_database_that_cannot_be_opened_says_so_without_its_password(
    url: str, error: type[Exception], says: str
) -> None:
    with pytest.raises(error, match=says) as raised:
        await Database.open(url)
    said = "".join(traceback.format_exception(raised.value, chain=True))
    assert "hush" not in str(raised.value)
    assert "99999" not in str(raised.value)
    assert "literal for int() with base 10: 'hush" not in said, "nor what is printed with it"


@pytest.mark.parametrize("name", ["", "two\nlines", "nul\0", "\ud800", "x" * 501, "日" * 400, "\u2028"])
async def test_impossible_names_are_refused(database: Database, name: str) -> None:
    with pytest.raises(InputError):
        async with database.write() as connection:
            await ensure_tenant(connection, name)


async def test_a_list_is_one_parameter(database: Database) -> None:
    rows = [["a", "1"], ["b'; --", "2"], ["日本", "3"]]
    statement = f"SELECT word, number FROM {items(database.dialect, 'listed_rows', ('word', 'number'))}"
    async with database.read() as connection:
        found = await connection.execute(text(statement), {"listed_rows": as_items(rows)})
        assert [list(row) for row in found] == rows


async def test_what_is_up_to_date_is_opened_without_a_write_lock() -> None:
    """Also while somebody else writes, and by who may only read."""
    url = fresh_url("sqlite")
    async with await Database.open(url) as database, database.write() as connection:
        await ensure_tenant(connection, "default")
        async with await Database.open(url) as again, again.read() as reading:
            assert await find_tenant(reading, "default") is None  # not committed yet
