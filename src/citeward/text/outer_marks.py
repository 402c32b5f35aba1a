"""The marks a quote begins and ends with: what of the source's own is taken along, and what must be there."""

from __future__ import annotations

from .edge_marks import REACH, SIGNS
from .gaps import APOSTROPHES, BULLETS, ELLIPSIS, EMPHASIS, QUESTION, QUOTE_MARKS, fold_gap
from .letters import LETTERS, Kind
from .result import QuoteReason, Tolerance
from .units import UNIT_MARKS

_DROPPABLE = frozenset(QUOTE_MARKS + APOSTROPHES + EMPHASIS + BULLETS + "#>_~|(){}—–,;:.!¡¿-…/\\。、，；：！ ")
_BOUND = frozenset("-−–－+＋.(#<>~")
"""Marks that, directly before a digit, belong to the number."""
_CLOSING = frozenset(".!;:,…。！；：，、।۔؟?？")


def _canonical(char: str) -> str:
    folded = fold_gap(char)
    return folded if folded != "" else char


def _passes(char: str, *wanted: str) -> bool:
    return _canonical(char) not in wanted and _is_filler(char)


def _is_filler(char: str) -> bool:
    return char.isspace() or char in EMPHASIS or char == "_" or LETTERS[char].kind is Kind.IGNORABLE


def take_left(text: str, start: int, lead: str) -> tuple[int, set[Tolerance]] | QuoteReason:
    """Walk outwards over the marks the quote begins with; a mark with a meaning must be there."""
    dropped: set[Tolerance] = set()
    exact = lead.lstrip()
    if text.endswith(exact, 0, start):
        return start - len(exact), dropped
    attached = True
    at = start
    if ELLIPSIS.search(lead):
        own = list(ELLIPSIS.finditer(text, max(0, start - REACH), start))
        if not own or any(map(str.isalnum, text[own[-1].end() : start])):
            return QuoteReason.ELLIPSIS_SWALLOWED
        at = own[-1].start()
        lead = ELLIPSIS.split(lead)[0]
    for char in reversed(lead):
        if char.isspace():
            attached = False
            continue
        if LETTERS[char].kind is Kind.IGNORABLE:
            continue
        wanted = _canonical(char)
        probe = at
        bound = attached and text[start].isdigit() and char in _BOUND
        while not bound and probe > max(0, start - REACH) and _passes(text[probe - 1], wanted):
            probe -= 1
        if probe > 0 and _canonical(text[probe - 1]) == wanted:
            at = probe - 1
            attached = False
        elif char in _DROPPABLE and not (attached and char in _BOUND and text[start].isdigit()):
            dropped.add(_tolerance_of(char))
        else:
            return _missing(char)
    return at, dropped


def take_right(text: str, end: int, tail: str) -> tuple[int, set[Tolerance]] | QuoteReason:
    """The same at the end. Closing punctuation of the source is taken where the quote has any of its kind."""
    dropped: set[Tolerance] = set()
    exact = tail.rstrip()
    if text.startswith(exact, end):
        return end + len(exact), dropped
    at = end
    if ELLIPSIS.search(tail):
        own = ELLIPSIS.search(text, end, end + REACH)
        if own is None or any(map(str.isalnum, text[end : own.start()])):
            return QuoteReason.ELLIPSIS_SWALLOWED
        at = own.end()
        tail = ELLIPSIS.split(tail)[-1]
    pending = [char for char in tail if not char.isspace() and LETTERS[char].kind is not Kind.IGNORABLE]
    wanted = [_canonical(char) for char in pending]
    while wanted and at < len(text) and at - end < REACH:
        probe = at
        while probe < min(len(text), end + REACH) and _passes(text[probe], *wanted):
            probe += 1
        if probe >= len(text) or _canonical(text[probe]) not in wanted:
            break
        if probe > at and text[at:probe].isspace() and text[probe] not in QUOTE_MARKS + UNIT_MARKS + "!?;:»":
            break
        index = wanted.index(_canonical(text[probe]))
        del wanted[index], pending[index]
        at = probe + 1
    for char in pending:
        if char in QUESTION or char not in _DROPPABLE:
            return _missing(char)
        dropped.add(_tolerance_of(char))
    if any(char in _CLOSING for char in pending) and at < len(text) and at == end and text[at] in "!.;:。！；：":
        at += 1
    return at, dropped


def _missing(char: str) -> QuoteReason:
    if char in "[]":
        return QuoteReason.BRACKET_ADDED
    if char in QUESTION:
        return QuoteReason.QUESTION_DIFFERS
    return QuoteReason.SIGN_DIFFERS if char in SIGNS else QuoteReason.SYMBOL_DIFFERS


def _tolerance_of(char: str) -> Tolerance:
    if char in QUOTE_MARKS or char in APOSTROPHES:
        return Tolerance.QUOTE_MARKS
    return Tolerance.MARKUP if char in EMPHASIS or char in "_#>|~" else Tolerance.PUNCTUATION
