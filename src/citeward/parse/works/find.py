"""Every work a text names, each once: an identifier before a place in a reporter, that before words."""

from __future__ import annotations

import re
from collections.abc import Iterator

from citeward.model import ProposalKind
from citeward.parse.works.authors import find_authors
from citeward.parse.works.cases import find_cases_by_name
from citeward.parse.works.identifiers import IdentifierKind, identifiers_in
from citeward.parse.works.legal import find_slots
from citeward.parse.works.reports import find_reports
from citeward.parse.works.work import Work

__all__ = ["find_works"]

_DIGIT = re.compile("[0-9]")
_OLD_ARXIV = re.compile(r"/\d{7}")
_RANK = {ProposalKind.ARXIV: 0, ProposalKind.PUBMED: 1, ProposalKind.LEGAL: 2, ProposalKind.PROSE: 3}
_PUBMED = frozenset({IdentifierKind.PMID, IdentifierKind.PMCID})


def find_works(text: str) -> list[Work]:
    """The works named in one block of running text, ascending and disjoint. Linear in the text.

    URLs and DOIs are not looked for here; whoever calls has taken them out.

    >>> [(work.kind.value, work.target) for work in find_works("See arXiv:1706.03762v7 and Doe et al. (2020a).")]
    [('arxiv', 'arXiv:1706.03762v7'), ('prose', 'Doe et al. (2020a)')]
    """
    found = [*find_cases_by_name(text), *find_authors(text)]
    if _DIGIT.search(text) is not None:  # most sentences hold none, and nothing below begins without one
        found += (*_identified(text), *find_slots(text), *find_reports(text))
    if len(found) < 2:
        return found
    apart: list[Work] = []
    for work in sorted(found, key=lambda work: (work.start, _RANK[work.kind], -work.end)):
        if apart and work.start < apart[-1].end:
            if _RANK[work.kind] >= _RANK[apart[-1].kind]:
                continue
            # An entry of a bibliography goes on to the end of its line; what can be looked up by its name is cut out.
            apart[-1:] = _cut(apart[-1], text, work.start)
        apart.append(work)
    return apart


def _cut(work: Work, text: str, end: int) -> list[Work]:
    """A work without what stands behind ``end``; nothing where no word is left."""
    kept = text[work.start : end].rstrip(" ,;:([")
    return [work._replace(end=work.start + len(kept), target=" ".join(kept.split()))] if kept else []


def _identified(text: str) -> Iterator[Work]:
    folded = text.lower()
    kinds = {IdentifierKind.ARXIV} if "arxiv" in folded or _OLD_ARXIV.search(text) else set()
    if "pmid" in folded or "pubmed" in folded or "pmc" in folded:
        kinds |= _PUBMED
    if not kinds:
        return
    for found in identifiers_in(text, kinds):
        if found.kind is IdentifierKind.ARXIV:
            version = "" if found.version is None else f"v{found.version}"
            yield Work(found.start, found.end, ProposalKind.ARXIV, f"arXiv:{found.value}{version}")
        else:
            label = "PMID:" if found.kind is IdentifierKind.PMID else ""
            yield Work(found.start, found.end, ProposalKind.PUBMED, f"{label}{found.value}")
