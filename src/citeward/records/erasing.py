"""Answers whose texts have to go: one, those of a person, those that are old. The log stays whole."""

from __future__ import annotations

from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from citeward.access import personal, write_acls
from citeward.records.judge import answer_object
from citeward.storage import (
    ACL,
    ANSWERS,
    CHANGES,
    CITATION_ROOTS,
    CITATIONS,
    LOG,
    PAYLOADS,
    ChangeKind,
    erase,
    find_tenant,
    forget_name,
    lock_head,
    read_payload,
)
from citeward.verify import AccessScope

__all__ = ["answers_before", "answers_of", "erase_answers", "erase_name"]

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
    anchors = await _anchors_of(connection, tenant, list(answers))
    gone_now = await erase(connection, tenant, [*answers.values(), *anchors], reason)
    return sum(number in gone_now for number in answers.values())


async def _anchors_of(connection: AsyncConnection, tenant: str, answers: list[str]) -> list[int]:
    """The log entries with the words around what was cited in these answers."""
    found: list[int] = []
    for begin in range(0, len(answers), _BLOCK):
        query = (
            select(CITATION_ROOTS.c.seq)
            .distinct()
            .join(CITATIONS, (CITATIONS.c.tenant == tenant) & (CITATIONS.c.id == CITATION_ROOTS.c.citation))
            .where(CITATION_ROOTS.c.tenant == tenant, CITATIONS.c.answer.in_(answers[begin : begin + _BLOCK]))
        )
        found += (await connection.execute(query)).scalars()
    return found


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


async def erase_name(connection: AsyncConnection, tenant: str, principal: str, reason: str) -> None:
    """Forgets who a pseudonym stands for, and what the log says of changes by them or about them."""
    if await find_tenant(connection, tenant) is None:
        return
    await lock_head(connection, tenant)
    await forget_name(connection, tenant, principal)
    waiting = (CHANGES.c.kind == ChangeKind.MEMBERS.value) & (CHANGES.c.object == personal(principal))
    await connection.execute(delete(CHANGES).where(CHANGES.c.tenant == tenant, waiting))
    told = (
        select(LOG.c.seq, PAYLOADS.c.body)
        .join(PAYLOADS, (PAYLOADS.c.tenant == tenant) & (PAYLOADS.c.seq == LOG.c.seq))
        .where(LOG.c.tenant == tenant, LOG.c.kind.in_(("access", "members", "source")))
    )
    names = {principal, personal(principal)}
    about = [row.seq for row in await connection.execute(told) if _names_any(read_payload(row.body), names)]
    await erase(connection, tenant, about, reason)


def _names_any(value: object, names: set[str]) -> bool:
    if isinstance(value, dict):
        return any(_names_any(each, names) for pair in value.items() for each in pair)
    if isinstance(value, list):
        return any(_names_any(each, names) for each in value)
    return value in names
