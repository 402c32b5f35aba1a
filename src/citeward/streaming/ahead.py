"""The words of an open block ahead of the block itself: sentence by sentence, each once it has been judged."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from citeward.model import CitationAction, ClaimAction
from citeward.parse import Names, Parsed, ReleaseUnit, UnitParser
from citeward.streaming.checking import CheckedUnit, Checker
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
        names: what the evidence may be called by.
    """

    def __init__(self, units: UnitParser, checker: Checker, names: Names) -> None:
        self._units, self._checker = units, checker
        self._sentences = Sentences(names)
        self._shows = False

    def take(self, text: str, released: Sequence[ReleaseUnit]) -> list[Parsed]:
        """The sentences of the open block that are final with a piece, and with the units that came with it."""
        found = self._sentences.restart(self._units.unreleased) if released else self._sentences.feed(text)
        if found is None:
            return []
        context = self._units.context
        if context is None:
            self._sentences.give_up()
            return []
        claims = tuple(replace(claim, context=(*context, *claim.context)) for claim in found.claims)
        return [replace(found, claims=claims)]

    async def judge(self, parsed: Parsed) -> list[TailChanged]:
        """The words of sentences that hold. A block in which policy blocks anything is waited for, and so is one with a
        sentence that keeps no citation: what stands behind it may yet take it along.
        """
        checked = await self._checker.check(parsed, ahead=True)
        if CitationAction.BLOCK in checked.decisions.citations:
            self._sentences.give_up()
            return []
        if not _holds(checked):
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


def _holds(checked: CheckedUnit) -> bool:
    """Whether each sentence keeps a citation of its own."""
    actions = zip(checked.parsed.proposals, checked.decisions.citations, strict=True)
    kept = {proposal.claim for proposal, action in actions if action is CitationAction.KEEP}
    fates = zip(checked.parsed.claims, checked.decisions.claims, strict=True)
    return all(claim.index in kept and fate is not ClaimAction.DROP for claim, fate in fates if claim.text)
