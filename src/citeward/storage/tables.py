"""The tables, as SQLAlchemy Core objects. The migrations create them; a test holds the two together.

Tenant leads every key and every index. Times are whole microseconds since 1970-01-01 UTC. Offsets are code points.
Only text and whole numbers are stored, so that a row reads the same, and hashes the same, in both databases.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import BigInteger, Column, ForeignKeyConstraint, Index, Integer, MetaData, Table, Text

__all__ = [
    "ACL",
    "ANSWERS",
    "ANSWER_EVIDENCE",
    "APPEND_ONLY",
    "CHANGES",
    "CITATIONS",
    "CITATION_ROOTS",
    "DISPLAYS",
    "DOCUMENTS",
    "DOCUMENT_ROOTS",
    "DOCUMENT_VERSIONS",
    "HEADS",
    "INCIDENTS",
    "LIKENESS",
    "LOG",
    "MEMBERS",
    "METADATA",
    "NAMES",
    "NOTICES",
    "PAYLOADS",
    "POLICIES",
    "SOURCES",
    "SUPPORT_VERDICTS",
    "TENANTS",
    "TOMBSTONES",
    "VERDICTS",
    "VERSION_ACL",
]

METADATA = MetaData()


def _key(name: str, kind: Any = Text) -> Column[Any]:
    return Column(name, kind, primary_key=True)


def _text(name: str) -> Column[Any]:
    return Column(name, Text, nullable=False)


def _number(name: str) -> Column[Any]:
    return Column(name, BigInteger, nullable=False)


def _maybe_text(name: str) -> Column[Any]:
    return Column(name, Text, nullable=True)


def _maybe_number(name: str) -> Column[Any]:
    return Column(name, BigInteger, nullable=True)


def _belongs(table: str, columns: str, to: str) -> ForeignKeyConstraint:
    """A foreign key; its columns carry the tenant, so that nothing can point into another tenant's world."""
    return ForeignKeyConstraint(columns.split(), [f"{table}.{name}" for name in to.split()])


def _appended(name: str, *columns: Any) -> Table:
    """A table whose rows are never changed: without a rowid, which would be a second way to overwrite one."""
    by_seq = Index(f"ix_{name}_seq", "tenant", "seq")
    return Table(name, METADATA, *columns, _number("seq"), by_seq, sqlite_with_rowid=False)


# -- what changes: one row per thing, as it is now -----------------------------------------------------------

TENANTS = Table(
    "tenants", METADATA, _key("tenant"), _text("span_key"), _number("acl_epoch"), _number("documents_epoch")
)  # fmt: skip
"""``span_key`` keys the hashes of spans; the epochs count every change of access and of documents."""

MEMBERS = Table(
    "members", METADATA, _key("tenant"), _key("member"), _key("grp"),
    Index("ix_members_grp", "tenant", "grp"), sqlite_with_rowid=False,
)  # fmt: skip

ACL = Table(
    "acl", METADATA, _key("tenant"), _key("object"), _key("scope"), _key("subject"), _text("effect"),
    Index("ix_acl_subject", "tenant", "subject", "object"), sqlite_with_rowid=False,
)  # fmt: skip

VERSION_ACL = Table(
    "version_acl", METADATA, _key("tenant"), _key("document"), _key("through_version", Integer), _key("subject"),
    _text("effect"), sqlite_with_rowid=False,
)  # fmt: skip
"""Lists that earlier versions had when they stopped being current. One list is for the versions after the one below it
up to ``through_version``; versions that no list is for have the document's own."""

LIKENESS = Table(
    "likeness", METADATA, _key("tenant"), _key("run"), _key("document"), _key("version", Integer), _number("runs"),
    Index("ix_likeness_document", "tenant", "document"), sqlite_with_rowid=False,
)  # fmt: skip
"""Runs of words of derived texts, as keyed hashes; ``runs`` is how many of them are kept of the text."""

SOURCES = Table(
    "sources", METADATA, _key("tenant"), _key("id"), _text("connector"), _text("authority"), _number("tier"),
    _text("hosts"), _text("status"),
)  # fmt: skip

DOCUMENTS = Table(
    "documents", METADATA, _key("tenant"), _key("id"), _text("source"), _number("version"), _text("status"),
    _maybe_text("superseded_by"), _number("epoch"), _number("changed_at"), _number("derived"), _text("title"),
    _maybe_text("url"), _text("sha256"),
    _belongs("sources", "tenant source", "tenant id"), Index("ix_documents_source", "tenant", "source"),
)  # fmt: skip
"""``version`` is the number of the current version, counted from 1; ``epoch`` counts every change of the document;
title, URL and hash are those of the current version."""

NAMES = Table(
    "names", METADATA, _key("tenant"), _key("pseudonym"), _text("name"), Index("ix_names_name", "tenant", "name"),
)  # fmt: skip
"""Who is meant by the pseudonyms in rows that never change. Forgetting somebody takes their row away."""

DISPLAYS = Table(
    "displays", METADATA, _key("tenant"), _key("at", BigInteger), _key("state"), _key("reason"), _number("citations"),
    sqlite_with_rowid=False,
)  # fmt: skip
"""How many citations were displayed in which state, by hour. Counts only: never who looked at what."""

SUPPORT_VERDICTS = Table(
    "support_verdicts", METADATA, _key("tenant"), _key("source"), _key("claim"), _key("manifest"),
    _key("tier", Integer), _text("score"), _text("state"), _number("vetoed"), _number("start_at"), _number("end_at"),
    _number("at"),
    Index("ix_support_verdicts_at", "tenant", "at"), sqlite_with_rowid=False,
)  # fmt: skip
"""A cache: ``source`` and ``claim`` are hashes, ``tier`` is -1 where it is not known. Rows may go at any time."""

# -- what never changes --------------------------------------------------------------------------------------

DOCUMENT_VERSIONS = _appended(
    "document_versions", _key("tenant"), _key("document"), _key("version", Integer), _text("label"), _text("origin"),
    _number("depth"), _number("at"), _belongs("documents", "tenant document", "tenant id"),
    Index("ix_document_versions_label", "tenant", "document", "label"),
)  # fmt: skip

DOCUMENT_ROOTS = _appended(
    "document_roots", _key("tenant"), _key("document"), _key("version", Integer), _key("ordinal", Integer),
    _text("root"), _number("root_version"), _maybe_number("start_at"), _maybe_number("end_at"), _text("role"),
    _belongs("document_versions", "tenant document version", "tenant document version"),
    Index("ix_document_roots_root", "tenant", "root"),
)  # fmt: skip

ANSWERS = _appended(
    "answers", _key("tenant"), _key("id"), _text("turn"), _text("action"), _text("policy"), _maybe_text("model"),
    _maybe_text("provider"), _number("latency_us"), _number("at"), _maybe_text("rules"),
    Index("ix_answers_at", "tenant", "at"),
)  # fmt: skip
"""``rules`` is the digest of the policy an answer was checked under; empty of those from before it was kept."""

ANSWER_EVIDENCE = _appended(
    "answer_evidence", _key("tenant"), _key("answer"), _key("ordinal", Integer), _text("handle"), _text("document"),
    _maybe_number("version"), _text("label"), _maybe_number("start_at"), _maybe_number("end_at"),
    _belongs("answers", "tenant answer", "tenant id"), Index("ix_answer_evidence_document", "tenant", "document"),
)  # fmt: skip

VERDICTS = _appended(
    "verdicts", _key("tenant"), _key("answer"), _key("ordinal", Integer), _text("id"), _text("kind"),
    _maybe_text("handle"), _maybe_text("document"), _maybe_text("label"), _maybe_text("source"), _text("verdict"),
    _text("reason"), _text("checks"), _text("action"), _number("claim_start"), _number("claim_end"),
    _maybe_text("host_class"), _maybe_text("target_hash"), _maybe_number("score_ppm"), _maybe_number("tier"),
    _maybe_text("judged_by"), _belongs("answers", "tenant answer", "tenant id"),
    Index("ix_verdicts_id", "tenant", "id"),
)  # fmt: skip
"""``score_ppm`` is the probability of support in millionths: a fraction would not read the same everywhere."""

CITATIONS = _appended(
    "citations", _key("tenant"), _key("id"), _text("answer"), _number("ordinal"), _text("document"),
    _text("normaliser"), _number("at"), _belongs("answers", "tenant answer", "tenant id"),
    Index("ix_citations_answer", "tenant", "answer"),
)  # fmt: skip

CITATION_ROOTS = _appended(
    "citation_roots", _key("tenant"), _key("citation"), _key("ordinal", Integer), _text("document"),
    _maybe_number("version"), _maybe_number("start_at"), _maybe_number("end_at"), _text("role"),
    _belongs("citations", "tenant citation", "tenant id"),
    Index("ix_citation_roots_document", "tenant", "document", "version"),
)  # fmt: skip

INCIDENTS = _appended(
    "incidents", _key("tenant"), _key("id"), _text("kind"), _text("principal"), _maybe_text("handle"),
    _text("document"), _text("label"), _maybe_text("cache_key"), _number("at"),
    Index("ix_incidents_at", "tenant", "at"),
)  # fmt: skip

POLICIES = _appended(
    "policies", _key("tenant"), _key("name"), _key("intent"), _key("ordinal", Integer), _text("digest"),
    _text("actor"), _number("at"),
)  # fmt: skip
"""Since when answers were checked under a policy: one row each time a process began to use other rules."""

TOMBSTONES = _appended("tombstones", _key("tenant"), _key("erased", BigInteger), _text("reason"), _number("at"))
"""``erased`` is the number of the entry whose payload is gone; ``seq`` that of the entry that says so."""

APPEND_ONLY: tuple[Table, ...] = (
    DOCUMENT_VERSIONS, DOCUMENT_ROOTS, ANSWERS, ANSWER_EVIDENCE, VERDICTS, CITATIONS, CITATION_ROOTS, INCIDENTS,
    POLICIES, TOMBSTONES,
)  # fmt: skip
"""The tables whose rows the log covers. Every row names the entry (``seq``) it was written with."""

# -- the log -------------------------------------------------------------------------------------------------

LOG = Table(
    "log", METADATA, _key("tenant"), _key("seq", BigInteger), _text("kind"), _text("rows_digest"), _text("commitment"),
    _text("hash"), sqlite_with_rowid=False,
)  # fmt: skip
"""One chain per tenant. ``commitment`` is empty where an entry has no payload."""

HEADS = Table("heads", METADATA, _key("tenant"), _number("seq"), _text("hash"))
"""The end of each chain, changed with every entry: without it, entries cut off the end would not be missed."""

PAYLOADS = Table("payloads", METADATA, _key("tenant"), _key("seq", BigInteger), _text("salt"), _text("body"))
"""Everything that may have to be erased: texts, titles, names. Deleted only under a tombstone."""

# -- the outbox ----------------------------------------------------------------------------------------------

CHANGES = Table(
    "changes", METADATA, _key("tenant"), _key("kind"), _key("object"), _text("cursor"), _number("due_at"),
    Index("ix_changes_due", "tenant", "due_at"), sqlite_with_rowid=False,
)  # fmt: skip
"""What changed and has not been followed up. ``cursor`` is the last answer that was; empty: none yet."""

NOTICES = Table(
    "notices", METADATA, _key("tenant"), _key("answer"), _maybe_text("id"), _text("told"), _maybe_text("pending"),
    _number("number"), _maybe_number("due_at"), _number("attempts"), _number("at"),
    _belongs("answers", "tenant answer", "tenant id"), Index("ix_notices_due", "tenant", "due_at"),
    sqlite_with_rowid=False,
)  # fmt: skip
"""Answers whose owner may have to be told. ``told`` and ``pending`` are JSON of citation and state; ``number`` counts
the changes, so that one that comes while a notice is on its way is not lost; ``due_at`` is empty: nothing is due."""
