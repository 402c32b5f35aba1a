"""Indexes that registries point to: Semantic Scholar papers and DBLP hits."""

from __future__ import annotations

import re
from typing import Any

from citeward.references.identifiers import canonical_doi
from citeward.references.people import Name
from citeward.references.record import Record, RecordKind, RecordTitle
from citeward.references.replies.interface import Reading, ReplyState, Shape, as_list, as_map, as_text
from citeward.references.venues import is_preprint_server

__all__ = ["DblpShape", "SemanticScholarShape"]

_HOMONYM = re.compile(r"\s\d{4}$")
"""DBLP tells namesakes apart by a number."""


def _year(value: object) -> frozenset[int]:
    return frozenset({int(str(value))} if str(value).isdecimal() else ())


class SemanticScholarShape(Shape):
    """One paper of the Academic Graph API (https://api.semanticscholar.org)."""

    name = "semanticscholar"

    def recognises(self, data: object) -> bool:
        return "paperId" in as_map(data)

    def read(self, data: Any) -> Reading:
        ids = as_map(data.get("externalIds"))
        doi = canonical_doi(as_text(ids.get("DOI")))
        venues = (as_text(data.get("venue")), as_text(as_map(data.get("journal")).get("name")))
        record = Record(
            registry=self.name,
            kind=RecordKind.PREPRINT if any(is_preprint_server(v) for v in venues) else RecordKind.WORK,
            titles=(RecordTitle(as_text(data.get("title"))),) if as_text(data.get("title")) else (),
            authors=tuple(Name(literal=as_text(as_map(a).get("name"))) for a in as_list(data.get("authors"))),
            years=_year(data.get("year")),
            venues=tuple(v for v in venues if v),
            identifiers=frozenset({doi} if doi else ()),
            url=as_text(data.get("url")) or None,
        )
        return Reading(ReplyState.FOUND, (record,))


class DblpShape(Shape):
    """Hits of the publication search (https://dblp.org/faq/How+to+use+the+dblp+search+API.html)."""

    name = "dblp"

    def recognises(self, data: object) -> bool:
        return self._hits(data) is not None

    def read(self, data: Any) -> Reading:
        records = tuple(self._record(as_map(as_map(hit).get("info"))) for hit in self._hits(data) or ())
        return Reading(ReplyState.FOUND if records else ReplyState.ABSENT, records, "search", is_search=True)

    @staticmethod
    def _hits(data: object) -> list[Any] | None:
        result = as_map(as_map(data).get("result"))
        hits = list(as_list(as_map(result.get("hits")).get("hit"))) if result else list(as_list(data))
        dblp = all("dblp.org/rec" in as_text(as_map(as_map(hit).get("info")).get("url")) for hit in hits)
        return hits if (hits and dblp) or (result and "hits" in result) else None

    def _record(self, info: Any) -> Record:
        authors = as_map(info.get("authors")).get("author")
        listed = authors if isinstance(authors, list) else [authors] if authors else []
        doi = canonical_doi(as_text(info.get("doi")))
        return Record(
            registry=self.name,
            kind=RecordKind.PREPRINT if is_preprint_server(as_text(info.get("venue"))) else RecordKind.WORK,
            titles=(RecordTitle(as_text(info.get("title"))),) if as_text(info.get("title")) else (),
            authors=tuple(Name(literal=_HOMONYM.sub("", as_text(as_map(a).get("text")))) for a in listed),
            years=_year(info.get("year")),
            venues=tuple(v for v in (as_text(info.get("venue")),) if v),
            identifiers=frozenset({doi} if doi else ()),
            url=as_text(info.get("url")) or None,
        )
