"""Who may see an object: groups that are allowed, groups that are denied. A denial wins; silence denies."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from sqlalchemy import bindparam, delete, insert
from sqlalchemy.ext.asyncio import AsyncConnection

from citeward.errors import InputError
from citeward.storage import (
    ACL,
    VERSION_ACL,
    ChangeKind,
    Entry,
    append,
    as_items,
    bump_access,
    check_identifier,
    items,
    list_query,
    lock_head,
    note_changes,
)
from citeward.verify import AccessScope

__all__ = [
    "EVERYONE",
    "NOBODY",
    "Acl",
    "Effect",
    "check_group",
    "insert_acl",
    "load_acls",
    "personal",
    "write_acls",
]

_PERSONAL = "principal:"
EVERYONE = "everyone:"
"""The subject that every principal of a tenant is."""


_PLAIN = re.compile(r"[\w.@:/+-]+", re.ASCII)
_OURS = frozenset({"everybody", "nobody", "except"})
"""Words of :meth:`Acl.__str__`; a group may be called so, or have a comma or an escape in its name."""


class Effect(StrEnum):
    """What an entry does."""

    ALLOW = "allow"
    DENY = "deny"


@dataclass(frozen=True, slots=True)
class Acl:
    """An access list. One that allows nobody denies everybody."""

    allow: frozenset[str] = frozenset()
    """Groups, :func:`personal` subjects, or :data:`EVERYONE`."""
    deny: frozenset[str] = frozenset()

    @classmethod
    def of_groups(cls, allow: Iterable[str], deny: Iterable[str] = ()) -> Acl:
        """An access list from names that came from outside.

        Raises:
            InputError: a name that cannot be a group's, or that would stand for a person or for everybody.
        """
        return cls(frozenset(map(check_group, allow)), frozenset(map(check_group, deny)))

    def entries(self) -> dict[str, Effect]:
        """What is stored. An empty list denies everyone: it must not read as no list, which for a link would mean the
        passage's.
        """
        denied = self.deny if self.allow or self.deny else {EVERYONE}
        return dict.fromkeys(self.allow, Effect.ALLOW) | dict.fromkeys(denied, Effect.DENY)

    @classmethod
    def of_entries(cls, entries: Mapping[str, Effect]) -> Acl:
        """The list that is stored as these."""
        allow, deny = (
            frozenset(subject for subject, effect in entries.items() if effect is kind)
            for kind in (Effect.ALLOW, Effect.DENY)
        )
        return cls(allow, deny)

    def __str__(self) -> str:
        """For operators: ``everybody except interns``, ``principal:sam, support``, ``nobody``. Odd names are quoted."""
        if not self.allow or EVERYONE in self.deny:
            return "nobody"
        allowed = ", ".join(map(_called, sorted(self.allow)))
        return allowed + (f" except {', '.join(map(_called, sorted(self.deny)))}" if self.deny else "")


NOBODY = Acl()


def check_group(name: str) -> str:
    """The name of a group, unchanged.

    Raises:
        InputError: it cannot be stored, or begins like a subject of ours: a group that a connector delivers must not
            become a person or everybody by its name.
    """
    check_identifier("group", name)
    if name.startswith((_PERSONAL, EVERYONE)):
        raise InputError("group", f"{name!r} begins with a reserved word", "Rename the group.")
    return name


def personal(principal: str) -> str:
    """The subject that stands for one principal alone."""
    return _PERSONAL + principal


_Lists = Mapping[tuple[str, AccessScope], Acl | None]


async def write_acls(
    connection: AsyncConnection, tenant: str, lists: _Lists, *, actor: str | None
) -> dict[tuple[str, AccessScope], Acl]:
    """Sets access lists and says so to every cache, within the caller's transaction; one query to see what is new.

    Lists that are the same already are left alone: caches survive a connector that delivers everything again. A new
    list is for the current version; versions before it keep the one they had, besides it. A redacted text that more
    people may read must not open to them what was redacted.

    Args:
        connection: a writing one.
        tenant: whose objects.
        lists: by the object's id and scope (the passage itself, or what its link opens). None takes a list away: a
            passage is then denied, a link is judged by its passage.
        actor: who changes them, for the log; None: nothing is logged, because the list itself is being forgotten.

    Returns:
        The lists there were before, where there were any.
    """
    await lock_head(connection, tenant)  # two that change one list at once must not both read what stood before
    there = await _stored(connection, tenant, lists)
    wanted = {key: {} if acl is None else acl.entries() for key, acl in lists.items()}
    changed = {key: entries for key, entries in wanted.items() if entries != there.get(key, {})}
    passages = {item: there.get((item, scope), {}) for item, scope in changed if scope is AccessScope.PASSAGE}
    await _keep_for_earlier_versions(connection, tenant, passages)
    gone = [{"item": item, "of": scope.value} for item, scope in changed if (item, scope) in there]
    if gone:
        old = (ACL.c.tenant == tenant) & (ACL.c.object == bindparam("item")) & (ACL.c.scope == bindparam("of"))
        await connection.execute(delete(ACL).where(old), gone)
    await _insert(connection, tenant, changed)
    if changed:
        await bump_access(connection, tenant)
        # An object's first list cannot take anything from anybody, nor can one for its link change what is cited.
        narrowed = {item for item, scope in changed if (item, scope) in there and scope is AccessScope.PASSAGE}
        await note_changes(connection, tenant, ChangeKind.OBJECT, narrowed)
        if actor is not None:
            said = [
                {"object": item, "scope": scope.value, "before": there.get((item, scope)), "after": entries or None}
                for (item, scope), entries in changed.items()
            ]
            await append(connection, tenant, [Entry("access", [], {"lists": said, "actor": actor})])
    return {key: Acl.of_entries(entries) for key, entries in there.items()}


async def insert_acl(connection: AsyncConnection, tenant: str, item: str, scope: AccessScope, acl: Acl) -> None:
    """Gives an object that is being made its first list. No cache can know of it yet, so the epoch stays."""
    await _insert(connection, tenant, {(item, scope): acl.entries()})


async def load_acls(
    connection: AsyncConnection, tenant: str, keys: Iterable[tuple[str, AccessScope]]
) -> dict[tuple[str, AccessScope], Acl]:
    """Access lists by the object's id and scope, in one query. What has none is absent."""
    found = await _stored(connection, tenant, keys)
    return {key: Acl.of_entries(entries) for key, entries in found.items()}


async def _keep_for_earlier_versions(
    connection: AsyncConnection, tenant: str, lists: Mapping[str, Mapping[str, Effect]]
) -> None:
    """Writes down which lists earlier versions had, before these lists of their documents change."""
    if not lists:
        return
    query = list_query(
        connection.dialect.name,
        "SELECT d.id, d.version - 1 AS through_version "  # noqa: S608
        f"FROM {items(connection.dialect.name, 'wanted', ('id',))} "
        "JOIN documents d ON d.tenant = :tenant AND d.id = wanted.id AND d.version > 1 WHERE NOT EXISTS ("
        "SELECT 1 FROM version_acl k WHERE k.tenant = :tenant AND k.document = d.id "
        "AND k.through_version >= d.version - 1)",
    )
    found = await connection.execute(query, {"tenant": tenant, "wanted": as_items([item] for item in lists)})
    rows = [
        {
            "tenant": tenant, "document": row.id, "through_version": row.through_version, "subject": subject,
            "effect": effect.value,
        }
        for row in found
        for subject, effect in sorted((lists[row.id] or NOBODY.entries()).items())
    ]  # fmt: skip
    if rows:
        await connection.execute(insert(VERSION_ACL), rows)


async def _insert(
    connection: AsyncConnection, tenant: str, lists: Mapping[tuple[str, AccessScope], Mapping[str, Effect]]
) -> None:
    rows = [
        {"tenant": tenant, "object": item, "scope": scope.value, "subject": subject, "effect": effect.value}
        for (item, scope), entries in lists.items()
        for subject, effect in sorted(entries.items())
    ]
    if rows:
        await connection.execute(insert(ACL), rows)


async def _stored(
    connection: AsyncConnection, tenant: str, keys: Iterable[tuple[str, AccessScope]]
) -> dict[tuple[str, AccessScope], dict[str, Effect]]:
    query = list_query(
        connection.dialect.name,
        "SELECT acl.object, acl.scope, acl.subject, acl.effect "  # noqa: S608
        f"FROM {items(connection.dialect.name, 'wanted', ('id', 'scope'))} "
        "JOIN acl ON acl.tenant = :tenant AND acl.object = wanted.id AND acl.scope = wanted.scope",
    )
    wanted = as_items((item, scope.value) for item, scope in keys)
    found: dict[tuple[str, AccessScope], dict[str, Effect]] = {}
    for row in await connection.execute(query, {"tenant": tenant, "wanted": wanted}):
        found.setdefault((row.object, AccessScope(row.scope)), {})[row.subject] = Effect(row.effect)
    return found


def _called(subject: str) -> str:
    if subject == EVERYONE:
        return "everybody"
    return subject if _PLAIN.fullmatch(subject) and subject not in _OURS else ascii(subject)
