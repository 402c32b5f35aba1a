"""Select: the events a reader gets, from the parsed answer and what policy decided. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from citeward.model import CitationAction, ClaimAction, Judgement, ProposalKind, QuoteStatus, Tier, Verdict
from citeward.parse import (
    Break,
    Cite,
    Close,
    Code,
    Fence,
    Html,
    Math,
    Open,
    Parsed,
    Quote,
    Rule,
    Text,
    Url,
    clean,
    without_urls,
)
from citeward.policy import Decisions
from citeward.render import labels
from citeward.render.headings import LONGEST_HEADING, passes_for_ours, says_checked
from citeward.render.permalinks import Permalinks
from citeward.render.shown import Chip, Mark, MarkKind, Note, Shown, ShownEvent
from citeward.render.sources import SourceList
from citeward.verify import UNCERTAIN, URL_KINDS

__all__ = ["select"]

_MARKS = {
    ClaimAction.PARTLY: MarkKind.PARTLY,
    ClaimAction.UNSUPPORTED: MarkKind.UNSUPPORTED,
    ClaimAction.UNCITED: MarkKind.UNCITED,
}
_KEPT_IN_PART = frozenset({ClaimAction.PARTLY, ClaimAction.CLAUSE})
_WHOLE_ONLY = frozenset({"th", "td", "h"})
"""Elements that show no gap: a cell shows a dash, and a heading that was left out heads nothing."""
_GAP = Note(labels.GAP)
_EMPHASIS = frozenset({"em", "strong", "del"})
_FORMATTING = _EMPHASIS | {"link", "image"}
# Tuples: a union of classes would be put together again for every event.
_MARKUP = (Open, Close)
_PRINTED = (Text, Code, Html)
_WORDS = (Text, Quote, Code, Math, Html)
_SHOWN = (*_WORDS, Cite, Url)
_LINE_ENDS = (Break, Chip)
_GONE = _FORMATTING | {"ul", "ol", "blockquote"}
_KEPT_EMPTY = frozenset({"table", "thead", "tr", "th", "td"})
_REMOVED = f"[{labels.LINK_REMOVED}]"
_FEW = 12
"""Events an element may hold to be looked into for emptiness or a heading: those it concerns hold few."""
_TIGHT = re.compile(r"[.,;:!?\u2026\u3002\uff0c\uff01\uff1f\u3001]+(?:[\s)\]\"\u201d\u2019]|$)|[)\]\s]")
_HEADED = frozenset({"h", "p", "li", "th"})


def select(
    parsed: Parsed,
    judgements: Sequence[Judgement],
    decisions: Decisions,
    *,
    citations: bool = True,
    ids: Mapping[int, str] | None = None,
    sources: SourceList | None = None,
    permalinks: Permalinks | None = None,
) -> Shown:
    """What one reader gets.

    Args:
        parsed: the answer.
        judgements: one per proposal.
        decisions: what policy does with them.
        citations: False for a surface that shows none.
        ids: the id of the stored record of each proposal.
        sources: the sources shown before, where an answer is shown in several parts; it grows.
        permalinks: where stored records are shown; used where no ``sources`` are handed over.
    """
    running = sources or SourceList(permalinks)
    return _Selection(parsed, judgements, decisions, citations=citations, ids=ids or {}, sources=running).run()


class _Cited(NamedTuple):
    """An open link that is a granted citation: its words stay, and its place is behind them."""

    proposal: int


class _Selection:
    """The running state: what is out, what is open, and whether a marker just left a gap."""

    def __init__(
        self,
        parsed: Parsed,
        judgements: Sequence[Judgement],
        decisions: Decisions,
        *,
        citations: bool,
        ids: Mapping[int, str],
        sources: SourceList,
    ) -> None:
        self.parsed, self.judgements, self.decisions = parsed, judgements, decisions
        self.citations, self.ids = citations, ids
        self.out: list[ShownEvent] = []
        self.open: list[int | _Cited] = []
        self.gap = False
        self.withheld_cell = False
        self.whole_only = False
        self.sources = sources
        kept = zip(judgements, decisions.citations, strict=True)
        self.granted = {j.evidence.handle for j, action in kept if action is CitationAction.KEEP and j.evidence}
        self.excerpts = _excerpts(judgements, decisions)
        self.refused = {finding.quotation for judgement in judgements for finding in judgement.quotes}

    def run(self) -> Shown:
        fates = self.decisions.claims
        marks = self._marks()
        withheld = 0
        for index, event in enumerate(self.parsed.events):
            if isinstance(event, Open):
                self._begin(event)
            elif isinstance(event, Close):
                self._end(event)
            elif isinstance(event, Rule) or (isinstance(event, Fence) and self.decisions.unclaimed):
                self.out.append(event)
            elif isinstance(event, Fence):
                withheld += 1
            elif event.claim >= 0 and fates[event.claim] is ClaimAction.DROP:
                self._withhold(event)
            elif event.claim >= 0 and fates[event.claim] is ClaimAction.OMIT:
                continue
            else:
                self._leaf(event)
                for kind in marks.get(index, ()):
                    self._mark(kind)
                if isinstance(event, Cite):
                    self._clause(event)
        dropped = sum(
            fate is ClaimAction.DROP and bool(claim.text) for fate, claim in zip(fates, self.parsed.claims, strict=True)
        )
        return Shown(tuple(self.out), self.sources.listed(), dropped + withheld, unmarked=self.decisions.unmarked)

    def _withhold(self, event: Text | Quote | Code | Math | Html | Break | Cite | Url) -> None:
        """A gap where a sentence stood, one for all that were left out in a row. Cells show a dash."""
        self.withheld_cell = True
        says = isinstance(event, Url) or (isinstance(event, _WORDS) and event.text.strip())
        if says and not self.whole_only and not (self.out and self.out[-1] == _GAP):
            self.out.append(_GAP)

    # -- structure ----------------------------------------------------------------------------------------------

    def _begin(self, event: Open) -> None:
        self.gap = self.withheld_cell = False
        if event.tag in _WHOLE_ONLY:
            self.whole_only = True
        if event.tag == "link" and isinstance(event.attr, int) and self._is_kept(event.attr):
            self.open.append(_Cited(event.attr))
            return
        self.open.append(len(self.out))
        self.out.append(event)

    def _end(self, event: Close) -> None:
        begin = self.open.pop()
        if isinstance(begin, _Cited):
            self._chips((begin.proposal,))
            return
        if event.tag in _WHOLE_ONLY:
            self.whole_only = False
        inside = self.out[begin + 1 :] if len(self.out) - begin <= _FEW else None
        self.gap = False
        if inside is not None and all(_is_blank(item) for item in inside):
            if event.tag not in _KEPT_EMPTY:
                del self.out[begin:]
                return
            if self.withheld_cell and event.tag in ("td", "th"):
                self.out.append(Text("\u2014", -1))  # an empty cell would read as a value that is nothing
        elif inside is not None and event.tag in _GONE and all(_says_nothing(item) for item in inside):
            # What held nothing but what was left out is gone with it, and one gap stands for all of it.
            del self.out[begin:]
            inline = event.tag in _FORMATTING
            self.out += [_GAP] if inline else [Open("p"), _GAP, Close("p")]
            return
        elif inside is not None and event.tag in _HEADED and self.citations and _is_like_ours(inside):
            self.out.append(Mark(MarkKind.MODEL_SOURCES))
        if event.tag in _EMPHASIS:
            self._close_tightly(begin, event)
        else:
            self.out.append(event)

    def _close_tightly(self, begin: int, event: Close) -> None:
        """Ends emphasis with the spaces outside that a marker left at its edges: CommonMark takes it for none else."""
        edge = self.out[begin + 1]
        if isinstance(edge, Text) and edge.text[:1].isspace():
            kept = edge.text.lstrip()
            self.out[begin : begin + 2] = [
                Text(edge.text[: len(edge.text) - len(kept)], -1),
                self.out[begin],
                Text(kept, -1),
            ]
        edge = self.out[-1]
        if isinstance(edge, Text) and edge.text[-1:].isspace():
            kept = edge.text.rstrip()
            self.out[-1:] = [Text(kept, -1), event, Text(edge.text[len(kept) :], -1)]
            self.gap = True
        else:
            self.out.append(event)

    # -- leaves -------------------------------------------------------------------------------------------------

    def _leaf(self, event: Text | Quote | Code | Math | Html | Break | Cite | Url) -> None:
        if isinstance(event, Text):
            self._text(event.text)
            return
        if isinstance(event, Cite):
            self._cite(event)
            return
        self.gap = False
        if isinstance(event, Quote):
            self._quote(event)
        elif isinstance(event, Url):
            self._url(event)
        elif isinstance(event, Html):
            self.out.append(Html(labels.foreign(without_urls(event.text, _REMOVED)), event.claim))
        elif isinstance(event, Math):
            self.out.append(Math(without_urls(event.text, _REMOVED), event.display, event.claim))
        else:
            self.out.append(event)

    def _text(self, text: str) -> None:
        text = labels.foreign(text)
        last = self.out[-1] if self.out else None
        if not isinstance(last, Text):
            if last == _GAP and text[:1].strip():
                text = f" {text}"
            self.out.append(Text(text, -1))
        else:
            before = last.text
            if self.gap and _TIGHT.match(text):
                before = before.rstrip(" ")
            elif self.gap and text and before and not before[-1].isspace():
                before += " "  # what a marker stood between must not grow together: http:[S9]//evil.example
            self.out[-1] = Text(before + text, -1)
        self.gap = False

    def _cite(self, event: Cite) -> None:
        actions = self.decisions.citations
        kept = [index for index in event.proposals if actions[index] is CitationAction.KEEP]
        if event.text:
            shown = kept or actions[event.proposals[0]] is CitationAction.MARK
            if shown:
                self._text(event.text)
            else:
                self.out.append(Note(labels.REFERENCE_REMOVED))
        if kept and self.citations:
            self._chips(kept)
        elif not event.text:
            self.gap = True

    def _chips(self, proposals: Sequence[int]) -> None:
        """The citations of some granted proposals, where this surface shows any."""
        if self.citations:
            self.out.extend(self.sources.cite(self.judgements[index], self.ids.get(index, "")) for index in proposals)
        else:
            self.gap = True

    def _is_kept(self, proposal: int) -> bool:
        """Whether a link or URL is a granted citation of words that are shown."""
        fate = self.decisions.claims[self.judgements[proposal].proposal.claim]
        return self.decisions.citations[proposal] is CitationAction.KEEP and fate not in (
            ClaimAction.DROP,
            ClaimAction.OMIT,
        )

    def _quote(self, event: Quote) -> None:
        """A quotation in the source's own words. One that no citation carries does not stay because another one did."""
        if event.quotation in self.excerpts:
            self._text(self.excerpts[event.quotation])
        elif event.quotation in self.refused and self.decisions.claims[event.claim] in _KEPT_IN_PART:
            self.out.append(Note(labels.QUOTATION_REMOVED))
        else:
            self._text(event.text)

    def _url(self, event: Url) -> None:
        """A URL's text is shown only where it is, to the letter, the address of a source that this answer may cite.

        One that is a granted citation itself gives way to it; inside a link, to the link's own.
        """
        judgement = self.judgements[event.proposal]
        if self._is_kept(event.proposal):
            if judgement.proposal.kind is ProposalKind.URL:
                self._chips((event.proposal,))
            else:
                self.gap = True
            return
        evidence = judgement.evidence
        shown = judgement.may_link and evidence is not None and evidence.handle in self.granted
        if shown and event.text == judgement.proposal.target:
            self._text(event.text)
        else:
            self.out.append(Note(labels.LINK_REMOVED))

    # -- marks --------------------------------------------------------------------------------------------------

    def _marks(self) -> dict[int, tuple[MarkKind, ...]]:
        """Which warnings stand behind which event: behind the last one of their claim."""
        kinds: dict[int, tuple[MarkKind, ...]] = {
            claim: (_MARKS[fate],) for claim, fate in enumerate(self.decisions.claims) if fate in _MARKS
        }
        if ClaimAction.UNSUPPORTED in self.decisions.claims:
            kinds |= self._uncertain(kinds)
        tiers: dict[int, list[Tier]] = {}
        for judgement, action in zip(self.judgements, self.decisions.citations, strict=True):
            if action is CitationAction.KEEP and self.citations:
                tiers.setdefault(judgement.proposal.claim, []).append(judgement.tier)
        for claim, found in tiers.items():
            if all(tier is Tier.D for tier in found):
                kinds[claim] = (*kinds.get(claim, ()), MarkKind.UNVETTED)
        if not kinds:
            return {}
        last: dict[int, int] = {}
        for index, event in enumerate(self.parsed.events):
            if isinstance(event, _SHOWN) and event.claim in kinds:
                last[event.claim] = index
        return {index: kinds[claim] for claim, index in last.items()}

    def _uncertain(self, kinds: Mapping[int, tuple[MarkKind, ...]]) -> dict[int, tuple[MarkKind, ...]]:
        """The claims of which nobody can tell whether a source carries them: that is not the same as carrying none."""
        sure = {j.proposal.claim for j in self.judgements if j.proposal.kind not in URL_KINDS and not _is_uncertain(j)}
        unsure = {j.proposal.claim for j in self.judgements if _is_uncertain(j)} - sure
        return {claim: (MarkKind.UNCERTAIN,) for claim in unsure if kinds.get(claim) == (MarkKind.UNSUPPORTED,)}

    def _clause(self, event: Cite) -> None:
        """A mark behind the clause that lost its citations, where its last marker stood."""
        lost = [index for index in event.proposals if index in self.decisions.clauses]
        if lost:
            clause = self.judgements[lost[0]].clause
            claim = self.judgements[lost[0]].proposal.claim
            same = [j for j in self.judgements if j.proposal.claim == claim and j.clause == clause]
            self._mark(MarkKind.UNCERTAIN if all(map(_is_uncertain, same)) else MarkKind.UNSUPPORTED)
            self.gap = True

    def _mark(self, kind: MarkKind) -> None:
        last = self.out[-1] if self.out else None
        self.gap = False
        if isinstance(last, Text) and last.text != last.text.rstrip():
            kept = last.text.rstrip()
            self.out[-1] = Text(kept, -1)
            self.out += [Mark(kind), Text(last.text[len(kept) :], -1)]
        else:
            self.out.append(Mark(kind))


def _is_uncertain(judgement: Judgement) -> bool:
    return judgement.verdict is Verdict.UNSUPPORTED and judgement.reason == UNCERTAIN


def _is_blank(event: ShownEvent) -> bool:
    return isinstance(event, Break) or (isinstance(event, Text) and not event.text.strip())


def _says_nothing(event: ShownEvent) -> bool:
    """Whether an event is a gap, or nothing but structure around one."""
    return event == _GAP or isinstance(event, _MARKUP) or _is_blank(event)


def _is_like_ours(inside: Sequence[ShownEvent]) -> bool:
    """Whether a block's first line passes for a heading of ours, or a sentence of it for our word that it is right."""
    for place, (text, cited) in enumerate(_lines(inside)):
        if len(text) <= 2 * LONGEST_HEADING and (
            passes_for_ours(text, cited=cited) if not place else not cited and says_checked(text)
        ):
            return True
    return False


def _lines(inside: Sequence[ShownEvent]) -> Iterator[tuple[str, bool]]:
    """What stands in the lines and sentences of a block, each up to its first citation, and whether it has one."""
    text, claim = "", -1
    for event in inside:
        if isinstance(event, _LINE_ENDS):
            yield text, isinstance(event, Chip)
            text = ""
        elif isinstance(event, _PRINTED):
            if text and getattr(event, "claim", claim) != claim:
                yield text, False
                text = ""
            text, claim = text + event.text, getattr(event, "claim", claim)
    yield text, False


def _excerpts(judgements: Sequence[Judgement], decisions: Decisions) -> dict[int, str]:
    """The source's own words for each quotation that a kept citation carries."""
    found: dict[int, str] = {}
    for judgement, action in zip(judgements, decisions.citations, strict=True):
        if action is not CitationAction.KEEP:
            continue
        for finding in judgement.quotes:
            if finding.quotation is not None and finding.status is not QuoteStatus.UNVERIFIED and finding.excerpts:
                found[finding.quotation] = clean(" \u2026 ".join(finding.excerpts)).text
    return found
