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
    derived from others is allowed only to those who may read it and everything it came from. An earlier version is
    allowed only to those who might read it then and may read the document now.
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
        asked = list(
            dict.fromkeys(_named(item) for item in objects if item.tenant == tenant and is_identifier(item.id))
        )
        if not asked:
            return AccessAnswer((Decision.DENY,) * len(objects), await self.epoch(tenant))
        parameters = {
            "tenant": tenant,
            "subjects": as_items([subject] for subject in self._subjects(principal)),
            "wanted": as_items((at, *named) for at, named in enumerate(asked)),
        }
        async with self._database.read() as connection:
            rows = (await connection.execute(self._query, parameters)).all()
        is_open = [True] * len(asked)
        for at, allowed, allowed_then, _ in rows:
            is_open[int(at)] &= bool(allowed) and bool(allowed_then)
        may_read = {named for named, is_allowed in zip(asked, is_open, strict=True) if is_allowed}
        decisions = tuple(
            Decision.ALLOW if item.tenant == tenant and _named(item) in may_read else Decision.DENY for item in objects
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


def _named(item: AccessObject) -> tuple[str, str, str, int | None]:
    """What tells objects apart: a version by its number or, where that is not known, by what it is called."""
    called = item.version if item.number is None and is_identifier(item.version) else ""
    return item.id, item.scope.value, called, item.number


def _query(dialect: str) -> TextClause:
    """Who I am, through all groups; what each object rests on; and whether every one of those lets me in."""
    parts: dict[str, Any] = {
        "subjects": items(dialect, "subjects", ("subject",)),
        "wanted": items(dialect, "wanted", ("at", "id", "scope", "label", "number")),
    }
    return list_query(dialect, _SQL.format(**parts))


_SQL = """
WITH RECURSIVE mine(subject) AS (
  SELECT subject FROM {subjects}
  UNION
  SELECT members.grp FROM mine JOIN members ON members.tenant = :tenant AND members.member = mine.subject
),
asked(at, id, scope, version) AS (
  SELECT at, id, scope, CASE WHEN label = '' THEN CAST(number AS integer) ELSE (
    SELECT MAX(document_versions.version) FROM document_versions WHERE document_versions.tenant = :tenant
      AND document_versions.document = wanted.id AND document_versions.label = wanted.label
  ) END
  FROM {wanted}
),
needed(at, item, item_scope, version) AS (
  SELECT at, id, CASE WHEN scope = 'link' AND NOT EXISTS (
    SELECT 1 FROM acl WHERE acl.tenant = :tenant AND acl.object = asked.id AND acl.scope = 'link'
  ) THEN 'passage' ELSE scope END, version
  FROM asked
  UNION ALL
  SELECT asked.at, document_roots.root, 'passage', document_roots.root_version
  FROM asked
  JOIN documents ON documents.tenant = :tenant AND documents.id = asked.id AND documents.derived = 1
  JOIN document_roots ON document_roots.tenant = :tenant AND document_roots.document = documents.id
    AND document_roots.version IN (documents.version, asked.version)
),
judged(at, item, item_scope, through_version) AS (
  SELECT at, item, item_scope, CASE WHEN version IS NOT NULL AND item_scope = 'passage' THEN (
    SELECT MIN(version_acl.through_version) FROM version_acl WHERE version_acl.tenant = :tenant
      AND version_acl.document = needed.item AND version_acl.through_version >= needed.version
  ) END
  FROM needed
)
SELECT judged.at, (
  SELECT MIN(CASE WHEN acl.effect = 'allow' THEN 1 ELSE 0 END) FROM acl
  WHERE acl.tenant = :tenant AND acl.object = judged.item AND acl.scope = judged.item_scope
    AND acl.subject IN (SELECT subject FROM mine)
) AS allowed, CASE WHEN judged.through_version IS NULL THEN 1 ELSE COALESCE((
  SELECT MIN(CASE WHEN version_acl.effect = 'allow' THEN 1 ELSE 0 END) FROM version_acl
  WHERE version_acl.tenant = :tenant AND version_acl.document = judged.item
    AND version_acl.through_version = judged.through_version AND version_acl.subject IN (SELECT subject FROM mine)
), 0) END AS allowed_then, (SELECT acl_epoch FROM tenants WHERE tenant = :tenant) AS epoch
FROM judged
"""
