"""One block of running text becomes events, claims and proposals."""

from __future__ import annotations

from bisect import bisect_right
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from citeward.errors import LimitExceeded
from citeward.model import Claim, ClaimForm, Context, Proposal, ProposalKind, Quotation
from citeward.parse import claims, forms, quotations
from citeward.parse.atoms import Atom, Kind
from citeward.parse.events import Break, Cite, Close, Code, Event, Html, Math, Open, Quote, Text, Url
from citeward.parse.hygiene import View
from citeward.parse.marks import Mark, Target
from citeward.parse.surroundings import Surroundings, few
from citeward.parse.works import place_works

__all__ = ["MOST_PROPOSALS", "BlockStart", "Leaf", "Output", "Source", "emit", "too_many"]

MOST_PROPOSALS = 20_000
"""Proposals in one answer: each costs a judgement and a record, and kilobytes of ranges make a million of them."""

_UNSEEN = "\ufffc"  # holds the place of a URL while sentences are cut, and never reaches a claim
_STOPS = tuple(" " + stop for stop in ".,;:!?\u2026)]\u3002\uff0c\uff01\uff1f\u3001")
_ADDRESSES = frozenset({ProposalKind.URL, ProposalKind.DOI})
_WHOLE = frozenset({Kind.CODE, Kind.MATH, Kind.HTML, Kind.REFERENCE})
_BACKWARD = frozenset({ClaimForm.TAIL, ClaimForm.ANSWER})
_FORWARD = frozenset({ClaimForm.LEAD, ClaimForm.QUESTION})
_QUOTABLE = frozenset({Kind.TEXT, Kind.OPEN, Kind.CLOSE, Kind.BREAK, Kind.MARKER})


@dataclass(frozen=True, slots=True)
class Source:
    """The stretch of the canonical answer being parsed, and the way to it from its view."""

    text: str
    view: View
    base: int
    """Where the stretch begins in the canonical answer."""
    marks: Sequence[Mark] = ()
    """Places in the view that somebody else has read as references."""

    def extent(self, start: int, end: int) -> tuple[int, int]:
        """The extent of a view extent in the answer."""
        if not self.view.differs:
            return start + self.base, end + self.base
        begin = self.view.to_source(start)
        return begin + self.base, max(begin, self.view.to_source(end, end=True)) + self.base

    def reference(self, start: int, end: int) -> str:
        """What stands at an extent of the answer."""
        return self.text[start - self.base : end - self.base]


class BlockStart(NamedTuple):
    """Where a top-level block begins: in the answer, and how much of everything had been parsed before it."""

    start: int
    """Code points of the canonical answer."""
    events: int
    claims: int
    proposals: int
    quotations: int
    groups: int


@dataclass(slots=True)
class Output:
    """What has been parsed so far. Offsets are code points of the canonical answer."""

    events: list[Event] = field(default_factory=list)
    claims: list[Claim] = field(default_factory=list)
    proposals: list[Proposal] = field(default_factory=list)
    quotations: list[Quotation] = field(default_factory=list)
    groups: int = 0
    set_off: int = 0
    """How many block quotations are open."""
    row: int | None = None
    """Inside a table row: how many claims there were when it began."""
    waiting: list[tuple[int, tuple[int, ...]]] = field(default_factory=list)
    """Events and proposals of markers that have a cell to themselves: they stand for their row."""
    sources: list[int] = field(default_factory=list)
    """Claims of the row's cells that say only where the row comes from."""
    blocks: list[BlockStart] = field(default_factory=list)
    """The top-level blocks, in order."""
    around: Surroundings = field(default_factory=Surroundings)

    def add_claim(
        self, start: int, end: int, text: str, context: tuple[Context, ...] = (), form: ClaimForm = ClaimForm.STATEMENT
    ) -> int:
        """Records a claim and returns its index."""
        self.claims.append(Claim(len(self.claims), start, end, text, context, form))
        return len(self.claims) - 1

    def cover(self, claim: int, covered: Iterable[int]) -> None:
        """Says which other claims a marker on a claim stands for."""
        self.claims[claim] = replace(self.claims[claim], covers=tuple(covered))

    def settle(self, claim: int) -> None:
        """Gives the waiting markers of a row their claim."""
        for at, made in self.waiting:
            event = self.events[at]
            if isinstance(event, Cite):
                self.events[at] = event._replace(claim=claim)
            for index in made:
                self.proposals[index] = replace(self.proposals[index], claim=claim)
        self.waiting.clear()


class Leaf(NamedTuple):
    """What kind of block the running text of a block is."""

    kind: str
    """``p``, ``h``, ``th`` or ``td``."""
    level: int = 0
    """Of a heading."""
    column: int | None = None
    """Of a cell."""


def emit(atoms: Sequence[Atom], source: Source, out: Output, leaf: Leaf) -> None:
    """Appends the events, claims, proposals and quotations of one block to ``out``."""
    _Block(atoms, source, out, leaf).run()


class _Block:
    """The working state of one block: what it shows, where its sentences end, and what was quoted in it."""

    __slots__ = (
        "atoms", "cuts", "ends", "first", "found", "group_open", "leaf", "marks", "opened", "out", "owner",
        "quoted_to", "quotes", "shown", "source", "stands", "starts", "struck",
    )  # fmt: skip

    def __init__(self, atoms: Sequence[Atom], source: Source, out: Output, leaf: Leaf) -> None:
        atoms = place_works(atoms)
        self.atoms, self.source, self.out, self.leaf = atoms, source, out, leaf
        self.struck = _struck(atoms)
        self.shown, self.starts = _shown(atoms, self.struck)
        self.marks = [index for index, atom in enumerate(atoms) if atom.kind is Kind.MARKER]
        self.ends: list[int] = []
        self.found: list[tuple[int, int]] = []
        if self.shown.strip(_UNSEEN + " \t\n"):
            places = [self.starts[index] for index in self.marks]
            self.found = quotations.find(self.shown)
            if out.set_off and not self.found:
                self.found = quotations.find_set_off(self.shown, places)
            certain = claims.boundaries(self.shown, places) if places else ()
            self.ends = claims.sentences(self.shown, certain, self._whole())
        self.first = len(out.claims)
        self.cuts = self.ends
        self.quotes: deque[tuple[int, int, Quote]] = deque()
        self.quoted_to = 0
        self.owner: dict[int, int] = {}
        self.opened: list[int] = []
        self.group_open = False
        self.stands: int | None = None

    def _whole(self) -> list[tuple[int, int]]:
        """What no sentence may end in: quotations, and what is shown as one piece."""
        named = [
            (self.starts[index], self.starts[index] + len(atom.text))
            for index, atom in enumerate(self.atoms)
            if atom.kind in _WHOLE and index not in self.struck
        ]
        return sorted([*self.found, *named]) if named else self.found

    def run(self) -> None:
        self._make_claims()
        if self.marks and self.ends:
            owned = claims.owners(self.shown, self.ends, [self.starts[index] for index in self.marks])
            self.owner = dict(zip(self.marks, owned, strict=True))
        if self.ends:
            self._relate()
        if self.found:
            self._keep_quotations()
        for index, atom in enumerate(self.atoms):
            at = self.starts[index]
            if index in self.struck and atom.kind is Kind.TEXT:
                self._write(atom.text, self._claim_at(at, atom))
            elif atom.kind is Kind.TEXT:
                self._text(atom.text, at)
                self.group_open = self.group_open and atom.text.isspace()
            elif atom.kind is Kind.MARKER:
                self._marker(index, atom)
            else:
                self.group_open = False
                self._other(atom, at)

    # -- claims -------------------------------------------------------------------------------------------------

    def _make_claims(self) -> None:
        begin, gaps = 0, len(self.atoms) > 1
        context = self.out.around.context(self.leaf.column) if self.ends else ()
        form = ClaimForm.HEADING if self.leaf.kind in ("h", "th") else ClaimForm.STATEMENT
        for end in self.ends:
            text = self.shown[begin:end].rstrip()
            stop = begin + len(text)
            text = text.lstrip()
            extent = self.source.extent(self._view(stop - len(text)), self._view(stop, end=True))
            self.out.add_claim(*extent, _readable(text) if gaps else text, context, form)
            begin = end

    def _claim_at(self, offset: int, atom: Atom) -> int:
        if self.ends:
            return self.first + min(bisect_right(self.ends, offset), len(self.ends) - 1)
        if self.stands is None:
            self.stands = self._stand_in(atom)
        return self.stands

    def _stand_in(self, atom: Atom) -> int:
        """The claim of a block of nothing but references: the one of the block before it, or one that covers them."""
        low, high = self.out.around.last
        if self.out.row is not None:
            low = high = self.first if self.first == self.out.row else self.first - 1
            high += self.first > self.out.row
        if high - low == 1 or (high > low and atom.kind is not Kind.MARKER):
            return high - 1
        extent = self.source.extent(atom.start, atom.end)
        made = self.out.add_claim(*extent, "", form=ClaimForm.WHOLE)
        self.out.cover(made, few(index for index in range(low, high) if self.out.claims[index].text))
        return made

    def _relate(self) -> None:
        """Says which claims stand for others, and which lean on the one before them."""
        out, leaf = self.out, self.leaf
        marked = {self.first + owned for owned in self.owner.values()}
        if leaf.kind == "h" and forms.is_source_column(self.shown):
            self._list(range(self.first, len(out.claims)))
        elif leaf.kind == "h":
            for claim in marked:
                out.around.wait(claim, leaf.level)
        elif leaf.kind == "td":
            columns = out.around.columns
            if leaf.column is not None and leaf.column < len(columns) and forms.is_source_column(columns[leaf.column]):
                out.sources += range(self.first, len(out.claims))
        elif leaf.kind == "p":
            lead = out.around.lead
            if out.around.lists_sources and not any(forms.tells(claim.text) for claim in out.claims[self.first :]):
                self._list((*range(self.first, len(out.claims)), *(() if lead is None else (lead,))))
                return
            for index in range(self.first, len(out.claims)):
                self._place(index, marked=index in marked, lead=lead if index == self.first else None)
            out.around.spoken(out.claims, self.first, bold=_is_bold(self.atoms), marked=bool(marked))

    def _list(self, indices: Iterable[int]) -> None:
        """These claims are part of the model's list of sources: ours stands in its place."""
        claims = self.out.claims
        for index in indices:
            claims[index] = replace(claims[index], form=ClaimForm.LISTED, covers=(), leans_on=None)

    def _place(self, index: int, *, marked: bool, lead: int | None) -> None:
        """The form of a claim of running text, what a marker on it stands for, and what it leans on."""
        out = self.out
        claim = out.claims[index]
        before = self._before(index)
        behind = index > self.first or not out.around.in_item
        runs_on = index > self.first and out.claims[index - 1].form is not ClaimForm.QUESTION
        form = forms.form_of(claim.text, follows=bool(before) and lead is None and behind, runs_on=runs_on)
        if form is ClaimForm.LEAD and marked and not (forms.is_label(claim.text) or forms.announces_these(claim.text)):
            form = ClaimForm.STATEMENT
        covers: tuple[int, ...] = ()
        leans_on = lead
        if form is ClaimForm.TAIL and index == self.first and marked and self._repeats(claim.text, before):
            self._list((index,))
            return
        if form in _BACKWARD:
            covers = before
            leans_on = before[-1] if before else lead
        elif marked and form in _FORWARD:
            covers = few(range(index + 1, index + 2 if form is ClaimForm.QUESTION else len(out.claims)))
            if index + 1 == len(out.claims):
                out.around.wait(index)
        if leans_on is None and index > self.first and forms.leans(claim.text):
            leans_on = index - 1
        if form is not claim.form or covers or leans_on is not None:
            out.claims[index] = replace(claim, form=form, covers=covers, leans_on=leans_on)

    def _repeats(self, text: str, before: Sequence[int]) -> bool:
        """Whether a paragraph names sources for what has citations of its own: "Sources: [S1], [S2]"."""
        cited = {proposal.claim for proposal in self.out.proposals}
        return forms.lists_sources(text) and not cited.isdisjoint(before)

    def _before(self, index: int) -> tuple[int, ...]:
        """The claims in front of one that a tail stands for: the sentence, or the whole block where it opens one."""
        claims = self.out.claims
        if index == self.first:
            low, high = self.out.around.last
            return few(k for k in range(low, high) if claims[k].text and claims[k].form is not ClaimForm.HEADING)
        front = claims[index - 1]
        return few((*front.covers, index - 1)) if front.form in _BACKWARD else (index - 1,)

    def _view(self, offset: int, *, end: bool = False) -> int:
        """The view offset of an offset of what is shown."""
        index = max(bisect_right(self.starts, offset - end) - 1, 0)
        atom = self.atoms[index]
        if atom.kind is Kind.TEXT and atom.literal:
            return atom.start + offset - self.starts[index]
        return atom.end if end else atom.start

    # -- quotations ---------------------------------------------------------------------------------------------

    def _keep_quotations(self) -> None:
        """Records the quotations of this block: a marker that stands for them may follow in a block of its own."""
        for start, end in self.found:
            claim = self.first + min(bisect_right(self.ends, end - 1), len(self.ends) - 1)
            extent = self.source.extent(self._view(start), self._view(end))
            text = self.shown[start:end].replace(_UNSEEN, "")
            quotation = Quotation(len(self.out.quotations), claim, text, *extent)
            self.out.quotations.append(quotation)
            low, high = bisect_right(self.starts, start) - 1, bisect_right(self.starts, end - 1)
            # A code span or a link inside keeps the passage from being replaced; it is verified all the same.
            if all(self.atoms[at].kind in _QUOTABLE and at not in self.struck for at in range(low, high)):
                self.quotes.append((start, end, Quote(text, quotation.index, claim)))
        self.cuts = sorted({*self.ends, *(edge for extent in self.found for edge in extent)})

    # -- events -------------------------------------------------------------------------------------------------

    def _text(self, text: str, at: int) -> None:
        """Cuts text where a sentence or a quotation begins or ends."""
        cuts, begin, stop = self.cuts, at, at + len(text)
        index = bisect_right(cuts, at)
        while at < stop:
            edge = min(cuts[index], stop) if index < len(cuts) else stop
            if not self._quote(at):
                claim = self.first + bisect_right(self.ends, at) if self.ends else -1
                self._write(text[at - begin : edge - begin], claim)
            at, index = edge, index + 1

    def _quote(self, at: int) -> bool:
        """Whether what is shown at an offset belongs to a quotation that stands as a whole; it is written once."""
        if self.quotes and self.quotes[0][0] <= at:
            _, self.quoted_to, quote = self.quotes.popleft()
            self.out.events.append(quote)
        return at < self.quoted_to

    def _write(self, text: str, claim: int) -> None:
        events = self.out.events
        last = events[-1] if events else None
        if type(last) is Text and last.claim == claim:
            events[-1] = Text(last.text + text, claim)
        else:
            events.append(Text(text, claim))

    def _marker(self, index: int, atom: Atom) -> None:
        out = self.out
        waits = not self.ends and out.row is not None
        claim = -1 if waits else self.first + self.owner[index] if self.ends else self._claim_at(0, atom)
        if not self.group_open:
            out.groups, self.group_open = out.groups + 1, True
        made = self._made(atom, claim)
        if waits and made:
            out.waiting.append((len(out.events), made))
        out.events.append(Cite(made, "", claim))

    def _made(self, atom: Atom, claim: int) -> tuple[int, ...]:
        """The proposals of a marker. Passages that share the name it gives are proposals of one choice."""
        if atom.mark is not None:
            targets = atom.mark.targets or (Target(None),)
            return tuple(self._propose(ProposalKind.STRUCTURED, atom, claim, target) for target in targets)
        if atom.link is not None:
            return (self._propose(atom.link, atom, claim, Target(None, url=atom.target)),)
        made: list[int] = []
        for handles in atom.handles:
            choice = len(self.out.proposals) if len(handles) > 1 else -1
            for handle in handles:
                made.append(self._propose(ProposalKind.MARKER, atom, claim, Target(handle), choice=choice))
        return tuple(made)

    def _other(self, atom: Atom, at: int) -> None:
        events = self.out.events
        match atom.kind:
            case Kind.OPEN:
                if atom.link is not None:
                    self.opened.append(self._propose(atom.link, atom, self._claim_at(at, atom)))
                    events.append(Open(atom.text, self.opened[-1]))
                else:
                    events.append(Open(atom.text))
            case Kind.CLOSE:
                if atom.link is not None and self.opened:
                    self.opened.pop()
                events.append(Close(atom.text))
            case Kind.CODE:
                events.append(Code(atom.text, self._claim_at(at, atom)))
            case Kind.MATH:
                events.append(Math(atom.text, atom.flag, self._claim_at(at, atom)))
            case Kind.BREAK if self._quote(at):
                pass
            case Kind.BREAK:
                events.append(Break(atom.flag, self._claim_at(at, atom)))
            case Kind.HTML:
                claim = self._claim_at(at, atom)
                if atom.link is not None:
                    self._propose(atom.link, atom, claim)
                events.append(Html(atom.text, claim))
            case _:
                self._reference(atom, self._claim_at(at, atom))

    def _reference(self, atom: Atom, claim: int) -> None:
        """A URL or a work in running text. An address inside a link is its label and stands or falls with the link."""
        if self.opened and atom.link in _ADDRESSES:
            self.out.events.append(Url(atom.text, self.opened[-1], claim))
        elif atom.kind is Kind.URL:
            self.out.events.append(Url(atom.text, self._propose(ProposalKind.URL, atom, claim), claim))
        else:
            self.out.groups += 1
            made = self._propose(atom.link or ProposalKind.PROSE, atom, claim, group=self.out.groups)
            self.out.events.append(Cite((made,), atom.text, claim))

    def _propose(
        self,
        kind: ProposalKind,
        atom: Atom,
        claim: int,
        target: Target | None = None,
        *,
        group: int = -1,
        choice: int = -1,
    ) -> int:
        start, end = self.source.extent(atom.start, atom.end)
        index = len(self.out.proposals)
        if index > MOST_PROPOSALS:
            raise too_many()
        reference = self.source.reference(start, end)
        if target is None:
            self.out.proposals.append(Proposal(index, kind, reference, start, end, claim, None, atom.target, group))
            return index
        handle, ambiguous, quoted, url = target
        self.out.proposals.append(
            Proposal(index, kind, reference, start, end, claim, handle, url, self.out.groups, quoted, ambiguous, choice)
        )
        return index


def _is_bold(atoms: Sequence[Atom]) -> bool:
    """Whether a paragraph is one stretch of bold text and nothing else, markers aside."""
    inside = [atom for atom in atoms if atom.kind not in (Kind.MARKER, Kind.BREAK) and atom.text.strip(" \t:\uff1a")]
    ends = [
        index for index, atom in enumerate(inside) if atom.text == "strong" and atom.kind in (Kind.OPEN, Kind.CLOSE)
    ]
    return len(inside) > 2 and ends == [0, len(inside) - 1]


def _readable(text: str) -> str:
    """A sentence as a reader sees it once the markers in it are gone."""
    text = " ".join(text.replace(_UNSEEN, "").split())
    for stop in _STOPS:
        if stop in text:
            text = text.replace(stop, stop[1])
    return text


def _struck(atoms: Sequence[Atom]) -> frozenset[int]:
    """The pieces that are struck out."""
    depth, found = 0, []
    for index, atom in enumerate(atoms):
        if atom.text == "del" and atom.kind in (Kind.OPEN, Kind.CLOSE):
            depth += 1 if atom.kind is Kind.OPEN else -1
        elif depth > 0:
            found.append(index)
    return frozenset(found)


def _shown(atoms: Sequence[Atom], struck: frozenset[int]) -> tuple[str, list[int]]:
    """What a reader takes from a block, and where each piece of it begins there.

    Markers and emphasis show nothing. Tags are shown as the characters they are: nothing makes HTML of them.
    What is struck out is unsaid: it is shown as such, and no part of what is claimed.
    """
    parts: list[str] = []
    starts: list[int] = []
    at = 0
    for index, atom in enumerate(atoms):
        starts.append(at)
        kind = atom.kind
        if index in struck:
            continue
        if kind <= Kind.MATH or kind is Kind.HTML or kind is Kind.REFERENCE:
            part = atom.text
        elif kind is Kind.BREAK:
            part = " "
        elif kind is Kind.URL:
            part = _UNSEEN
        else:
            continue
        parts.append(part)
        at += len(part)
    return "".join(parts), starts


def too_many() -> LimitExceeded:
    """Return the error of an answer that makes more than :data:`MOST_PROPOSALS`."""
    return LimitExceeded(
        "answer", f"makes more than {MOST_PROPOSALS:,} references", "Split it, or check what produced it."
    )
