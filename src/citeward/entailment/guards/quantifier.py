"""Quantifiers: the claim speaks of more (all, most, none, only, exactly) than the source's own sentence does."""

from __future__ import annotations

from citeward.entailment.guards.interface import GuardFinding, GuardKind
from citeward.entailment.guards.pairing import Case, Pairing, agreed
from citeward.entailment.guards.scope import before, head
from citeward.entailment.reading import Reading, Sentence

__all__ = ["check"]

_ALIKE = 0.6
_REACH = 4
_NONE, _FEW, _SOME, _MANY, _MOST, _NEARLY, _ALL = range(7)
_CLASSES = {
    word: rank
    for rank, words in {
        _NONE: "no none never neither nobody",
        _FEW: "few rarely seldom hardly scarcely little",
        _SOME: "some sometimes occasionally partly partially certain somewhat half part portion",
        _MANY: "many several numerous often frequently",
        _MOST: "most mostly usually generally majority largely typically mainly predominantly",
        _ALL: (
            "all every each always entirely completely fully whole entire invariably everyone everybody universally "
            "wholly"
        ),
    }.items()
    for word in words.split()
}
_SHORT_OF = frozenset({"nearly", "almost", "virtually", "practically"})
_EXCLUSIVE = frozenset({"only", "solely", "exclusively"})
_REFUSED = {
    _ALL: {_NONE, _FEW, _SOME, _MANY, _MOST, _NEARLY},
    _NEARLY: {_NONE, _FEW, _SOME},
    _MOST: {_NONE, _FEW, _SOME},
    _MANY: {_NONE, _FEW},
    _SOME: {_NONE},
    _FEW: {_NONE, _MANY, _MOST, _NEARLY, _ALL},
    _NONE: {_FEW, _SOME, _MANY, _MOST, _NEARLY, _ALL},
}
"""What the claim says to what the source must not say of the same thing."""


def check(case: Case) -> GuardFinding | None:
    """A quantifier of the claim that goes beyond the source's, or an "only" the source does not have."""
    return agreed(case, _difference)


def _difference(pairing: Pairing) -> GuardFinding | None:
    if pairing.coverage < _ALIKE:
        return None
    claim, sentence = pairing.claim, pairing.claim_sentence
    for i in range(sentence.first, sentence.stop):
        word = claim.tokens[i].lower
        if (word not in _CLASSES and word not in _EXCLUSIVE) or not _quantifies(claim, sentence, i):
            continue
        about = head(claim, sentence, i, _REACH)
        place = None if about is None else pairing.to_source.get(about)
        if about is None or place is None or pairing.near(about) < 0.5:
            continue
        finding = _only(pairing, i, place) if word in _EXCLUSIVE else _beyond(pairing, i, place)
        if finding is not None:
            return finding
    return None


def _beyond(pairing: Pairing, at: int, place: int) -> GuardFinding | None:
    said = _rank(pairing.claim, pairing.claim_sentence, at)
    for k, word in enumerate(before(pairing.source, pairing.source_sentence, place, _REACH + 1)):
        given_at = place - 1 - k
        if word in _CLASSES and _quantifies(pairing.source, pairing.source_sentence, given_at):
            given = _rank(pairing.source, pairing.source_sentence, given_at)
            if given in _REFUSED[said]:
                token, other = pairing.claim.tokens[at], pairing.source.tokens[given_at]
                reason = f"The claim says {token.lower!r} where the source says {other.lower!r}."
                return GuardFinding(GuardKind.QUANTIFIER, reason, (token.start, token.end), (other.start, other.end))
            return None
    return None


def _quantifies(reading: Reading, sentence: Sentence, at: int) -> bool:
    """Whether the word there is no part of a bound ("at most 5", "some 150")."""
    after = reading.tokens[at + 1].lower if at + 1 < sentence.stop else ""
    return not after[:1].isdecimal() and not (at > sentence.first and reading.tokens[at - 1].lower == "at")


def _rank(reading: Reading, sentence: Sentence, at: int) -> int:
    rank = _CLASSES[reading.tokens[at].lower]
    earlier = reading.tokens[at - 1].lower if at > sentence.first else ""
    if rank == _ALL and earlier in _SHORT_OF:
        return _NEARLY
    if rank == _ALL and earlier == "not":
        return _SOME
    if rank == _FEW and earlier == "a":
        return _SOME
    return rank


def _only(pairing: Pairing, at: int, place: int) -> GuardFinding | None:
    """An "only" put in front of words that are otherwise the source's own."""
    if at in pairing.to_source or pairing.near(at) < 0.75 or pairing.coverage < 0.8:
        return None
    words = set(pairing.source.words(pairing.source_sentence.first, pairing.source_sentence.stop))
    if words & (
        _EXCLUSIVE
        | {"just", "merely", "sole", "alone", "limited", "restricted", "except", "unique", "single", "but", "unless"}
    ):
        return None
    token, other = pairing.claim.tokens[at], pairing.source.tokens[place]
    reason = f"The claim says {token.lower!r}, which the source does not."
    return GuardFinding(GuardKind.QUANTIFIER, reason, (token.start, token.end), (other.start, other.end))
