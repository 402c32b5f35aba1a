"""The words of an open block ahead of the block itself: sentence by sentence, each once it has been judged."""

from __future__ import annotations

from collections.abc import Sequence

from citeward.model import CitationAction
from citeward.parse import Parsed, ReleaseUnit, UnitParser
from citeward.streaming.checking import Checker
from citeward.streaming.events import TailChanged
from citeward.streaming.printing import words_of
from citeward.streaming.sentences import Sentences

__all__ = ["Ahead"]


class Ahead:
    """Looks after the tail of a stream that holds its blocks.

    What it judges is judged again, and counted and recorded, with its block; nothing is kept of it here.

    Args:
        units: the stream's own parser.
        checker: the stream's own.
        handles: of the ledger.
    """

    def __init__(self, units: UnitParser, checker: Checker, handles: frozenset[str]) -> None:
        self._units, self._checker = units, checker
        self._sentences = Sentences(handles)
        self._shows = False

    def take(self, text: str, released: Sequence[ReleaseUnit]) -> list[Parsed]:
        """The sentences of the open block that are final with a piece, and with the units that came with it."""
        found = self._sentences.restart(self._units.unreleased) if released else self._sentences.feed(text)
        return [] if found is None else [found]

    async def judge(self, parsed: Parsed) -> list[TailChanged]:
        """The words of sentences that hold. A block in which policy blocks anything is waited for."""
        checked = await self._checker.check(parsed, ahead=True)
        if CitationAction.BLOCK in checked.decisions.citations:
            self._sentences.give_up()
            return []
        words = words_of(parsed, checked.judgements, checked.decisions)
        if not words.strip():
            return []
        self._shows = True
        return [TailChanged(words, append=True)]

    def settle(self) -> list[TailChanged]:
        """The block is there: its words need not stand twice."""
        shown, self._shows = self._shows, False
        return [TailChanged("", append=False)] if shown else []
