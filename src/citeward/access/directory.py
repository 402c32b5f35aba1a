"""The embedded directory: which principal and which group is a member of which group."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import delete, insert, select

from citeward.access.acl import check_group, personal
from citeward.storage import (
    MEMBERS,
    ChangeKind,
    Database,
    Entry,
    append,
    begin_change,
    bump_access,
    check_identifier,
    note_changes,
)

__all__ = ["Directory"]


class Directory:
    """Changes memberships. Every change bumps the access epoch in its own transaction, so no cache survives it."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def set_groups(
        self, tenant: str, principal: str, groups: Iterable[str], *, actor: str = "", expected_epoch: str | None = None
    ) -> frozenset[str]:
        """Makes a principal a direct member of exactly these groups.

        Args:
            tenant: whose.
            principal: who.
            groups: all of them; none takes the principal out of every group.
            actor: who changes it, for the log.
            expected_epoch: what :meth:`citeward.access.GroupAccess.epoch` said when the caller looked; None: whatever
                it is now.

        Returns:
            The groups it was in before.

        Raises:
            InputError: an impossible name.
            Conflict: access has changed since ``expected_epoch``; nothing was done.
        """
        member = personal(check_identifier("principal", principal))
        return await self._set(tenant, member, groups, actor, expected_epoch)

    async def nest(
        self, tenant: str, group: str, within: Iterable[str], *, actor: str = "", expected_epoch: str | None = None
    ) -> frozenset[str]:
        """Makes a group a direct member of exactly these groups: its members are then members of all of them.

        A cycle makes its groups equal to each other and is no error. Arguments and errors are as for
        :meth:`set_groups`; returns the groups it was within before.
        """
        return await self._set(tenant, check_group(group), within, actor, expected_epoch)

    async def groups(self, tenant: str, principal: str) -> frozenset[str]:
        """The groups a principal is a direct member of."""
        mine = select(MEMBERS.c.grp).where(MEMBERS.c.tenant == tenant, MEMBERS.c.member == personal(principal))
        async with self._database.read() as connection:
            return frozenset((await connection.execute(mine)).scalars())

    async def _set(
        self, tenant: str, member: str, groups: Iterable[str], actor: str, expected_epoch: str | None
    ) -> frozenset[str]:
        wanted = frozenset(check_group(name) for name in groups)
        async with self._database.write() as connection:
            await begin_change(connection, tenant, expected_epoch)
            mine = (MEMBERS.c.tenant == tenant) & (MEMBERS.c.member == member)
            before = frozenset((await connection.execute(select(MEMBERS.c.grp).where(mine))).scalars())
            if before == wanted:
                return before
            await connection.execute(delete(MEMBERS).where(mine))
            if wanted:
                rows = [{"tenant": tenant, "member": member, "grp": group} for group in sorted(wanted)]
                await connection.execute(insert(MEMBERS), rows)
            await bump_access(connection, tenant)
            await note_changes(connection, tenant, ChangeKind.MEMBERS, [member])
            said = {"member": member, "before": sorted(before), "after": sorted(wanted), "actor": actor}
            await append(connection, tenant, [Entry("members", [], said)])
            return before
