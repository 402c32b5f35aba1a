"""Citations of cases, found by eyecite and read to the end of their own parentheses. Needs the ``legal`` extra."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from citeward.errors import UsageError

__all__ = ["CaseCite", "find_cases"]

MAX_TEXT_CHARS = 64_000
"""What CourtListener takes in one request, and more than any passage that cites cases."""

# eyecite takes the year from the last parenthesis of a string of cites; ours is the one that follows this cite, after
# nothing but pin cites.
_OWN_PARENTHESIS = re.compile(
    r"(?:,?\s*(?:at\s+)?\*?\d+(?:\s?[-–—]\s?\*?\d+)?(?:\s?n\.\s?\d+)?)*,?\s*\((?P<inside>[^()]{0,120})\)"
)
_YEAR = re.compile(r"(?<!\d)(1[6-9]\d\d|20\d\d)(?!\d)")
_VENDOR = re.compile(r"^(?:WL|LEXIS|U\.S\. (?:Dist\.|App\.) LEXIS|.* LEXIS|WESTLAW)$", re.I)
_SIGNAL = re.compile(r"^(?:see(?:,? e\.g\.,?)?(?: also)?|cf\.|but see|accord|compare|citing|quoting)\s+", re.I)


@dataclass(frozen=True, slots=True)
class CaseCite:
    """One citation of a case."""

    volume: str
    reporter: str
    page: str
    name: str
    """As claimed; empty where the cite stands without one."""
    year: int | None
    start: int
    """Code points of volume, reporter and page; end exclusive."""
    end: int

    @property
    def slot(self) -> str:
        """What a registry is asked for: volume, reporter, page."""
        return f"{self.volume} {self.reporter} {self.page}"

    @property
    def is_vendor_number(self) -> bool:
        """Whether it is the number of a commercial database, which public registries do not have."""
        return _VENDOR.match(self.reporter) is not None


def find_cases(text: str) -> list[CaseCite]:
    """Every full citation of a case, in order. Reporters eyecite does not know are not found.

    Raises:
        UsageError: the ``legal`` extra is not installed.

    >>> case, = find_cases("Air France v. Saks, 470 U.S. 392, 397 (1985); see Mass. Gen. Laws ch. 1 (West 1999)")
    >>> case.name, case.slot, case.year
    ('Air France v. Saks', '470 U.S. 392', 1985)
    """
    try:
        from eyecite import get_citations
        from eyecite.models import FullCaseCitation
    except ImportError as error:
        raise UsageError("legal citations need eyecite; install citeward[legal]") from error
    text = text[:MAX_TEXT_CHARS]
    if not text.strip():
        return []
    found = []
    for cite in get_citations(text):
        if not isinstance(cite, FullCaseCitation):
            continue
        found_cite: Any = cite  # eyecite's methods carry no types
        start, end = found_cite.span()
        groups = cite.groups
        if not all(groups.get(part) for part in ("volume", "reporter", "page")):
            continue
        full_start = found_cite.full_span()[0]
        found.append(
            CaseCite(
                volume=str(groups["volume"]),
                reporter=str(found_cite.corrected_reporter()),
                page=str(groups["page"]),
                name=_name(text[full_start:start], cite.metadata.plaintiff, cite.metadata.defendant),
                year=_own_year(text, end),
                start=start,
                end=end,
            )
        )
    return found


def _own_year(text: str, end: int) -> int | None:
    match = _OWN_PARENTHESIS.match(text, end)
    years = _YEAR.findall(match["inside"]) if match else []
    return int(years[-1]) if years else None


def _name(before: str, plaintiff: str | None, defendant: str | None) -> str:
    written = _SIGNAL.sub("", before.strip().strip("*_").rstrip(" ,").strip("*_ "))
    if written:
        return written
    return " v. ".join(part for part in (plaintiff, defendant) if part)
