"""Answers whose texts have to go: one, those of a person, those that are old. The log stays whole."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from citeward.access import personal, write_acls
from citeward.records.judge import answer_object
from citeward.storage import ACL, ANSWERS, PAYLOADS, erase, lock_head, read_payload
from citeward.verify import AccessScope

__all__ = ["answers_before", "answers_of", "erase_answers"]

_BLOCK = 1_000
"""Ids in one statement; databases limit how many parameters it may have."""
_PREFIX = answer_object("", "").id


async def erase_answers(connection: AsyncConnection, tenant: str, answers: dict[str, int], reason: str) -> int:
    """Erases texts, askers and the words around citations, and who might open the answers, within the transaction.

    Args:
        connection: a writing one.
        tenant: whose.
        answers: their log entries by id.
        reason: for the tombstones.

    Returns:
        How many of them still had a text.
    """
    if not answers:
        return 0
    await lock_head(connection, tenant)
    gone = {(answer_object(tenant, name).id, AccessScope.PASSAGE): None for name in answers}
    await write_acls(connection, tenant, gone, actor=None)
    return await erase(connection, tenant, list(answers.values()), reason)


async def answers_before(connection: AsyncConnection, tenant: str, moment: int) -> dict[str, int]:
    """Answers given before a moment (microseconds) that still have a text, with their log entries."""
    query = (
        select(ANSWERS.c.id, ANSWERS.c.seq)
        .join(PAYLOADS, (PAYLOADS.c.tenant == tenant) & (PAYLOADS.c.seq == ANSWERS.c.seq))
        .where(ANSWERS.c.tenant == tenant, ANSWERS.c.at < moment)
    )
    return {row.id: row.seq for row in await connection.execute(query)}


async def answers_of(connection: AsyncConnection, tenant: str, principal: str) -> dict[str, int]:
    """Answers a principal asked for that still have a text, with their log entries.

    Found by who may open them: the asker always may. Whom an answer was merely shared with is told by its payload.
    """
    opens = select(ACL.c.object).where(
        ACL.c.tenant == tenant, ACL.c.subject == personal(principal), ACL.c.object.startswith(_PREFIX, autoescape=True)
    )
    names = [name.removeprefix(_PREFIX) for name in (await connection.execute(opens)).scalars()]
    found: dict[str, int] = {}
    for begin in range(0, len(names), _BLOCK):
        query = (
            select(ANSWERS.c.id, ANSWERS.c.seq, PAYLOADS.c.body)
            .join(PAYLOADS, (PAYLOADS.c.tenant == tenant) & (PAYLOADS.c.seq == ANSWERS.c.seq))
            .where(ANSWERS.c.tenant == tenant, ANSWERS.c.id.in_(names[begin : begin + _BLOCK]))
        )
        for row in await connection.execute(query):
            if read_payload(row.body)["principal"] == principal:
                found[row.id] = row.seq
    return found
