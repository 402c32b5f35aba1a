"""Integrity: is the passage still what the model read?

White space and formatting are not content: a document that was re-wrapped or got a bold word has not changed.
"""

from __future__ import annotations

from citeward.ledger import digest
from citeward.model import DocumentStatus, Evidence, Verdict
from citeward.text import normalise
from citeward.verify.interfaces import Current
from citeward.verify.stages.interface import Outcome, Subject, failed, passed, skipped

__all__ = ["check"]

_GONE = frozenset({DocumentStatus.RETIRED, DocumentStatus.RETRACTED, DocumentStatus.POISONED, DocumentStatus.REMOVED})


def check(subject: Subject) -> Outcome:
    """Passed only where the store knows the document, it is active, and its passage reads the same."""
    evidence = subject.evidence
    if evidence is None:
        return skipped("no_evidence")
    if evidence.copy is not None:
        return passed("read_for_this_answer")
    if evidence.handle not in subject.facts.documents:
        return failed(Verdict.UNCONFIRMED, "store_unknown")
    current = subject.facts.documents[evidence.handle]
    if current is None:
        return failed(Verdict.RETRACTED, "missing")
    if current.status in _GONE:
        return failed(Verdict.RETRACTED, str(current.status))
    if current.status == DocumentStatus.SUPERSEDED:
        return failed(Verdict.CHANGED_SINCE_RETRIEVAL, "superseded")
    if current.status != DocumentStatus.ACTIVE:
        return failed(Verdict.UNCONFIRMED, "unknown_status")
    return _compare(evidence, current)


def _compare(evidence: Evidence, current: Current) -> Outcome:
    if current.text is not None:
        if current.sha256 is not None and current.sha256.strip().casefold() != digest(current.text):
            return failed(Verdict.UNCONFIRMED, "hash_contradicts_text")
        if current.text == evidence.text:
            return passed()
        if normalise(evidence.text) == normalise(current.text):
            return passed("reformatted")
        return failed(Verdict.CHANGED_SINCE_RETRIEVAL, "text_changed")
    if current.sha256 is None:
        if current.version is None:
            return failed(Verdict.UNCONFIRMED, "no_hash")
        # A version is immutable: the same one is the same text, and another one without its text is not known to be.
        if current.version == evidence.version:
            return passed("same_version")
        return failed(Verdict.CHANGED_SINCE_RETRIEVAL, "version_changed")
    if current.sha256.strip().casefold() == evidence.sha256:
        return passed()
    return failed(Verdict.CHANGED_SINCE_RETRIEVAL, "hash_changed")
