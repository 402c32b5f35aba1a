"""The words that are judged: what a reader takes a marker to stand for, with the context it is read in.

A clause has what its pronouns stand for in their place. A tail ("Source:", "OK.") is judged for what was said in front
of it, a marker behind a list for the whole list. Where a claim and its context make no sentence, they are put together
in a fixed form: "For Basic, the price is 10 euros per month.", "Berlin: 28 days of leave".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from citeward.entailment import (
    LOOK_BACK,
    Retraction,
    Setting,
    adds_nothing,
    framed,
    is_leading,
    kind_of_claim,
    label_of,
    leans,
    names,
    resolve,
    retraction_of,
    setting_of,
    stands_alone,
    supposes,
    turns,
    unticked,
    without_frame,
)
from citeward.hosts import SafeUrl, read_url
from citeward.model import Claim, ClaimForm, Context, ContextKind, Evidence
from citeward.parse import Close, Open, Quote, Text, without_source_tail
from citeward.verify.clauses import Clause
from citeward.verify.facts import Case
from citeward.verify.plan import URL_KINDS

__all__ = ["Statement", "Wording"]

_HOST = re.compile(r"\s*\(((?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,24})\)")
"""A host in brackets: no part of what is claimed where it is the label of a link to a source on that very host, and
words of the model's anywhere else, whatever they look like: ``(never.for.you)``."""
_NO_OWN = frozenset({ClaimForm.TAIL, ClaimForm.ANSWER, ClaimForm.QUESTION, ClaimForm.WHOLE, ClaimForm.LISTED})
_SAYING = frozenset({ClaimForm.STATEMENT, ClaimForm.LEAD, ClaimForm.QUESTION})
_ASKS = ("?", "\uff1f", "\u061f")
_SHORT = re.compile(
    r"\s*(?:a|answer|yes|no|yeah|nope|antwort|ja|nein|r\u00e9ponse|oui|non|respuesta|s\u00ed)\b[\s.,:!]", re.I
)
"""What opens an answer that may leave out what its question names."""
_FEW = 4
"""Words of a sentence that leaves out what its question names: "Sick leave does." """
_BLOCKS = frozenset({"p", "h", "ul", "ol", "li", "blockquote", "table", "thead", "tr", "th", "td"})
_ROWS, _CELLS = frozenset({"thead", "tr"}), frozenset({"th", "td"})
_NO = frozenset(
    {"no", "n", "nein", "non", "false", "\u2717", "\u2718", "\u2715", "\u2716", "\u274c", "\u2612", "\u00d7"}
)
_STOPS = (".", "!", "?", "\u3002", "\uff01", "\uff1f", "\u2026")


@dataclass(frozen=True, slots=True)
class _Fact:
    """One thing that is said, in its context."""

    own: str
    context: tuple[Context, ...]
    """What is not neutral of it."""
    whole: bool
    """It is a sentence, and judged as it stands; else it is put together with its context."""
    label: str = ""
    """What it was labelled with: "Important". For the record; one that says something is context as well."""

    @property
    def asked(self) -> str:
        """What the model is asked."""
        return self.own if self.whole else composed(self.own, self.context)

    @property
    def told(self) -> str:
        """What is kept on the record."""
        said = f"{self.label}: {self.own}" if self.label else self.own
        return composed(said, [each for each in self.context if not self.label or each.text != self.label])


@dataclass(frozen=True, slots=True)
class Statement:
    """What a proposal is judged for."""

    text: str = ""
    """What the model is asked; empty where nothing is said."""
    told: str = ""
    """The same with all of its context, for the record."""
    quoted: bool = False
    """Nothing but quoted words: whoever finds them in the source has found the claim there."""
    facts: tuple[_Fact, ...] = ()
    frame: str = ""
    """The text it says its words stand in."""
    tail: str = ""
    """The words of a tail that must name the source."""
    open: bool = False
    """It cannot be told what it says: a bare yes, a pronoun that nothing fits."""

    def fits(self, title: str, source: str) -> Setting:
        """Whether the source says it of what its reader takes it to be said of."""
        worst = Setting.UNKNOWN if self.open else Setting.NEUTRAL
        if self.frame and not names(title, source, self.frame):
            worst = max(worst, Setting.UNKNOWN)
        for fact in self.facts:
            worst = max(worst, _fits(fact, title, source))
        return worst


class Wording:
    """What each proposal of an answer is judged for. The claims are read once, in order."""

    def __init__(self, case: Case, clauses: Mapping[int, Clause]) -> None:
        self._case, self._clauses = case, clauses
        self._claims = case.parsed.claims
        self._all = resolve([claim.text for claim in self._claims], case.earlier)
        self._resolved = [one.text for one in self._all]
        """Of the whole claims, by index."""
        self._labels = _labels(case)
        self._taken_back = _taken_back(case)
        self._denied = _denied_rows(case)
        self._known: dict[tuple[int, int, int], Statement] = {}

    @property
    def context(self) -> tuple[str, ...]:
        """The last claims, resolved: what the next stretch of the answer may refer to."""
        return tuple([*self._case.earlier, *self._resolved][-LOOK_BACK:])

    def of(self, proposal: int) -> str:
        """What a proposal is judged for, by its index; empty where it stands for no words."""
        return self.statement(proposal).text

    def is_quotation(self, proposal: int) -> bool:
        """Whether it is nothing but quoted words: whoever finds them in the source has found the claim there."""
        return self.statement(proposal).quoted

    def statement(self, proposal: int) -> Statement:
        """What a proposal is judged for, by its index."""
        claim = self._claims[self._case.parsed.proposals[proposal].claim]
        clause = self._clauses.get(proposal) or Clause(0, len(claim.text), 0, 0)
        key = (claim.index, clause.start, clause.end)
        found = self._known.get(key)
        if found is None:
            found = self._statement(claim, clause)
            if claim.index in self._denied or not self._taken_back.isdisjoint((claim.index, *claim.covers)):
                found = replace(found, open=True)
            self._known[key] = found
        return found

    def naming(self, proposal: int, evidence: Evidence | None) -> Statement:
        """The same, with the words of a tail where they do not name the source: then they claim something."""
        found = self.statement(proposal)
        if not found.tail or (evidence is not None and names(evidence.title, evidence.text, found.tail)):
            return found
        facts = (*found.facts, _Fact(found.tail, (), whole=True))
        return Statement(_joined(f.asked for f in facts), _joined(f.told for f in facts), facts=facts, open=found.open)

    # -- one statement ------------------------------------------------------------------------------------------

    def _statement(self, claim: Claim, clause: Clause) -> Statement:
        asks = claim.form is ClaimForm.QUESTION
        if claim.form in _NO_OWN and not (asks and not claim.covers and kind_of_claim(claim.text).needs_support):
            return self._covering(claim)
        if claim.form in (ClaimForm.LEAD, ClaimForm.HEADING) and (claim.covers or adds_nothing(claim.text)):
            return self._leading(claim)
        one = self._all[claim.index]
        own = one.text if clause.is_all_of(claim) else self._clause(claim.text, one.text, claim.index, clause)
        own, tail = without_source_tail(self._without_labels(own, claim.index))
        words = without_frame(own)
        fact = self._fact(words, claim)
        unsure = one.open and clause.start == 0 and (_is_answer(claim.text) or self._leans(claim))
        unsure = unsure or (asks and not is_leading(claim.text)) or supposes(claim.text) or unticked(claim.text)
        return Statement(fact.asked, fact.told, words != own, (fact,), framed(own), tail, open=unsure)

    def _covering(self, claim: Claim) -> Statement:
        """What a tail, an answer, a question or a marker in a block of its own stands for."""
        covered = [self._claims[index] for index in claim.covers]
        if claim.form is ClaimForm.QUESTION and kind_of_claim(claim.text).needs_support:
            covered.insert(0, claim)  # "Did you know that it is free?" says so
        if claim.form is ClaimForm.ANSWER or any(each.form is ClaimForm.ANSWER for each in covered):
            facts = tuple(
                _Fact(each.text, (), whole=True) for each in sorted([*covered, claim], key=_place) if each.text
            )
            said = _joined(fact.asked for fact in facts)
            return Statement(said, said, facts=facts, open=True) if covered else Statement()
        facts = tuple(self._facts(covered))
        if not facts:
            return Statement()
        quoted = len(facts) == 1 and not facts[0].context and without_frame(covered[0].text) != covered[0].text
        frame = next((name for fact in facts if (name := framed(fact.own))), "")
        tail = claim.text if claim.form is ClaimForm.TAIL and kind_of_claim(claim.text).needs_support else ""
        told = _joined(fact.told for fact in facts)
        return Statement(_joined(fact.asked for fact in facts), told, quoted, facts, frame, tail)

    def _leading(self, claim: Claim) -> Statement:
        """What a heading or a lead-in stands for: what it announces, read under it."""
        context = _said((*claim.context, Context(ContextKind.LEAD_IN, claim.text)))
        covered = [self._claims[index] for index in claim.covers]
        facts = tuple(
            fact if context[-1:] == fact.context[-1:] else replace(fact, context=(*fact.context, *context[-1:]))
            for fact in self._facts(covered)
        )
        # "Yes." is shown under it, and what it says of the question in front of it cannot be told.
        answers = [each.text for each in covered if each.form is ClaimForm.ANSWER]
        asked, told = ([*said, *answers] for said in ([fact.asked for fact in facts], [fact.told for fact in facts]))
        return Statement(_joined(asked), _joined(told), facts=facts, open=bool(answers))

    def _facts(self, claims: Sequence[Claim]) -> Iterable[_Fact]:
        heads = {each.text for claim in claims for each in claim.context if each.kind is ContextKind.ROW}
        for claim in claims:
            if claim.form in _SAYING and claim.text:
                own = without_frame(self._without_labels(self._resolved[claim.index], claim.index))
                if own in heads and len(claims) > 1 and not _is_sentence(own):
                    continue  # the head of a row is read with every other cell of it
                yield self._fact(own, claim)

    def _fact(self, own: str, claim: Claim) -> _Fact:
        """What a claim says, in its context: its label is some, and so is a question that it answers in few words."""
        context = _said(claim.context)
        asked = self._question(claim.index)
        if self._all[claim.index].antecedent is not None:
            asked = ""  # the words of its question stand in it
        if asked and (not _is_sentence(own) or _SHORT.match(own) or len(own.split()) <= _FEW):
            context = (*context, Context(ContextKind.LEAD_IN, asked))
        label = label_of(own)
        if label is None:
            return _Fact(own, context, whole=_is_sentence(own))
        said = Context(ContextKind.LEAD_IN, label[0])
        return _Fact(label[1], (*context, *_said((said,))), whole=True, label=label[0])

    def _leans(self, claim: Claim) -> bool:
        """Whether a pronoun speaks of somebody that what was said before it names, and it cannot be told whom."""
        return leans(claim.text) and bool(claim.index or self._case.earlier) and not self._question(claim.index)

    def _question(self, index: int) -> str:
        """The question right in front of a claim; empty where there is none."""
        front = self._claims[index - 1].text if index else "".join(self._case.earlier[-1:])
        return front if front.rstrip().endswith(_ASKS) else ""

    def _without_labels(self, text: str, claim: int) -> str:
        """Words without the labels of links that say no more than where their source lies."""
        labels = self._labels.get(claim)
        return _HOST.sub(lambda found: "" if _bare(found[1]) in labels else found[0], text) if labels else text

    def _clause(self, text: str, resolved: str, index: int, clause: Clause) -> str:
        if clause.start == 0:
            # Only the opening of a sentence is ever replaced, so what stands behind the clause is the same in both.
            return resolved[: len(resolved) - (len(text) - clause.end)].strip()
        own = text[clause.start : clause.end].strip()
        head = resolved[: len(resolved) - (len(text) - clause.start)].strip()
        earlier = [*self._case.earlier, *self._resolved[:index], head]
        # "..., and it applies to ferries": a pronoun opens the clause, though no capital says so.
        again = resolve([own[:1].upper() + own[1:]], earlier[-LOOK_BACK:])[0]
        return own if again.antecedent is None else again.text


def composed(own: str, context: Sequence[Context]) -> str:
    """A claim put together with its context, in a fixed form.

    >>> composed("10 euros", [Context(ContextKind.ROW, "Basic"), Context(ContextKind.COLUMN, "Price")])
    'For Basic, the price is 10 euros.'
    """
    row = [each.text for each in context if each.kind is ContextKind.ROW]
    column = [each.text for each in context if each.kind is ContextKind.COLUMN]
    before = [_trimmed(each.text) for each in context if each.kind not in (ContextKind.ROW, ContextKind.COLUMN)]
    said = own
    if row and column and not _is_sentence(own):
        said = f"For {row[0]}, the {_lowered(column[0])} is {_trimmed(own)}."
    elif row or column:
        said = f"{_trimmed((row or column)[0])}: {own}"
    return f"{', '.join(before)}: {said}" if before else said


def _fits(fact: _Fact, title: str, source: str) -> Setting:
    worst = Setting.NEUTRAL
    row = Setting.NEUTRAL
    for each in fact.context:
        found = setting_of(source, title, each.text, fact.own, strict=not fact.whole)
        if each.kind is ContextKind.ROW:
            row = found
        elif each.kind is ContextKind.COLUMN and found is Setting.UNKNOWN and row is Setting.TOLD:
            found = Setting.TOPIC  # what is told of the row may be called by any name
        elif each.kind is ContextKind.LEAD_IN and found is Setting.UNKNOWN and not fact.whole and _joins(each.text):
            found = Setting.TOPIC  # it is part of the sentence the model is asked
        worst = max(worst, found)
    return worst


def _joins(lead: str) -> bool:
    """Whether a lead-in makes one sentence with what it announces: a question makes none."""
    return not turns(lead) and not lead.rstrip().endswith(_ASKS)


def _said(context: Sequence[Context]) -> tuple[Context, ...]:
    """What of a context says something. The head of a column does beside that of a row: "For Basic, the price is"."""
    found = [each for each in context if not adds_nothing(each.text)]
    if any(each.kind is ContextKind.ROW for each in found):
        found = [each for each in context if each in found or each.kind is ContextKind.COLUMN]
    return tuple(found)


def _is_sentence(text: str) -> bool:
    return stands_alone(text)


def _is_answer(text: str) -> bool:
    return text.lstrip()[:4].lower().startswith(("yes", "no,", "no ", "no.", "yeah", "yep"))


def _taken_back(case: Case) -> frozenset[int]:
    """The claims that a sentence behind them takes back: in the same block, so that a stream holds them together."""
    claims = case.parsed.claims
    takes = {k: what for k, each in enumerate(claims) if (what := retraction_of(each.text)) is not Retraction.NOTHING}
    if not takes:
        return frozenset()
    depth = block = 0
    blocks: dict[int, int] = {}
    for event in case.parsed.events:
        if isinstance(event, Open | Close) and event.tag in _BLOCKS:
            depth += 1 if isinstance(event, Open) else -1
            block += not depth
        elif isinstance(event, Text | Quote):
            blocks.setdefault(event.claim, block)
    found: set[int] = set()
    whole = {blocks.get(k): k for k, what in takes.items() if what is Retraction.ALL}
    front = 0
    for index in range(len(claims)):
        if index not in takes:
            front = index  # "Wrong. That was never so.": both take back what stands in front of the first
        elif blocks.get(front) == blocks.get(index):
            found.add(front)
    found.update(k for k in range(len(claims)) if k < whole.get(blocks.get(k), 0))
    return frozenset(found)


def _denied_rows(case: Case) -> frozenset[int]:
    """The claims of cells beside a cell of their row that turns them, and that no citation stands for itself.

    "Dogs in the garden [S1] | No" says nothing of dogs without its last cell.
    """
    claims, cited = case.parsed.claims, {proposal.claim for proposal in case.parsed.proposals}
    found: set[int] = set()
    row: list[int] = []
    for event in case.parsed.events:
        if isinstance(event, Open | Close) and event.tag in _ROWS:
            turned = [k for k in row if k not in cited and _denies(claims[k].text)]
            found.update(k for k in row if turned and k in cited and not claims[k].covers)
            row = []
        elif isinstance(event, Text | Quote) and event.claim not in row and 0 <= event.claim < len(claims):
            row.append(event.claim)
        elif isinstance(event, Open | Close) and event.tag in _BLOCKS - _CELLS:
            row = []
    return frozenset(found)


def _denies(text: str) -> bool:
    """Whether a cell is a "no", or a few words that end or except what its row says."""
    return text.strip().casefold() in _NO or (len(text.split()) <= _FEW and turns(text))


def _place(claim: Claim) -> int:
    return claim.index


def _trimmed(text: str) -> str:
    return text.strip().rstrip(":\uff1a.").rstrip()


def _lowered(head: str) -> str:
    """The head of a column inside a sentence: "Price" becomes "price", "SSO" stays."""
    return head if head[1:2].isupper() else head[:1].lower() + head[1:]


def _joined(texts: Iterable[str]) -> str:
    """Statements one after the other, each a sentence."""
    found = list(texts)
    if len(found) == 1:
        return found[0]
    return " ".join(text if text.rstrip().endswith(_STOPS) else f"{text}." for text in found)


def _labels(case: Case) -> dict[int, set[str]]:
    """By claim: the labels of its links that say no more than where the source they lead to lies."""
    proposals = case.parsed.proposals
    found: dict[int, set[str]] = {}
    if not any(proposal.kind in URL_KINDS for proposal in proposals):
        return found
    known = {_host(evidence.url) for evidence in case.evidence.values()}
    known |= {_host(page.url) for page in case.parsed.reported}
    opened, label = -1, ""
    for event in case.parsed.events:
        if isinstance(event, Open) and event.tag == "link":
            opened, label = int(event.attr or 0), ""
        elif isinstance(event, Text) and opened >= 0:
            label += event.text
        elif isinstance(event, Close) and event.tag == "link" and opened >= 0:
            host, link = _bare(label), proposals[opened]
            if host and host in known and host == _host(link.target):
                found.setdefault(link.claim, set()).add(host)
            opened = -1
    return found


def _host(url: str | None) -> str:
    """The host of a URL, empty where it has none."""
    read = read_url(url or "")
    return _bare(read.host) if isinstance(read, SafeUrl) else ""


def _bare(host: str) -> str:
    return host.casefold().removeprefix("www.")
