"""What may have changed the state of stored citations, written down in the transaction that changed it.

One row per thing that changed and was not followed up yet, however often it changed: the table is never longer than
what it is about. Following it up (:mod:`citeward.records.notices`) asks how things stand then. Where nobody does,
because no webhook is configured, the table still ends: past :data:`MOST_CHANGES` rows, one that says "everything" takes
their place. Nothing is lost by it; whoever follows that up has more to look at.

In PostgreSQL the same transaction tells every process that listens, once it is committed. PostgreSQL lets commits that
notify wait for each other, so only what changes documents, lists and memberships does, and never an answer.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from enum import StrEnum

from sqlalchemy import TextClause, text
from sqlalchemy.ext.asyncio import AsyncConnection

from citeward.storage.batch import as_items, items, list_query
from citeward.storage.moments import now_us

__all__ = ["CHANNEL", "ChangeKind", "note_changes", "tell_listeners"]

CHANNEL = "citeward_changes"
"""The channel of PostgreSQL's NOTIFY. Its payload is JSON: ``tenant``, and ``objects`` unless there are too many."""
_LONGEST_PAYLOAD = 7_999
"""Bytes; PostgreSQL refuses longer ones."""
MOST_CHANGES = 10_000
"""Rows of a tenant before they become one: more than change between two rounds of deliveries, and few enough to be
counted with each change (a millisecond)."""
_NOTIFY = text("SELECT pg_notify(:channel, :payload)")


class ChangeKind(StrEnum):
    """What kind of thing changed."""

    OBJECT = "object"
    """A document, or who may read it; ``answer:ID``: who may open an answer."""
    MEMBERS = "members"
    """The groups that a person or a group is in."""
    EVERYTHING = "everything"
    """So much that it is not told apart any more. It names no object."""


def _write(dialect: str) -> TextClause:
    return list_query(
        dialect,
        "INSERT INTO changes (tenant, kind, object, cursor, due_at) "  # noqa: S608
        f"SELECT :tenant, :kind, wanted.id, '', :now FROM {items(dialect, 'wanted', ('id',))} WHERE true "
        "ON CONFLICT (tenant, kind, object) DO UPDATE SET cursor = '', due_at = excluded.due_at",
    )


_WRITE = {dialect: _write(dialect) for dialect in ("sqlite", "postgresql")}
_IS_LONG = text("SELECT 1 FROM changes WHERE tenant = :tenant LIMIT 1 OFFSET :most")
_CLEAR = "DELETE FROM changes WHERE tenant = :tenant"
_CLEAR_OF = {
    "sqlite": text(_CLEAR),
    # What another writer has at hand stays: waiting for it could be waiting for each other.
    "postgresql": text(
        f"{_CLEAR} AND (kind, object) IN "  # noqa: S608
        "(SELECT kind, object FROM changes WHERE tenant = :tenant FOR UPDATE SKIP LOCKED)"
    ),
}


async def note_changes(connection: AsyncConnection, tenant: str, kind: ChangeKind, names: Collection[str]) -> None:
    """Says, in the transaction that changes them, that these have changed."""
    if not names:
        return
    ordered = sorted(set(names))  # two writers that lock the same rows lock them in one order
    dialect = connection.dialect.name
    values = {"tenant": tenant, "kind": kind.value, "now": now_us(), "wanted": as_items([name] for name in ordered)}
    await connection.execute(_WRITE[dialect], values)
    if (await connection.execute(_IS_LONG, {"tenant": tenant, "most": MOST_CHANGES})).first() is not None:
        await connection.execute(_CLEAR_OF[dialect], {"tenant": tenant})
        await connection.execute(
            _WRITE[dialect], values | {"kind": ChangeKind.EVERYTHING.value, "wanted": as_items([[""]])}
        )
    if kind is ChangeKind.OBJECT:
        await tell_listeners(connection, tenant, ordered)


async def tell_listeners(connection: AsyncConnection, tenant: str, objects: list[str] | None = None) -> None:
    """Tells listening processes, once this transaction is committed. Nothing happens in SQLite.

    Args:
        connection: the one that changes something.
        tenant: whose.
        objects: which documents; None: whatever rests on the tenant's access lists and memberships.
    """
    if connection.dialect.name != "postgresql":
        return
    payload = json.dumps({"tenant": tenant, "objects": objects})
    if objects is None or len(payload) > _LONGEST_PAYLOAD:
        payload = json.dumps({"tenant": tenant})
    await connection.execute(_NOTIFY, {"channel": CHANNEL, "payload": payload})
