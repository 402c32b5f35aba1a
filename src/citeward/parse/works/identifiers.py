"""Names that registries resolve: DOI, arXiv, PubMed. Found in running text, each in one canonical spelling."""

from __future__ import annotations

import re
from collections.abc import Set
from dataclasses import dataclass
from enum import StrEnum
from urllib.parse import unquote

__all__ = [
    "Identifier",
    "IdentifierKind",
    "canonical_doi",
    "find_identifiers",
    "identifiers_in",
    "parse_identifier",
]

MAX_TEXT_CHARS = 200_000
_MAX_DOI_CHARS = 512
"""The longest registered DOIs have some 250 characters; a registry's URL holds no more than this."""


class IdentifierKind(StrEnum):
    """Which kind of registry knows the name."""

    DOI = "doi"
    ARXIV = "arxiv"
    PMID = "pmid"
    PMCID = "pmcid"


@dataclass(frozen=True, slots=True)
class Identifier:
    """One identifier in canonical form."""

    kind: IdentifierKind
    value: str
    """Lower-case DOI; arXiv number without version; digits of a PMID; ``PMC`` and digits."""
    version: int | None = None
    """An arXiv version, None where the newest is meant. No registry has versioned DOIs of arXiv."""
    start: int = 0
    """Code points into the text it was found in, labels and URL included; end exclusive."""
    end: int = 0

    def __str__(self) -> str:
        return f"{self.kind}:{self.value}"


# https://www.crossref.org/blog/dois-and-matching-regular-expressions/ matches 74.4 of 74.9 million; the first DOIs
# of Wiley add "<>[]".
_DOI = r"10\.\d{4,9}/[-._;()/:a-z0-9<>\[\]+@#%=~]+"
_FINDERS = (
    (
        IdentifierKind.DOI,
        re.compile(
            rf"(?:(?:https?://)?(?:dx\.|www\.)?doi\.org/|\bdoi:?\s{{0,2}}"
            rf"|https?://[\w.-]{{1,100}}/doi/(?:(?:abs|full|pdf|epdf|epub)/)?|(?<![\w./]))(?P<id>{_DOI})",
            re.I,
        ),
    ),
    (
        IdentifierKind.ARXIV,
        re.compile(
            r"(?:(?:https?://)?(?:www\.|export\.)?arxiv\.org/(?:abs|pdf|html)/|\barxiv\s?:\s{0,2}|\barxiv\s+(?=\d))"
            r"(?P<id>\d{4}\.\d{4,5}|[a-z-]{2,20}(?:\.[a-z]{2})?/\d{7})(?:v(?P<version>\d{1,3}))?(?![\d/])(?:\.pdf)?",
            re.I,
        ),
    ),
    (
        # The names arXiv gave until 2007 (https://info.arxiv.org/help/arxiv_identifier.html) need no label.
        IdentifierKind.ARXIV,
        re.compile(
            r"(?<![\w./-])(?P<id>(?:astro-ph|cond-mat|gr-qc|hep-(?:ex|lat|ph|th)|math-ph|nlin|nucl-(?:ex|th)|quant-ph"
            r"|(?:cs|math|physics|q-bio|stat)(?:\.[A-Z]{2})?)/\d{7})(?:v(?P<version>\d{1,3}))?(?![\d/])"
        ),
    ),
    (
        IdentifierKind.PMID,
        re.compile(
            r"(?:(?:https?://)?(?:pubmed\.ncbi\.nlm\.nih\.gov/|(?:www\.)?ncbi\.nlm\.nih\.gov/pubmed/)"
            r"|\b(?:pmid|pubmed(?:\s?id)?)\s?:?\s{0,2})(?P<id>\d{1,8})(?!\d)/?",
            re.I,
        ),
    ),
    (
        IdentifierKind.PMCID,
        re.compile(r"(?:(?:https?://)?(?:www\.)?[\w./]{0,40}/|\bpmcid\s?:?\s{0,2})?\b(?P<id>PMC\d{1,9})(?!\d)/?", re.I),
    ),
)
_ARXIV_DOI = re.compile(r"10\.48550/arxiv\.(?P<id>\d{4}\.\d{4,5}|[a-z-]+(?:\.[a-z]{2})?/\d{7})(?:v(?P<version>\d+))?")
_TRAILING = ".,;:'\"!?*_~"
_PAIRS = {")": "(", "]": "[", ">": "<"}


def _trimmed(doi: str) -> str:
    """Without the punctuation of the sentence around it; a closing bracket stays where its partner is inside."""
    while doi:
        last = doi[-1]
        if last in _TRAILING or (last in _PAIRS and doi.count(last) > doi.count(_PAIRS[last])):
            doi = doi[:-1]
        else:
            break
    return doi


def canonical_doi(text: str) -> str | None:
    """The lower-case DOI of a DOI in any notation, None for what is none.

    >>> canonical_doi("https://doi.org/10.1016%2FS0140-6736(97)11096-0.")
    '10.1016/s0140-6736(97)11096-0'
    """
    found = parse_identifier(text)
    return found.value if found is not None and found.kind is IdentifierKind.DOI else None


def parse_identifier(text: str) -> Identifier | None:
    """The identifier a text consists of, labels and URLs aside; None where it holds none, or more than a name."""
    text = text.strip().strip("<>")
    if len(text) > _MAX_DOI_CHARS:
        return None
    if "%" in text:
        text = unquote(text, errors="strict") if _is_utf8(text) else text
    for found in find_identifiers(text):
        rest = text[: found.start] + text[found.end :]
        if not rest.strip(" .,;:()[]"):
            return found
        break
    bare = re.fullmatch(r"(\d{4}\.\d{4,5})(?:v(\d{1,3}))?", text)
    if bare:
        return Identifier(IdentifierKind.ARXIV, bare[1], int(bare[2]) if bare[2] else None, 0, len(text))
    return None


def _is_utf8(text: str) -> bool:
    try:
        unquote(text, errors="strict")
    except UnicodeDecodeError:
        return False
    return True


def find_identifiers(text: str) -> list[Identifier]:
    """Every identifier of a text in order, none inside another. One pass per kind, linear in the text.

    >>> [str(i) for i in find_identifiers("see arXiv:1706.03762v7 and (doi:10.1000/ab(c)d).")]
    ['arxiv:1706.03762', 'doi:10.1000/ab(c)d']
    """
    return identifiers_in(text[:MAX_TEXT_CHARS], frozenset(IdentifierKind))


def identifiers_in(text: str, kinds: Set[IdentifierKind]) -> list[Identifier]:
    """The same for some kinds, in a text of any length."""
    found: list[Identifier] = []
    for kind, pattern in _FINDERS:
        for match in pattern.finditer(text) if kind in kinds else ():
            identifier = _read(kind, match)
            if identifier is not None:
                found.append(identifier)
    found.sort(key=lambda i: (i.start, -i.end))
    apart: list[Identifier] = []
    for identifier in found:
        if not apart or identifier.start >= apart[-1].end:
            apart.append(identifier)
    return apart


def _read(kind: IdentifierKind, match: re.Match[str]) -> Identifier | None:
    value = match["id"]
    if kind is IdentifierKind.DOI:
        value = _trimmed(value[:_MAX_DOI_CHARS])
        if "/" not in value or value.endswith("/"):
            return None
        end = match.start("id") + len(value)
        value = value.lower()
        version = None
        arxiv = _ARXIV_DOI.fullmatch(value)
        if arxiv:
            version = int(arxiv["version"]) if arxiv["version"] else None
            value = f"10.48550/arxiv.{arxiv['id']}"
        return Identifier(kind, value, version, match.start(), end)
    if kind is IdentifierKind.ARXIV:
        version = int(match["version"]) if match["version"] else None
        return Identifier(kind, value.lower(), version, match.start(), match.end())
    return Identifier(kind, value.upper(), None, match.start(), match.end())
