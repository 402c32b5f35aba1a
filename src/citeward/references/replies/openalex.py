"""OpenAlex works (https://docs.openalex.org). A second opinion: titles are sometimes wrong, retractions often early."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from citeward.references.identifiers import canonical_doi
from citeward.references.people import Name, read_authors
from citeward.references.record import Record, RecordKind, RecordTitle, Retraction
from citeward.references.replies.interface import Reading, ReplyState, Shape, as_list, as_map, as_text

__all__ = ["OpenAlexShape"]

_KINDS = {
    "preprint": RecordKind.PREPRINT,
    "dataset": RecordKind.DATASET,
    "peer-review": RecordKind.REVIEW,
    "retraction": RecordKind.NOTICE,
    "erratum": RecordKind.NOTICE,
}
_MAX_NAME_CHARS = 400


class OpenAlexShape(Shape):
    """A work, or a list of results."""

    name = "openalex"

    def recognises(self, data: object) -> bool:
        body = as_map(data)
        return "authorships" in body or ("results" in body and "meta" in body)

    def read(self, data: Any) -> Reading:
        if "results" in data:
            works = tuple(_record(as_map(item)) for item in as_list(data["results"]))
            return Reading(ReplyState.FOUND if works else ReplyState.ABSENT, works, "search", is_search=True)
        return Reading(ReplyState.FOUND, (_record(data),))


def _record(work: Mapping[str, Any]) -> Record:
    title = as_text(work.get("title")) or as_text(work.get("display_name"))
    year = work.get("publication_year")
    doi = canonical_doi(as_text(work.get("doi")))
    source = as_map(as_map(work.get("primary_location")).get("source"))
    retracted = work.get("is_retracted") is True
    return Record(
        registry=OpenAlexShape.name,
        kind=_KINDS.get(as_text(work.get("type")), RecordKind.WORK),
        titles=(RecordTitle(title),) if title else (),
        authors=tuple(name for item in as_list(work.get("authorships")) for name in _names(as_map(item))),
        years=frozenset({year} if isinstance(year, int) else ()),
        venues=tuple(v for v in (as_text(source.get("display_name")),) if v),
        identifiers=frozenset({doi} if doi else ()),
        retractions=(Retraction(kind="retraction", source="openalex"),) if retracted else (),
        url=as_text(work.get("id")) or None,
    )


def _names(item: Mapping[str, Any]) -> tuple[Name, ...]:
    name = as_text(item.get("raw_author_name")) or as_text(as_map(item.get("author")).get("display_name"))
    # Some records put a whole list into one author's name.
    return (
        read_authors([name[:_MAX_NAME_CHARS]]).names
        if name.count(",") < 2 and ", " not in name
        else (read_authors(name[:_MAX_NAME_CHARS]).names)
    )
