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
    order = {kind: rank for rank, kind in enumerate(_RANKS)}
    apart: list[Work] = []
    for work in sorted(found, key=lambda work: (work.start, order[work.kind], -work.end)):
        if apart and work.start < apart[-1].end:
            if order[work.kind] < order[apart[-1].kind]:
                apart[-1] = work  # "Smith et al., arXiv:1706.03762": what can be looked up by its name is
            continue
        apart.append(work)
    return apart


_RANKS = (ProposalKind.ARXIV, ProposalKind.PUBMED, ProposalKind.LEGAL, ProposalKind.PROSE)


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
