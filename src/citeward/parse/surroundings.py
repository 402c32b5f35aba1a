"""What a reader has read before a block, and takes it to be about: headings, lead-ins, the item and row it stands in.

Kept beside the walk over the blocks of an answer, across the stretches it is fed in. Indices are of claims.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from itertools import islice

from citeward.model import Claim, ClaimForm, Context, ContextKind
from citeward.parse import forms

__all__ = ["LABEL_LEVEL", "Surroundings", "few"]

LABEL_LEVEL = 7
"""The level of a label in a line of its own: below every heading, so that the next heading or label ends it."""
_LONGEST = 240
"""Code points of one piece of context. A paragraph is no heading, whatever it ends in."""
_MOST_HEADINGS = 8
_MOST_COVERED = 64
"""Claims that one marker may stand for. A source list of thousands of lines would be judged against each of them."""


def few(claims: Iterable[int]) -> tuple[int, ...]:
    """The claims one marker stands for; none, so that nothing is granted, where they are too many for a statement."""
    found = tuple(islice(claims, _MOST_COVERED + 1))
    return found if len(found) <= _MOST_COVERED else ()


@dataclass(slots=True)
class _Lead:
    """A claim that announces the block behind it."""

    claim: int
    text: str
    colon: bool
    """Without a colon it announces a list only."""


@dataclass(slots=True)
class _Open:
    """A block that is being read: the answer, a list, an item, a quotation, a paragraph."""

    kind: str
    first: int
    """Claims before it."""
    lead: _Lead | None = None
    """What announces the next block in it."""
    active: _Lead | None = None
    """What announces the block that is being read in it."""
    text: str = ""
    """Of an item: its first words."""
    number: int = 1
    """What an ordered list in it would go on with."""


@dataclass(slots=True)
class _Waiting:
    """A marked claim that stands for what follows it."""

    claim: int
    level: int
    """A heading's, whose section ends with the next of that level; 0: the next block."""
    depth: int


@dataclass(slots=True)
class Surroundings:
    """The blocks that are open, and what has been said before them."""

    open: list[_Open] = field(default_factory=lambda: [_Open("answer", 0)])
    headings: list[tuple[int, str]] = field(default_factory=list)
    last: tuple[int, int] = (0, 0)
    """The claims of the block that ended last: what a marker in a block of its own stands for."""
    columns: list[str] = field(default_factory=list)
    row: str | None = None
    """The head of the row that is being read; None outside of rows, empty before its first cell."""
    waiting: list[_Waiting] = field(default_factory=list)

    # -- blocks -------------------------------------------------------------------------------------------------

    def begin(self, kind: str, claims: int) -> None:
        """A block begins; ``claims`` have been made before it."""
        holder = self.open[-1]
        lead, holder.lead = holder.lead, None
        holder.active = lead if lead is not None and (lead.colon or kind == "list") else None
        self.open.append(_Open(kind, claims))

    def end(self, made: list[Claim]) -> None:
        """The innermost block ends; ``made`` are all claims so far."""
        done = self.open.pop()
        self.last = done.first, len(made)
        if done.kind != "item":
            self.open[-1].active = None
        followed = [each for each in self.waiting if each.claim < done.first]
        for one in [each for each in followed if not each.level and each.depth == len(self.open)]:
            self._settle(one, made)

    def code(self, made: list[Claim]) -> None:
        """A code block: nothing in it is a claim, so nothing stands for it."""
        self.begin("code", len(made))
        self.end(made)

    def spoken(self, made: list[Claim], first: int, *, bold: bool, marked: bool) -> None:
        """A paragraph has been read: it may announce what follows, or be its label."""
        holder = self.open[-2]
        said = " ".join(claim.text for claim in made[first:])
        if holder.kind == "item" and not holder.text:
            holder.text = said[:_LONGEST]
        if not said or (len(said) > _LONGEST and not forms.announces(made[-1].text)):
            return
        if bold and forms.is_label(said):
            form = ClaimForm.LISTED if forms.is_source_column(said) else ClaimForm.HEADING
            made[first:] = [replace(claim, form=form) for claim in made[first:]]
            self.head(LABEL_LEVEL, said)
            return
        last = made[-1]
        colon = last.form is ClaimForm.LEAD or (forms.is_label(said) and not marked and holder.kind != "item")
        if colon or forms.announces(last.text):
            holder.lead = _Lead(last.index, last.text[-_LONGEST:], colon)

    def head(self, level: int, text: str) -> None:
        """A heading, or a label in a line of its own."""
        self.headings = [each for each in self.headings if each[0] < level][-_MOST_HEADINGS:]
        self.headings.append((level, text[:_LONGEST]))

    # -- what follows -------------------------------------------------------------------------------------------

    def wait(self, claim: int, level: int = 0) -> None:
        """A marked claim stands for what follows: the next block, or the section of a heading of that level."""
        self.waiting.append(_Waiting(claim, level, len(self.open) - 1))

    def section(self, level: int, made: list[Claim]) -> None:
        """A heading of this level begins: sections of that level and deeper end."""
        for one in [each for each in self.waiting if each.level >= level]:
            self._settle(one, made)

    def finish(self, made: list[Claim]) -> None:
        """Nothing follows any more."""
        for one in list(self.waiting):
            self._settle(one, made)

    def _settle(self, one: _Waiting, made: list[Claim]) -> None:
        self.waiting.remove(one)
        covered = few(k for k in range(one.claim + 1, len(made)) if made[k].text)
        made[one.claim] = replace(made[one.claim], covers=covered)

    # -- a claim ------------------------------------------------------------------------------------------------

    def context(self, column: int | None = None) -> tuple[Context, ...]:
        """The context of the claims of the block that is being read, outermost first.

        Args:
            column: of the cell that is being read.
        """
        found = [Context(ContextKind.HEADING, text) for _, text in self.headings]
        for block in self.open:
            if block.active is not None:
                found.append(Context(ContextKind.LEAD_IN, block.active.text))
            elif block.kind == "item" and block.text:
                found.append(Context(ContextKind.ITEM, block.text))
        if column is not None:
            if self.row:
                found.append(Context(ContextKind.ROW, self.row))
            if column < len(self.columns) and self.columns[column]:
                found.append(Context(ContextKind.COLUMN, self.columns[column]))
        return tuple(found)

    @property
    def in_item(self) -> bool:
        """Whether the paragraph that is being read stands in a list item."""
        return len(self.open) > 1 and self.open[-2].kind == "item"

    @property
    def lead(self) -> int | None:
        """The claim that announces the block that is being read."""
        leads = [block.active.claim for block in self.open if block.active is not None]
        return leads[-1] if leads else None

    @property
    def lists_sources(self) -> bool:
        """Whether the block that is being read is announced, or headed, by nothing but a word for sources."""
        leads = [block.active.text for block in self.open if block.active is not None]
        named = leads[-1] if leads else self.headings[-1][1] if self.headings else ""
        return forms.is_source_column(named)

    @property
    def pending(self) -> int | None:
        """The first claim that says nothing for certain before more of the answer is known."""
        lead = self.open[0].lead
        found = [one.claim for one in self.waiting] + ([lead.claim] if lead is not None else [])
        return min(found, default=None)

    def moved(self, by: int) -> Surroundings:
        """The same once the first ``by`` claims have been handed over. Only the answer itself is open then."""
        answer = self.open[0]
        lead = None if answer.lead is None else replace(answer.lead, claim=answer.lead.claim - by)
        return Surroundings(
            [replace(answer, lead=lead)],
            list(self.headings),
            (max(self.last[0] - by, 0), max(self.last[1] - by, 0)),
            waiting=[replace(one, claim=one.claim - by) for one in self.waiting],
        )
