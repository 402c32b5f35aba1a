"""Which answers and which derived texts rest on a document or a source."""

from __future__ import annotations

import json
from collections.abc import Sequence

from sqlalchemy import or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from citeward.registry.nouns import Affected
from citeward.storage import (
    ANSWER_EVIDENCE,
    ANSWERS,
    CITATION_ROOTS,
    CITATIONS,
    DOCUMENT_ROOTS,
    DOCUMENT_VERSIONS,
    PAYLOADS,
    as_items,
    items,
    list_query,
)

__all__ = ["affected_by", "carriers_of"]


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


async def carriers_of(
    connection: AsyncConnection, tenant: str, *, document: str | None = None, answer: str | None = None
) -> Affected:
    """Answers and derived texts that still stand and may carry words of a document, or of an answer.

    An answer may carry words of all that was in its prompt, cited or not; a text, those of the answers it was made of.
    """
    there = PAYLOADS.c.tenant == tenant
    held = select(ANSWER_EVIDENCE.c.answer).where(
        ANSWER_EVIDENCE.c.tenant == tenant, ANSWER_EVIDENCE.c.document == document
    )
    rests = (
        select(CITATIONS.c.answer)
        .join(CITATION_ROOTS, (CITATION_ROOTS.c.tenant == tenant) & (CITATION_ROOTS.c.citation == CITATIONS.c.id))
        .where(CITATIONS.c.tenant == tenant, CITATION_ROOTS.c.document == document)
    )
    answers = (
        select(ANSWERS.c.id)
        .join(PAYLOADS, there & (PAYLOADS.c.seq == ANSWERS.c.seq))
        .where(ANSWERS.c.tenant == tenant, or_(ANSWERS.c.id.in_(held), ANSWERS.c.id.in_(rests)))
        .order_by(ANSWERS.c.at, ANSWERS.c.id)
    )
    came_from = select(DOCUMENT_ROOTS.c.document).where(
        DOCUMENT_ROOTS.c.tenant == tenant, DOCUMENT_ROOTS.c.root == document
    )
    made_of = DOCUMENT_VERSIONS.c.origin.contains(json.dumps(answer), autoescape=True)
    texts = (
        select(DOCUMENT_VERSIONS.c.document)
        .distinct()
        .join(PAYLOADS, there & (PAYLOADS.c.seq == DOCUMENT_VERSIONS.c.seq))
        .where(
            DOCUMENT_VERSIONS.c.tenant == tenant,
            made_of if document is None else DOCUMENT_VERSIONS.c.document.in_(came_from),
        )
        .order_by(DOCUMENT_VERSIONS.c.document)
    )
    found = () if document is None else tuple((await connection.execute(answers)).scalars())
    return Affected(found, tuple((await connection.execute(texts)).scalars()))
