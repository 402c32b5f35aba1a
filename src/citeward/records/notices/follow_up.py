"""From what changed to the answers it may concern: in small transactions, so that writers never wait for long.

Nothing is judged here. Too many answers cost a look each; one too few would be an owner who is not told.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import TextClause, delete, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from citeward.access import personal
from citeward.records.judge import answer_object
from citeward.storage import CHANGES, ChangeKind, as_items, items, list_query

__all__ = ["follow_up"]

BATCH = 1_000
"""Answers marked in one transaction."""

_MARK = (
    "INSERT INTO notices (tenant, answer, told, number, due_at, attempts, at) "
    "SELECT :tenant, concerned.answer, '{{}}', 1, :now, 0, :now FROM ({concerned}) AS concerned WHERE true "
    "ON CONFLICT (tenant, answer) DO UPDATE SET number = notices.number + 1, due_at = excluded.due_at, attempts = 0, "
    "at = CASE WHEN notices.due_at IS NULL THEN excluded.at ELSE notices.at END RETURNING answer"
)
_OBJECT = """
WITH resting(document) AS (
  SELECT CAST(:object AS text) UNION
  SELECT document FROM document_roots WHERE tenant = :tenant AND root = :object
)
SELECT DISTINCT citations.answer FROM resting
JOIN citation_roots ON citation_roots.tenant = :tenant AND citation_roots.document = resting.document
JOIN citations ON citations.tenant = :tenant AND citations.id = citation_roots.citation
WHERE citations.answer > :cursor ORDER BY citations.answer LIMIT :batch
"""
"""Through derived texts as well: who may read one is also decided by what its current version came from."""
_ANSWER = "SELECT answer FROM citations WHERE tenant = :tenant AND answer = :object AND answer > :cursor LIMIT 1"
_MEMBERS = """
WITH RECURSIVE below(member) AS (
  SELECT CAST(:object AS text) UNION
  SELECT members.member FROM below JOIN members ON members.tenant = :tenant AND members.grp = below.member
)
SELECT DISTINCT substr(acl.object, :begin) AS answer FROM below
JOIN acl ON acl.tenant = :tenant AND acl.subject = below.member
JOIN citations ON citations.tenant = :tenant AND citations.answer = substr(acl.object, :begin)
WHERE below.member LIKE :person AND acl.object LIKE :answers AND substr(acl.object, :begin) > :cursor
ORDER BY answer LIMIT :batch
"""
"""Everybody below a group, and the answers each of them may open by name: those they asked for are among them."""
_EVERYTHING = (
    "SELECT DISTINCT answer FROM citations WHERE tenant = :tenant AND answer > :cursor ORDER BY answer LIMIT :batch"
)
_ANSWERS = answer_object("", "").id
"""What the ids of answers begin with where they are objects among others."""


def _statements(dialect: str) -> dict[str, TextClause]:
    found = {"object": _OBJECT, "answer": _ANSWER, "members": _MEMBERS, "everything": _EVERYTHING}
    return {name: list_query(dialect, _MARK.format(concerned=sql)) for name, sql in found.items()}


_STATEMENTS = {dialect: _statements(dialect) for dialect in ("sqlite", "postgresql")}


async def follow_up(connection: AsyncConnection, tenant: str, now: int) -> bool:
    """Marks the next answers that something that changed may concern; whether there was anything to follow up.

    A change is gone from the outbox in the transaction that marks the last of its answers.

    Args:
        connection: a writing one; commit after each call.
        tenant: whose.
        now: microseconds.
    """
    first = (
        select(CHANGES)
        .where(CHANGES.c.tenant == tenant)  # what changed is due, also where the clock of who changed it ran ahead
        .order_by(CHANGES.c.due_at, CHANGES.c.object)
        .limit(1)
        .with_for_update(skip_locked=True)
    )
    change = (await connection.execute(first)).first()
    if change is None:
        return False
    marked = await _mark(connection, tenant, change, now)
    this = (CHANGES.c.tenant == tenant) & (CHANGES.c.kind == change.kind) & (CHANGES.c.object == change.object)
    if len(marked) < BATCH:
        await connection.execute(delete(CHANGES).where(this))
    else:
        await connection.execute(update(CHANGES).where(this).values(cursor=await _last(connection, marked)))
    return True


async def _mark(connection: AsyncConnection, tenant: str, change: Any, now: int) -> list[str]:
    statements = _STATEMENTS[connection.dialect.name]
    values = {"tenant": tenant, "cursor": change.cursor, "now": now, "object": change.object}
    if change.kind == ChangeKind.MEMBERS.value:
        values |= {"begin": len(_ANSWERS) + 1, "person": f"{personal('')}%", "answers": f"{_ANSWERS}%", "batch": BATCH}
        return list((await connection.execute(statements["members"], values)).scalars())
    if change.kind == ChangeKind.EVERYTHING.value:
        return list((await connection.execute(statements["everything"], values | {"batch": BATCH})).scalars())
    if change.object.startswith(_ANSWERS):
        values["object"] = change.object[len(_ANSWERS) :]
        return list((await connection.execute(statements["answer"], values)).scalars())
    return list((await connection.execute(statements["object"], values | {"batch": BATCH})).scalars())


async def _last(connection: AsyncConnection, answers: list[str]) -> str:
    """The last in the database's own order of texts, which need not be ours."""
    listed = items(connection.dialect.name, "wanted", ("answer",))
    query = text(f"SELECT max(answer) FROM {listed}")  # noqa: S608
    return str((await connection.execute(query, {"wanted": as_items([each] for each in answers)})).scalar_one())
