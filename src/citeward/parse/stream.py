"""The pure half of streaming: an answer that is still being written, as units that can be shown for good.

A unit is one or more top-level blocks that stand for themselves: verified, decided and selected like a whole answer,
it comes out as it does in the whole answer. A block of nothing but markers stands for what was said before it, so a
block is held until the one behind it is known to say something of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from citeward.model import Claim, Context, Proposal
from citeward.parse.events import Cite, Close, Event, Fence, Open, Quote, Rule, Url
from citeward.parse.forms import may_be_tail
from citeward.parse.inline import BlockStart, Output
from citeward.parse.marks import Mark
from citeward.parse.names import Names
from citeward.parse.parser import Parsed, Parser

__all__ = ["ReleaseUnit", "UnitParser", "moved"]

_HEAD = 256
"""Code points of an open block looked at for its first word; one that has said nothing by then is waited for."""
# A paragraph, heading, quotation or list item whose first line begins with a word. Whatever follows, that word is the
# beginning of the block's first claim: no construct of CommonMark, no URL and no marker can still swallow it.
_SAYS = re.compile(r" {0,3}(?:> ?|[-*+] |\d{1,9}[.)] |#{1,6} )*[*_]{0,3}(?:[A-Za-z]+[\s,]|(?![A-Za-z])[^\W\d_])")
_MARKUP = re.compile(r" {0,3}(?:> ?|[-*+] |\d{1,9}[.)] |#{1,6} |[*_]{1,3})*")
_BLANK_LINE = re.compile(r"[ \t\r]*\n")
_IN_BRACKETS = re.compile(r"\[[^\[\]]*\]|\([^()]*\)|\u3010[^\u3010\u3011]*\u3011|[\ue000-\uf8ff]\S*")
_WORD = re.compile(r"[^\W_]")


@dataclass(frozen=True, slots=True)
class ReleaseUnit:
    """Blocks that belong together and are final.

    ``parsed`` is complete in itself: indices and groups begin at 0, and offsets are those of the canonical answer.
    Its ``answer`` is the unit's own stretch; how many blank lines end it depends on how the answer was cut.
    """

    index: int
    start: int
    """Code points of the canonical answer before the line its first block begins on."""
    parsed: Parsed

    @property
    def end(self) -> int:
        """Where the unit ends in the canonical answer."""
        return self.start + len(self.parsed.answer)


class UnitParser(Parser):
    """The fed parser, handing over what is final and forgetting it: memory is bounded by what is still open.

    The units do not depend on how the answer was cut into pieces, except in how early they come out.
    """

    def __init__(self, names: Names | Iterable[str] = (), marks: Sequence[Mark] = ()) -> None:
        super().__init__(names, marks)
        self._units = 0
        self._begin = 0
        self._text = ""
        self._head: str | None = ""
        self._joined = 0

    @property
    def unreleased(self) -> str:
        """What has been fed and is in no unit yet."""
        self._gather()
        return self._text

    @property
    def context(self) -> tuple[Context, ...] | None:
        """What the next block will be read under; None where that, or what a marker stands for, is not known yet."""
        around = self._out.around
        return None if around.pending is not None else around.context()

    @property
    def begin(self) -> int:
        """Where :attr:`unreleased` begins in the canonical answer."""
        return self._begin

    def mark(self, marks: Iterable[Mark]) -> None:
        """Adds places that somebody else has read as references. Too late for text that has been fed already."""
        self._marks = (*(mark for mark in self._marks if mark.end > self._done), *marks)

    def units(self, text: str) -> list[ReleaseUnit]:
        """Takes the next piece and returns the units that became final with it.

        Raises:
            LimitExceeded: as for :func:`citeward.parse.parse`.
        """
        final = self.feed(text)
        if final:
            self._head = ""
        if not self._out.blocks:
            return []
        if not self._next_speaks(text, anew=bool(final)):
            return self._release(whole=False) if final else []
        return self._release(whole=True)

    def last_units(self, text: str = "") -> list[ReleaseUnit]:
        """Takes the last piece and returns what is left.

        Raises:
            LimitExceeded: as for :func:`citeward.parse.parse`.
            UsageError: called twice.
        """
        self.finish(text)
        self._done = self._length
        return self._release(whole=True)

    # -- where units end ----------------------------------------------------------------------------------------

    def _next_speaks(self, text: str, *, anew: bool) -> bool:
        """Whether the block that is still open is known to begin with words of its own."""
        if self._head is None:
            return False
        self._head = "".join(self._open)[:_HEAD] if anew else (self._head + text)[:_HEAD]
        head = self._head
        while (blank := _BLANK_LINE.match(head)) is not None:
            head = head[blank.end() :]
        says = _SAYS.match(head) is not None and not may_be_tail(head[_end_of_markup(head) :])
        if says or len(self._head) >= _HEAD:
            self._head = None
        return says

    def _release(self, *, whole: bool) -> list[ReleaseUnit]:
        """Units up to the last block that begins with words of its own, or up to the last final block."""
        edges = [*self._out.blocks[self._joined :], self._all()]
        cuts = [start for start, after in pairwise(edges) if self._own(start, after)]
        if whole:
            cuts.append(self._all())
        cuts = self._after_nothing_open(cuts)
        self._joined = len(self._out.blocks)
        if not cuts or not cuts[-1].events:
            return []
        self._gather()
        units: list[ReleaseUnit] = []
        low = self._out.blocks[0] if self._out.blocks else self._all()
        for high in cuts:
            if high.events > low.events:
                units.append(self._unit(low, high))
                low = high
        self._forget(low)
        self._joined = len(self._out.blocks)
        return units

    def _after_nothing_open(self, cuts: list[BlockStart]) -> list[BlockStart]:
        """The cuts that part nothing: no claim before one stands for claims behind it, or may yet."""
        out = self._out
        pending = out.around.pending
        reach = [(claim.index, max(claim.covers)) for claim in out.claims if claim.covers]
        found = []
        for cut in cuts:
            if pending is not None and pending < cut.claims and not self._finished:
                continue
            if not any(index < cut.claims <= last for index, last in reach):
                found.append(cut)
        return found

    def _all(self) -> BlockStart:
        out = self._out
        counts = len(out.events), len(out.claims), len(out.proposals), len(out.quotations), out.groups
        return BlockStart(self._done, *counts)

    def _own(self, start: BlockStart, after: BlockStart) -> bool:
        """Whether a block stands for nothing that was said before it, and says something itself."""
        out = self._out
        events = out.events[start.events : after.events]
        claims = {claim for event in events if (claim := getattr(event, "claim", -1)) >= 0}
        claims.update(proposal.claim for proposal in out.proposals[start.proposals : after.proposals])
        for claim in out.claims[start.claims : after.claims]:
            claims.update(claim.covers)
            if claim.leans_on is not None:
                claims.add(claim.leans_on)
        if not claims or min(claims) < start.claims:
            return False
        first = out.claims[start.claims].text
        return _WORD.search(_IN_BRACKETS.sub("", first)) is not None

    # -- handing over -------------------------------------------------------------------------------------------

    def _unit(self, low: BlockStart, high: BlockStart) -> ReleaseUnit:
        text = self._text[low.start - self._begin : high.start - self._begin]
        unit = ReleaseUnit(self._units, low.start, _slice(self._out, text, low, high))
        self._units += 1
        return unit

    def _forget(self, upto: BlockStart) -> None:
        """Drops everything before a block; what is kept begins at 0 again."""
        if not upto.events:
            return
        kept = _slice(self._out, "", upto, self._all())
        self._handed_over += upto.proposals
        self._text = self._text[upto.start - self._begin :]
        self._begin = upto.start
        blocks = [
            BlockStart(start.start, *(there - here for there, here in zip(start[1:], upto[1:], strict=True)))
            for start in self._out.blocks
            if start.events >= upto.events
        ]
        self._out = Output(
            list(kept.events), list(kept.claims), list(kept.proposals), list(kept.quotations),
            groups=self._out.groups - upto.groups, blocks=blocks, around=self._out.around.moved(upto.claims),
        )  # fmt: skip

    def _gather(self) -> None:
        if self._answer:
            self._text += "".join(self._answer)
            self._answer.clear()


def _end_of_markup(head: str) -> int:
    """Where the words of a block begin."""
    found = _MARKUP.match(head)
    return 0 if found is None else found.end()


def _slice(out: Output, text: str, low: BlockStart, high: BlockStart) -> Parsed:
    part = Parsed(
        text,
        tuple(out.events[low.events : high.events]),
        tuple(out.claims[low.claims : high.claims]),
        tuple(out.proposals[low.proposals : high.proposals]),
        tuple(out.quotations[low.quotations : high.quotations]),
        begin=low.start,
    )
    return moved(part, claims=-low.claims, proposals=-low.proposals, quotations=-low.quotations, groups=-low.groups)


def moved(
    parsed: Parsed, *, claims: int = 0, proposals: int = 0, quotations: int = 0, groups: int = 0, offset: int = 0
) -> Parsed:
    """The same parse with every index, group and offset moved by so much."""
    if not (claims or proposals or quotations or groups or offset):
        return parsed
    return Parsed(
        parsed.answer,
        tuple(_moved_event(event, claims, proposals, quotations) for event in parsed.events),
        tuple(_moved_claim(claim, claims, offset) for claim in parsed.claims),
        tuple(_moved_proposal(each, claims, proposals, groups, offset) for each in parsed.proposals),
        tuple(
            replace(
                each,
                index=each.index + quotations,
                claim=each.claim + claims,
                start=each.start + offset,
                end=each.end + offset,
            )
            for each in parsed.quotations
        ),
        parsed.reported,
        parsed.begin + offset,
    )


def _moved_claim(claim: Claim, claims: int, offset: int) -> Claim:
    return replace(
        claim,
        index=claim.index + claims,
        start=claim.start + offset,
        end=claim.end + offset,
        covers=tuple(index + claims for index in claim.covers),
        leans_on=None if claim.leans_on is None else claim.leans_on + claims,
    )


def _moved_proposal(each: Proposal, claims: int, proposals: int, groups: int, offset: int) -> Proposal:
    return replace(
        each,
        index=each.index + proposals,
        claim=each.claim + claims,
        group=each.group + groups if each.group >= 0 else each.group,
        choice=each.choice + proposals if each.choice >= 0 else each.choice,
        start=each.start + offset,
        end=each.end + offset,
    )


def _moved_event(event: Event, claims: int, proposals: int, quotations: int) -> Event:
    if isinstance(event, Open):
        return event._replace(attr=int(event.attr or 0) + proposals) if event.tag in ("link", "image") else event
    if isinstance(event, Close | Fence | Rule) or event.claim < 0:
        return event
    claim = event.claim
    if isinstance(event, Cite):
        moved_to = tuple(index + proposals for index in event.proposals)
        return event._replace(proposals=moved_to, claim=claim + claims)
    if isinstance(event, Quote):
        return event._replace(quotation=event.quotation + quotations, claim=claim + claims)
    if isinstance(event, Url):
        return event._replace(proposal=event.proposal + proposals, claim=claim + claims)
    return event._replace(claim=claim + claims)
