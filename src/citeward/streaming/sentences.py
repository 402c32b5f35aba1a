"""Sentences of a block that is still being written, once nothing behind them can change what they say or cite.

A block is final only when it is closed; a sentence in the middle of a paragraph is final sooner, where it is made of
nothing but words, emphasis and markers, ends for certain, and the next sentence has begun with a word (so no marker can
still be added to it). What is not that plain waits for its block: that costs the reader a moment, never a mistake.

Linear in what is fed: a stretch is parsed once it ends, and a block that stays in doubt is given up.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from citeward.model import ProposalKind
from citeward.parse import Break, Cite, Close, Names, Open, Parsed, Quote, Text, clean, parse
from citeward.streaming.paired import is_paired

__all__ = ["Sentences"]

_AGAIN = 192
"""Code points behind a stop that its markers and the next word may take: past these it ends no sentence."""
_MOST_DOUBTS = 4
"""Ends of a stretch that may turn out to be none, or not plain, before its block is given up."""
_LONGEST = 4_096
"""Code points kept of a block without a sentence end; one that long is no sentence a reader waits for."""
_ITEM = r"(?:[-*+]|\d{1,9}[.)]) "
_END = re.compile(
    r"(?m:(?<!^\d)(?<!^\d\d))(?:[.!?\u2026][)\]\"'\u201d\u2019\u00bb]*(?: ?\[[^\[\]\n]{1,62}\][.!?]?)*(?: +| ?\n)"
    rf"|\n(?={_ITEM}))(?=(?:{_ITEM})?(?P<word>[*_]{{0,2}}[^\W\d_]+[\s,]))"
)
_BEGINS = re.compile(rf"(?:{_ITEM})?[*_]{{0,2}}[^\W\d_]+[\s,]")
_STOP = re.compile("[.!?\u2026\n]")
_WORD_ENDS = re.compile(r"[\s,]")
_BLANK_LINE = re.compile(r"\n[ \t]*\n")
_NOT_PLAIN = re.compile("[\\[\\]<>&`*_~$|\\\\\u3010\u3011\ue000-\uf8ff\ufffc]|://|www\\.")
_TAGS = frozenset({"p", "ul", "ol", "li", "em", "strong"})


class Sentences:
    """Feeds on the open block and gives out what of it can be judged by itself, one stretch after the other.

    Args:
        names: what the evidence may be called by.
    """

    def __init__(self, names: Names | Iterable[str] = ()) -> None:
        self._names = Names.of(names)
        self._clear()

    def _clear(self) -> None:
        self._held = ""
        self._tried = self._doubts = 0
        self._stop = -1
        self._begun = False
        self._over = False

    def restart(self, text: str) -> Parsed | None:
        """Begins anew with the next block, of which this much has been written."""
        self._clear()
        return self.feed(text)

    def give_up(self) -> None:
        """Waits for the next block."""
        self._over, self._held = True, ""

    def feed(self, text: str) -> Parsed | None:
        """Takes the next piece; the sentences that became final with it, parsed by themselves, or None."""
        if self._over:
            return None
        known = len(self._held)
        self._held += text
        if len(self._held) > _LONGEST and len(text) < _LONGEST:
            self.give_up()
            return None
        if not self._begun:
            self._held = self._held.lstrip("\n")
            self._begun, known = bool(self._held), 0
        stop = _STOP.search(self._held, known) if self._stop < 0 else None
        if stop is not None:
            self._stop = stop.start()
        if self._stop < 0 or _WORD_ENDS.search(text) is None:
            return None  # most pieces end here: no stop is waiting for the word behind it, or the word goes on
        return self._found(self._stop)

    def _found(self, stop: int) -> Parsed | None:
        """What ends at the last sentence end behind a stop, where it holds."""
        held = self._held
        blank = _BLANK_LINE.search(held, stop)
        ends = [end for end in _END.finditer(held, stop) if blank is None or end.start() < blank.start()]
        if ends and ends[-1].end() > self._tried:
            return self._stretch(ends[-1])
        later = _STOP.search(held, max(stop + 1, len(held) - _AGAIN))
        self._stop = stop if len(held) - stop <= _AGAIN else -1 if later is None else later.start()
        if blank is not None:
            self.give_up()
        return None

    def _stretch(self, end: re.Match[str]) -> Parsed | None:
        """What has been written up to a sentence end, parsed, where nothing can change it any more."""
        stretch, more = self._held[: end.end()], self._held[: end.end("word")]
        if not _BEGINS.match(stretch) or clean(more).text != more:
            self.give_up()
            return None
        self._tried = len(stretch)
        found = parse(stretch, self._names)
        if not _is_plain(found) or not is_paired(stretch) or self._runs_on(more, len(stretch)):
            self._doubts += 1
            if self._doubts > _MOST_DOUBTS:
                self.give_up()
            return None
        self._held = self._held[end.end() :]
        self._tried = self._doubts = 0
        self._stop = -1
        return found

    def _runs_on(self, more: str, end: int) -> bool:
        """Whether the sentence goes on with the word behind its end, as behind an abbreviation."""
        return parse(more, self._names).claims[-1].start < end


def _is_plain(parsed: Parsed) -> bool:
    """Whether there is nothing in it that text behind it could still turn into something else."""
    if any(proposal.kind is not ProposalKind.MARKER for proposal in parsed.proposals):
        return False
    for event in parsed.events:
        if isinstance(event, Open | Close):
            if event.tag not in _TAGS:
                return False
        elif isinstance(event, Text | Quote):
            if _NOT_PLAIN.search(event.text) is not None:
                return False
        elif not isinstance(event, Cite | Break):
            return False
    return True
