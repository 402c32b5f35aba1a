"""How documents stand now, with everything they were derived from: one query for any number of them."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import TextClause
from sqlalchemy.ext.asyncio import AsyncConnection

from citeward.model import DocumentStatus, Tier
from citeward.storage import as_items, items, list_query

__all__ = ["RootStanding", "Standing", "lowest_tier", "standings", "status_of"]

_OUT_OF_USE = frozenset(DocumentStatus) - {DocumentStatus.ACTIVE}
_COUNTS = {"past": frozenset({DocumentStatus.POISONED}), "kept": _OUT_OF_USE - {DocumentStatus.SUPERSEDED}}
"""Which statuses of a root a derived text has as well, by the root's role; all of them where none stands here."""


@dataclass(frozen=True, slots=True)
class Standing:
    """One document as it is now."""

    document: str
    status: DocumentStatus
    """``poisoned`` also where its source is; ``retired`` also where nothing but its source is out of use."""
    version: int
    label: str
    source: str
    tier: Tier
    """Its source's."""
    derived: bool
    epoch: int
    changed_at: int
    """Microseconds; when its text or status last changed."""
    superseded_by: str | None
    title: str
    url: str | None


@dataclass(frozen=True, slots=True)
class RootStanding:
    """One thing a document rests on, and how that stands."""

    ordinal: int
    document: str
    version: int
    start: int | None
    end: int | None
    role: str
    standing: Standing | None
    """None: it is not there any more."""


COLUMNS = (
    "d.id AS document, d.status, d.version AS current_version, d.source, d.derived, d.epoch, d.changed_at, "
    "d.superseded_by, d.title, d.url, s.tier, s.status AS source_status, v.label AS current_label"
)
JOINS = (
    "LEFT JOIN documents d ON d.tenant = :tenant AND d.id = {item} "
    "LEFT JOIN sources s ON s.tenant = :tenant AND s.id = d.source "
    "LEFT JOIN document_versions v ON v.tenant = :tenant AND v.document = d.id AND v.version = d.version"
)


def read_standing(row: Any) -> Standing | None:
    """The standing in a row with :data:`COLUMNS`; None where there is no such document."""
    if row.document is None:
        return None
    status, source = DocumentStatus(row.status), DocumentStatus(row.source_status)
    return Standing(
        document=row.document,
        status=source if source is DocumentStatus.POISONED or status is DocumentStatus.ACTIVE else status,
        version=row.current_version,
        label=row.current_label or "",
        source=row.source,
        tier=Tier(row.tier),
        derived=bool(row.derived),
        epoch=row.epoch,
        changed_at=row.changed_at,
        superseded_by=row.superseded_by,
        title=row.title,
        url=row.url,
    )


def _query(dialect: str) -> TextClause:
    return list_query(
        dialect,
        "WITH needed(asked, ordinal, item, version, start_at, end_at, role) AS ("  # noqa: S608
        f"SELECT id, -1, id, 0, NULL, NULL, 'own' FROM {items(dialect, 'wanted', ('id',))} "
        "UNION ALL "
        "SELECT r.document, r.ordinal, r.root, r.root_version, r.start_at, r.end_at, r.role "
        f"FROM {items(dialect, 'wanted', ('id',))} "
        "JOIN documents o ON o.tenant = :tenant AND o.id = wanted.id AND o.derived = 1 "
        "JOIN document_roots r ON r.tenant = :tenant AND r.document = o.id AND r.version = o.version) "
        "SELECT needed.asked, needed.ordinal, needed.item, needed.version, needed.start_at, needed.end_at, "
        f"needed.role, {COLUMNS} FROM needed {JOINS.format(item='needed.item')} ORDER BY needed.asked, needed.ordinal",
    )


async def standings(
    connection: AsyncConnection, tenant: str, documents: Collection[str]
) -> dict[str, tuple[Standing | None, tuple[RootStanding, ...]]]:
    """Each document's own standing, and that of everything its current version was derived from."""
    if not documents:
        return {}
    parameters = {"tenant": tenant, "wanted": as_items([name] for name in sorted(set(documents)))}
    own: dict[str, Standing | None] = {}
    roots: dict[str, list[RootStanding]] = {}
    for row in await connection.execute(_query(connection.dialect.name), parameters):
        standing = read_standing(row)
        if row.role == "own":
            own[row.asked] = standing
        else:
            root = RootStanding(row.ordinal, row.item, row.version, row.start_at, row.end_at, row.role, standing)
            roots.setdefault(row.asked, []).append(root)
    return {name: (standing, tuple(roots.get(name, ()))) for name, standing in own.items()}


def status_of(own: Standing, roots: Iterable[RootStanding]) -> DocumentStatus:
    """A document's status; of a derived text that is in use, the first status of a root that is not."""
    if own.status is not DocumentStatus.ACTIVE:
        return own.status
    for root in roots:
        if root.standing is None:
            return DocumentStatus.REMOVED
        if root.standing.status in _COUNTS.get(root.role, _OUT_OF_USE):
            return root.standing.status
    return DocumentStatus.ACTIVE


def lowest_tier(own: Standing | None, roots: Iterable[RootStanding]) -> Tier:
    """A derived text is trusted as far as the least trusted thing it came from; what is not there, not at all."""
    found = [own, *(root.standing for root in roots)]
    return min((Tier.D if standing is None else standing.tier for standing in found), default=Tier.D)
