"""Works named by their authors and a year: ``Smith et al. (2023)``, ``(Smith & Jones, 2021; Doe, 2020a)``.

Every form begins at something rare (``et al``, a year, a parenthesis that holds one) and looks no further than a
sentence's length around it, so that the work is linear whatever stands there. What is read as names has to look like
names: a month in a parenthesis is a date.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from citeward.model import ProposalKind
from citeward.parse.works.saying import CREDITS, REPORTS
from citeward.parse.works.work import YEAR, Work, holds_year

__all__ = ["find_authors"]

_REACH = 160
"""Code points looked back for names; six authors of two dozen letters each."""
_CAPITAL = "A-Z\u00c0-\u00d6\u00d8-\u00de\u0100-\u017d\u0391-\u03a9\u0410-\u042f"
_PARTICLE = r"(?:(?:van|von|de|der|den|del|della|di|da|du|dos|la|le|el|al|bin|ibn|ter|ten)[ '\u2019-]){0,3}"
_NAME = rf"{_PARTICLE}[{_CAPITAL}][\w'\u2019-]{{1,40}}"
_AND = r",? (?:and|&) "
_PAGES = r"(?:, ?(?:pp?\.?|para\.?|ch\.?|sec\.?|\u00a7|fig\.?|table) ?[\dA-Za-z.\u2013-]{1,12})?"
_ET_AL = re.compile(r"(?<=\w),? et al\b\.?")
_NAMES_BEFORE = re.compile(rf"(?<![\w-])(?:{_NAME}, ){{0,5}}{_NAME}\Z")
_YEAR_BEHIND = re.compile(rf",? (?:\({YEAR}(?:, [^()\n]{{1,40}})?\)|\[{YEAR}\])|,? {YEAR}(?![\w-])")
_YEAR_ALONE = re.compile(rf" \({YEAR}{_PAGES}\)")
_TWO_BEFORE = re.compile(rf"(?<![\w-])(?:{_NAME}, ){{0,4}}{_NAME}{_AND}{_NAME}\Z")
_ONE_BEFORE = re.compile(rf"(?<![\w-]){_NAME}\Z")
_PARENTHESIS = re.compile(r"\(([^()\n\ufffc]{6,400})\)")
_ITEM = re.compile(
    rf"\s*(?:(?:see|see also|e\.g\.,?|cf\.|also|for example,|reviewed in|as cited in|citing) ){{0,2}}"
    rf"(?P<cite>(?:(?:{_NAME}, ){{0,5}}(?:{_NAME},? et al\.?,? |{_NAME}{_AND}{_NAME},? )|(?P<only>{_NAME}), )"
    rf"{YEAR}(?:, {YEAR}){{0,3}}{_PAGES})\s*"
)
_ENTRY = re.compile(
    rf"[\W\d]{{0,8}}(?P<cite>{_NAME}, (?:[{_CAPITAL}]\.[ -]?){{1,4}}[^()\n\ufffc]{{0,300}}?\({YEAR}[^()\n]{{0,20}}\)"
    r"(?:[^\n\ufffc]{0,400}[^\s\ufffc])?)"
)
_DATES_AND_PLACES = (
    "january february march april may june july august september october november december jan feb mar apr jun jul aug "
    "sep sept oct nov dec monday tuesday wednesday thursday friday saturday sunday spring summer autumn fall winter "
    "version figure table section chapter act page since until before after in from by and the"
)
_NOT_NAMES = frozenset(_DATES_AND_PLACES.split())


def find_authors(text: str) -> Iterator[Work]:
    """Every work named by authors, and with ``et al.`` also without a year."""
    if "et al" in text:
        yield from _et_al(text)
    if "(" in text and holds_year(text):
        yield from _narrative(text)
        yield from _parenthetical(text)
        entry = _ENTRY.match(text)
        if entry is not None:
            yield _work(text, entry.start("cite"), entry.end("cite"))


def _et_al(text: str) -> Iterator[Work]:
    for match in _ET_AL.finditer(text):
        names = _NAMES_BEFORE.search(text, max(0, match.start() - _REACH), match.start())
        if names is not None:
            year = _YEAR_BEHIND.match(text, match.end())
            yield _work(text, names.start(), match.end() if year is None else year.end())


def _narrative(text: str) -> Iterator[Work]:
    for match in _YEAR_ALONE.finditer(text):
        low, at = max(0, match.start() - _REACH), match.start()
        names = _TWO_BEFORE.search(text, low, at)
        if names is not None:
            yield _work(text, names.start(), match.end())
            continue
        name = _ONE_BEFORE.search(text, low, at)
        if name is None or name.group().casefold() in _NOT_NAMES or _is_longer(text, name.start()):
            continue
        # One capital word before a year may be a film, a law or a company: somebody has to say or be said something.
        credited = CREDITS.search(text, max(0, name.start() - 24), name.start())
        if credited is not None or REPORTS.match(text, match.end()):
            yield _work(text, name.start(), match.end())


def _is_longer(text: str, at: int) -> bool:
    """Whether the word before is capitalised too, within the sentence: a title or an institution."""
    before = text[max(0, at - 40) : at].split()
    return bool(before) and text[at - 1 : at] == " " and before[-1][:1].isupper() and before[-1][-1:] not in ".:;,"


def _parenthetical(text: str) -> Iterator[Work]:
    for match in _PARENTHESIS.finditer(text):
        at = match.start(1)
        for part in match[1].split(";"):
            item = _ITEM.fullmatch(part)
            if item is not None and (item["only"] or "").casefold() not in _NOT_NAMES:
                yield _work(text, at + item.start("cite"), at + item.end("cite"))
            at += len(part) + 1


def _work(text: str, start: int, end: int) -> Work:
    return Work(start, end, ProposalKind.PROSE, " ".join(text[start:end].split()))
