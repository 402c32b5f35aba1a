"""Reports named by who wrote them and when, and given the word: ``according to the 2023 Smith report``."""

from __future__ import annotations

import re
from collections.abc import Iterator

from citeward.model import ProposalKind
from citeward.parse.works.saying import CREDITS, REPORTS
from citeward.parse.works.work import YEAR, Work, holds_year

__all__ = ["find_reports"]

_NOUN = (
    r"(?:[Rr]eports?|[Ss]tud(?:y|ies)|[Pp]apers?|[Ss]urveys?|[Aa]rticles?|[Ww]hite ?[Pp]apers?|[Rr]eviews?|"
    r"[Aa]nalys[ie]s|[Ii]nvestigations?|[Mm]onographs?|[Tt]hes[ie]s|[Mm]eta-analys[ie]s)"
)
_WORD = r"[A-Z\u00c0-\u00de][\w&.'\u2019-]{0,40}"
_NAMES = rf"{_WORD}(?: (?:and |& |of |for |on )?{_WORD}){{0,5}}"
_YEAR_FIRST = re.compile(rf"(?<![\w.,/-]){YEAR} {_NAMES} {_NOUN}\b")
_OWNED = re.compile(rf"(?<!\w){_NAMES}(?:'s|\u2019s|s\u2019|s') {YEAR} (?:[a-z-]{{2,20}} ){{0,2}}{_NOUN}\b")
_YEAR_LAST = re.compile(rf"(?<!\w){_NAMES} {_NOUN}(?:,? \({YEAR}\)| (?:of|from|in|for) {YEAR}\b)")
_ANY_NOUN = re.compile(
    r"[ -](?:[Rr]eport|[Ss]tud|[Pp]aper|[Ss]urvey|[Aa]rticle|[Ww]hite|[Rr]eview|[Aa]naly|[Ii]nvest|[Mm]ono|[Tt]hes)"
)


def find_reports(text: str) -> Iterator[Work]:
    """Every report, study or paper named by author or publisher with its year, where it is given the word.

    "Our 2023 report" is a thing to talk about; "according to the 2023 Smith report" leans on it.
    """
    if not holds_year(text) or _ANY_NOUN.search(text) is None:
        return
    for pattern in (_YEAR_FIRST, _OWNED, _YEAR_LAST):
        for match in pattern.finditer(text):
            before = CREDITS.search(text, max(0, match.start() - 32), match.start())
            if before is None and REPORTS.match(text, match.end()) is None:
                continue
            yield Work(match.start(), match.end(), ProposalKind.PROSE, " ".join(match.group().split()))
