"""Records as rows of the append-only tables."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from citeward.ids import uuid7
from citeward.model import CitationRecord, Evidence, Incident
from citeward.records.placing import Placed
from citeward.registry import RootRow
from citeward.storage import CITATION_ROOTS, Entry
from citeward.text import NORMALISER_VERSION

__all__ = ["citation_row", "evidence_row", "incident_row", "root_entries", "verdict_row"]

Row = dict[str, Any]


def evidence_row(answer: str, ordinal: int, evidence: Evidence, placed: Placed) -> Row:
    """One chunk of the prompt: which version, and where in it."""
    return {
        "answer": answer, "ordinal": ordinal, "handle": evidence.handle, "document": evidence.id,
        "version": placed.version, "label": evidence.version, "start_at": placed.start, "end_at": placed.end,
    }  # fmt: skip


def verdict_row(answer: str, ordinal: int, record: CitationRecord) -> Row:
    """What was found of one proposal, granted or not."""
    checks = {stage.value: check.value for stage, check in record.checks.items()}
    return {
        "answer": answer, "ordinal": ordinal, "id": record.id, "kind": record.kind.value, "handle": record.handle,
        "document": record.document, "label": record.version, "source": record.source,
        "verdict": record.verdict.value, "reason": record.reason, "checks": json.dumps(checks, sort_keys=True),
        "action": record.action.value, "claim_start": record.claim_start, "claim_end": record.claim_end,
        "host_class": record.host_class, "target_hash": record.target_hash,
        "score_ppm": None if record.score is None else round(record.score * 1e6),
        "tier": None if record.tier is None else int(record.tier), "judged_by": record.judged_by,
    }  # fmt: skip


def citation_row(answer: str, ordinal: int, record: CitationRecord, at: int) -> Row:
    """One granted citation."""
    return {
        "id": record.id, "answer": answer, "ordinal": ordinal, "document": record.document,
        "normaliser": NORMALISER_VERSION, "at": at,
    }  # fmt: skip


def root_entries(roots: Mapping[str, Sequence[RootRow]]) -> list[Entry]:
    """Everything citations rest on, their own spans first: an entry for each document.

    So the words around what was cited of a document can go with it.

    Args:
        roots: by citation.
    """
    rows: dict[str, list[Row]] = {}
    anchors: dict[str, dict[str, dict[str, object]]] = {}
    for citation, found in roots.items():
        for ordinal, root in enumerate(found):
            rows.setdefault(root.document, []).append(
                {
                    "citation": citation, "ordinal": ordinal, "document": root.document,
                    "version": root.version or None, "start_at": root.start, "end_at": root.end, "role": root.role,
                }
            )  # fmt: skip
            kept = anchors.setdefault(root.document, {})
            if root.anchor is not None:
                kept.setdefault(citation, {})[str(ordinal)] = root.anchor
    return [Entry("anchors", [(CITATION_ROOTS, own)], {"anchors": anchors[name]}) for name, own in rows.items()]


def incident_row(incident: Incident, at: int, principal: str) -> Row:
    """One incident, with the pseudonym of who it was about."""
    return {
        "id": uuid7(), "kind": incident.kind.value, "principal": principal, "handle": incident.handle,
        "document": incident.document, "label": incident.version, "cache_key": incident.cache_key, "at": at,
    }  # fmt: skip
