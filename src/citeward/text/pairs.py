"""Pairs that a stretch opens or closes by half: brackets, quotation marks, dashes and commas around an aside.

"(advised by Smith and Partners) was convicted" is no source of "Smith and Partners was convicted": a stretch that
leaves what it did not enter reads as one statement and is none. What stands directly at the edge is taken along or left
off; anything else is refused.
"""

from __future__ import annotations

import re

from .compare import TakenApart
from .governing_words import FINITE
from .heads import is_sentence
from .polarity import fold

_BRACKETS = {"(": ")", "[": "]", "{": "}", "（": "）", "【": "】", "［": "］", "〔": "〕", "〈": "〉", "《": "》"}
_QUOTES = {
    "“": "”",
    "„": "“”",
    "‟": "”",
    "「": "」",
    "『": "』",
    "«": "»",
    "»": "«",
    "‹": "›",
    "›": "‹",
    "”": "”",
    '"': '"',
}
_OPENERS = _BRACKETS | _QUOTES
_QUOTE_MARKS = frozenset("".join((*_QUOTES, *_QUOTES.values())))
_CLOSERS = frozenset("".join(_OPENERS.values()))
_ANY = re.compile("[" + re.escape("".join(sorted({*_OPENERS, *_CLOSERS}))) + "]")
_TAG = re.compile(r"<[^<>]*>")
_MENTIONS = frozenset({"‘’", "''", "()", "“”", '""', "``", "`'", "«»", "「」"})
_QUOTED_MARK = re.compile(r'"(?:[^\w\s"]{1,3}| )"')
_ENUMERATOR = re.compile(r"(?:^|[\s;,:.])(?:[a-zA-Z]|[ivxIVX]{1,4}|\d{1,3})$")
_EMOTICON = re.compile(r"[:;=8][-']?$")
_ROUND = frozenset(")]")
_SKIPPED = "*_`"
_STOPS = ".,;:!?。！？，"
_DASH = re.compile(r"(?<=\s)[–—-]{1,3}(?=\s)|—+|(?<=[^\W\d])--(?=[^\W\d])|――|──")
_FIRST_WORD = re.compile(r"\s*([^\W\d_]+)")
_SENTENCE_END = re.compile(r"[.!?。！？\n]")
_COMMA = re.compile(r",(?!\d)")
_MOST = 3
"""Marks taken along on each side."""


def balance(text: str, start: int, end: int, quote: str) -> tuple[int, int] | None:
    """The extent of `text[start:end]` with its pairs whole; None when half a pair is inside.

    A mark at its very edge whose other half is outside is left off. The other half of one inside is taken along where
    it stands directly beside the stretch and `quote` shows the half, or the pair is a link's and nobody sees it. A
    whole sentence may open what it does not close: it leaves nothing that it did not enter.
    """
    if _ANY.search(text, start, end) is None:
        return start, end
    for _ in range(2 * _MOST):
        opened, closed = _halves(text, start, end)
        if not opened and not closed:
            return start, end
        if closed:
            at = closed[0]
            if at == end - 1 and start < at:
                end = _trimmed_end(text, start, at)
            elif at == start and text[at + 1].isspace():
                start = _trimmed_start(text, at + 1, end)
            elif _is_seen(text, at, quote) and (wider := _wider_left(text, start, text[at])) is not None:
                start = wider
            else:
                return None
        else:
            at = opened[-1]
            if at == start and not text[at + 1 : at + 2].isdigit():
                start = _trimmed_start(text, at + 1, end)
            elif (further := _wider_right(text, end, text[at])) is not None and (
                _is_seen(text, at, quote) or _is_seen(text, further - 1, quote)
            ):
                end = further
            else:
                shown = all(_is_seen(text, half, quote) for half in opened)
                return (start, end) if shown and is_sentence(text, start, end) else None
    return None


def _is_seen(text: str, at: int, quote: str) -> bool:
    """Whether the quote shows the mark at `at`, whatever its style, or the mark is the bracket of a link."""
    char = text[at]
    if char in _QUOTE_MARKS:
        return any(mark in quote for mark in _QUOTE_MARKS)
    return char in quote or text[at : at + 2] in ("](", "][")


def _trimmed_start(text: str, at: int, end: int) -> int:
    while at < end and text[at].isspace():
        at += 1
    return at


def _trimmed_end(text: str, start: int, at: int) -> int:
    while at > start + 1 and text[at - 1].isspace():
        at -= 1
    return at


def _wider_left(text: str, start: int, closer: str) -> int | None:
    at = start
    while at > 0 and start - at < _MOST and text[at - 1] in _SKIPPED:
        at -= 1
    return at - 1 if at > 0 and closer in _OPENERS.get(text[at - 1], "") else None


def _wider_right(text: str, end: int, opener: str) -> int | None:
    at = end
    while at < len(text) and at - end < _MOST and text[at] in _SKIPPED + _STOPS:
        at += 1
    return at + 1 if at < len(text) and text[at] in _OPENERS[opener] else None


def _halves(text: str, start: int, end: int) -> tuple[list[int], list[int]]:
    """Where marks stand that are opened and not closed, and closed but not opened."""
    opened: list[int] = []
    closed: list[int] = []
    tags = [match.span() for match in _TAG.finditer(text, start, end)] if text.find("<", start, end) >= 0 else []
    for match in _ANY.finditer(text, start, end):
        at, char = match.start(), match.group()
        if (tags and any(low <= at < high for low, high in tags)) or _is_mention(text, at):
            continue
        if opened and char in _OPENERS[text[opened[-1]]]:
            opened.pop()
        elif opened and char in _ROUND and text[opened[-1]] in "([":
            opened.pop()  # a half-open interval: [0, 1)
        elif _opens(text, at, char):
            opened.append(at)
        elif not _is_no_half(text, at, char):
            closed.append(at)
    return opened, closed


def _opens(text: str, at: int, char: str) -> bool:
    if char in _BRACKETS or char in "„‟「『“":
        return True
    if char in ")]}）】］〕〉》」』":
        return False
    before, after = text[at - 1 : at], text[at + 1 : at + 2]
    loose_left = not before or before.isspace() or before in "([{—–-*_>=|（「"
    loose_right = not after or after.isspace() or after in ".,;:!?)]。，、）」"
    if char in "«‹":
        return loose_left or not loose_right
    if char in "»›":
        return not loose_right and not before.isalnum()
    if char == '"' and _QUOTED_MARK.match(text, at):
        return loose_left
    return loose_left and not loose_right  # a straight mark, and the Swedish one that opens as it closes


def _is_mention(text: str, at: int) -> bool:
    """A mark that is spoken of, alone between others: ‘(’, (")."""
    return text[at - 1 : at] + text[at + 1 : at + 2] in _MENTIONS


def _is_no_half(text: str, at: int, char: str) -> bool:
    """The bracket of "a)" and ":)", the mark of 24 inches: none has another half."""
    before = text[max(0, at - 6) : at]
    if char == '"':
        return before[-1:].isdigit()
    return char in _ROUND and (_ENUMERATOR.search(before) is not None or _EMOTICON.search(before) is not None)


def leaves_aside(before: str, stretch: str, after: str, quote: TakenApart | None) -> bool:
    """Whether a stretch leaves an aside between dashes or commas that began before it, or enters one unseen.

    Args:
        before: the sentence up to the stretch.
        stretch: the source's characters.
        after: what follows it.
        quote: the quote; None where it differs in white space at most.
    """
    inside = len(_DASH.findall(stretch)) if any(map(stretch.__contains__, "-–—―─")) else 0
    if inside:
        if len(_DASH.findall(before)) % 2 == 1:
            return True
        if inside % 2 == 1 and quote is not None and _DASH.search(_SENTENCE_END.split(after, maxsplit=1)[0]):
            return sum(len(_DASH.findall(gap)) for gap in quote.letters.gaps.values()) < inside
    first = _COMMA.search(stretch) if "," in before else None
    if first is None or _COMMA.search(before) is None:
        return False
    verb = _FIRST_WORD.match(stretch, first.end())
    if verb is not None and fold(verb.group(1)) in FINITE:
        return True
    entered = before.rpartition(",")[2].strip() != ""
    return (
        entered
        and quote is not None
        and sum(gap.count(",") for gap in quote.letters.gaps.values()) < stretch.count(",")
    )
