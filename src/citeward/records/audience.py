"""Who may open a stored answer: who asked, and whom it is shared with."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from citeward.access import NOBODY, Acl, insert_acl, load_acls, personal, write_acls
from citeward.errors import InputError
from citeward.records.judge import answer_object
from citeward.storage import PAYLOADS, lock_head, read_payload
from citeward.verify import AccessScope

__all__ = ["audience", "begin_audience", "set_audience"]

_SCOPE = AccessScope.PASSAGE


async def begin_audience(connection: AsyncConnection, tenant: str, answer: str, asker: str, shared: Acl) -> None:
    """Gives an answer that is being written its first audience, within the caller's transaction."""
    await insert_acl(connection, tenant, answer_object(tenant, answer).id, _SCOPE, _with(asker, shared))


async def set_audience(
    connection: AsyncConnection, tenant: str, answer: str, seq: int, shared: Acl, *, actor: str
) -> Acl:
    """Sets it, within the caller's transaction. The asker stays in it: by that their answers are found and erased.

    Raises:
        InputError: the answer's text was erased, and its asker with it.
    """
    await lock_head(connection, tenant)  # or an erasure that runs beside it would be undone
    mine = (PAYLOADS.c.tenant == tenant) & (PAYLOADS.c.seq == seq)
    body = (await connection.execute(select(PAYLOADS.c.body).where(mine))).scalar()
    if body is None:
        raise InputError("answer", f"{answer!r} was erased", "There is nothing left to share.")
    wanted = _with(read_payload(body)["principal"], shared)
    await write_acls(connection, tenant, {(answer_object(tenant, answer).id, _SCOPE): wanted}, actor=actor)
    return wanted


async def audience(connection: AsyncConnection, tenant: str, answer: str) -> Acl:
    """Who may open an answer; nobody, where it was erased or is not there."""
    key = (answer_object(tenant, answer).id, _SCOPE)
    return (await load_acls(connection, tenant, [key])).get(key, NOBODY)


def _with(asker: str, shared: Acl) -> Acl:
    return Acl(shared.allow | {personal(asker)}, shared.deny)
