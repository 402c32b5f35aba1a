"""Storage: the database, its tables and migrations, and the log that shows whether they were tampered with."""

from __future__ import annotations

from citeward.storage.audit import LogProblem, LogReport, ProblemKind, logged_tenants, verify_log
from citeward.storage.batch import as_items, items, list_query
from citeward.storage.changes import CHANNEL, ChangeKind, note_changes
from citeward.storage.database import Database
from citeward.storage.erasure import erase
from citeward.storage.heads import HeadKey, SignedHead
from citeward.storage.identifiers import check_identifier, identifiers, is_identifier, one_line
from citeward.storage.listening import Heard, listen
from citeward.storage.log import Entry, Head, append, head, lock_head, read_payload
from citeward.storage.moments import from_us, now_us, to_us
from citeward.storage.names import forget_name, names_of, pseudonym
from citeward.storage.remains import Remains, remains_of
from citeward.storage.tables import (
    ACL,
    ANSWER_EVIDENCE,
    ANSWERS,
    APPEND_ONLY,
    CHANGES,
    CITATION_ROOTS,
    CITATIONS,
    DISPLAYS,
    DOCUMENT_ROOTS,
    DOCUMENT_VERSIONS,
    DOCUMENTS,
    INCIDENTS,
    LIKENESS,
    LOG,
    MEMBERS,
    NOTICES,
    PAYLOADS,
    POLICIES,
    SOURCES,
    SUPPORT_VERDICTS,
    VERDICTS,
    VERSION_ACL,
)
from citeward.storage.tenancy import Tenant, begin_change, bump_access, bump_documents, ensure_tenant, find_tenant

__all__ = [
    "ACL",
    "ANSWERS",
    "ANSWER_EVIDENCE",
    "APPEND_ONLY",
    "CHANGES",
    "CHANNEL",
    "CITATIONS",
    "CITATION_ROOTS",
    "DISPLAYS",
    "DOCUMENTS",
    "DOCUMENT_ROOTS",
    "DOCUMENT_VERSIONS",
    "INCIDENTS",
    "LIKENESS",
    "LOG",
    "MEMBERS",
    "NOTICES",
    "PAYLOADS",
    "POLICIES",
    "SOURCES",
    "SUPPORT_VERDICTS",
    "VERDICTS",
    "VERSION_ACL",
    "ChangeKind",
    "Database",
    "Entry",
    "Head",
    "HeadKey",
    "Heard",
    "LogProblem",
    "LogReport",
    "ProblemKind",
    "Remains",
    "SignedHead",
    "Tenant",
    "append",
    "as_items",
    "begin_change",
    "bump_access",
    "bump_documents",
    "check_identifier",
    "ensure_tenant",
    "erase",
    "find_tenant",
    "forget_name",
    "from_us",
    "head",
    "identifiers",
    "is_identifier",
    "items",
    "list_query",
    "listen",
    "lock_head",
    "logged_tenants",
    "names_of",
    "note_changes",
    "now_us",
    "one_line",
    "pseudonym",
    "read_payload",
    "remains_of",
    "to_us",
    "verify_log",
]
