"""Negation: the claim denies what a near-verbatim sentence of the source says, or says what it denies."""

from __future__ import annotations

from collections.abc import Mapping

from citeward.entailment.guards.interface import GuardFinding, GuardKind
from citeward.entailment.guards.lexicon import NEGATORS
from citeward.entailment.guards.pairing import Case, Pairing, agreed
from citeward.entailment.guards.scope import around, head
from citeward.entailment.guards.timing import turned_limit
from citeward.entailment.reading import Reading, Sentence
from citeward.entailment.wordlist import words

__all__ = ["check"]

_ALIKE = 0.6
_SURROUNDED = 0.6
_REACH = 5
_FAILING = frozenset(
    {
        "fail",
        "fails",
        "failed",
        "failing",
        "refuse",
        "refuses",
        "refused",
        "decline",
        "declines",
        "declined",
        "neglected",
    }
)
_SOFT = (
    NEGATORS
    | _FAILING
    | words(
        "few little rarely seldom lack lacks lacked lacking absence absent deny denies denied prevent prevents "
        "prevented "
        "unlikely impossible neglects avoid avoids avoided stop stops stopped free zero barred banned forbidden "
        "prohibited against instead rather than except unless until only reject rejects rejected rejecting minus false "
        "untrue contrary ineffective loss ceased halted exempt cannot non un insufficient inadequate"
    )
)
"""Words that may carry a negation in another form: near one of these nobody can be sure."""
_IDIOMS = frozenset(
    {
        "only",
        "just",
        "merely",
        "necessarily",
        "matter",
        "doubt",
        "least",
        "more",
        "less",
        "fewer",
        "later",
        "longer",
        "sooner",
        "to",
        "wonder",
    }
)
_OPENERS = frozenset({"if", "whether", "or", "why"})


def check(case: Case) -> GuardFinding | None:
    """A negation on one side that has no counterpart on the other."""
    return agreed(case, _difference) or agreed(case, _prefix)


def _difference(pairing: Pairing) -> GuardFinding | None:
    if pairing.coverage < _ALIKE:
        return None
    claim, source = pairing.claim, pairing.source
    asked = claim.text.endswith("?", 0, pairing.claim_sentence.end)
    if asked or turned_limit(pairing) is not None:
        return None  # a question denies nothing; "not after 30 days" is within them
    for at in _negators(claim, pairing.claim_sentence):
        about = head(claim, pairing.claim_sentence, at, _REACH)
        place = None if about is None else pairing.to_source.get(about)
        if about is None or place is None or at in pairing.to_source or pairing.near(about) < _SURROUNDED - 0.1:
            continue
        if not _carried(source, pairing.source_sentence, place, pairing.to_claim):
            return _finding(pairing, at, place, "The claim negates what the source states.")
    for at in _negators(source, pairing.source_sentence):
        about = head(source, pairing.source_sentence, at, _REACH)
        place = None if about is None else pairing.to_claim.get(about)
        if place is None or at in pairing.to_claim or pairing.near(place) < _SURROUNDED:
            continue
        if not _carried(claim, pairing.claim_sentence, place, pairing.to_source):
            return _finding(pairing, place, at, "The source negates what the claim states.")
    return None


def _carried(reading: Reading, sentence: Sentence, at: int, shared: Mapping[int, int]) -> bool:
    """Whether a word near ``at`` that the other side does not have may carry the negation."""
    span = range(max(sentence.first, at - 7), min(sentence.stop, at + 8))
    return any(reading.tokens[i].lower in _SOFT and i not in shared for i in span)


def _negators(reading: Reading, sentence: Sentence) -> list[int]:
    found = []
    for i in range(sentence.first, sentence.stop):
        word = reading.tokens[i].lower
        after = reading.tokens[i + 1].lower if i + 1 < sentence.stop else ""
        if word in _FAILING:
            if after == "to":
                found.append(i)
        elif (
            word in NEGATORS
            and after not in _IDIOMS
            and (i == sentence.first or reading.tokens[i - 1].lower not in _OPENERS)
        ) or (word == "never" and after == "to"):
            found.append(i)
    return found


_PREFIXES = ("un", "in", "im", "ir", "il", "dis", "non", "mis")
_SHORTEST = 4


def _prefix(pairing: Pairing) -> GuardFinding | None:
    """ "safe" where the source has "unsafe", or the reverse, in the same place."""
    if pairing.coverage < _ALIKE:
        return None
    for gap in pairing.gaps:
        for i in range(gap.claim_first, gap.claim_stop):
            for j in range(gap.source_first, min(gap.source_stop, gap.source_first + 6)):
                a, b = pairing.claim.tokens[i].lower, pairing.source.tokens[j].lower
                if _contrary(a, b) and pairing.near(i) >= _SURROUNDED and not _any_negator(pairing, i, j):
                    return _finding(pairing, i, j, f"The claim says {a!r} where the source says {b!r}.")
    return None


def _contrary(a: str, b: str) -> bool:
    longer, shorter = (a, b) if len(a) > len(b) else (b, a)
    return len(shorter) >= _SHORTEST and any(longer == prefix + shorter for prefix in _PREFIXES)


def _any_negator(pairing: Pairing, i: int, j: int) -> bool:
    near = around(pairing.claim, pairing.claim_sentence, i, 5) + around(pairing.source, pairing.source_sentence, j, 5)
    return bool(set(near) & NEGATORS)


def _finding(pairing: Pairing, i: int, j: int, reason: str) -> GuardFinding:
    said, given = pairing.claim.tokens[i], pairing.source.tokens[j]
    return GuardFinding(GuardKind.NEGATION, reason, (said.start, said.end), (given.start, given.end))
