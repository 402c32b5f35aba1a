"""What the store knows of stored citations and of everything they rest on: one query for any number of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import TextClause
from sqlalchemy.ext.asyncio import AsyncConnection

from citeward.storage import as_items, items, list_query

__all__ = ["RootFact", "load_facts", "load_payloads"]


class RootFact(NamedTuple):
    """One root span of one citation, its document as it is now, and the document that took its place, if any.

    Offsets are code points of the cited version; moments are microseconds.
    """

    citation: str
    answer: str
    seq: int
    """The log entry with the span's anchor in its payload."""
    ordinal: int
    document: str
    version: int | None
    """The cited version; None where it is not in the registry."""
    start: int | None
    end: int | None
    role: str
    """``own``, ``root``, ``via``, ``kept`` or ``past``; see :class:`citeward.registry.RootRow`."""
    status: str | None
    """None: there is no such document."""
    version_now: int | None
    epoch: int | None
    changed_at: int | None
    title: str | None
    url: str | None
    tier: int | None
    source_status: str | None
    seq_cited: int | None
    """The log entry of the cited version, where it is not the current one."""
    label_cited: str | None
    """What that is called."""
    seq_now: int | None
    label_now: str | None
    successor: str | None
    successor_status: str | None
    """Its source's where that is out of use."""
    successor_epoch: int | None
    successor_title: str | None
    successor_url: str | None
    successor_label: str | None
    acl_epoch: int
    span_key: str
    normaliser: str


def _facts(dialect: str) -> TextClause:
    return list_query(
        dialect,
        "SELECT wanted.id, c.answer, r.seq, r.ordinal, r.document, r.version, r.start_at, r.end_at, r.role, "  # noqa: S608
        "d.status, d.version, d.epoch, d.changed_at, d.title, d.url, s.tier, s.status, "
        "vo.seq, vo.label, vn.seq, vn.label, x.id, CASE WHEN sx.status <> 'active' THEN sx.status ELSE x.status END, "
        "x.epoch, x.title, x.url, vx.label, t.acl_epoch, t.span_key, c.normaliser "
        f"FROM {items(dialect, 'wanted', ('id',))} "
        "JOIN tenants t ON t.tenant = :tenant "
        "JOIN citations c ON c.tenant = :tenant AND c.id = wanted.id "
        "JOIN citation_roots r ON r.tenant = :tenant AND r.citation = c.id "
        "LEFT JOIN documents d ON d.tenant = :tenant AND d.id = r.document "
        "LEFT JOIN sources s ON s.tenant = :tenant AND s.id = d.source "
        "LEFT JOIN document_versions vn ON vn.tenant = :tenant AND vn.document = d.id AND vn.version = d.version "
        "AND d.version <> r.version "
        "LEFT JOIN document_versions vo ON vo.tenant = :tenant AND vo.document = d.id AND vo.version = r.version "
        "AND d.version <> r.version "
        "LEFT JOIN documents x ON x.tenant = :tenant AND x.id = d.superseded_by "
        "LEFT JOIN sources sx ON sx.tenant = :tenant AND sx.id = x.source "
        "LEFT JOIN document_versions vx ON vx.tenant = :tenant AND vx.document = x.id AND vx.version = x.version "
        "ORDER BY wanted.id, r.ordinal",
    )


def _payloads(dialect: str) -> TextClause:
    return list_query(
        dialect,
        f"SELECT p.seq, p.body FROM {items(dialect, 'wanted', ('seq',))} "  # noqa: S608
        "JOIN payloads p ON p.tenant = :tenant AND p.seq = CAST(wanted.seq AS bigint)",
    )


_FACTS = {dialect: _facts(dialect) for dialect in ("sqlite", "postgresql")}
_PAYLOADS = {dialect: _payloads(dialect) for dialect in ("sqlite", "postgresql")}


async def load_facts(connection: AsyncConnection, tenant: str, citations: Sequence[str]) -> list[RootFact]:
    """Every root span of these citations, grouped by citation, the citation's own span first."""
    parameters = {"tenant": tenant, "wanted": as_items([name] for name in citations)}
    rows = await connection.execute(_FACTS[connection.dialect.name], parameters)
    return list(map(RootFact._make, rows.all()))  # one fetch: a page has a thousand rows


async def load_payloads(connection: AsyncConnection, tenant: str, numbers: Sequence[int]) -> dict[int, str]:
    """The payloads of log entries that have not been erased, as stored."""
    parameters = {"tenant": tenant, "wanted": as_items([number] for number in numbers)}
    rows = await connection.execute(_PAYLOADS[connection.dialect.name], parameters)
    return {row[0]: row[1] for row in rows}
