"""Passages that carry a claim only together: what has to be asked for that, and what the answers mean.

As in ALCE (Gao et al. 2023) a citation that does not carry its claim alone counts where the passages cited with it
carry the claim, and would not without it. One that the others can do without is not granted for their sake: any source
could be slipped in beside a good one.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator
from functools import lru_cache
from itertools import combinations, islice

from citeward.entailment import SupportState, guard, parts, stands_alone
from citeward.ledger import digest
from citeward.model import CHECKED_STAGES, Check, Stage
from citeward.verify.interfaces import SupportPair
from citeward.verify.stages.interface import Subject, Together
from citeward.verify.stages.weight import weight_of

__all__ = ["joint_pairs", "together"]

_MOST = 4
"""Passages that are tried together for one claim: all their combinations are, and each further one doubles them."""
_LOOKED_AT = 32
"""Citations of one sentence that are looked at: a sentence of thousands would be looked at as often."""
_PARTS = 8
"""Facts of a claim that are held against a passage one by one."""
_AND = re.compile(r",?\s+(?:and|but)\s+")
_BEFORE = CHECKED_STAGES[: CHECKED_STAGES.index(Stage.SUPPORT)]


def joint_pairs(subjects: Iterable[Subject]) -> list[SupportPair]:
    """What to ask besides, now that every pair has been judged alone; each pair once."""
    wanted: dict[SupportPair, None] = {}
    distinct = {_question(subject): subject for subject in subjects}
    for subject in distinct.values():
        for members in _sets(subject):
            pair = _pair(subject, members)
            if pair not in subject.facts.support:
                wanted[pair] = None
    return list(wanted)


def together(subject: Subject) -> Together | None:
    """The set of passages this one is needed in to carry the claim, or None where there is none.

    The sets of the fewest passages count: where one of them suffices, the others are beside the point.
    """
    question = _question(subject)
    if question not in subject.together:
        subject.together[question] = _together(subject)
    return subject.together[question]


def _question(subject: Subject) -> Hashable:
    """What a citation asks: another one of the same passage at the same place asks the same."""
    handle = "" if subject.evidence is None else subject.evidence.handle
    return subject.proposal.claim, subject.clause, handle


def _together(subject: Subject) -> Together | None:
    fewest = 0
    for members in _sets(subject):
        if fewest and len(members) > fewest:
            return None
        weight = weight_of(subject, _pair(subject, members))
        if weight is not None and weight.state is SupportState.SUPPORTED:
            fewest = len(members)
            if any(member.evidence == subject.evidence for member in members):
                return Together(tuple(member.evidence.handle for member in members if member.evidence), weight)
    return None


def _sets(subject: Subject) -> Iterator[tuple[Subject, ...]]:
    """The sets of passages that might carry what this one does not carry alone, the smallest first."""
    members = _members(subject)
    if not any(member.evidence == subject.evidence for member in members):
        return
    for size in range(1, len(members) + 1):
        yield from combinations(members, size)


def _members(subject: Subject) -> list[Subject]:
    """The passages cited for the same words that may be tried together; empty where it would be to no purpose."""
    if subject.evidence is None or not _is_sound(subject):
        return []
    distinct: dict[str, Subject] = {}
    for peer in subject.beside[:_LOOKED_AT]:
        if peer.evidence is None or not _is_sound(peer) or not _is_beside(peer, subject):
            continue
        alone = weight_of(subject, _pair(subject, (peer,)))
        if alone is not None and alone.state is SupportState.SUPPORTED:
            return []  # it needs nobody; whoever stands beside it is not needed
        if alone is None or not (alone.contradicts or _denies_a_part(peer.evidence.text, subject.said)):
            distinct.setdefault(peer.evidence.handle, peer)
    return list(distinct.values())[:_MOST] if len(distinct) > 1 else []


def _denies_a_part(source: str, said: str) -> bool:
    """Whether a passage says otherwise of one of several facts, however little it says of the others.

    Held against the whole claim, "Refunds are not paid in cash" is silent on the rest of it and denies nothing.
    """
    findings = (guard(source, piece) for piece in _facts(said))
    return any(finding is not None and finding.source_span is not None for finding in findings)


@lru_cache(maxsize=256)
def _facts(said: str) -> tuple[str, ...]:
    """The first facts of a claim, each as a sentence. Every passage cited for a claim asks for the same ones."""
    pieces = (piece for part in parts(said, fine=True) for piece in _AND.split(part.text))
    return tuple(islice(filter(stands_alone, pieces), _PARTS))


def _is_beside(peer: Subject, subject: Subject) -> bool:
    """Whether a citation stands for words this one stands for too: in the same clause, not behind it."""
    if peer.clause is None or subject.clause is None:
        return peer.clause is subject.clause
    return peer.clause.stretch == subject.clause.stretch and peer.clause.place <= subject.clause.place


def _is_sound(subject: Subject) -> bool:
    """Whether everything before this stage has found the citation good."""
    return all(subject.checks.get(stage) in (Check.PASSED, Check.SKIPPED) for stage in _BEFORE)


def _pair(subject: Subject, members: tuple[Subject, ...]) -> SupportPair:
    held = [member.evidence for member in members if member.evidence is not None]
    source = "\n".join(evidence.text for evidence in held)
    sha256 = held[0].sha256 if len(held) == 1 else digest(source)
    return SupportPair(subject.case.tenant, source, subject.said, sha256, min(member.tier for member in members))
