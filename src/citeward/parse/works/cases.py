"""The parties of a case as a cite names them: ``Mata v. Avianca``, ``In re Gault``, ``Donoghue v Stevenson [1932]``.

Read word by word from the ``v.`` outwards, so that a paragraph of nothing but names costs no more than its length.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from citeward.model import ProposalKind
from citeward.parse.works.work import YEAR, Work

__all__ = ["find_cases_by_name", "name_before"]

_REACH = 160
"""Code points looked at on either side of the ``v.``; no party is cited at greater length."""
_MOST_WORDS = 10
_VERSUS = re.compile(r"(?<=[\w.)\u2019'] )v(?P<dot>\.?) (?=[A-Z\u00c0-\u00de])")
_PROCEEDING = re.compile(r"(?<!\w)(?:In re|Ex parte|In the Matter of) (?=(?:the )?[A-Z\u00c0-\u00de])")
_TOKEN = re.compile(r"\S+")
_NAME = re.compile(r"[\"\u201c(]?[A-Z\u00c0-\u00de&][\w.&'\u2019/-]*")
_CONNECTS = frozenset(
    ["of", "the", "and", "&", "for", "de", "la", "del", "van", "von", "der", "ex", "rel.", "et", "al."]
)
_SUFFIXES = re.compile(r"(?:Inc|LLC|L\.L\.C|Ltd|Corp|Co|L\.?P|LLP|L\.L\.P|N\.A|S\.A|P\.C|AG|GmbH|plc|Jr|Sr|et)\b")
_SHORT = re.compile(
    r"(?:Inc|Co|Corp|Ltd|Bros|Assn?|Ass'n|Dept|Dep't|Bd|Comm'n|Comm'r|Univ|Ins|Mfg|Mut|Nat'l|Int'l|Ry|Sch|Dist|St|Dr|Mr|"
    r"Mrs|Ms|Jr|Sr|No|(?:[A-Z]\.)*[A-Z])\."
)
"""Words of a party whose full stop ends no sentence."""
_LEADING = (
    "in see under the as but compare cf. citing quoting also while since like unlike after following per e.g. accord "
    "and when where because whether cited although both"
)
_LEADS = frozenset(_LEADING.split())
_OF_YEAR = re.compile(
    rf" ?(?:\((?:[^()\n]{{0,60}}[ .])?{YEAR}\)|\[{YEAR}\](?: \d{{0,3}} ?[A-Z][A-Za-z]{{1,9}} \d{{1,5}})?)"
)


def find_cases_by_name(text: str) -> Iterator[Work]:
    """Every case named by its parties. A ``v`` without a full stop needs a year behind the names: sides play games."""
    if " v. " in text or " v " in text:
        for match in _VERSUS.finditer(text):
            start, end = _before(text, match.start()), _after(text, match.end())
            if start is None or end is None:
                continue
            year = _OF_YEAR.match(text, end)
            if year is not None or match["dot"]:
                yield _work(text, start, end if year is None else year.end())
    if "In re " in text or "Ex parte " in text or "In the Matter of " in text:
        for match in _PROCEEDING.finditer(text):
            end = _after(text, match.end())
            if end is not None:
                year = _OF_YEAR.match(text, end)
                yield _work(text, match.start(), end if year is None else year.end())


def name_before(text: str, at: int) -> int:
    """Where the name of a case begins that ends, with its comma, right before ``at``; ``at`` where there is none."""
    low = max(0, at - 2 * _REACH)
    before = text[low:at].rstrip()
    if not before.endswith(","):
        return at
    for match in (*_VERSUS.finditer(before), *_PROCEEDING.finditer(before)):
        end = _after(before, match.end())
        if end is None or before[end:].strip(" *_,"):
            continue
        start = _before(before, match.start()) if match.re is _VERSUS else match.start()
        if start is not None:
            return low + start
    return at


def _work(text: str, start: int, end: int) -> Work:
    return Work(start, end, ProposalKind.PROSE, " ".join(text[start:end].split()))


def _before(text: str, at: int) -> int | None:
    """Where the party that ends at ``at`` begins."""
    low = max(0, at - _REACH)
    tokens = list(_TOKEN.finditer(text, low, at))
    if low and tokens and tokens[0].start() == low and not text[low - 1].isspace():
        tokens = tokens[1:]
    found: list[re.Match[str]] = []
    for token in reversed(tokens[-_MOST_WORDS:]):
        word = token.group()
        ends = word[-1:] in ",;:!?)]" or (word.endswith(".") and _SHORT.fullmatch(word) is None)
        inside = word.endswith(",") and found and _SUFFIXES.match(found[-1].group()) is not None
        if (ends and found and not inside) or not (_NAME.fullmatch(word.rstrip(",")) or word in _CONNECTS):
            break
        found.append(token)
    while found and (found[-1].group() in _CONNECTS or found[-1].group().lower() in _LEADS):
        if found[-1].group() == "The" and len(found) > 1:
            break
        found.pop()
    if not found:
        return None
    first = found[-1]
    return first.start() + (first.group()[0] in '"\u201c(')


def _after(text: str, at: int) -> int | None:
    """Where the party that begins at ``at`` ends, its punctuation outside."""
    end: int | None = None
    words = 0
    for token in _TOKEN.finditer(text, at, at + _REACH):
        word = token.group()
        bare = word.rstrip(',;:.!?)]*_"\u201d\u2019')
        if words == _MOST_WORDS or not (_NAME.fullmatch(bare) or word in _CONNECTS):
            break
        words += 1
        if word in _CONNECTS and word != "al.":
            continue
        short = _SHORT.match(word)
        end = token.start() + (short.end() if short is not None and short.end() > len(bare) else len(bare))
        if word.endswith(",") and _SUFFIXES.match(text, token.end() + 1):
            continue
        if len(word) > end - token.start():
            break
    return end
