"""A claimed reference against the record its identifier leads to. Pure: no look-up, no clock, no randomness.

Only the record that the claimed identifier resolves to is compared with; a DOI that leads to another work is as bad as
none. A match takes the same title word for word (:mod:`citeward.references.titles`); similarity only ever separates a
work cited sloppily from another work.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from citeward.references.cases import CaseRelation, compare_case_names
from citeward.references.claimed import Claimed
from citeward.references.identifiers import canonical_doi
from citeward.references.people import AuthorRelation, compare_authors
from citeward.references.record import Record, RecordKind
from citeward.references.titles import TitleRelation, compare_titles, content_words, derived_from, plain_title, words
from citeward.references.venues import is_preprint_server, same_venue

__all__ = ["Agreement", "Comparison", "compare", "compare_best"]

_YEAR_SLIP = 1
"""Print and online, conference and proceedings, preprint and journal: one year apart without anybody being wrong."""
_MIN_MAIN_WORDS = 3
"""Content words a main title needs to name a work without its subtitle."""


class Agreement(StrEnum):
    """How far a claim and a record agree."""

    MATCH = "match"
    PARTIAL = "partial"
    """The same work cited wrongly, or something that belongs to it."""
    MISMATCH = "mismatch"
    """Another work."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """The verdict and the first reason for it, as a stable code."""

    verdict: Agreement
    reason: str


def compare(claimed: Claimed, record: Record) -> Comparison:
    """Compares title, authors, year and venue, in this order; the first that fails is the reason."""
    if record.kind is RecordKind.CASE:
        return _compare_case(claimed, record)
    if claimed.is_empty:
        return Comparison(Agreement.MATCH, "identifier_only")
    authors = compare_authors(claimed.authors, record.authors)
    if not claimed.title.strip():
        return _without_title(claimed, authors, record)
    if not record.titles:
        return Comparison(Agreement.PARTIAL, "record_without_title")
    title = compare_titles(claimed.title, record.titles)
    if title is TitleRelation.DIFFERENT:
        return Comparison(Agreement.MISMATCH, "title")
    if authors is AuthorRelation.CONFLICT:
        return Comparison(Agreement.MISMATCH, "authors")
    if title in (TitleRelation.EXTENDED, TitleRelation.REWORDED) and authors is AuthorRelation.SOME_WRONG:
        return Comparison(Agreement.MISMATCH, "title_and_authors")
    flaw = _title_flaw(title, claimed, record, authors) or _details(claimed, authors, record)
    if flaw:
        return Comparison(Agreement.PARTIAL, flaw)
    return Comparison(Agreement.MATCH, "subtitle_omitted" if title is TitleRelation.SHORTENED else "same_work")


def compare_best(claimed: Claimed, records: Sequence[Record]) -> Comparison:
    """The best comparison with any of several records, for a registry that gives more than one under an identifier."""
    if not records:
        return Comparison(Agreement.MISMATCH, "not_found")
    return min((compare(claimed, record) for record in records), key=lambda c: list(Agreement).index(c.verdict))


def _title_flaw(title: TitleRelation, claimed: Claimed, record: Record, authors: AuthorRelation) -> str:
    if title is TitleRelation.DERIVED:
        return "derived_work"
    if record.kind in (RecordKind.COMPONENT, RecordKind.REVIEW) and derived_from(plain_title(claimed.title)) is None:
        return "part_of_the_work"
    if title in (TitleRelation.REWORDED, TitleRelation.EXTENDED):
        return "title_altered"
    if title is TitleRelation.SHORTENED:
        # A main title names a work only together with who wrote it and when.
        short = len(content_words(words(plain_title(claimed.title)))) < _MIN_MAIN_WORDS
        if short or authors is not AuthorRelation.AGREE or claimed.year not in record.years:
            return "title_shortened"
    return ""


def _without_title(claimed: Claimed, authors: AuthorRelation, record: Record) -> Comparison:
    if authors is AuthorRelation.CONFLICT:
        return Comparison(Agreement.MISMATCH, "authors")
    flaw = _details(claimed, authors, record)
    if flaw:
        return Comparison(Agreement.PARTIAL, flaw)
    if authors is AuthorRelation.UNCLAIMED:
        return Comparison(Agreement.PARTIAL, "only_year_claimed")
    return Comparison(Agreement.MATCH, "authors_and_year" if claimed.year else "authors")


def _details(claimed: Claimed, authors: AuthorRelation, record: Record) -> str:
    if authors not in (AuthorRelation.AGREE, AuthorRelation.UNCLAIMED):
        return f"authors_{authors}"
    if not _same_year(claimed.year, record.years):
        return "year"
    if claimed.doi and record.identifiers:
        doi = canonical_doi(claimed.doi)
        known = {name for name in record.identifiers | record.related if name.startswith("10.")}
        if doi is None or (known and doi not in known):
            return "other_doi"
    if same_venue(claimed.venue, record.venues) is False:
        preprint = record.kind is RecordKind.PREPRINT or is_preprint_server(claimed.venue)
        if not preprint and not any(is_preprint_server(venue) for venue in record.venues):
            return "venue"
    return ""


def _compare_case(claimed: Claimed, record: Record) -> Comparison:
    if not claimed.title.strip():
        return Comparison(Agreement.PARTIAL, "case_without_name")
    relation = max(
        (compare_case_names(plain_title(claimed.title), name.main) for name in record.titles),
        key=list(CaseRelation).index,
        default=CaseRelation.DIFFERENT,
    )
    if relation is CaseRelation.DIFFERENT:
        return Comparison(Agreement.MISMATCH, "case_name")
    if relation is CaseRelation.ONE_PARTY:
        return Comparison(Agreement.PARTIAL, "one_party")
    if not _same_year(claimed.year, record.years):
        return Comparison(Agreement.PARTIAL, "year")
    return Comparison(Agreement.MATCH, "same_case")


def _same_year(claimed: int | None, recorded: frozenset[int]) -> bool:
    return claimed is None or not recorded or any(abs(claimed - year) <= _YEAR_SLIP for year in recorded)
