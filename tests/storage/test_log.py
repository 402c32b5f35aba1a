"""The log finds what was altered, what is missing, and what was cut off, also after a lawful erasure."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import text

from citeward.storage import (
    INCIDENTS,
    Database,
    Entry,
    Head,
    ProblemKind,
    append,
    ensure_tenant,
    erase,
    head,
    logged_tenants,
    read_payload,
    verify_log,
)
from citeward.storage.log import _as_json, chained, rows_digest

TRIGGERS_OFF = {
    "sqlite": [
        "DROP TRIGGER incidents_no_update", "DROP TRIGGER incidents_no_delete", "DROP TRIGGER log_no_delete",
        "DROP TRIGGER log_no_update", "DROP TRIGGER payloads_no_update", "DROP TRIGGER payloads_erase",
        "DROP TRIGGER tombstones_no_delete",
    ],
    "postgresql": ["SET LOCAL session_replication_role = replica"],
}  # fmt: skip

CUT_OFF = [f"DELETE FROM {table} WHERE tenant = 'default' AND seq > 3" for table in ("log", "incidents", "payloads")]


def _incident(number: int) -> Entry:
    row = {
        "id": f"i{number}", "kind": "retracted_citation", "principal": "u", "document": "d", "label": "1", "at": number,
    }  # fmt: skip
    return Entry("incident", [(INCIDENTS, [row])], {"note": f"secret {number}"})


@pytest.fixture
async def log(database: Database) -> Database:
    """Five entries of one tenant and one of another."""
    async with database.write() as connection:
        for tenant in ("default", "other"):
            await ensure_tenant(connection, tenant)
        await append(connection, "default", [_incident(n) for n in range(1, 6)])
        await append(connection, "other", [_incident(1)])
    return database


async def _tamper(database: Database, *statements: str) -> None:
    """What somebody who owns the database can do."""
    async with database.write() as connection:
        for statement in (*TRIGGERS_OFF[database.dialect], *statements):
            await connection.execute(text(statement))


async def _problems(database: Database, published: Head | None = None) -> list[tuple[int, ProblemKind]]:
    async with database.read() as connection:
        report = await verify_log(connection, "default", published)
    assert report.ok is (not report.problems)
    return [(problem.seq, problem.kind) for problem in report.problems]


async def test_an_untouched_log_is_whole(log: Database) -> None:
    assert await _problems(log) == []


async def test_an_altered_row_is_named(log: Database) -> None:
    await _tamper(log, "UPDATE incidents SET principal = 'somebody else' WHERE tenant = 'default' AND id = 'i3'")
    assert await _problems(log) == [(3, ProblemKind.ALTERED_ROWS)]


async def test_a_deleted_row_is_named(log: Database) -> None:
    await _tamper(log, "DELETE FROM incidents WHERE tenant = 'default' AND id = 'i2'")
    assert await _problems(log) == [(2, ProblemKind.ALTERED_ROWS)]


async def test_an_altered_payload_is_named(log: Database) -> None:
    await _tamper(log, "UPDATE payloads SET body = '{}' WHERE tenant = 'default' AND seq = 4")
    assert await _problems(log) == [(4, ProblemKind.ALTERED_PAYLOAD)]


async def test_a_payload_that_vanished_is_named(log: Database) -> None:
    await _tamper(log, "DELETE FROM payloads WHERE tenant = 'default' AND seq = 4")
    assert await _problems(log) == [(4, ProblemKind.MISSING_PAYLOAD)]


async def test_an_altered_entry_breaks_the_chain_at_its_place(log: Database) -> None:
    await _tamper(log, "UPDATE log SET kind = 'answer' WHERE tenant = 'default' AND seq = 2")
    assert await _problems(log) == [(2, ProblemKind.BROKEN_CHAIN)]


async def test_a_missing_entry_is_named(log: Database) -> None:
    await _tamper(
        log,
        "DELETE FROM log WHERE tenant = 'default' AND seq = 3",
        "DELETE FROM incidents WHERE tenant = 'default' AND seq = 3",
        "DELETE FROM payloads WHERE tenant = 'default' AND seq = 3",
    )
    assert await _problems(log) == [(3, ProblemKind.MISSING), (4, ProblemKind.BROKEN_CHAIN)]


async def test_a_missing_tail_is_found(log: Database) -> None:
    await _tamper(log, *CUT_OFF)
    assert await _problems(log) == [(4, ProblemKind.CUT_OFF)]


async def test_a_tail_cut_off_with_its_head_is_found_by_the_published_head(log: Database) -> None:
    async with log.read() as connection:
        published = await head(connection, "default")
        kept = text("SELECT hash FROM log WHERE tenant = 'default' AND seq = 3")
        third = (await connection.execute(kept)).scalar_one()
    await _tamper(
        log,
        *CUT_OFF,
        f"UPDATE heads SET seq = 3, hash = '{third}' WHERE tenant = 'default'",
    )
    assert await _problems(log) == []
    assert await _problems(log, published) == [(4, ProblemKind.CUT_OFF)]


async def test_rows_slipped_in_beside_the_log_are_found(log: Database) -> None:
    await _tamper(
        log,
        "INSERT INTO incidents (tenant, id, kind, principal, document, label, at, seq) "
        "VALUES ('default', 'forged', 'x', 'u', 'd', '1', 1, 99)",
    )
    assert await _problems(log) == [(99, ProblemKind.UNLOGGED_ROWS)]


async def test_lawful_erasure_leaves_the_log_whole(log: Database) -> None:
    async with log.write() as connection:
        assert await erase(connection, "default", [2, 4, 77], "retention") == {2, 4}
        assert await erase(connection, "default", [2], "retention") == set()
    async with log.read() as connection:
        report = await verify_log(connection, "default")
    assert report.ok
    assert (report.entries, report.erased) == (6, 2)


async def test_tampering_is_found_after_an_erasure(log: Database) -> None:
    async with log.write() as connection:
        await erase(connection, "default", [2], "retention")
    await _tamper(
        log,
        "UPDATE incidents SET principal = 'x' WHERE tenant = 'default' AND id = 'i5'",
        "DELETE FROM log WHERE tenant = 'default' AND seq = 6",
        "DELETE FROM tombstones WHERE tenant = 'default'",
    )
    assert await _problems(log) == [
        (2, ProblemKind.MISSING_PAYLOAD), (5, ProblemKind.ALTERED_ROWS), (6, ProblemKind.CUT_OFF),
    ]  # fmt: skip


async def test_a_forged_tombstone_does_not_hide_an_erasure(log: Database) -> None:
    await _tamper(
        log,
        "INSERT INTO tombstones (tenant, erased, reason, at, seq) VALUES ('default', 2, 'x', 1, 3)",
        "DELETE FROM payloads WHERE tenant = 'default' AND seq = 2",
    )
    assert await _problems(log) == [(3, ProblemKind.ALTERED_ROWS)]


async def test_tenants_have_chains_of_their_own(log: Database) -> None:
    await _tamper(log, "UPDATE incidents SET principal = 'x' WHERE tenant = 'other'")
    assert await _problems(log) == []


async def test_a_transaction_that_fails_leaves_nothing(log: Database) -> None:
    with pytest.raises(RuntimeError):
        async with log.write() as connection:
            await append(connection, "default", [_incident(6)])
            raise RuntimeError
    async with log.read() as connection:
        assert (await head(connection, "default")).seq == 5
    assert await _problems(log) == []


@given(st.dictionaries(st.text(), st.text() | st.integers() | st.none()))
def test_a_payload_comes_back_as_it_was_given(payload: dict[str, object]) -> None:
    body = _as_json(payload)
    assert "\0" not in body
    assert body.encode()
    assert read_payload(body) == payload


async def test_payloads_survive_nul_and_lone_surrogates(database: Database) -> None:
    given_text = {"text": "a\0b \ud800 日本"}
    async with database.write() as connection:
        await ensure_tenant(connection, "default")
        await append(connection, "default", [Entry("answer", [], given_text)])
    async with database.read() as connection:
        body = (await connection.execute(text("SELECT body FROM payloads"))).scalar_one()
        assert (await verify_log(connection, "default")).ok
    assert read_payload(body) == given_text


async def test_an_erased_payload_that_was_put_back_is_found(log: Database) -> None:
    async with log.read() as connection:
        kept = text("SELECT salt, body FROM payloads WHERE tenant = 'default' AND seq = 2")
        row = (await connection.execute(kept)).one()
    async with log.write() as connection:
        await erase(connection, "default", [2], "request 1")
        back = text("INSERT INTO payloads (tenant, seq, salt, body) VALUES ('default', 2, :salt, :body)")
        await connection.execute(back, {"salt": row.salt, "body": row.body})
    assert await _problems(log) == [(2, ProblemKind.RESTORED_PAYLOAD)]


ODD = ["X'00ff'", "CAST(X'ff' AS TEXT)", "1.5", "''", "'NaN'", "X''"]


@pytest.mark.parametrize("value", ODD)
@pytest.mark.parametrize(
    ("table", "column", "kind"),
    [
        ("incidents", "principal", ProblemKind.ALTERED_ROWS), ("incidents", "at", ProblemKind.ALTERED_ROWS),
        ("payloads", "body", ProblemKind.ALTERED_PAYLOAD), ("payloads", "salt", ProblemKind.ALTERED_PAYLOAD),
        ("log", "kind", ProblemKind.BROKEN_CHAIN), ("log", "commitment", ProblemKind.BROKEN_CHAIN),
        ("log", "rows_digest", ProblemKind.BROKEN_CHAIN), ("log", "hash", ProblemKind.BROKEN_CHAIN),
    ],
)  # fmt: skip
async def test_a_value_that_we_never_write_is_a_finding_and_no_traceback(
    table: str, column: str, kind: ProblemKind, value: str
) -> None:
    """SQLite keeps any value in any column."""
    async with await Database.open() as database:
        async with database.write() as connection:
            await ensure_tenant(connection, "default")
            await append(connection, "default", [_incident(n) for n in range(1, 4)])
        await _tamper(database, f"UPDATE {table} SET {column} = {value} WHERE tenant = 'default' AND seq = 2")
        found = await _problems(database)
        assert 2 in [number for number, _ in found]
        is_unreadable = value.startswith("CAST")
        assert is_unreadable or (2, kind) in found


async def test_a_rewritten_entry_is_named_and_not_the_one_after_it_alone(log: Database) -> None:
    """Somebody who owns the database alters a row and reckons its entry anew."""
    async with log.write() as connection:
        entries = {row.seq: row for row in await connection.execute(text("SELECT * FROM log WHERE tenant = 'default'"))}
        row = (
            await connection.execute(text("SELECT * FROM incidents WHERE tenant = 'default' AND seq = 2"))
        ).mappings()
        forged = {**dict(row.one()), "principal": "somebody else"}
        digest = rows_digest([("incidents", [forged])])
        mine = entries[2]
        made = chained(entries[1].hash, "default", 2, mine.kind, digest, mine.commitment)
    await _tamper(
        log,
        "UPDATE incidents SET principal = 'somebody else' WHERE tenant = 'default' AND seq = 2",
        f"UPDATE log SET rows_digest = '{digest}', hash = '{made}' WHERE tenant = 'default' AND seq = 2",
    )
    assert await _problems(log) == [(2, ProblemKind.REWRITTEN), (3, ProblemKind.BROKEN_CHAIN)]


async def test_a_log_that_was_rewritten_to_its_end_is_found_by_the_head_alone(log: Database) -> None:
    async with log.read() as connection:
        published = await head(connection, "default")
        entries = list(await connection.execute(text("SELECT * FROM log WHERE tenant = 'default' ORDER BY seq")))
    changes, previous = [], entries[1].hash
    for entry in entries[2:]:
        kind = "answer" if entry.seq == 3 else entry.kind
        previous = chained(previous, "default", entry.seq, kind, entry.rows_digest, entry.commitment)
        changes.append(
            f"UPDATE log SET kind = '{kind}', hash = '{previous}' WHERE tenant = 'default' AND seq = {entry.seq}"
        )
    await _tamper(log, *changes, f"UPDATE heads SET hash = '{previous}' WHERE tenant = 'default'")
    assert await _problems(log) == []
    assert await _problems(log, published) == [(5, ProblemKind.REWRITTEN)]


async def test_everybody_with_a_log_is_known_also_without_a_row_of_their_own(log: Database) -> None:
    await _tamper(log, "DELETE FROM heads WHERE tenant = 'other'", "DELETE FROM tenants WHERE tenant = 'other'")
    async with log.read() as connection:
        assert await logged_tenants(connection) == {"default", "other"}
