"""Append-only tables refuse every way to change a row, in both databases."""

from __future__ import annotations

import sqlite3
from typing import Any

import pytest
from sqlalchemy import insert, text
from sqlalchemy.exc import DBAPIError, IntegrityError

from citeward.storage import ANSWERS, APPEND_ONLY, Database, Entry, append, ensure_tenant, erase, verify_log

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


@pytest.mark.parametrize("table", ["answers", "log"])
@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE {table} SET tenant = 'other'",
        "DELETE FROM {table}",
        "INSERT INTO {table} SELECT * FROM {table} WHERE true ON CONFLICT ({key}) DO UPDATE SET tenant = 'other'",
    ],
)
async def test_update_delete_and_upsert_are_refused(written: Database, table: str, statement: str) -> None:
    key = {"answers": "tenant, id", "log": "tenant, seq"}[table]
    assert await _refused(written, statement.format(table=table, key=key))
    async with written.read() as connection:
        assert (await verify_log(connection, "default")).ok


async def test_truncate_is_refused(written: Database) -> None:
    if written.dialect == "sqlite":
        pytest.skip("SQLite has no TRUNCATE")
    for table in (*(table.name for table in APPEND_ONLY), "log", "payloads"):
        assert await _refused(written, f"TRUNCATE {table} CASCADE")


async def test_replace_is_refused_on_our_connections(written: Database) -> None:
    if written.dialect != "sqlite":
        pytest.skip("PostgreSQL has no REPLACE")
    assert await _refused(written, "INSERT OR REPLACE INTO answers SELECT * FROM answers")
    assert await _refused(written, "INSERT OR REPLACE INTO log SELECT * FROM log")
    assert await _refused(written, "INSERT OR REPLACE INTO payloads SELECT * FROM payloads")


async def test_replace_is_refused_on_a_connection_without_our_settings(written: Database, url: str) -> None:
    if written.dialect != "sqlite":
        pytest.skip("PostgreSQL has no REPLACE")
    other = sqlite3.connect(url.removeprefix("sqlite:///"))
    assert other.execute("PRAGMA recursive_triggers").fetchone() == (0,)
    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        other.execute("INSERT OR REPLACE INTO answers SELECT * FROM answers")
    other.close()


async def test_a_payload_goes_only_under_a_tombstone(written: Database) -> None:
    assert await _refused(written, "DELETE FROM payloads")
    assert await _refused(written, "UPDATE payloads SET body = '{}'")
    async with written.write() as connection:
        assert await erase(connection, "default", [1], "request 7") == 1
    async with written.read() as connection:
        assert (await connection.execute(text("SELECT count(*) FROM payloads WHERE seq = 1"))).scalar_one() == 0


async def test_rows_belong_to_their_tenant(written: Database) -> None:
    row: dict[str, Any] = {
        "tenant": "other", "answer": "a1", "ordinal": 0, "handle": "S1", "document": "d", "label": "1", "seq": 1,
    }  # fmt: skip
    with pytest.raises(IntegrityError):
        async with written.write() as connection:
            await connection.execute(insert(APPEND_ONLY[3]), [row])
