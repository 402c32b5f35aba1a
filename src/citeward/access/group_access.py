"""Access by groups, decided in the database: one query for any number of objects."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Any

from sqlalchemy import TextClause, text

from citeward.access.acl import EVERYONE, personal
from citeward.model import Principal
from citeward.storage import Database, as_items, is_identifier, items, list_query
from citeward.verify import AccessAnswer, AccessObject, Decision

__all__ = ["GroupAccess", "Membership"]


class Membership(StrEnum):
    """Whose word counts for which groups a principal is in."""

    STORED = "stored"
    """The embedded directory's alone; groups that a request brings are ignored."""
    ASSERTED = "asserted"
    """Those the principal brings, resolved by an identity provider, besides the directory's."""


class GroupAccess:
    """Implements :class:`citeward.verify.AccessControl` over the access lists and the directory in the database.

    Groups nest, a denial wins over any number of permissions, and an object nobody said anything of is denied. A text
    derived from others is allowed only to those who may read it and everything it came from.
    """

    def __init__(self, database: Database, membership: Membership = Membership.STORED) -> None:
        self._database = database
        self._membership = membership
        self._query = _query(database.dialect)

    async def epoch(self, tenant: str) -> str:
        """The state decisions are made at: another one after every change of a membership or an access list."""
        async with self._database.read() as connection:
            return str((await connection.execute(_EPOCH, {"tenant": tenant})).scalar() or 0)

    def key(self, principal: Principal) -> tuple[str, ...]:
        """Everything of a principal that decisions rest on: the same key at the same epoch gets the same decisions."""
        return tuple(sorted(self._subjects(principal)))

    async def decide(self, principal: Principal, objects: Sequence[AccessObject]) -> AccessAnswer:
        """See :class:`citeward.verify.AccessControl`."""
        tenant = principal.tenant
        asked = {(item.id, item.scope.value) for item in objects if item.tenant == tenant and is_identifier(item.id)}
        if not asked:
            return AccessAnswer((Decision.DENY,) * len(objects), await self.epoch(tenant))
        parameters = {
            "tenant": tenant,
            "subjects": as_items([subject] for subject in self._subjects(principal)),
            "wanted": as_items(asked),
        }
        async with self._database.read() as connection:
            rows = (await connection.execute(self._query, parameters)).all()
        is_open: dict[tuple[str, str], bool] = {}
        for name, scope, allowed, _ in rows:
            is_open[name, scope] = bool(allowed) and is_open.get((name, scope), True)
        decisions = tuple(
            Decision.ALLOW if item.tenant == tenant and is_open.get((item.id, item.scope.value)) else Decision.DENY
            for item in objects
        )
        return AccessAnswer(decisions, str(rows[0].epoch or 0))

    def _subjects(self, principal: Principal) -> set[str]:
        own = {personal(principal.id), EVERYONE} if is_identifier(principal.id) else set()
        if self._membership is Membership.ASSERTED:
            # A token must not name a person or everybody as a group; such a name is no group of anybody's.
            brought = (name for name in principal.groups if is_identifier(name))
            own |= {name for name in brought if not name.startswith((personal(""), EVERYONE))}
        return own


_EPOCH = text("SELECT acl_epoch FROM tenants WHERE tenant = :tenant")


def _query(dialect: str) -> TextClause:
    """Who I am, through all groups; what each object rests on; and whether every one of those lets me in."""
    parts: dict[str, Any] = {
        "subjects": items(dialect, "subjects", ("subject",)),
        "wanted": items(dialect, "wanted", ("id", "scope")),
    }
    return list_query(dialect, _SQL.format(**parts))


_SQL = """
WITH RECURSIVE mine(subject) AS (
  SELECT subject FROM {subjects}
  UNION
  SELECT members.grp FROM mine JOIN members ON members.tenant = :tenant AND members.member = mine.subject
),
asked(id, scope) AS (SELECT id, scope FROM {wanted}),
needed(id, scope, item, item_scope) AS (
  SELECT id, scope, id, CASE WHEN scope = 'link' AND NOT EXISTS (
    SELECT 1 FROM acl WHERE acl.tenant = :tenant AND acl.object = asked.id AND acl.scope = 'link'
  ) THEN 'passage' ELSE scope END
  FROM asked
  UNION ALL
  SELECT asked.id, asked.scope, document_roots.root, 'passage'
  FROM asked
  JOIN documents ON documents.tenant = :tenant AND documents.id = asked.id AND documents.derived = 1
  JOIN document_roots ON document_roots.tenant = :tenant AND document_roots.document = documents.id
    AND document_roots.version = documents.version
)
SELECT needed.id, needed.scope, (
  SELECT MIN(CASE WHEN acl.effect = 'allow' THEN 1 ELSE 0 END) FROM acl
  WHERE acl.tenant = :tenant AND acl.object = needed.item AND acl.scope = needed.item_scope
    AND acl.subject IN (SELECT subject FROM mine)
) AS allowed, (SELECT acl_epoch FROM tenants WHERE tenant = :tenant) AS epoch
FROM needed
"""
