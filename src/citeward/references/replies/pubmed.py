"""PubMed's esummary in JSON (https://www.ncbi.nlm.nih.gov/books/NBK25501/)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from citeward.references.identifiers import canonical_doi
from citeward.references.people import Name
from citeward.references.record import Record, RecordKind, RecordTitle, Retraction
from citeward.references.replies.interface import Reading, ReplyState, Shape, as_list, as_map, as_text

__all__ = ["RETRACTED_TYPE", "PubMedShape"]

RETRACTED_TYPE = "Retracted Publication"
_NOTICES = frozenset(("Retraction of Publication", "Retraction Notice", "Published Erratum", "Expression of Concern"))


class PubMedShape(Shape):
    """``{header, result: {uids, UID: summary}}``; a UID that does not exist has an ``error`` of its own."""

    name = "pubmed"

    def recognises(self, data: object) -> bool:
        body = as_map(data)
        return "uids" in as_map(body.get("result")) or as_text(as_map(body.get("header")).get("type")) == "esummary"

    def read(self, data: Any) -> Reading:
        result = as_map(data.get("result"))
        summaries = [as_map(result.get(uid)) for uid in as_list(result.get("uids")) if isinstance(uid, str)]
        records = tuple(_record(summary) for summary in summaries if summary and "error" not in summary)
        if records:
            return Reading(ReplyState.FOUND, records)
        if any("error" in summary for summary in summaries):
            return Reading(ReplyState.ABSENT, detail="no_such_pmid")
        return Reading(ReplyState.DEGRADED, detail="no_work_in_reply")


def _record(summary: Mapping[str, Any]) -> Record:
    titles = (as_text(summary.get("title")), as_text(summary.get("vernaculartitle")), as_text(summary.get("booktitle")))
    types = [as_text(kind) for kind in as_list(summary.get("pubtype"))]
    ids = [as_map(item) for item in as_list(summary.get("articleids"))]
    dois = [canonical_doi(as_text(i.get("value"))) for i in ids if i.get("idtype") == "doi"]
    dates = (as_text(summary.get(key))[:4] for key in ("pubdate", "epubdate", "sortpubdate"))
    kind = RecordKind.PREPRINT if "Preprint" in types else RecordKind.WORK
    return Record(
        registry=PubMedShape.name,
        kind=RecordKind.NOTICE if _NOTICES & {*types} else kind,
        titles=tuple(RecordTitle(title) for title in titles if title.strip()),
        authors=tuple(Name(literal=as_text(as_map(a).get("name"))) for a in as_list(summary.get("authors"))),
        years=frozenset(int(date) for date in dates if date.isdecimal() and len(date) == 4),
        venues=tuple(v for v in (as_text(summary.get("fulljournalname")), as_text(summary.get("source"))) if v),
        identifiers=frozenset({f"pmid:{as_text(summary.get('uid'))}", *(doi for doi in dois if doi)}),
        retractions=(Retraction(kind="retraction", source="pubmed"),) if RETRACTED_TYPE in types else (),
    )
