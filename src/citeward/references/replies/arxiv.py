"""arXiv's Atom feed (https://info.arxiv.org/help/api/user-manual.html). No entry for a number it does not have."""

from __future__ import annotations

import re
from typing import Any
from xml.etree.ElementTree import Element

from citeward.references.identifiers import canonical_doi, parse_identifier
from citeward.references.people import Name
from citeward.references.record import Record, RecordKind, RecordTitle, Retraction
from citeward.references.replies.interface import Reading, ReplyState, Shape
from citeward.references.replies.markup import text_of

__all__ = ["ArxivShape"]

_ATOM = "{http://www.w3.org/2005/Atom}"
_ARXIV = "{http://arxiv.org/schemas/atom}"
_WITHDRAWN = re.compile(
    r"\b(?:paper|article|submission|manuscript|preprint|work)\b.{0,40}\bwithdrawn\b|^\s*withdrawn\b", re.I | re.S
)


class ArxivShape(Shape):
    """A feed of entries; an error is an entry too, titled "Error"."""

    name = "arxiv"

    def recognises(self, data: object) -> bool:
        return isinstance(data, Element) and data.tag == f"{_ATOM}feed"

    def read(self, data: Any) -> Reading:
        entries = data.findall(f"{_ATOM}entry")
        if any("/api/errors" in text_of(e.find(f"{_ATOM}id")) for e in entries):
            return Reading(ReplyState.ABSENT, detail="malformed_arxiv_number")
        records = tuple(_record(entry) for entry in entries if text_of(entry.find(f"{_ATOM}title")))
        return Reading(ReplyState.FOUND if records else ReplyState.ABSENT, records)


def _record(entry: Element) -> Record:
    number = parse_identifier(text_of(entry.find(f"{_ATOM}id")))
    doi = canonical_doi(text_of(entry.find(f"{_ARXIV}doi")))
    journal = text_of(entry.find(f"{_ARXIV}journal_ref"))
    comment = text_of(entry.find(f"{_ARXIV}comment"))
    dates = (text_of(entry.find(f"{_ATOM}{key}"))[:4] for key in ("published", "updated"))
    own = [f"arxiv:{number.value}", f"10.48550/arxiv.{number.value}"] if number else []
    return Record(
        registry=ArxivShape.name,
        kind=RecordKind.PREPRINT,
        titles=(RecordTitle(text_of(entry.find(f"{_ATOM}title"))),),
        authors=tuple(Name(literal=text_of(a.find(f"{_ATOM}name"))) for a in entry.findall(f"{_ATOM}author")),
        years=frozenset(int(date) for date in dates if date.isdecimal()) | _journal_years(journal),
        venues=tuple(v for v in ("arXiv", journal) if v),
        identifiers=frozenset(own),
        related=frozenset({doi} if doi else ()),
        retractions=(Retraction(kind="withdrawal", source="arxiv"),) if _WITHDRAWN.search(comment) else (),
        url=text_of(entry.find(f"{_ATOM}id")) or None,
    )


def _journal_years(journal: str) -> frozenset[int]:
    return frozenset(int(year) for year in re.findall(r"(?<!\d)(?:19|20)\d\d(?!\d)", journal))
