r"""Where a marker stands in a run of text, and what it names: the forms of citations in their places.

Keys are markers too: ``[@S1]``, ``\cite{S1}``.

A marker counts only where the characters of the answer are literally the marker, so callers pass runs of text whose
source slice equals what is shown. Anything longer than :data:`LONGEST` is none that is read: a stream holds back that
much and no more.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from citeward.parse import links
from citeward.parse.citeforms import BRACKETS, read_inside
from citeward.parse.keys import keys_at
from citeward.parse.lookalikes import is_no_citation
from citeward.parse.loose import LEAK, SIGNS, loose_at
from citeward.parse.names import Names

__all__ = ["LONGEST", "Grammar", "Marker"]

LONGEST = 128
"""Code points a marker may span, brackets included."""
_FAR = 2_000
"""Code points of a bracket that begins as a marker does and is too long for one: it is seen, and names nothing."""
_DEFINES = re.compile(r":[ \t]*(?:<|//|/|#|www\.|[A-Za-z][A-Za-z0-9+.-]*:)")
_COLON_LAST = re.compile(r":[ \t]*\Z")
_PLAIN = r"[Ss]\d{1,6}(?:-[a-z0-9]{2,8})?"
_WORD = re.compile(r"[^\s,;:()\[\]{}]+")
_TOO_LONG = re.compile(
    rf"[\[\u3010\uff3b] ?S\d[^\[\]\n\u3010\u3011\uff3b\uff3d]{{{LONGEST - 4},{_FAR}}}[\]\u3011\uff3d]"
)
_UNCLOSED = re.compile(r"[\[\u3010\uff3b] ?[Ss]\d{1,6}(?:-[a-z0-9]{2,8})?(?![\w\]-])")
"""A bracket that nobody closed, around a handle."""
_DOUBLED = frozenset({"[]", "{}"})
_CLOSED = {
    opener: re.compile(f"[^\\n{re.escape(opener + bracket.closer)}]{{1,{LONGEST - 2}}}{re.escape(bracket.closer)}")
    for opener, bracket in BRACKETS.items()
}


class Marker(NamedTuple):
    """One marker in a run of text."""

    start: int
    end: int
    named: tuple[tuple[str, ...], ...]
    """For each reference in it, in order, the handles it may mean; none for a mark that stands for nothing."""
    unread: bool = False
    """It has the looks of a marker, and what it names cannot be made out."""
    around: int = 0
    """Round brackets on either side of it that hold nothing else: they go with it."""


class Grammar:
    """Finds the markers of one turn.

    What has the form of a marker is one, so that an invented handle is seen and refused. A name of any other shape is
    recognised only where the ledger has it.
    """

    __slots__ = ("body", "leaked", "names", "scan")

    def __init__(self, names: Names) -> None:
        self.names = names
        self.scan, self.leaked, self.body = _patterns(names.handles)

    def scanner(self, text: str) -> re.Pattern[str]:
        """What finds the places in a text where a reference may begin."""
        return self.leaked if LEAK in text else self.scan

    def match(self, text: str, at: int, *, line_start: bool = True, before_link: bool = False) -> Marker | None:
        """The marker that starts with the bracket (or the backslash) at ``at``, or None.

        Args:
            text: a run of text.
            at: where its bracket is.
            line_start: whether the run begins a line.
            before_link: whether a link follows the run.

        >>> Grammar(Names()).match("x [S1-S3] y", 2)
        Marker(start=2, end=9, named=(('S1',), ('S2',), ('S3',)), unread=False, around=0)
        """
        bracket = BRACKETS.get(text[at])
        if bracket is None and text[at] != "\\":
            loose = loose_at(text, at, self.names)
            return None if loose is None else Marker(at, *loose)
        closed = _CLOSED[text[at]].match(text, at + 1) if bracket is not None else None
        if bracket is None or closed is None:
            long = _TOO_LONG.match(text, at)
            if long is not None and not _is_image(text, at):
                return Marker(at, long.end(), (), unread=True)
            keys = self._keys(text, at, line_start=line_start, before_link=before_link)
            open_ended = _UNCLOSED.match(text, at) if keys is None and not _is_image(text, at) else None
            return keys if open_ended is None else Marker(at, open_ended.end(), (), unread=True)
        end = closed.end()
        inside = text[at + 1 : end - 1]
        found = read_inside(inside, bracket, self.names)
        if found is None:
            keys = self._keys(text, at, line_start=line_start, before_link=before_link)
            if keys is None and bracket.opener == "[" and self._mentions(inside) and not _is_image(text, at):
                return Marker(at, end, (), unread=True)
            return keys
        if _is_image(text, at):
            return None
        first = 1 if self.names.first is None else self.names.first
        if found.numbers and bracket.opener == "[" and is_no_citation(text, at, end, found.numbers, first=first):
            return None
        if line_start and _is_definition(text, at, end, before_link):
            return Marker(at, end + 1, ())
        if bracket.opener == "(" and line_start and not text[:at].strip() and text[end:].strip(" .,;:!?"):
            return None  # "(S1) the first case": before words, round brackets hold the label of an item
        return _whole(text, at, end, found.named)

    def inside_link(self, label: str) -> Marker | None:
        """The marker that the label of a link is, with or without brackets of its own."""
        label = label.strip()
        if not label or len(label) > LONGEST:
            return None
        if label[0] in BRACKETS:
            found = self.match(label, 0, line_start=False)
            return found if found is not None and found.end == len(label) and found.named else None
        inside = read_inside(label, BRACKETS["["], self.names)
        return None if inside is None or not inside.named else Marker(0, len(label), inside.named)

    def _keys(self, text: str, at: int, *, line_start: bool, before_link: bool) -> Marker | None:
        found = keys_at(text, at)
        if found is None or found[0] - at > LONGEST or _is_image(text, at):
            return None
        if line_start and _is_definition(text, at, found[0], before_link):
            return None
        named = tuple(self.names.handle(key) or self.names.called(key) or (key,) for key in found[1])
        return _whole(text, at, found[0], named)

    def _mentions(self, inside: str) -> bool:
        """Whether a handle of the ledger stands among other words."""
        return any(re.fullmatch(_PLAIN, word) and word in self.names.handles for word in _WORD.findall(inside))


def _whole(text: str, start: int, end: int, named: tuple[tuple[str, ...], ...]) -> Marker:
    """``[[S1]]``, ``{{S1}}``, ``([S1])``: outer brackets that hold nothing else belong to it."""
    before, behind = text[start - 1 : start], text[end : end + 1]
    if before + behind in _DOUBLED and end + 2 - start <= LONGEST:
        start, end = start - 1, end + 1
        before, behind = text[start - 1 : start], text[end : end + 1]
    return Marker(start, end, named, around=int(before + behind in ("()", "\uff08\uff09")))


def _is_image(text: str, start: int) -> bool:
    """``![S1]`` is the beginning of an image, but ``Done![S1]`` ends a sentence."""
    if not start or text[start - 1] != "!":
        return False
    return start == 1 or text[start - 2] in " \t\n([{"


def _is_definition(text: str, start: int, end: int, before_link: bool) -> bool:
    """``[S1]: https://...`` or ``[^1]: ...`` at the start of a line gives a marker a meaning of the model's own."""
    if start > LONGEST or text[:start].strip():
        return False
    if text.startswith("[^", start) and text.startswith(":", end):
        return True
    return bool(_DEFINES.match(text, end) or (before_link and _COLON_LAST.match(text, end)))


@lru_cache(maxsize=256)
def _patterns(handles: frozenset[str]) -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    """Where a reference may begin, the same in a text with a leak, and what a URL goes on with.

    A URL ends before a marker of these handles.
    """
    others = sorted((handle for handle in handles if not re.fullmatch(_PLAIN, handle)), key=len, reverse=True)
    known = "".join(f"{re.escape(handle)}|" for handle in others)
    marker = rf"\[[\[^]?[ ]?(?:{known}[Ss]\d|[0-9]{{1,3}}[\],;\u2013-])|\u3010|\uff3b"
    openers = "".join(BRACKETS)
    scan, leaked = (re.compile(links.begins(openers, signs)) for signs in (SIGNS, SIGNS + LEAK[0]))
    return scan, leaked, re.compile(links.body(marker))
