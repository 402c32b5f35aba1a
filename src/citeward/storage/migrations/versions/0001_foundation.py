"""Tenants, access, sources, documents, answers, citations, and the log that covers them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from citeward.storage.guards import guards

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

_NUMBERS = {
    "acl_epoch", "documents_epoch", "tier", "epoch", "changed_at", "derived", "citations", "depth", "at", "seq",
    "erased", "root_version", "start_at", "end_at", "latency_us", "claim_start", "claim_end",
}  # fmt: skip
"""Columns of whole numbers; every other column holds text, but for those a table names as ``name:number``."""

_TABLES: dict[str, tuple[str, str, str]] = {
    # name: (primary key, columns, columns that may be null)
    "tenants": ("tenant", "span_key acl_epoch documents_epoch", ""),
    "members": ("tenant member grp", "", ""),
    "acl": ("tenant object scope subject", "effect", ""),
    "sources": ("tenant id", "connector authority tier hosts status", ""),
    "documents": (
        "tenant id", "source version:number status epoch changed_at derived title sha256", "superseded_by url",
    ),
    "displays": ("tenant at state reason", "citations", ""),
    "document_versions": ("tenant document version:integer", "label origin depth at seq", ""),
    "document_roots": (
        "tenant document version:integer ordinal:integer", "root root_version role seq", "start_at end_at",
    ),
    "answers": ("tenant id", "turn action policy latency_us at seq", "model provider"),
    "answer_evidence": ("tenant answer ordinal:integer", "handle document label seq", "version:number start_at end_at"),
    "verdicts": (
        "tenant answer ordinal:integer", "id kind verdict reason checks action claim_start claim_end seq",
        "handle document label source host_class target_hash",
    ),
    "citations": ("tenant id", "answer ordinal:number document normaliser at seq", ""),
    "citation_roots": ("tenant citation ordinal:integer", "document role seq", "version:number start_at end_at"),
    "incidents": ("tenant id", "kind principal document label at seq", "handle cache_key"),
    "log": ("tenant seq", "kind rows_digest commitment hash", ""),
    "heads": ("tenant", "seq hash", ""),
    "payloads": ("tenant seq", "salt body", ""),
    "tombstones": ("tenant erased", "reason at seq", ""),
}  # fmt: skip

_WITH_ROWID = {"tenants", "sources", "documents", "heads", "payloads"}

_APPEND_ONLY = (
    "document_versions", "document_roots", "answers", "answer_evidence", "verdicts", "citations", "citation_roots",
    "incidents", "log", "tombstones",
)  # fmt: skip

_BELONGS = {
    # table: (columns, the table and columns they point to)
    "documents": ("tenant source", "sources", "tenant id"),
    "document_versions": ("tenant document", "documents", "tenant id"),
    "document_roots": ("tenant document version", "document_versions", "tenant document version"),
    "answer_evidence": ("tenant answer", "answers", "tenant id"),
    "verdicts": ("tenant answer", "answers", "tenant id"),
    "citations": ("tenant answer", "answers", "tenant id"),
    "citation_roots": ("tenant citation", "citations", "tenant id"),
}

_INDEXES = {
    "ix_members_grp": ("members", "tenant grp"),
    "ix_documents_source": ("documents", "tenant source"),
    "ix_document_versions_label": ("document_versions", "tenant document label"),
    "ix_document_roots_root": ("document_roots", "tenant root"),
    "ix_answers_at": ("answers", "tenant at"),
    "ix_answer_evidence_document": ("answer_evidence", "tenant document"),
    "ix_verdicts_id": ("verdicts", "tenant id"),
    "ix_citations_answer": ("citations", "tenant answer"),
    "ix_citation_roots_document": ("citation_roots", "tenant document version"),
    "ix_incidents_at": ("incidents", "tenant at"),
    **{f"ix_{table}_seq": (table, "tenant seq") for table in _APPEND_ONLY if table != "log"},
}


def _column(spec: str, *, key: bool = False, null: bool = False) -> sa.Column[object]:
    name, _, kind = spec.partition(":")
    types = {"number": sa.BigInteger(), "integer": sa.Integer()}
    default = sa.BigInteger() if name in _NUMBERS else sa.Text()
    return sa.Column(name, types.get(kind, default), primary_key=key, nullable=null)


def _foreign_key(table: str) -> list[sa.ForeignKeyConstraint]:
    if table not in _BELONGS:
        return []
    columns, parent, to = _BELONGS[table]
    return [sa.ForeignKeyConstraint(columns.split(), [f"{parent}.{name}" for name in to.split()])]


def upgrade() -> None:
    for name, (key, columns, nullable) in _TABLES.items():
        op.create_table(
            name,
            *(_column(spec, key=True) for spec in key.split()),
            *(_column(spec) for spec in columns.split()),
            *(_column(spec, null=True) for spec in nullable.split()),
            *_foreign_key(name),
            sqlite_with_rowid=name in _WITH_ROWID,
        )
    for index, (table, columns) in _INDEXES.items():
        op.create_index(index, table, columns.split())
    keys = [(name, [spec.partition(":")[0] for spec in _TABLES[name][0].split()]) for name in _APPEND_ONLY]
    for statement in guards(op.get_bind().dialect.name, keys, "payloads"):
        op.execute(sa.text(statement))
