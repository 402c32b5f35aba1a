"""What somebody claims a work to be. Nothing in it is believed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from citeward.errors import RowError
from citeward.references.people import Authors, read_authors

__all__ = ["Claimed", "read_claimed"]

_YEAR = re.compile(r"(?<!\d)(1[5-9]\d\d|20\d\d)(?!\d)")
_MAX_FIELD_CHARS = 20_000
"""No field of a reference is longer than a page."""


@dataclass(frozen=True, slots=True)
class Claimed:
    """The parts of a reference that can be compared. An empty part was not claimed."""

    title: str = ""
    authors: Authors = field(default_factory=Authors)
    year: int | None = None
    venue: str = ""
    doi: str = ""
    """A DOI the claim names for itself, in any notation."""

    @property
    def is_empty(self) -> bool:
        """Whether nothing but an identifier was claimed."""
        return not (self.title.strip() or self.authors.names or self.year)


def read_claimed(fields: Mapping[str, object], path: str = "claimed") -> Claimed:
    """Reads ``{title, authors, year, venue, doi}``; BibTeX and CSL names of the same fields are understood.

    Raises:
        RowError: a field has a type that cannot hold it, or is longer than a page.
    """
    venue = _text(fields, path, "venue", "journal", "container-title", "booktitle", "case_court")
    authors = fields.get("authors", fields.get("author"))
    return Claimed(
        title=_text(fields, path, "title", "case_name"),
        authors=read_authors(authors, f"{path}.authors"),
        year=_year(fields, path),
        venue=venue,
        doi=_text(fields, path, "doi", "DOI"),
    )


def _text(fields: Mapping[str, object], path: str, *names: str) -> str:
    for name in names:
        value = fields.get(name)
        if isinstance(value, list) and value and isinstance(value[0], str):
            value = value[0]  # Crossref's REST interface keeps titles and journals in lists
        if not value:
            continue
        if not isinstance(value, str):
            raise RowError(f"{path}.{name}", "is not a string", "Give a string.")
        if len(value) > _MAX_FIELD_CHARS:
            raise RowError(f"{path}.{name}", f"is over {_MAX_FIELD_CHARS} characters", "Give the field of one work.")
        return value
    return ""


def _year(fields: Mapping[str, object], path: str) -> int | None:
    value = fields.get("year", fields.get("issued", fields.get("date")))
    if isinstance(value, Mapping):
        parts = value.get("date-parts")
        value = parts[0][0] if isinstance(parts, list) and parts and isinstance(parts[0], list) and parts[0] else None
    if value is None or value == "":
        return None
    if isinstance(value, bool) or not isinstance(value, int | str):
        raise RowError(f"{path}.year", "is no year", "Give a year as a number, or a date.")
    found = _YEAR.search(str(value)[:_MAX_FIELD_CHARS])
    if found is None:
        if isinstance(value, int):
            return value
        return None
    return int(found[1])
