"""Which answers and which derived texts rest on a document or a source."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy.ext.asyncio import AsyncConnection

from citeward.registry.nouns import Affected
from citeward.storage import as_items, items, list_query

__all__ = ["affected_by"]


async def affected_by(
    connection: AsyncConnection, tenant: str, documents: Sequence[str], version: str | None = None, since: int = 0
) -> Affected:
    """What rests on any of these documents, directly or through derived texts.

    Args:
        connection: any.
        tenant: whose.
        documents: their ids.
        version: only on the versions called so.
        since: microseconds; only answers given from then on.
    """
    dialect = connection.dialect.name
    parameters: dict[str, str | int] = {"tenant": tenant, "wanted": as_items([name] for name in documents)}
    if version is not None:
        parameters["label"] = version
    named = (
        "AND EXISTS (SELECT 1 FROM document_versions v WHERE v.tenant = :tenant AND v.document = wanted.id "
        "AND v.version = r.{column} AND v.label = :label) "
        if version is not None
        else ""
    )
    answers = list_query(
        dialect,
        f"SELECT a.id FROM {items(dialect, 'wanted', ('id',))} "  # noqa: S608
        "JOIN citation_roots r ON r.tenant = :tenant AND r.document = wanted.id "
        f"{named.format(column='version')}"
        "JOIN citations c ON c.tenant = :tenant AND c.id = r.citation "
        "JOIN answers a ON a.tenant = :tenant AND a.id = c.answer AND a.at >= :since "
        "GROUP BY a.id, a.at ORDER BY a.at, a.id",
    )
    derived = list_query(
        dialect,
        f"SELECT DISTINCT r.document FROM {items(dialect, 'wanted', ('id',))} "  # noqa: S608
        "JOIN document_roots r ON r.tenant = :tenant AND r.root = wanted.id "
        f"{named.format(column='root_version')}"
        "ORDER BY r.document",
    )
    found = (await connection.execute(answers, parameters | {"since": since})).scalars()
    texts = (await connection.execute(derived, parameters)).scalars()
    return Affected(tuple(found), tuple(texts))
