"""What a resolver is asked about a reference: its identifier, or the whole entry of a bibliography it stands in.

A real DOI under an invented title is the commonest fabrication of all, and a DOI alone cannot show it. Where an answer
writes a reference out, with authors, year and title before the identifier, the entry is the cite: what it says of the
work is compared with the record. A sentence that mentions an identifier is no entry and is never handed over.
"""

from __future__ import annotations

import re

from citeward.model import Proposal
from citeward.verify.facts import Case

__all__ = ["cited_as"]

_LONGEST_ENTRY = 1_000
"""Code points on either side; an entry with more is a paragraph."""
_FAMILY = r"(?:(?:van|von|de|der|den|del|di|da|du|la|le|ten|ter) ){0,3}[^\W\d_a-z][\w'\u2019-]{1,40}"
_INITIALS = r"(?:[^\W\d_a-z]\.[ -]?){1,4}"
_BARE_INITIALS = r"[^\W\d_a-z]{1,3}"
_FULL_NAME = rf"[^\W\d_a-z][\w'\u2019-]+ (?:[^\W\d_a-z]\. ?){{0,2}}{_FAMILY}"
_NEXT = r"(?:, ?(?:and |& )?| and | & |; )"
_AUTHORS = re.compile(
    rf"(?:{_FAMILY}, {_INITIALS}"  # Brandt, A., Halim, N.
    rf"|{_FAMILY} {_BARE_INITIALS}(?=[,.;:]| \(| et al)"  # Brandt A, Halim N.
    rf"|{_INITIALS}{_FAMILY}(?={_NEXT}|[,.;:]| \(| et al)"  # A. Brandt, N. Halim,
    rf"|{_FULL_NAME}{_NEXT}{_FULL_NAME}(?:{_NEXT}{_FULL_NAME}){{0,40}}(?=[,.;:]| \(| et al)"  # Ada Brandt, Noor Halim.
    rf"|{_FAMILY}, [^\W\d_a-z][\w'\u2019-]+(?=[,.;]| et al)"  # Brandt, Ada, et al.
    r")"
)
_LABEL = re.compile(r"(?:[-*+]|\(?\d{1,4}[.)]|\[\^?[\w.:+-]{1,40}\]:?)[ \t]+")
_YEAR = re.compile(r"(?<!\d)(?:1[5-9]|20)\d\d(?!\d)")
_NARRATIVE = re.compile(
    r"\((?:1[5-9]|20)\d\d[a-z]?\),? [a-z]{2,}[ ,.:;]|\bin (?:1[5-9]|20)\d\d,? [a-z]{2,}[ ,.:;]",
)
"""``Brandt, A. (2019) showed that``: what follows the year of an entry is its title, which begins with a capital."""
_IDENTIFIER = re.compile(
    r"(?:https?://(?:dx\.|www\.)?doi\.org/|\bdoi:? ?)?10\.\d{4,9}/[^\s<>\"]+"
    r"|(?:https?://(?:www\.)?arxiv\.org/abs/|\barxiv: ?)(?:\d{4}\.\d{4,5}|[a-z.-]+/\d{7})(?:v\d+)?"
    r"|\b(?:pmid|pmcid): ?\w{1,12}",
    re.IGNORECASE,
)
_BEHIND = re.compile(r"[\s.,;:)\]>*_]*(?:\(?(?:accessed|retrieved|available)\b[^\n]{0,60})?", re.IGNORECASE)
_MARKER = re.compile(r"\[[^\[\]\n]{1,40}\]")
_MIN_WORDS = 3
"""Words between the authors and the identifier: less is no title."""


def cited_as(proposal: Proposal, case: Case) -> str:
    """The entry a proposal stands in, else the reference as it was written."""
    target = proposal.target or ""
    answer = case.parsed.answer
    start, end = proposal.start - case.parsed.begin, proposal.end - case.parsed.begin
    if start < 0 or answer[start:end] != proposal.reference or not proposal.reference:
        return target
    return _entry(_line(answer, start, end)) or target


def _line(answer: str, start: int, end: int) -> str:
    low, high = max(0, start - _LONGEST_ENTRY), min(len(answer), end + _LONGEST_ENTRY)
    begin = answer.rfind("\n", low, start) + 1 or low
    stop = answer.find("\n", end, high)
    return answer[begin : high if stop < 0 else stop].strip()


def _entry(line: str) -> str | None:
    """The line without its label where it is one entry with one identifier at its end; linear in the line."""
    label = _LABEL.match(line)
    text = line[label.end() :] if label is not None else line
    found = list(_IDENTIFIER.finditer(text))
    authors = _AUTHORS.match(text)
    if authors is None or len(found) != 1 or _MARKER.search(text) is not None or len(text) > 2 * _LONGEST_ENTRY:
        return None
    if _NARRATIVE.search(text, authors.end()) is not None:
        return None
    between = text[authors.end() : found[0].start()].rstrip()
    if not between or between[-1] in "([" or len(between.split()) < _MIN_WORDS or _YEAR.search(text) is None:
        return None
    return text if _BEHIND.fullmatch(text, found[0].end()) is not None else None
