"""The embedded directory: which principal and which group is a member of which group."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from citeward.access.acl import check_group, personal
from citeward.storage import (
    MEMBERS,
    ChangeKind,
    Database,
    bump_access,
    check_identifier,
    ensure_tenant,
    note_changes,
)

__all__ = ["Directory"]


class Directory:
    """Changes memberships. Every change bumps the access epoch in its own transaction, so no cache survives it."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def set_groups(self, tenant: str, principal: str, groups: Iterable[str]) -> None:
        """Makes a principal a direct member of exactly these groups.

        Raises:
            InputError: an impossible name.
        """
        await self._set(tenant, personal(check_identifier("principal", principal)), groups)

    async def nest(self, tenant: str, group: str, within: Iterable[str]) -> None:
        """Makes a group a direct member of exactly these groups: its members are then members of all of them.

        A cycle makes its groups equal to each other and is no error.

        Raises:
            InputError: an impossible name.
        """
        await self._set(tenant, check_group(group), within)

    async def groups(self, tenant: str, principal: str) -> frozenset[str]:
        """The groups a principal is a direct member of."""
        mine = select(MEMBERS.c.grp).where(MEMBERS.c.tenant == tenant, MEMBERS.c.member == personal(principal))
        async with self._database.read() as connection:
            return frozenset((await connection.execute(mine)).scalars())

    async def _set(self, tenant: str, member: str, groups: Iterable[str]) -> None:
        wanted = sorted({check_group(name) for name in groups})
        async with self._database.write() as connection:
            await ensure_tenant(connection, tenant)
            await _replace(connection, tenant, member, wanted)
            await bump_access(connection, tenant)
            await note_changes(connection, tenant, ChangeKind.MEMBERS, [member])


async def _replace(connection: AsyncConnection, tenant: str, member: str, groups: list[str]) -> None:
    await connection.execute(delete(MEMBERS).where(MEMBERS.c.tenant == tenant, MEMBERS.c.member == member))
    if groups:
        await connection.execute(
            insert(MEMBERS), [{"tenant": tenant, "member": member, "grp": group} for group in groups]
        )
