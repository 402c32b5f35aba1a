"""From facts to a state. Pure; the order is removed, revoked, changed, and the strictest root wins.

Where access could not be decided nothing else is told either: an outage in which what is gone looked different from
what may be hidden would tell the two apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from citeward.model import DocumentStatus, Tier
from citeward.records.facts import RootFact
from citeward.records.nouns import STATES, Change, CitationState, CurrentSource, Reason, State, strictest
from citeward.registry import SpanFate, SpanOutcome
from citeward.verify import AccessObject, AccessScope, Decision

__all__ = ["Access", "answer_object", "judge", "judge_all", "to_compare"]

Compare = Callable[[RootFact], SpanOutcome | None]

_GONE = MappingProxyType(
    {
        DocumentStatus.REMOVED.value: Reason.SOURCE_REMOVED,
        DocumentStatus.RETIRED.value: Reason.RETIRED,
        DocumentStatus.RETRACTED.value: Reason.RETRACTED,
        DocumentStatus.POISONED.value: Reason.POISONED,
    }
)
_ACTIVE, _SUPERSEDED, _POISONED = (
    status.value for status in (DocumentStatus.ACTIVE, DocumentStatus.SUPERSEDED, DocumentStatus.POISONED)
)
_ALLOW, _DENY = Decision.ALLOW, Decision.DENY
_TIERS = tuple(Tier)
_HIGHEST = int(max(Tier))
_FATES = MappingProxyType(
    {
        SpanFate.UNCHANGED: Reason.UNCHANGED,
        SpanFate.RELOCATED: Reason.RELOCATED,
        SpanFate.CHANGED: Reason.SPAN_CHANGED,
        SpanFate.AMBIGUOUS: Reason.AMBIGUOUS,
    }
)


def answer_object(tenant: str, answer: str) -> AccessObject:
    """A stored answer: an object like any other, under an id that no document can have."""
    return AccessObject(tenant, f"answer:{answer}", "", AccessScope.PASSAGE, None)


@dataclass(frozen=True, slots=True)
class Access:
    """What has to be decided before citations can be shown, and what was. Something absent was not decided."""

    answers: Mapping[str, Decision | None]
    passages: Mapping[str, Decision | None]
    """By document: its current version."""
    earlier: Mapping[tuple[str, int], Decision | None]
    """By document and number: cited versions that are not current."""
    links: Mapping[str, Decision | None]
    """By document, where there is a URL that may be shown."""
    called: Mapping[tuple[str, int], str]
    """What the origins call the versions in ``earlier``."""

    @classmethod
    def needed(cls, facts: Sequence[RootFact]) -> Access:
        """Everything these citations rest on, each once."""
        answers: dict[str, Decision | None] = {}
        passages: dict[str, Decision | None] = {}
        earlier: dict[tuple[str, int], Decision | None] = {}
        links: dict[str, Decision | None] = {}
        called: dict[tuple[str, int], str] = {}
        for fact in facts:
            answers[fact.answer] = passages[fact.document] = None
            if fact.version != fact.version_now and fact.version is not None:
                cited = (fact.document, fact.version)
                earlier[cited], called[cited] = None, fact.label_cited or ""
            if fact.url is not None and (fact.ordinal == 0 or fact.seq_now is not None):
                links[fact.document] = None
            if fact.successor is not None:
                passages[fact.successor] = None
                if fact.successor_url is not None:
                    links[fact.successor] = None
        return cls(answers, passages, earlier, links, called)

    def objects(self, tenant: str) -> list[AccessObject]:
        """What to ask an access engine."""
        return [
            *(answer_object(tenant, name) for name in self.answers),
            *(AccessObject(tenant, name, "", AccessScope.PASSAGE, None) for name in self.passages),
            *(
                AccessObject(tenant, name, self.called[name, number], AccessScope.PASSAGE, None, number)
                for name, number in self.earlier
            ),
            *(AccessObject(tenant, name, "", AccessScope.LINK, None) for name in self.links),
        ]

    def decided(self, decisions: Sequence[Decision]) -> Access:
        """The same with the engine's decisions, in the order of :meth:`objects`."""
        rest = iter(decisions)
        answers = dict(zip(self.answers, rest, strict=False))
        passages = dict(zip(self.passages, rest, strict=False))
        earlier = dict(zip(self.earlier, rest, strict=False))
        links = dict(zip(self.links, rest, strict=True))
        return Access(answers, passages, earlier, links, self.called)

    def may_read(self, fact: RootFact) -> Decision | None:
        """Whether both what was cited and what it is compared with may be read."""
        now = self.passages.get(fact.document)
        if now is not _ALLOW or fact.version == fact.version_now or fact.version is None:
            return now
        return self.earlier.get((fact.document, fact.version))

    def may_open_all(self, facts: Sequence[RootFact]) -> bool:
        """Whether a citation's answer and everything it rests on may be read."""
        return self.answers.get(facts[0].answer) is _ALLOW and all(self.may_read(fact) is _ALLOW for fact in facts)

    def may_open(self, document: str) -> bool:
        """Whether what a document's URL opens is allowed."""
        return self.links.get(document) is _ALLOW


def _reads_differently(fact: RootFact) -> bool:
    """Whether the cited text must be looked for in another version of its document."""
    return fact.role in ("own", "root") and fact.version is not None and fact.version != fact.version_now


def to_compare(groups: Mapping[str, Sequence[RootFact]], access: Access) -> list[RootFact]:
    """The roots whose texts have to be read: only of citations that are there, and this viewer may read the whole of.

    What is gone or hidden would otherwise take as long to answer as its texts are long, and so tell that it was there.
    """
    found: list[RootFact] = []
    for facts in groups.values():
        changed = [fact for fact in facts if _reads_differently(fact)]
        if changed and access.may_open_all(facts) and all(_gone(fact) is None for fact in facts):
            found += changed
    return found


def judge_all(
    groups: Mapping[str, Sequence[RootFact]], access: Access, compare: Compare
) -> Iterator[tuple[str, CitationState]]:
    """The state of each citation, by its id. See :func:`judge`.

    The citations of one answer that rest on one unchanged version, and on nothing else, are judged once.
    """
    alike: dict[tuple[str, str], tuple[Any, ...]] = {}
    for name, facts in groups.items():
        own = facts[0]
        if len(facts) > 1 or own.version != own.version_now:
            yield name, judge(facts, access, compare)
            continue
        key = (own.answer, own.document)  # and its current version
        known = alike.get(key)
        if known is None:
            known = alike[key] = judge(facts, access, compare)[1:]
        yield name, CitationState._make((name, *known))


def judge(facts: Sequence[RootFact], access: Access, compare: Compare) -> CitationState:
    """The state of one citation.

    Args:
        facts: its root spans, its own first.
        access: what the access engine decided.
        compare: looks for a span in the current version; asked only where the viewer may read the document. None
            where it could not look.
    """
    # A page has a thousand of them: what nearly all of them are is found out first, and nothing is looked up twice.
    answer = access.answers.get(facts[0].answer)
    reason = Reason.UNCHANGED if answer is _ALLOW else _refused(answer)
    readable = answer is _ALLOW
    decided = readable or answer is _DENY
    change: Change | None = None
    tier = _HIGHEST
    for fact in facts:
        decision = access.may_read(fact)
        if decision is not _ALLOW:
            readable = False
            decided = decided and decision is _DENY
        tier = min(tier, fact.tier or 0)
        found, outcome = _root(fact, decision, compare)
        if found is Reason.UNCHANGED:
            continue
        stricter = strictest(reason, found)
        if STATES[found] is State.SOURCE_CHANGED and (change is None or stricter is not reason):
            change = _change(fact, access, outcome)
        reason = stricter
    if not decided:
        reason = Reason.UNCONFIRMED
    state = STATES[reason]
    may_link = facts[0].url is not None and access.may_open(facts[0].document)
    shown = change if state is State.SOURCE_CHANGED else None
    return CitationState(facts[0].citation, state, reason, shown, _TIERS[tier], may_link, readable)


def _root(fact: RootFact, decision: Decision | None, compare: Compare) -> tuple[Reason, SpanOutcome | None]:
    gone = _gone(fact)
    if gone is not None:
        return gone, None
    status = fact.status
    if decision is not _ALLOW:
        return _refused(decision), None
    if fact.role in ("kept", "past"):
        return Reason.UNCHANGED, None
    if status == _SUPERSEDED:
        return Reason.SUPERSEDED, None
    if status != _ACTIVE or fact.version is None:
        return Reason.UNCONFIRMED, None
    if not _reads_differently(fact):
        return Reason.UNCHANGED, None
    outcome = compare(fact)
    return (Reason.UNCONFIRMED, None) if outcome is None else (_FATES[outcome.fate], outcome)


def _gone(fact: RootFact) -> Reason | None:
    """Why nobody is shown what rests on it; None where it is in use."""
    status, source = fact.status, fact.source_status
    if status is None:
        return Reason.SOURCE_REMOVED
    if _POISONED in (source, status):
        return Reason.POISONED
    if fact.role == "past":
        return None
    if status != _ACTIVE and status in _GONE:
        return _GONE[status]
    return _GONE.get(source) if source is not None and source != _ACTIVE else None


def _refused(decision: Decision | None) -> Reason:
    return Reason.NO_LONGER_PERMITTED if decision is _DENY else Reason.UNCONFIRMED


def _change(fact: RootFact, access: Access, outcome: SpanOutcome | None) -> Change:
    at = fact.changed_at or 0
    if outcome is not None:
        url = fact.url if access.may_open(fact.document) else None
        return Change(at, CurrentSource(fact.document, fact.label_now or "", fact.title or "", url), outcome.diff)
    successor = fact.successor
    if successor is None or fact.successor_status != _ACTIVE or access.passages.get(successor) is not _ALLOW:
        return Change(at, None)
    url = fact.successor_url if access.may_open(successor) else None
    return Change(at, CurrentSource(successor, fact.successor_label or "", fact.successor_title or "", url))
