"""From facts to a state. Pure; the order is removed, revoked, changed, and the strictest root wins."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from citeward.model import DocumentStatus, Tier
from citeward.records.facts import RootFact
from citeward.records.nouns import STATES, Change, CitationState, CurrentSource, Reason, State, strictest
from citeward.registry import SpanFate, SpanOutcome
from citeward.verify import AccessObject, AccessScope, Decision

__all__ = ["Access", "answer_object", "judge", "reads_differently"]

Compare = Callable[[RootFact], SpanOutcome | None]

_GONE = MappingProxyType(
    {
        DocumentStatus.REMOVED.value: Reason.SOURCE_REMOVED,
        DocumentStatus.RETIRED.value: Reason.RETIRED,
        DocumentStatus.RETRACTED.value: Reason.RETRACTED,
        DocumentStatus.POISONED.value: Reason.POISONED,
    }
)
_TIERS = tuple(Tier)
_HIGHEST = max(Tier)
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

    answers: dict[str, Decision | None]
    passages: dict[str, Decision | None]
    """By document."""
    links: dict[str, Decision | None]
    """By document, where there is a URL that may be shown."""

    @classmethod
    def needed(cls, facts: Sequence[RootFact]) -> Access:
        """Everything these citations rest on, each once."""
        answers = dict.fromkeys(fact.answer for fact in facts)
        passages = dict.fromkeys(fact.document for fact in facts)
        links = dict.fromkeys(
            fact.document for fact in facts if fact.url is not None and (fact.ordinal == 0 or fact.seq_now is not None)
        )
        successors = [fact for fact in facts if fact.successor is not None]
        passages |= dict.fromkeys(fact.successor for fact in successors if fact.successor is not None)
        links |= dict.fromkeys(
            fact.successor for fact in successors if fact.successor is not None and fact.successor_url is not None
        )
        return cls(answers, passages, links)

    def objects(self, tenant: str) -> list[AccessObject]:
        """What to ask an access engine."""
        return [
            *(answer_object(tenant, name) for name in self.answers),
            *(AccessObject(tenant, name, "", AccessScope.PASSAGE, None) for name in self.passages),
            *(AccessObject(tenant, name, "", AccessScope.LINK, None) for name in self.links),
        ]

    def decided(self, decisions: Sequence[Decision]) -> Access:
        """The same with the engine's decisions, in the order of :meth:`objects`."""
        first, second = len(self.answers), len(self.answers) + len(self.passages)
        return Access(
            dict(zip(self.answers, decisions[:first], strict=True)),
            dict(zip(self.passages, decisions[first:second], strict=True)),
            dict(zip(self.links, decisions[second:], strict=True)),
        )

    def may_open(self, document: str) -> bool:
        """Whether what a document's URL opens is allowed."""
        return self.links.get(document) is Decision.ALLOW


def reads_differently(fact: RootFact) -> bool:
    """Whether the cited text must be looked for in another version of its document."""
    return fact.role != "via" and fact.version is not None and fact.version != fact.version_now


def judge(facts: Sequence[RootFact], access: Access, compare: Compare) -> CitationState:
    """The state of one citation.

    Args:
        facts: its root spans, its own first.
        access: what the access engine decided.
        compare: looks for a span in the current version; asked only where the viewer may read the document. None
            where it could not look.
    """
    reason = _permitted(access.answers.get(facts[0].answer))
    readable = reason is Reason.UNCHANGED
    change: Change | None = None
    tier: int = _HIGHEST
    for fact in facts:
        found, outcome = _root(fact, access, compare)
        readable = readable and access.passages.get(fact.document) is Decision.ALLOW
        tier = min(tier, fact.tier or 0)
        if found is Reason.UNCHANGED:
            continue
        stricter = strictest(reason, found)
        if STATES[found] is State.SOURCE_CHANGED and (change is None or stricter is not reason):
            change = _change(fact, access, outcome)
        reason = stricter
    state = STATES[reason]
    may_link = facts[0].url is not None and access.may_open(facts[0].document)
    shown = change if state is State.SOURCE_CHANGED else None
    return CitationState(facts[0].citation, state, reason, shown, _TIERS[tier], may_link, readable)


def _root(fact: RootFact, access: Access, compare: Compare) -> tuple[Reason, SpanOutcome | None]:
    if fact.status is None:
        return Reason.SOURCE_REMOVED, None
    if fact.source_status == DocumentStatus.POISONED.value:
        return Reason.POISONED, None
    if fact.status in _GONE:
        return _GONE[fact.status], None
    if fact.source_status is not None and fact.source_status in _GONE:
        return _GONE[fact.source_status], None
    permitted = _permitted(access.passages.get(fact.document))
    if permitted is not Reason.UNCHANGED:
        return permitted, None
    if fact.status == DocumentStatus.SUPERSEDED.value:
        return Reason.SUPERSEDED, None
    if fact.status != DocumentStatus.ACTIVE.value or fact.version is None:
        return Reason.UNCONFIRMED, None
    if not reads_differently(fact):
        return Reason.UNCHANGED, None
    outcome = compare(fact)
    return (Reason.UNCONFIRMED, None) if outcome is None else (_FATES[outcome.fate], outcome)


def _permitted(decision: Decision | None) -> Reason:
    if decision is Decision.ALLOW:
        return Reason.UNCHANGED
    return Reason.NO_LONGER_PERMITTED if decision is Decision.DENY else Reason.UNCONFIRMED


def _change(fact: RootFact, access: Access, outcome: SpanOutcome | None) -> Change:
    at = fact.changed_at or 0
    if outcome is not None:
        url = fact.url if access.may_open(fact.document) else None
        return Change(at, CurrentSource(fact.document, fact.label_now or "", fact.title or "", url), outcome.diff)
    successor = fact.successor
    if (
        successor is None
        or fact.successor_status != DocumentStatus.ACTIVE.value
        or access.passages.get(successor) is not Decision.ALLOW
    ):
        return Change(at, None)
    url = fact.successor_url if access.may_open(successor) else None
    return Change(at, CurrentSource(successor, fact.successor_label or "", fact.successor_title or "", url))
