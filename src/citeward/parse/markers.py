r"""The grammar of a marker: ``[S1]``, ``[S1, S3]``, ``[S1; S3]``, ``[S1-S3]``, with or without a tag.

Keys are markers too: ``[@S1]``, ``\cite{S1}``.

A marker counts only where the characters of the answer are literally the marker, so callers pass runs of text whose
source slice equals what is shown. Anything longer than :data:`LONGEST` is text: a stream holds back that much and no
more.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from citeward.parse import links
from citeward.parse.keys import keys_at

__all__ = ["LONGEST", "Grammar", "Marker", "grammar"]

LONGEST = 64
"""Code points a marker may span, brackets included."""
_WIDEST_RANGE = 64
"""Handles one ``[S1-S64]`` may stand for; a wider one would let nine characters make a million proposals."""

_HANDLE = r"S\d{1,6}(?:-[a-z0-9]{2,8})?"
_PINPOINT = (
    r"(?:[,;:]? ?(?i:pp?\.?|pages?|sec(?:tion|\.)?|\u00a7\u00a7?|para(?:graph|\.)?|\u00b6|lines?|l\.|ch(?:apter|\.)?|"
    r"art(?:icle|\.)?|n(?:ote|\.)?|fig(?:ure|\.)?|table) ?[0-9ivxlcIVXLC][\w.\u2013-]{0,15})?"
)
"""A place in the source behind its handle (``[S1, p. 3]``). It is read over: where a passage stands is ours to say."""
_DEFINES = re.compile(r":[ \t]*(?:<|//|/|#|www\.|[A-Za-z][A-Za-z0-9+.-]*:)")
_COLON_LAST = re.compile(r":[ \t]*\Z")
_PARTS = re.compile(r"S(\d{1,6})((?:-[a-z0-9]{2,8})?)")


class Marker(NamedTuple):
    """One marker in a run of text: its extent there and the handles it names, in order."""

    start: int
    end: int
    handles: tuple[str, ...]


class Grammar:
    """The compiled grammar for one set of handles.

    Handles of the shape ``S1`` or ``S1-k7f`` are always recognised, so that an invented one is seen and refused.
    Handles of any other shape are recognised only where the ledger has them.
    """

    __slots__ = ("_item", "_marker", "body", "scan")

    def __init__(self, handles: Iterable[str] = ()) -> None:
        others = sorted((h for h in handles if not re.fullmatch(_HANDLE, h)), key=len, reverse=True)
        item = "|".join([*(re.escape(h) for h in others), _HANDLE])
        self._item = re.compile(item)
        begins = rf"\[ ?(?:{item})"
        self._marker = re.compile(rf"{begins}(?: ?[,;\u2013-] ?(?:{item}))*{_PINPOINT} ?\]")
        self.scan = re.compile(links.begins(begins))
        """Finds where a marker, URL or DOI may begin, in one pass over a run of text."""
        self.body = re.compile(links.body(begins))
        """What a URL or DOI goes on with."""

    def match(self, text: str, at: int, *, line_start: bool = True, before_link: bool = False) -> Marker | None:
        """The marker that starts with the bracket (or the backslash) at ``at``, or None.

        Args:
            text: a run of text.
            at: where its bracket is.
            line_start: whether the run begins a line.
            before_link: whether a link follows the run.

        >>> grammar(frozenset()).match("x [S1-S3] y", 2)
        Marker(start=2, end=9, handles=('S1', 'S2', 'S3'))
        """
        found = self._marker.match(text, at)
        if found is None:
            return self._keys(text, at, line_start=line_start, before_link=before_link)
        if found.end() - at > LONGEST:
            return None
        start, end = found.span()
        if _is_image(text, start) or (line_start and _is_definition(text, start, end, before_link)):
            return None
        named = list(self._handles(found.group()))
        handles = tuple(handle for handle in named if handle is not None)
        if len(handles) < len(named):
            return None
        return Marker(*_whole(text, start, end), handles)

    def _keys(self, text: str, at: int, *, line_start: bool, before_link: bool) -> Marker | None:
        found = keys_at(text, at)
        if found is None or found[0] - at > LONGEST or _is_image(text, at):
            return None
        if line_start and _is_definition(text, at, found[0], before_link):
            return None
        return Marker(*_whole(text, at, found[0]), found[1])

    def _handles(self, marker: str) -> Iterator[str | None]:
        """The handles a marker names, None for a range that is too wide to mean anything."""
        items = list(self._item.finditer(marker))
        previous: re.Match[str] | None = None
        for item in items:
            between = marker[previous.end() : item.start()].strip() if previous else ""
            if previous and between in {"-", "\u2013"}:
                yield from _between(previous.group(), item.group())
            yield item.group()
            previous = item


def _between(first: str, last: str) -> Iterator[str | None]:
    """The handles a range leaves unwritten; nothing where its ends do not belong together."""
    low, high = _PARTS.fullmatch(first), _PARTS.fullmatch(last)
    if not low or not high or low[2] != high[2]:
        return
    numbers = range(int(low[1]) + 1, int(high[1]))
    if len(numbers) > _WIDEST_RANGE:
        yield None
        return
    for number in numbers:
        yield f"S{number}{low[2]}"


def _whole(text: str, start: int, end: int) -> tuple[int, int]:
    """``[[S1]]``: the outer brackets belong to it."""
    doubled = text.startswith("[[", start - 1) and start and text.startswith("]", end) and end + 1 - start < LONGEST
    return (start - 1, end + 1) if doubled else (start, end)


def _is_image(text: str, start: int) -> bool:
    """``![S1]`` is the beginning of an image, but ``Done![S1]`` ends a sentence."""
    if not start or text[start - 1] != "!":
        return False
    return start == 1 or text[start - 2] in " \t\n([{"


def _is_definition(text: str, start: int, end: int, before_link: bool) -> bool:
    """``[S1]: https://...`` at the start of a line gives a handle a meaning of the model's own."""
    if start > LONGEST or text[:start].strip():
        return False
    return bool(_DEFINES.match(text, end) or (before_link and _COLON_LAST.match(text, end)))


@lru_cache(maxsize=256)
def grammar(handles: frozenset[str]) -> Grammar:
    """The grammar for these handles, compiled once."""
    return Grammar(handles)
