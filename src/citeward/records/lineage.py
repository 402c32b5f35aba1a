"""Lineage: which spans a derived text came from, resolved when it is written.

A derived text rests on everything that was in the prompt of the answers it was made of, so that copying words without
their ids does not escape. The spans of originals are its roots; derived texts on the way count with their status and
their readers. Deriving again adds roots and drops none: the same words keep what they came from under any name, and
another text under the same name keeps who might read the one before it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import TextClause, select
from sqlalchemy.ext.asyncio import AsyncConnection

from citeward.access import Acl
from citeward.errors import InputError
from citeward.records.likeness import keep_likeness, texts_alike
from citeward.registry import Document, DocumentText, Ingested, Origin, RootRow, anchor_in, ingest, load_texts
from citeward.storage import (
    DOCUMENTS,
    as_items,
    check_identifier,
    ensure_tenant,
    items,
    list_query,
    lock_head,
    pseudonym,
    read_payload,
)
from citeward.text import anchor, normalise

__all__ = ["MAX_DEPTH", "MAX_ROOTS", "Derived", "VersionRef", "derive", "expand", "find_versions"]

MAX_DEPTH = 64
"""Derivations on top of each other. Deeper chains are loops in all but name."""
MAX_ROOTS = 5_000
"""Spans one text may rest on; each is checked at every display of every citation of it."""


@dataclass(frozen=True, slots=True)
class Derived:
    """A memory note, summary, plan or hand-off that later turns may cite."""

    id: str
    source: str
    """The registered source it is kept in; its tier is an upper bound."""
    text: str
    answers: tuple[str, ...] = ()
    """Answers of the turns that produced it: everything in their prompts counts."""
    citations: tuple[str, ...] = ()
    """Citations it names besides."""
    by: str = ""
    """The principal it was made for."""
    title: str = ""
    version: str = ""
    acl: Acl | None = None
    """Who may read it; whoever may not read everything it came from may not read it either."""


@dataclass(frozen=True, slots=True)
class VersionRef:
    """A stored version: its number, and how many derivations it is away from originals."""

    number: int
    depth: int


_Spans = Collection[RootRow]


async def derive(connection: AsyncConnection, tenant: str, derived: Derived, now: int | None = None) -> Ingested:
    """Stores a derived text with its lineage, within the caller's transaction.

    Args:
        connection: a writing one.
        tenant: whose.
        derived: the text and what it was made of.
        now: microseconds, for a history that is played again.

    Raises:
        InputError: no lineage, an answer or a citation that is not stored, a text that came from itself, a chain that
            is too long, too many roots.
    """
    for name in (derived.id, *derived.answers, *derived.citations):
        check_identifier("derived", name)
    tenant_row = await ensure_tenant(connection, tenant)
    await lock_head(connection, tenant)
    spans = await _evidence_of(connection, tenant, derived.answers, tenant_row.span_key)
    spans += await _roots_of(connection, tenant, derived.citations)
    if not spans:
        raise InputError("from", "names nothing this text came from", "Name the answers it was made of.")
    roots, depth = await expand(connection, tenant, spans)
    if any(root.document == derived.id for root in roots):
        raise InputError("id", f"{derived.id!r} would come from itself", "Give the new text an id of its own.")
    if depth > MAX_DEPTH:
        raise InputError("from", f"is {depth} derivations deep", f"At most {MAX_DEPTH}: derive from originals.")
    if len(roots) > MAX_ROOTS:
        raise InputError("from", f"rests on {len(roots):,} spans", f"Derive from less; {MAX_ROOTS:,} is the most.")
    made_for = await pseudonym(connection, tenant, derived.by)
    roots += await _from_before(connection, tenant, derived, roots, (made_for, tenant_row.span_key))
    described = {"answers": list(derived.answers), "citations": list(derived.citations), "by": made_for}
    document = Document(derived.id, derived.source, derived.text, derived.version, derived.title, acl=derived.acl)
    origins = {derived.id: Origin(roots, depth, described)}
    (done,) = await ingest(connection, tenant, [document], origins, now=now, actor=derived.by)
    await keep_likeness(connection, tenant, (done.id, done.number), derived.text, tenant_row.span_key)
    return done


async def _from_before(
    connection: AsyncConnection, tenant: str, derived: Derived, roots: Sequence[RootRow], whose: tuple[str, bytes]
) -> list[RootRow]:
    """What the same words came from, and what stood under the same name, where that is not among the roots already."""
    alike = await _alike(connection, tenant, derived, whose)
    own = await _current_version(connection, tenant, derived.id)
    before = alike if own is None or own in alike else {**alike, own: "past"}
    known = {root.key for root in roots}
    found: dict[tuple[object, ...], RootRow] = {}
    for version, role in before.items():
        for root in await _inherited(connection, tenant, {version}):
            keeps_role = role == "same" or root.role == "past"
            kept = root if keeps_role else RootRow(root.document, root.version, None, None, role, None)
            if kept.key not in known and kept.document != derived.id:
                found.setdefault(kept.key, kept)
    return list(found.values())


async def _alike(
    connection: AsyncConnection, tenant: str, derived: Derived, whose: tuple[str, bytes]
) -> dict[tuple[str, int], str]:
    """Versions that say the same (``same``) or nearly so (``kept``), under this name or derived for the same person.

    What somebody else's text came from is not for this one to carry: two people may well be told the same, and neither
    may learn by it what the other one reads.
    """
    made_for, key = whose
    found = await texts_alike(connection, tenant, derived.text, key)
    texts = await load_texts(connection, tenant, found)
    wanted = normalise(derived.text)
    return {
        version: "same" if normalise(text.text) == wanted else "kept"
        for version, text in sorted(texts.items())
        if version[0] == derived.id or text.made_for == made_for
    }


async def _current_version(connection: AsyncConnection, tenant: str, document: str) -> tuple[str, int] | None:
    mine = select(DOCUMENTS.c.version).where(DOCUMENTS.c.tenant == tenant, DOCUMENTS.c.id == document)
    number = (await connection.execute(mine)).scalar()
    return None if number is None else (document, number)


async def expand(connection: AsyncConnection, tenant: str, spans: _Spans) -> tuple[list[RootRow], int]:
    """The spans themselves where they are of originals, else what those rest on; and how deep a text of them all is."""
    versions = {(span.document, span.version) for span in spans}
    depths = await _depths(connection, tenant, versions)
    derived = {key for key, depth in depths.items() if depth > 0}
    inherited = await _inherited(connection, tenant, derived)
    found: dict[tuple[object, ...], RootRow] = {}
    for span in spans:
        if (span.document, span.version) in derived:
            via = RootRow(span.document, span.version, None, None, "via", None)
            found.setdefault(via.key, via)
        else:
            found.setdefault(span.key, span)
    for root in inherited:
        found.setdefault(root.key, root)
    return list(found.values()), 1 + max((depths.get(key, 0) for key in versions), default=0)


async def find_versions(
    connection: AsyncConnection, tenant: str, named: Collection[tuple[str, str]]
) -> dict[tuple[str, str], VersionRef]:
    """The newest version of each document that goes by a name, in one query."""
    if not named:
        return {}
    query = list_query(
        connection.dialect.name,
        "SELECT v.document, v.label, v.version, v.depth "  # noqa: S608
        f"FROM {items(connection.dialect.name, 'wanted', ('id', 'label'))} "
        "JOIN document_versions v ON v.tenant = :tenant AND v.document = wanted.id AND v.label = wanted.label "
        "ORDER BY v.version",
    )
    rows = await connection.execute(query, {"tenant": tenant, "wanted": as_items(named)})
    return {(row.document, row.label): VersionRef(row.version, row.depth) for row in rows}


async def _evidence_of(connection: AsyncConnection, tenant: str, answers: Sequence[str], key: bytes) -> list[RootRow]:
    """Everything that was in the prompts of these answers, anchored in the versions it was cut from."""
    query = list_query(
        connection.dialect.name,
        "SELECT a.id AS answer, e.document, e.version, e.start_at, e.end_at "  # noqa: S608
        f"FROM {items(connection.dialect.name, 'wanted', ('id',))} "
        "JOIN answers a ON a.tenant = :tenant AND a.id = wanted.id "
        "LEFT JOIN answer_evidence e ON e.tenant = :tenant AND e.answer = a.id "
        "ORDER BY a.id, e.ordinal",
    )
    rows = (await connection.execute(query, {"tenant": tenant, "wanted": as_items([name] for name in answers)})).all()
    _all_found("from", answers, {row.answer for row in rows})
    cited = [row for row in rows if row.document is not None]
    texts = await load_texts(connection, tenant, {(row.document, row.version) for row in cited if row.version})
    return [_span(row, texts, key) for row in cited]


def _span(row: Any, texts: Mapping[tuple[str, int], DocumentText], key: bytes) -> RootRow:
    version = texts.get((row.document, row.version))
    if version is None or row.start_at is None or not row.start_at < row.end_at:
        return RootRow(row.document, row.version or 0, None, None, "root", None)
    kept = anchor(version.text, row.start_at, row.end_at, key)
    anchored = (kept.prefix, kept.suffix, kept.span_hash)
    return RootRow(row.document, row.version, row.start_at, row.end_at, "root", anchored)


async def _roots_of(connection: AsyncConnection, tenant: str, citations: Sequence[str]) -> list[RootRow]:
    """What named citations rest on, with the anchors that were kept with them."""
    if not citations:
        return []
    query = list_query(
        connection.dialect.name,
        "SELECT c.id, r.ordinal, r.document, r.version, r.start_at, r.end_at, r.role, p.body "  # noqa: S608
        f"FROM {items(connection.dialect.name, 'wanted', ('id',))} "
        "JOIN citations c ON c.tenant = :tenant AND c.id = wanted.id "
        "JOIN citation_roots r ON r.tenant = :tenant AND r.citation = c.id "
        "LEFT JOIN payloads p ON p.tenant = :tenant AND p.seq = r.seq ORDER BY c.id, r.ordinal",
    )
    rows = (await connection.execute(query, {"tenant": tenant, "wanted": as_items([name] for name in citations)})).all()
    _all_found("citations", citations, {row.id for row in rows})
    return [_cited(row) for row in rows]


def _cited(row: Any) -> RootRow:
    anchored = None if row.body is None else anchor_in(read_payload(row.body)["anchors"], row.id, row.ordinal)
    role = "root" if row.role == "own" else row.role
    return RootRow(row.document, row.version or 0, row.start_at, row.end_at, role, anchored)


async def _depths(
    connection: AsyncConnection, tenant: str, versions: Collection[tuple[str, int]]
) -> dict[tuple[str, int], int]:
    query = list_query(
        connection.dialect.name,
        "SELECT v.document, v.version, v.depth "  # noqa: S608
        f"FROM {items(connection.dialect.name, 'wanted', ('id', 'version'))} "
        "JOIN document_versions v ON v.tenant = :tenant AND v.document = wanted.id "
        "AND v.version = CAST(wanted.version AS integer)",
    )
    rows = await connection.execute(query, {"tenant": tenant, "wanted": as_items(versions)})
    return {(row.document, row.version): row.depth for row in rows}


def _inherit(dialect: str) -> TextClause:
    return list_query(
        dialect,
        "SELECT r.document, r.version, r.ordinal, r.root, r.root_version, r.start_at, r.end_at, r.role "  # noqa: S608
        f"FROM {items(dialect, 'wanted', ('id', 'version'))} "
        "JOIN document_roots r ON r.tenant = :tenant AND r.document = wanted.id "
        "AND r.version = CAST(wanted.version AS integer) ORDER BY r.document, r.version, r.ordinal",
    )


async def _inherited(connection: AsyncConnection, tenant: str, versions: Collection[tuple[str, int]]) -> list[RootRow]:
    """What these derived versions rest on, resolved when they were written."""
    if not versions:
        return []
    texts = await load_texts(connection, tenant, versions)
    parameters = {"tenant": tenant, "wanted": as_items(sorted(versions))}
    rows = await connection.execute(_inherit(connection.dialect.name), parameters)
    found = []
    for row in rows:
        version = texts.get((row.document, row.version))
        anchored = None if version is None else version.anchors.get(row.ordinal)
        found.append(RootRow(row.root, row.root_version, row.start_at, row.end_at, row.role, anchored))
    return found


def _all_found(field: str, named: Sequence[str], found: Collection[str]) -> None:
    for name in named:
        if name not in found:
            raise InputError(field, f"{name!r} is not stored", "Name a stored one.")
