"""URLs and DOIs in running text: found so that they can be refused, never so that they can be opened."""

from __future__ import annotations

import re
from typing import NamedTuple

from citeward.model import ProposalKind

__all__ = ["Link", "Match", "begins", "body", "doi_of", "holds_url", "read", "without_urls"]

_STOP = r"\s<>\"`\u3000-\u303f\uff00-\uffef\u2018-\u201f"
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]{0,30}\Z")
_RESOLVER = re.compile(r"https?://(?:dx\.|www\.)?doi\.org/", re.IGNORECASE)


def begins(openers: str, signs: str = "") -> str:
    """The source of a pattern for where a marker, a URL or a DOI may begin; the group that matched says which.

    It starts with one set of characters and only then looks at which one it was: running text is skipped ten times
    faster than by an alternation. It takes no more than the beginning, so that what turns out to be nothing costs
    nothing.

    Args:
        openers: the brackets a marker may begin with.
        signs: other characters that one may begin with.
    """
    brackets, others = re.escape(openers), re.escape(signs)
    sign = rf"|(?<=[{others}])" if signs else ""
    return (
        rf"[{brackets}{others}\\:wW1](?:(?P<marker>(?<=[{brackets}])(?=[^\s{brackets}]| [^\s{brackets}])"
        rf"|(?<=\\)(?=[A-Za-z]{{0,6}}cite|Cite){sign})"
        r"|(?P<scheme>(?<=:)[/\\]{2})|(?P<www>(?<=[wW])[wW]{2}\.)"
        r"|(?P<doi>(?<=1)0\.\d{4,9}/))"
    )


def body(marker: str) -> str:
    """The source of a pattern for what a URL or DOI goes on with. It ends before a marker: ``https://a.example[S1]``."""
    return rf"(?:(?!{marker})[^{_STOP}])*"


Match = re.Match[str]
_FIND = re.compile(begins("["))
_BODY = re.compile(body(r"\[ ?S\d"))
_HOLDS = re.compile(r"[/\\]{2}|(?i:www\.|javascript:|data:|mailto:|vbscript:|file:|url\()")
_ATTRIBUTE = re.compile(r"[A-Za-z-]\s*=")
_RELATIVE = re.compile(r"(?<![\w:/\\])[/\\]{2}[^\s<>\"'`]+")
_DOI_ONLY = re.compile(r"10\.\d{4,9}/.+", re.DOTALL)
_JOINS = {"www": "", "doi": "._-/"}
"""What may not stand right before, beside letters and digits: it would make the match the middle of something else.
Clients make a link of ``_www.`` (GitHub's autolinks) and ``-www.`` (mail), whatever it was the middle of."""
_URL_INSIDE = re.compile(r"(?:[A-Za-z][A-Za-z0-9+.-]*:)?[/\\]{2}|(?i:www\.)")
# The middle of a serial item's identifier (ANSI/NISO Z39.56), which the DOIs of old articles end in.
_SICI = re.compile(r"<[^<>\s]{1,48}>\d\.\d\.[A-Z]{2};\d-[A-Z0-9]", re.IGNORECASE)
_OPENERS = {")": "(", "]": "[", "}": "{"}
_TRAILING = ".,;:!?'\u2019\u201d\u00bb*_~|"


class Link(NamedTuple):
    """A URL or DOI in a run of text: its extent there, its kind, and what it points to."""

    start: int
    end: int
    kind: ProposalKind
    target: str


def read(match: Match, after: int, rest: re.Pattern[str]) -> Link | None:
    """What a match of :func:`begins` stands for, trailing punctuation and unbalanced brackets left outside.

    Args:
        match: the match.
        after: where the text begins that is not yet part of another reference.
        rest: a compiled :func:`body`.

    Returns:
        The reference, or None where the characters only look like one (``and//or``, ``v10.1234/5``).

    >>> read(_FIND.search("(see 10.1016/S0140-6736(05)71081-8)."), 0, _BODY)
    Link(start=5, end=34, kind=<ProposalKind.DOI: 'doi'>, target='10.1016/S0140-6736(05)71081-8')
    """
    text, start, end = match.string, match.start(), match.end()
    if match.lastgroup == "scheme":
        scheme = _SCHEME.search(text, max(after, start - 32), start)
        if scheme is None:
            return None
        start = scheme.start()
    elif start > after and (text[start - 1].isalnum() or text[start - 1] in _JOINS[match.lastgroup or ""]):
        return None
    more = rest.match(text, end)
    found = text[start : end if more is None else more.end()]
    serial = _SICI.match(text, start + len(found)) if "10." in found else None
    found = found[: _trim(found)] if serial is None else found + serial.group()
    if match.lastgroup == "doi":
        found = _URL_INSIDE.split(found, maxsplit=1)[0]
        return Link(start, start + len(found), ProposalKind.DOI, found) if _DOI_ONLY.fullmatch(found) else None
    if len(found) <= end - start and match.lastgroup == "www":
        return None
    resolver = _RESOLVER.match(found)
    if resolver is not None and _DOI_ONLY.fullmatch(found, resolver.end()):
        return Link(start, start + len(found), ProposalKind.DOI, found[resolver.end() :])
    return Link(start, start + len(found), ProposalKind.URL, found)


def _trim(text: str) -> int:
    """Where a reference ends once the sentence's own punctuation is taken off. Linear: counts are kept, not redone."""
    end = len(text)
    depth = {closer: text.count(opener) - text.count(closer) for closer, opener in _OPENERS.items()}
    while end:
        last = text[end - 1]
        if last in _TRAILING:
            end -= 1
        elif last in _OPENERS and depth[last] < 0:
            depth[last] += 1
            end -= 1
        else:
            break
    return end


def doi_of(url: str) -> str | None:
    """The DOI that a doi.org address stands for, in lower case; None for any other address."""
    resolver = _RESOLVER.match(url)
    found = None if resolver is None else _DOI_ONLY.fullmatch(url, resolver.end())
    return None if found is None else found.group().casefold()


def holds_url(html: str) -> bool:
    """Whether raw HTML carries anything a browser could resolve: an address, or an attribute that may hold one in a
    spelling of its own, such as ``&#47;&#47;evil.example``."""
    return _HOLDS.search(html) is not None or _ATTRIBUTE.search(html) is not None


def without_urls(text: str, label: str) -> str:
    """``text`` with every URL replaced by ``label``; for raw HTML and formulas, which are shown as source."""
    pieces: list[str] = []
    done = 0
    match = _FIND.search(text)
    while match is not None:
        link = read(match, done, _BODY) if match.lastgroup != "marker" else None
        if link is None or (link.kind is ProposalKind.DOI and link.target == text[link.start : link.end]):
            match = _FIND.search(text, match.start() + 1)
            continue
        pieces += (text[done : link.start], label)
        done = link.end
        match = _FIND.search(text, done)
    return _RELATIVE.sub(label, "".join((*pieces, text[done:])))
