"""Works as Crossref's REST interface and CSL JSON describe them: one vocabulary, titles in lists or as strings.

Retractions follow https://www.crossref.org/documentation/crossmark/version-control-corrections-and-retractions/: what
happened to a work stands in its ``updated-by``; ``update-to`` marks the notice, unless it names the work itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import zip_longest
from typing import Any

from citeward.references.identifiers import canonical_doi
from citeward.references.people import Name
from citeward.references.record import Record, RecordKind, RecordTitle, Retraction
from citeward.references.replies.interface import as_list, as_map, as_text
from citeward.references.titles import is_marked_retracted, plain_title

__all__ = ["read_work"]

_KINDS = {
    "posted-content": RecordKind.PREPRINT,
    "preprint": RecordKind.PREPRINT,
    "article": RecordKind.WORK,
    "dataset": RecordKind.DATASET,
    "component": RecordKind.COMPONENT,
    "peer-review": RecordKind.REVIEW,
}
_RETRACTING = frozenset(("retraction", "withdrawal", "removal", "partial_retraction", "retracted", "withdrawn"))
_PUBLISHED = (
    "published",
    "published-print",
    "published-online",
    "issued",
    "posted",
    "published-other",
    "original-date",
)
_VERSIONS_TEXT = (
    "has-preprint is-preprint-of has-version is-version-of new_version is-new-version-of is-identical-to "
    "is-same-as has-translation is-translation-of is-variant-form-of is-original-form-of has-manuscript "
    "is-manuscript-of"
)
_VERSIONS = frozenset(_VERSIONS_TEXT.split())


def read_work(work: Mapping[str, Any], registry: str) -> Record:
    """One work of Crossref (``message`` of ``/works/DOI``) or one CSL item."""
    doi = canonical_doi(as_text(work.get("DOI")))
    titles = _titles(work)
    retractions = _retractions(work, doi, titles)
    return Record(
        registry=registry,
        kind=_kind(work, doi),
        titles=titles,
        authors=tuple(_name(as_map(item)) for item in as_list(work.get("author"))),
        years=_years(work),
        venues=_venues(work),
        identifiers=frozenset(_identifiers(work, doi)),
        related=frozenset(_related(work)),
        retractions=retractions,
        url=as_text(work.get("URL")) or None,
    )


def _strings(value: object) -> list[str]:
    if isinstance(value, str):
        return [value] if value.strip() else []
    return [item for item in as_list(value) if isinstance(item, str) and item.strip()]


def _titles(work: Mapping[str, Any]) -> tuple[RecordTitle, ...]:
    mains, subtitles = _strings(work.get("title")), _strings(work.get("subtitle"))
    if len(mains) < len(subtitles):
        # One title with several subtitles: any of them may have been cited with it.
        paired = [(main, subtitle) for main in mains for subtitle in subtitles]
    else:
        paired = list(zip_longest(mains, subtitles, fillvalue=""))
    others = [(title, "") for key in ("original-title", "title-short") for title in _strings(work.get(key))]
    return tuple(RecordTitle(main, subtitle) for main, subtitle in (*paired, *(o for o in others if len(o[0]) > 20)))


def _name(item: Mapping[str, Any]) -> Name:
    particle = as_text(item.get("non-dropping-particle")) or as_text(item.get("dropping-particle"))
    family = as_text(item.get("family"))
    if family:
        return Name(family=f"{particle} {family}".strip(), given=as_text(item.get("given")))
    return Name(literal=as_text(item.get("name")) or as_text(item.get("literal")) or as_text(item.get("given")))


def _years(work: Mapping[str, Any]) -> frozenset[int]:
    dates = [as_map(work.get(key)) for key in _PUBLISHED]
    dates.append(as_map(as_map(work.get("journal-issue")).get("published-print")))
    dates.append(as_map(as_map(work.get("event")).get("start")))
    found = (as_list(part)[0] for date in dates for part in as_list(date.get("date-parts"))[:1] if as_list(part))
    years = {int(year) for year in found if str(year).isdecimal()}
    return frozenset(years | {int(d["raw"][:4]) for d in dates if as_text(d.get("raw"))[:4].isdecimal()})


def _venues(work: Mapping[str, Any]) -> tuple[str, ...]:
    keys = ("container-title", "short-container-title", "container-title-short")
    venues = [venue for key in keys for venue in _strings(work.get(key))]
    venues += [as_text(as_map(work.get("event")).get("name")), as_text(as_map(work.get("event")).get("acronym"))]
    venues += [as_text(as_map(item).get("name")) for item in as_list(work.get("institution"))]
    return tuple(dict.fromkeys(venue for venue in venues if venue))


def _kind(work: Mapping[str, Any], doi: str | None) -> RecordKind:
    kind = _KINDS.get(as_text(work.get("type")), RecordKind.WORK)
    if as_text(work.get("subtype")) == "preprint":
        return RecordKind.PREPRINT
    others = [u for u in _updates(work, "update-to") if canonical_doi(as_text(u.get("DOI"))) != doi]
    return RecordKind.NOTICE if others and kind is RecordKind.WORK else kind


def _updates(work: Mapping[str, Any], key: str) -> list[Mapping[str, Any]]:
    return [as_map(item) for item in as_list(work.get(key))]


def _retractions(work: Mapping[str, Any], doi: str | None, titles: tuple[RecordTitle, ...]) -> tuple[Retraction, ...]:
    updates = _updates(work, "updated-by")
    updates += [u for u in _updates(work, "update-to") if doi and canonical_doi(as_text(u.get("DOI"))) == doi]
    found = {
        Retraction(
            kind=kind,
            notice=notice if (notice := canonical_doi(as_text(update.get("DOI")))) != doi else None,
            source=as_text(update.get("source")),
            date="-".join(f"{part:02}" for part in _date(update)),
        ): None
        for update in updates
        if (kind := as_text(update.get("type")).casefold().replace("-", "_").replace(" ", "_")) in _RETRACTING
    }
    if not found and any(is_marked_retracted(plain_title(title.main)) for title in titles):
        return (Retraction(kind="marked_title", source="title"),)
    return tuple(sorted(found, key=lambda r: (r.notice is None, r.date, r.notice or "")))


def _date(update: Mapping[str, Any]) -> list[int]:
    parts = as_list(as_map(update.get("updated")).get("date-parts"))
    return [part for part in as_list(parts[0] if parts else None) if isinstance(part, int)]


def _identifiers(work: Mapping[str, Any], doi: str | None) -> list[str]:
    aliases = [canonical_doi(alias) for alias in _strings(work.get("aliases"))]
    return [name for name in (doi, *aliases) if name]


def _related(work: Mapping[str, Any]) -> list[str]:
    found = [
        canonical_doi(as_text(as_map(item).get("id")))
        for kind, items in as_map(work.get("relation")).items()
        if kind in _VERSIONS
        for item in as_list(items)
    ]
    return [doi for doi in found if doi]
