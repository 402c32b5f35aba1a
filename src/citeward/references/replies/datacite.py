"""DataCite's JSON:API (https://support.datacite.org/reference): ``{data: {type: dois, attributes}}``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from citeward.references.identifiers import canonical_doi
from citeward.references.people import Name
from citeward.references.record import Record, RecordKind, RecordTitle, Retraction
from citeward.references.replies.interface import Reading, ReplyState, Shape, as_list, as_map, as_text
from citeward.references.titles import is_marked_retracted, plain_title

__all__ = ["DataCiteShape"]

_KINDS = {"Preprint": RecordKind.PREPRINT, "Dataset": RecordKind.DATASET, "PeerReview": RecordKind.REVIEW}
_VERSIONS = frozenset(
    (
        "IsVersionOf",
        "HasVersion",
        "IsNewVersionOf",
        "IsPreviousVersionOf",
        "IsVariantFormOf",
        "IsIdenticalTo",
        "IsPreprintOf",
    )
)


class DataCiteShape(Shape):
    """A DOI, or JSON:API errors."""

    name = "datacite"

    def recognises(self, data: object) -> bool:
        body = as_map(data)
        errors = as_list(body.get("errors"))
        if errors and "data" not in body:
            return any({"status", "title"} & as_map(error).keys() for error in errors)
        return "attributes" in as_map(body.get("data")) or as_text(as_map(body.get("data")).get("type")) == "dois"

    def read(self, data: Any) -> Reading:
        if "data" not in data:
            gone = any(str(as_map(error).get("status")) == "404" for error in as_list(data.get("errors")))
            return Reading(ReplyState.ABSENT if gone else ReplyState.DEGRADED, detail="datacite_error")
        attributes = as_map(as_map(data["data"]).get("attributes"))
        if not canonical_doi(as_text(attributes.get("doi"))):
            return Reading(ReplyState.DEGRADED, detail="no_work_in_reply")
        return Reading(ReplyState.FOUND, (_record(attributes),))


def _record(a: Mapping[str, Any]) -> Record:
    doi = canonical_doi(as_text(a.get("doi")))
    titles = [as_map(item) for item in as_list(a.get("titles"))]
    mains = [t for t in titles if as_text(t.get("titleType")) != "Subtitle"]
    subtitle = next((as_text(t.get("title")) for t in titles if as_text(t.get("titleType")) == "Subtitle"), "")
    read = tuple(RecordTitle(as_text(t.get("title")), subtitle) for t in mains if as_text(t.get("title")))
    container = as_map(a.get("container"))
    publisher = a.get("publisher")
    return Record(
        registry=DataCiteShape.name,
        kind=_KINDS.get(as_text(as_map(a.get("types")).get("resourceTypeGeneral")), RecordKind.WORK),
        titles=read,
        authors=tuple(_name(as_map(item)) for item in as_list(a.get("creators"))),
        years=_years(a),
        venues=tuple(v for v in (as_text(container.get("title")), _publisher(publisher)) if v),
        identifiers=frozenset(name for name in (doi, *_own(a)) if name),
        related=frozenset(
            related
            for item in as_list(a.get("relatedIdentifiers"))
            if as_text(as_map(item).get("relationType")) in _VERSIONS
            and (related := canonical_doi(as_text(as_map(item).get("relatedIdentifier"))))
        ),
        retractions=_retractions(a, read),
        url=as_text(a.get("url")) or None,
    )


def _publisher(value: object) -> str:
    # Schema 4.5 makes an object of what used to be a string.
    return as_text(value) or as_text(as_map(value).get("name"))


def _name(item: Mapping[str, Any]) -> Name:
    family = as_text(item.get("familyName"))
    if family and as_text(item.get("nameType")) != "Organizational":
        return Name(family=family, given=as_text(item.get("givenName")))
    return Name(literal=as_text(item.get("name")))


def _years(a: Mapping[str, Any]) -> frozenset[int]:
    years = {a["publicationYear"]} if isinstance(a.get("publicationYear"), int) else set()
    for item in as_list(a.get("dates")):
        kind, year = as_text(as_map(item).get("dateType")), as_text(as_map(item).get("date"))[:4]
        if kind in ("Issued", "Available", "Submitted") and year.isdecimal():
            years.add(int(year))
    return frozenset(years)


def _own(a: Mapping[str, Any]) -> list[str]:
    items = [as_map(i) for i in (*as_list(a.get("identifiers")), *as_list(a.get("alternateIdentifiers")))]
    return [
        f"arxiv:{as_text(i.get('identifier') or i.get('alternateIdentifier')).lower()}"
        for i in items
        if "arXiv" in (i.get("identifierType"), i.get("alternateIdentifierType"))
    ]


def _retractions(a: Mapping[str, Any], titles: tuple[RecordTitle, ...]) -> tuple[Retraction, ...]:
    if any(is_marked_retracted(plain_title(title.main)) for title in titles):
        return (Retraction(kind="marked_title", source="title"),)
    if any(as_text(as_map(date).get("dateType")) == "Withdrawn" for date in as_list(a.get("dates"))):
        return (Retraction(kind="withdrawal", source="datacite"),)
    return ()
