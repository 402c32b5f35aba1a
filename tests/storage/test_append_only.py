"""Append-only tables refuse every way to change a row, in both databases."""

from __future__ import annotations

import sqlite3
from typing import Any

import pytest
from sqlalchemy import Table, Text, insert, select, text
from sqlalchemy.exc import DBAPIError, IntegrityError

from citeward.storage import (
    ANSWERS,
    APPEND_ONLY,
    DOCUMENTS,
    PAYLOADS,
    SOURCES,
    Database,
    Entry,
    append,
    ensure_tenant,
    erase,
)
from citeward.storage.tables import LOG

ANSWER = {"id": "a1", "turn": "t1", "action": "deliver", "policy": "strict", "latency_us": 1, "at": 1}


@pytest.fixture
async def written(database: Database) -> Database:
    """One row in ``answers``, with its log entry and payload."""
    async with database.write() as connection:
        await ensure_tenant(connection, "default")
        await append(connection, "default", [Entry("answer", [(ANSWERS, [ANSWER])], {"text": "what was said"})])
    return database


async def _refused(database: Database, statement: str) -> bool:
    try:
        async with database.write() as connection:
            await connection.execute(text(statement))
    except DBAPIError as error:
        return "append-only" in str(error) or "tombstone" in str(error)
    return False


COVERED = (*APPEND_ONLY, LOG, PAYLOADS)


def _row(table: Table) -> dict[str, Any]:
    """A row in which every text is ``x`` and every number 1, so that every foreign key finds its parent."""
    return {column.name: "x" if isinstance(column.type, Text) else 1 for column in table.columns}


@pytest.fixture
async def full(database: Database) -> Database:
    """One row in every table that is never changed, and in those they belong to."""
    async with database.write() as connection:
        for table in (SOURCES, DOCUMENTS, *COVERED):
            await connection.execute(insert(table), [_row(table)])
    return database


@pytest.mark.parametrize("table", COVERED, ids=str)
@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE {table} SET tenant = 'other'",
        "UPDATE {table} SET {column} = {column}",
        "DELETE FROM {table}",
        "INSERT INTO {table} SELECT * FROM {table} WHERE true ON CONFLICT ({key}) DO UPDATE SET {column} = {new}",
    ],
)
async def test_update_delete_and_upsert_are_refused_in_every_table(
    full: Database, table: Table, statement: str
) -> None:
    if table is PAYLOADS and statement.startswith("DELETE"):
        # The tombstone of the fixture names it: that is the one way a payload may go.
        pytest.skip("tested below")
    key = [column.name for column in table.primary_key]
    column = table.columns.values()[-1]
    new = "'y'" if isinstance(column.type, Text) else "2"
    filled = statement.format(table=table, key=", ".join(key), column=column.name, new=new)
    before = await _all(full, table)
    assert await _refused(full, filled)
    assert await _all(full, table) == before


async def _all(database: Database, table: Table) -> list[Any]:
    async with database.read() as connection:
        return list((await connection.execute(select(table))).all())


async def test_truncate_is_refused(written: Database) -> None:
    if written.dialect == "sqlite":
        pytest.skip("SQLite has no TRUNCATE")
    for table in (*(table.name for table in APPEND_ONLY), "log", "payloads"):
        assert await _refused(written, f"TRUNCATE {table} CASCADE")


@pytest.mark.parametrize("table", COVERED, ids=str)
async def test_replace_is_refused_in_every_table(full: Database, table: Table, url: str) -> None:
    if full.dialect != "sqlite":
        pytest.skip("PostgreSQL has no REPLACE")
    replace = f"REPLACE INTO {table} SELECT * FROM {table}"
    assert await _refused(full, replace)
    other = sqlite3.connect(url.removeprefix("sqlite:///"))  # without our settings
    assert other.execute("PRAGMA recursive_triggers").fetchone() == (0,)
    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        other.execute(replace)
    other.close()


async def test_a_payload_goes_only_under_a_tombstone(written: Database) -> None:
    assert await _refused(written, "DELETE FROM payloads")
    assert await _refused(written, "UPDATE payloads SET body = '{}'")
    async with written.write() as connection:
        assert await erase(connection, "default", [1], "request 7") == {1}
    async with written.read() as connection:
        assert (await connection.execute(text("SELECT count(*) FROM payloads WHERE seq = 1"))).scalar_one() == 0


async def test_rows_belong_to_their_tenant(written: Database) -> None:
    row: dict[str, Any] = {
        "tenant": "other", "answer": "a1", "ordinal": 0, "handle": "S1", "document": "d", "label": "1", "seq": 1,
    }  # fmt: skip
    with pytest.raises(IntegrityError):
        async with written.write() as connection:
            await connection.execute(insert(APPEND_ONLY[3]), [row])
