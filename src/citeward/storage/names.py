"""Pseudonyms of people, for rows that are never changed; the name stands beside them, where it can be taken away."""

from __future__ import annotations

from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from citeward.ids import uuid7
from citeward.storage.tables import NAMES

__all__ = ["forget_name", "names_of", "pseudonym"]


async def pseudonym(connection: AsyncConnection, tenant: str, name: str) -> str:
    """What a person is called in rows that cannot be erased: the same every time, until the name is forgotten.

    The caller has locked the tenant's head, so that nobody gets two.
    """
    if not name:
        return ""
    known = select(NAMES.c.pseudonym).where(NAMES.c.tenant == tenant, NAMES.c.name == name)
    found = (await connection.execute(known)).scalar()
    if found is not None:
        return str(found)
    made = f"person:{uuid7()}"
    await connection.execute(insert(NAMES).values(tenant=tenant, pseudonym=made, name=name))
    return made


async def names_of(connection: AsyncConnection, tenant: str) -> dict[str, str]:
    """Names by pseudonym, of everybody who was not forgotten."""
    rows = await connection.execute(select(NAMES.c.pseudonym, NAMES.c.name).where(NAMES.c.tenant == tenant))
    return {row.pseudonym: row.name for row in rows}


async def forget_name(connection: AsyncConnection, tenant: str, name: str) -> None:
    """Takes a name away from its pseudonym, within the caller's transaction. Nothing tells any more whose it was."""
    await connection.execute(delete(NAMES).where(NAMES.c.tenant == tenant, NAMES.c.name == name))
