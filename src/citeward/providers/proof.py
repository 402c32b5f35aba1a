"""What proves that characters of an answer are a marker: a provider's word for it is not enough.

A marker is taken out of the text. Were any span taken out that a payload calls one, "The drug is not safe" could reach
a reader as "The drug is safe", and be granted. So the characters themselves have to be a reference in some form; what
is not proved is words, and the words are the claim.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import Enum
from functools import lru_cache

from citeward.providers.addresses import canonical, host_of
from citeward.providers.interface import ProviderCitation, Role, SourceRef
from citeward.providers.markers import (
    Family,
    Known,
    footnotes,
    gemini_app,
    latex_keys,
    lenticular,
    numeric,
    pandoc_keys,
    private_use,
    ragflow,
    superscripts,
)

__all__ = ["Proof", "marker_extent", "prove"]


class Proof(Enum):
    """What the characters of a span are proved to be."""

    WORDS = 0
    """No reference: they say something, and stay."""
    NAMES = 1
    """A reference that a reader also reads: a link to the source on words of the sentence, a host in running text."""
    MARKER = 2
    """A reference and nothing else: taking it out loses no word."""


_LONGEST = 4_096
"""Code points of a span that are looked at: a marker holds a few addresses at most, and every look costs its length."""
_LONGEST_NUMBERS = 400
"""The same for forms without addresses. Private-use groups alone grow longer."""
_MOST_BRACKETS = 64
"""Of one kind, in a row of links."""
_DEEPEST = 3
"""Brackets around brackets; more are nobody's marker, and would cost their square."""
_OPENS = re.compile(r"[^\w\s]|[\u2070-\u2079\u00b9\u00b2\u00b3]")
_LINK = re.compile(
    r"\[(?P<label>(?:\[[^\[\]\n]{0,200}\]|[^\[\]\n]){0,400})\]"
    r"\((?P<url><[^<>\n]{0,4000}>|(?:[^\s()<>]|\([^\s()<>]{0,400}\)){0,4000})(?:[ \t]+\"[^\"\n]{0,400}\")?\)"
)
_SEPARATORS = ",;|\u00b7\u2022\u3001\uff0c\uff1b"
"""Between markers they belong to them; at an edge they are the sentence's."""
_AROUND = {"(": ")", "[": "]", "<": ">", "\u3010": "\u3011", "\uff08": "\uff09", "\uff3b": "\uff3d"}
_NOT_FIRST = _SEPARATORS + "".join(_AROUND.values())
_NOT_LAST = _SEPARATORS + "".join(_AROUND)
_BETWEEN = re.compile(rf"[\s{_SEPARATORS}]*")
_BRACKETS = re.compile(rf"[\[\]()\uff08\uff09\uff3b\uff3d\u3010\u3011\s{_SEPARATORS}]*")
_HANDLE = re.compile(r"[\[\u3010]{1,2}[A-Z]\d{1,6}(?:-[a-z0-9]{2,8})?[\]\u3011]{1,2}")
_FILE = re.compile(r"[^\[\]()\n]{1,200}\.[A-Za-z0-9]{1,8}")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]{1,30}:/\S+")
_EDGE = "\u00a7"
"""Stands before the span while its form is looked at: no letter, digit or white space, so no family reads it as code or
a unit."""


def prove(text: str, sources: Sequence[SourceRef]) -> Proof:
    """What ``text``, which a payload calls a marker of ``sources``, is proved to be.

    >>> from citeward.providers import SourceKind
    >>> prove("not ", (SourceRef(SourceKind.URL, url="https://ex.org/a"),)).name
    'WORDS'
    >>> prove("([ex.org](https://ex.org/a?utm_source=openai))", (SourceRef(SourceKind.URL, url="https://ex.org/a"),)).name
    'MARKER'
    """
    bare = text.strip()
    if not bare or len(bare) > _LONGEST or bare[0] in _NOT_FIRST or bare[-1] in _NOT_LAST:
        return Proof.WORDS
    inner, enclosed = _unwrapped(bare)
    if "](" in bare:
        found = _links(inner, sources, enclosed=enclosed)
        if found is not Proof.WORDS:
            return found
    if _is_address(inner, sources) or (enclosed and (_is_host(inner, sources) or _is_file(inner, sources))):
        return Proof.MARKER
    if _is_form(bare, sources):
        return Proof.MARKER
    return Proof.NAMES if _is_host(inner, sources) else Proof.WORDS


def marker_extent(answer: str, citation: ProviderCitation) -> tuple[int, int] | None:
    """The characters of ``answer`` that may be taken out of it as this citation's marker; None where there are none.

    Args:
        answer: the canonical answer.
        citation: as an adapter read it. Its word that it is a marker is not taken.
    """
    start, end = citation.anchor.start, citation.anchor.end
    if citation.anchor.role is not Role.MARKER or start is None or end is None:
        return None
    said = answer[start:end]
    if prove(said, citation.sources) is not Proof.MARKER:
        return None
    return start + len(said) - len(said.lstrip()), start + len(said.rstrip())


def _unwrapped(text: str) -> tuple[str, bool]:
    """The text inside the brackets around all of it, and whether there are any."""
    inner, enclosed = text, False
    for _ in range(_DEEPEST):
        if len(inner) < 2 or _AROUND.get(inner[0]) != inner[-1] or not _closes_last(inner):
            break
        inner, enclosed = inner[1:-1].strip(), True
    return inner, enclosed


def _closes_last(text: str) -> bool:
    """Whether the bracket that opens a text is closed by its last character and not before."""
    opener, closer = text[0], text[-1]
    if text.count(opener) > _MOST_BRACKETS:
        return False
    opened, at = 0, 0
    while True:
        closes = text.find(closer, at)
        opened += text.count(opener, at, closes) - 1
        if not opened:
            return closes == len(text) - 1
        at = closes + 1
        if not at or at == len(text):
            return False


def _links(text: str, sources: Sequence[SourceRef], *, enclosed: bool) -> Proof:
    """Markdown links and nothing else, each to one of the sources."""
    at, proof = 0, Proof.MARKER
    while at < len(text):
        link = _LINK.match(text, at)
        if link is None or not _is_address(link["url"].strip("<>"), sources):
            return Proof.WORDS
        if not _is_label(link["label"], sources, enclosed=enclosed):
            proof = Proof.NAMES
        between = _BETWEEN.match(text, link.end())
        at = link.end() if between is None else between.end()
    return proof


def _is_label(label: str, sources: Sequence[SourceRef], *, enclosed: bool) -> bool:
    """Whether a link's label says nothing but where the link goes. A title counts only in brackets of its own."""
    said = " ".join(_unwrapped(label.strip())[0].split())
    if not said or said.isdecimal() or _is_address(said, sources) or _is_host(said, sources):
        return True
    titles = {" ".join((source.title or "").split()).casefold() for source in sources}
    return (enclosed and said.casefold() in titles) or _is_form(f"[{said}]", sources)


def _is_address(text: str, sources: Sequence[SourceRef]) -> bool:
    """Whether this is the address of one of the sources, or the path of one of its files."""
    if _SCHEME.fullmatch(text) is None:
        return False
    address = canonical(text)
    for source in sources:
        if text in (source.url, source.id) or (address is not None and address == canonical(source.url or "")):
            return True
        if source.title and not text.lower().startswith("http") and text.endswith(f"/{source.title}"):
            return True
    return False


def _is_host(text: str, sources: Sequence[SourceRef]) -> bool:
    """Whether this is the host of one of the sources, or the domain it belongs to."""
    host = host_of(text)
    if host is None or "://" in text:
        return False
    hosts = (host_of(source.url or "") or "" for source in sources)
    return any(own == host or own.endswith(f".{host}") for own in hosts)


def _is_file(text: str, sources: Sequence[SourceRef]) -> bool:
    named = {source.title for source in sources} | {source.id for source in sources}
    return text in named and _FILE.fullmatch(text) is not None


def _is_form(text: str, sources: Sequence[SourceRef]) -> bool:
    """Whether these are markers in a form that is known, and nothing else."""
    if _OPENS.match(text) is None:
        return False
    if _HANDLE.fullmatch(text):
        return True
    known: Known = {source.index: source for source in sources if source.index is not None}
    probe = _EDGE + text
    rest = list(probe)
    families = (private_use,) if len(text) > _LONGEST_NUMBERS else _counting(known) if known else _families()
    for family in families:
        for start, end, _ in family(probe):
            rest[start:end] = [""] * (end - start)
            if _BRACKETS.fullmatch("".join(rest[1:])):
                return True
    return False


@lru_cache(maxsize=1)
def _families() -> Sequence[Family]:
    return _counting({})


def _counting(known: Known) -> Sequence[Family]:
    numbers = [numeric(known, prefix=prefix) for prefix in _PREFIXES]
    return (
        *numbers, lenticular(known), private_use, gemini_app, footnotes, ragflow(known), superscripts(known),
        pandoc_keys(known), latex_keys(known),
    )  # fmt: skip


_PREFIXES = ("", "doc", "citation:", "source ", "source:", "ref ", "id:")
