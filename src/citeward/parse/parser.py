"""The one parse: an answer is fed in, finished, and comes out as the events that are verified and rendered.

Markdown is parsed by pyromark (pulldown-cmark) with source ranges. Reference and footnote definitions act at a
distance and hide links, so they are made impossible: hygiene has banned the control character that takes the place of
the colon in every ``]:`` while the text is parsed, and the colon is back in everything that comes out.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

import pyromark

from citeward.errors import LimitExceeded, UsageError
from citeward.model import Claim, Proposal, Quotation
from citeward.parse.events import Event
from citeward.parse.hygiene import clean
from citeward.parse.inline import Output, Source
from citeward.parse.markers import grammar
from citeward.parse.walk import COLON, last_block, walk

__all__ = ["LONGEST_ANSWER", "MOST_PROPOSALS", "OPTIONS", "Parsed", "Parser", "parse"]

LONGEST_ANSWER = 2_000_000
"""Code points of an answer. Longer ones would let one request hold a worker for tens of seconds."""
MOST_PROPOSALS = 20_000
"""Proposals in one answer: each costs a judgement and a record, however short the text that made it."""
OPTIONS = pyromark.Options.ENABLE_TABLES | pyromark.Options.ENABLE_STRIKETHROUGH | pyromark.Options.ENABLE_MATH
"""Tables, strikethrough and maths; everything else CommonMark does not have is off."""
_BEGINS = tuple(0 if 0x80 <= byte < 0xC0 else 1 for byte in range(256))


@dataclass(frozen=True, slots=True)
class Parsed:
    """An answer, parsed. Indices in events and proposals point into ``claims``, ``proposals`` and ``quotations``."""

    answer: str
    """The canonical answer, exactly as fed."""
    events: tuple[Event, ...]
    claims: tuple[Claim, ...]
    proposals: tuple[Proposal, ...]
    quotations: tuple[Quotation, ...]


def parse(answer: str, handles: Iterable[str] = ()) -> Parsed:
    """Parses a whole answer: the fed parser, fed once.

    Args:
        answer: the canonical answer.
        handles: the handles of the ledger, needed where they are not of the shape ``S1`` or ``S1-k7f``.

    Raises:
        LimitExceeded: the answer is longer than :data:`LONGEST_ANSWER` or makes more than :data:`MOST_PROPOSALS`.
    """
    return Parser(handles).finish(answer)


class Parser:
    """Feeds on an answer in pieces of any size; the pieces never change what comes out.

    A top-level block is final once a later one has begun; with definitions impossible nothing acts further. What is
    not final is kept as text, so memory is bounded by the open block and by what has been parsed.
    """

    def __init__(self, handles: Iterable[str] = ()) -> None:
        self._grammar = grammar(frozenset(handles))
        self._out = Output()
        self._answer: list[str] = []
        self._length = 0
        self._open: list[str] = []
        self._open_length = 0
        self._next_look = 0
        self._done = 0
        self._finished = False

    def feed(self, text: str) -> tuple[Event, ...]:
        """Takes the next piece and returns the events that became final with it."""
        self._take(text)
        if "\n" not in text or self._open_length < self._next_look:
            return ()
        held = "".join(self._open)
        lines = held[: held.rfind("\n") + 1]
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
        harmless = text.replace("]:", "]" + COLON)
        raw: Iterable[tuple[Any, Any]] = pyromark.events_with_range(harmless, options=OPTIONS)
        # How many characters begin before each byte of the UTF-8 form: pyromark counts bytes, we count characters.
        places = None if text.isascii() else (0, *accumulate(map(_BEGINS.__getitem__, text.encode())))
        emitted = len(source)
        if not last:
            events = list(raw)
            begin = last_block(events)
            if begin is None or not begin[0]:
                return 0
            at = begin[1] if places is None else places[begin[1]]
            emitted = view.to_source(text.rfind("\n", 0, at) + 1)
            raw = events[: begin[0]]
        walk(raw, places, Source(source, view, self._done), self._grammar, self._out)
        if len(self._out.proposals) > MOST_PROPOSALS:
            raise LimitExceeded(
                "answer", f"makes more than {MOST_PROPOSALS:,} references", "Split it, or check what produced it."
            )
        return emitted
