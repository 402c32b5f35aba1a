"""The log: one chain of entries per tenant, each covering the rows that were written with it.

An entry's hash covers its predecessor, a digest of its rows, and a commitment to its payload. The commitment is salted
(SHA-256 over 32 random bytes and the payload), so that a payload can be erased without breaking the chain and without
leaving a hash that would confirm a guess at what it said.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Table, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from citeward.storage.tables import HEADS, LOG, PAYLOADS

__all__ = [
    "GENESIS",
    "KINDS",
    "Entry",
    "Head",
    "append",
    "chained",
    "committed",
    "head",
    "lock_head",
    "read_payload",
    "rows_digest",
]

Row = Mapping[str, Any]

GENESIS = "0" * 64
"""What stands for the predecessor of a tenant's first entry."""
KINDS = ("version", "answer", "anchors", "incident", "status", "source", "access", "members", "policy", "erasure")
"""What an entry is about.

``anchors``: where one document was cited, with the words around; ``access``: lists; ``members``: who is in which group;
``policy``: by which rules answers are checked from then on.
"""
_SALT_BYTES = 32


@dataclass(frozen=True, slots=True)
class Entry:
    """What is written as one: all of it, or nothing."""

    kind: str
    """One of :data:`KINDS`."""
    rows: Sequence[tuple[Table, Sequence[Row]]]
    """Rows of append-only tables, without tenant and ``seq``."""
    payload: Mapping[str, Any] | None = None
    """JSON that may have to be erased one day."""


@dataclass(frozen=True, slots=True)
class Head:
    """The end of a tenant's chain. Publish it outside the database to notice when the end is cut off."""

    seq: int
    hash: str
    """Hex SHA-256."""


async def head(connection: AsyncConnection, tenant: str) -> Head:
    """Where a tenant's chain ends now."""
    found = (await connection.execute(select(HEADS.c.seq, HEADS.c.hash).where(HEADS.c.tenant == tenant))).first()
    return Head(found.seq, found.hash) if found is not None else Head(0, GENESIS)


async def lock_head(connection: AsyncConnection, tenant: str) -> Head:
    """Where a tenant's chain ends, and will until the end of this transaction. The tenant must exist.

    Whoever reads before it appends locks first: what it has read then still holds when it writes.
    """
    locked = select(HEADS.c.seq, HEADS.c.hash).where(HEADS.c.tenant == tenant).with_for_update()
    found = (await connection.execute(locked)).one()
    return Head(found.seq, found.hash)


async def append(connection: AsyncConnection, tenant: str, entries: Sequence[Entry]) -> list[int]:
    """Writes entries, in order, within the caller's transaction, and returns their numbers (``seq``).

    The tenant's head is locked from here to the end of the transaction: one tenant's writers queue, and never behind
    another tenant's. The tenant must exist.
    """
    last = await lock_head(connection, tenant)
    seq, previous = last.seq, last.hash
    rows: dict[Table, list[dict[str, Any]]] = {}
    payloads: list[dict[str, Any]] = []
    log: list[dict[str, Any]] = []
    numbers: list[int] = []
    for entry in entries:
        seq += 1
        own = [(table, [{**row, "tenant": tenant, "seq": seq} for row in given]) for table, given in entry.rows]
        for table, given in own:
            rows.setdefault(table, []).extend(given)
        commitment = ""
        if entry.payload is not None:
            salt, body = secrets.token_hex(_SALT_BYTES), _as_json(entry.payload)
            commitment = committed(salt, body)
            payloads.append({"tenant": tenant, "seq": seq, "salt": salt, "body": body})
        digest = rows_digest((table.name, given) for table, given in own)
        previous = chained(previous, tenant, seq, entry.kind, digest, commitment)
        log.append(
            {"tenant": tenant, "seq": seq, "kind": entry.kind, "rows_digest": digest, "commitment": commitment,
             "hash": previous}
        )  # fmt: skip
        numbers.append(seq)
    for table, given in [(LOG, log), (PAYLOADS, payloads), *rows.items()]:
        if given:
            columns = [column.name for column in table.columns]
            await connection.execute(insert(table), [{name: row.get(name) for name in columns} for row in given])
    await connection.execute(update(HEADS).where(HEADS.c.tenant == tenant).values(seq=seq, hash=previous))
    return numbers


def rows_digest(tables: Iterable[tuple[str, Iterable[Row]]]) -> str:
    """Hex SHA-256 of an entry's rows, in an order of their own. Columns without a value do not count.

    So a later migration may add a column that may be null without changing what was hashed before.
    """
    lines = sorted(
        _as_json([table, {name: value for name, value in sorted(row.items()) if value is not None}])
        for table, given in tables
        for row in given
    )
    return hashlib.sha256("\n".join(lines).encode("utf-8", "surrogatepass")).hexdigest()


def committed(salt: str, body: str) -> str:
    """Hex SHA-256 of a payload under its salt."""
    return hashlib.sha256(bytes.fromhex(salt) + body.encode("utf-8", "surrogatepass")).hexdigest()


def chained(previous: str, *entry: str | int) -> str:
    """The hash of an entry: of its predecessor's hash, tenant, ``seq``, kind, rows' digest and commitment."""
    return hashlib.sha256(_as_json([previous, *entry]).encode()).hexdigest()


def read_payload(body: str) -> dict[str, Any]:
    """A payload as it was given."""
    loaded: dict[str, Any] = json.loads(body)
    return loaded


def _as_json(value: object) -> str:
    """JSON that both databases store unchanged: NUL and lone surrogates are escaped, other letters only with them."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    try:
        text.encode()
    except UnicodeEncodeError:
        return json.dumps(value, separators=(",", ":"))
    return text
