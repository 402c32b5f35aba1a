"""The one parse: an answer is fed in, finished, and comes out as the events that are verified and rendered."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from citeward.errors import LimitExceeded, UsageError
from citeward.model import Claim, Proposal, Quotation, ReportedPage
from citeward.parse.events import Event
from citeward.parse.hygiene import clean
from citeward.parse.inline import MOST_PROPOSALS, Output, Source, too_many
from citeward.parse.markdown import read
from citeward.parse.markers import Grammar
from citeward.parse.marks import Mark, in_view
from citeward.parse.names import Names
from citeward.parse.walk import last_block, walk

__all__ = ["LONGEST_ANSWER", "MOST_PROPOSALS", "Parsed", "Parser", "parse"]

LONGEST_ANSWER = 2_000_000
"""Code points of an answer. Longer ones would let one request hold a worker for tens of seconds."""
_BLANKS = " \t\r"
_ENDS_WITH_ITS_LINE = frozenset({"Heading", "Rule"})
_ENDS_AT_BLANK_LINE = frozenset({"Paragraph", "Table"})
_ENDS_BEFORE_A_WORD = frozenset({"List", "BlockQuote"})
_BLANK_LINE = re.compile(r"\n[ \t\r]*\n")
_WORD_LINE = re.compile(r"\n[ \t\r]*\n(?=[^\W\d_])")


@dataclass(frozen=True, slots=True)
class Parsed:
    """An answer, parsed. Indices in events and proposals point into ``claims``, ``proposals`` and ``quotations``."""

    answer: str
    """The canonical answer, exactly as fed."""
    events: tuple[Event, ...]
    claims: tuple[Claim, ...]
    proposals: tuple[Proposal, ...]
    quotations: tuple[Quotation, ...]
    reported: tuple[ReportedPage, ...] = ()
    """Pages of the web that the answer's provider reported."""
    begin: int = 0
    """Where ``answer`` begins in the whole answer: 0, but for a part of one that is still being written."""


def parse(answer: str, names: Names | Iterable[str] = (), marks: Sequence[Mark] = ()) -> Parsed:
    """Parses a whole answer: the fed parser, fed once.

    Args:
        answer: the canonical answer.
        names: what the evidence may be called by; or its handles alone.
        marks: places of the answer that a provider adapter has read as references.

    Raises:
        LimitExceeded: the answer is longer than :data:`LONGEST_ANSWER` or makes more than :data:`MOST_PROPOSALS`.
    """
    return Parser(names, marks).finish(answer)


class Parser:
    """Feeds on an answer in pieces of any size; the pieces never change what comes out.

    A top-level block is final once a later one has begun, or once a line has ended that nothing can add to it behind;
    with definitions impossible nothing acts further. What is not final is kept as text, so memory is bounded by the
    open block and by what has been parsed.
    """

    def __init__(self, names: Names | Iterable[str] = (), marks: Sequence[Mark] = ()) -> None:
        self._marks = tuple(marks)
        self._grammar = Grammar(Names.of(names))
        self._out = Output()
        self._answer: list[str] = []
        self._length = 0
        self._open: list[str] = []
        self._open_length = 0
        self._next_look = 0
        self._kind = ""
        self._edge = "\n"
        self._handed_over = 0
        self._done = 0
        self._finished = False

    def feed(self, text: str) -> tuple[Event, ...]:
        """Takes the next piece and returns the events that became final with it."""
        self._take(text)
        blank, word = self._line_ends(text)
        grown = "\n" in text and self._open_length >= self._next_look
        if not (grown or (blank and self._kind in _ENDS_AT_BLANK_LINE) or (word and self._kind in _ENDS_BEFORE_A_WORD)):
            return ()
        held = "".join(self._open)
        lines = held if word else held[: held.rfind("\n") + 1]
        before = len(self._out.events)
        final = self._parse(lines, last=False)
        self._open = [held[final:]]
        self._open_length = len(held) - final
        self._done += final
        # An open block is parsed again only when it has grown by an eighth, so that a long one stays linear.
        self._next_look = self._open_length + self._open_length // 8 if not final else 0
        return tuple(self._out.events[before:])

    def finish(self, text: str = "") -> Parsed:
        """Takes the last piece; everything is final.

        Raises:
            UsageError: called twice.
            LimitExceeded: as for :func:`parse`.
        """
        self._take(text)
        self._finished = True
        self._parse("".join(self._open), last=True)
        out = self._out
        return Parsed(
            "".join(self._answer), tuple(out.events), tuple(out.claims), tuple(out.proposals), tuple(out.quotations)
        )

    def _line_ends(self, text: str) -> tuple[bool, bool]:
        """Where the text stands: has a blank line just ended, and does the last line, behind one, begin with a letter?

        A paragraph is over behind a blank line whatever follows, a list before a word at the margin.
        """
        seen = self._edge + text
        blank = _BLANK_LINE.search(seen, max(self._edge.rfind("\n"), 0)) is not None
        word = any(match.end() > seen.rfind("\n") for match in _WORD_LINE.finditer(seen))
        before, _, line = seen.rpartition("\n")
        if line.strip(_BLANKS):
            self._edge = "x"
        else:
            after_blank = "\n" in before and not before.rpartition("\n")[2].strip(_BLANKS)
            self._edge = ("\n\n" if after_blank else "\n") + line[:1]
        return blank, word

    def _take(self, text: str) -> None:
        if self._finished:
            raise UsageError("the parser is finished; make a new one for the next answer")
        self._length += len(text)
        if self._length > LONGEST_ANSWER:
            raise LimitExceeded(
                "answer", f"longer than {LONGEST_ANSWER:,} code points", "Split it, or check what produced it."
            )
        self._answer.append(text)
        self._open.append(text)
        self._open_length += len(text)

    def _parse(self, source: str, *, last: bool) -> int:
        """Parses ``source``; emits all of it, or all top-level blocks but the last. Returns how much was emitted."""
        view = clean(source)
        text = view.text
        raw, places = read(text)
        emitted = len(source)
        if not last:
            events = list(raw)
            begin = last_block(events)
            if begin is None:
                return 0
            self._kind = _kind(events[begin[0]][0])
            if text.endswith("\n") and (
                self._kind in _ENDS_WITH_ITS_LINE or (self._kind in _ENDS_AT_BLANK_LINE and _ends_blank(text))
            ):
                raw = events
                self._kind = ""
            elif begin[0]:
                at = begin[1] if places is None else places[begin[1]]
                emitted = view.to_source(text.rfind("\n", 0, at) + 1)
                raw = events[: begin[0]]
            else:
                return 0
        marks = in_view(self._marks, view, self._done, len(source))
        walk(raw, places, Source(source, view, self._done, marks), self._grammar, self._out)
        if last:
            self._out.around.finish(self._out.claims)
        if self._handed_over + len(self._out.proposals) > MOST_PROPOSALS:
            raise too_many()
        return emitted


def _kind(event: Any) -> str:
    """What block an event of pyromark's begins."""
    if type(event) is str:
        return event
    tag = event.get("Start")
    return tag if type(tag) is str else next(iter(tag), "") if tag else ""


def _ends_blank(text: str) -> bool:
    """Whether the last line of a text that ends in a newline is blank."""
    end = len(text.rstrip(" \t\n"))
    return text.find("\n", text.find("\n", end) + 1) >= 0
