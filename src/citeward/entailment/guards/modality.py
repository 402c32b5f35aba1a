"""Modality: a possibility told as a fact, a permission as a duty, a duty as a choice."""

from __future__ import annotations

from citeward.entailment.guards.interface import GuardFinding, GuardKind
from citeward.entailment.guards.pairing import Case, Pairing, agreed
from citeward.entailment.guards.scope import around, before, head
from citeward.entailment.reading import stem
from citeward.entailment.wordlist import listed, words

__all__ = ["check"]

_ALIKE = 0.65
_REACH = 5
_POSSIBLE = words(
    "may might could possibly perhaps probably reportedly allegedly potentially likely apparently supposedly unlikely"
)
_HEDGES = _POSSIBLE | words(
    "can would should expected believed thought said plans planned planning proposed considering hopes hoped aims "
    "intends intended suggests suggest suggested appears appear appeared seems seem seemed tends tend claims claimed "
    "possible possibility potential estimated estimates predicted forecast projected risk chance reported alleged "
    "suspected accused if often sometimes usually some uncertain whether expects believe believes according"
)
"""Words that may carry the doubt in another form."""
_OBLIGED = words("must shall required requires mandatory obliged obligated compulsory")
_ALLOWED = words("may allowed permitted optional voluntary free entitled")
_ADVISED = words("should ought recommended advised encouraged suggested")
_WEAK = words("suggest suggests suggested indicate indicates indicated hint hints hinted")
_STRONG = frozenset(
    stem(w)
    for w in listed(
        "prove proves proved confirm confirms confirmed establish establishes established demonstrate demonstrates "
        "demonstrated"
    )
)


def check(case: Case) -> GuardFinding | None:
    """A modal word that a near-verbatim sentence of the source does not bear out."""
    return agreed(case, _stronger) or agreed(case, _as_fact) or agreed(case, _proved)


def _stronger(pairing: Pairing) -> GuardFinding | None:
    """A duty where the source has a choice, a choice where it has a duty, "will" where it has "may"."""
    if pairing.coverage < _ALIKE:
        return None
    claim, sentence = pairing.claim, pairing.claim_sentence
    for i in range(sentence.first, sentence.stop):
        word = claim.tokens[i].lower
        if word in _OBLIGED:
            refused = _ALLOWED | _ADVISED | {"might", "could", "can"}
        elif word in _ALLOWED or word in _ADVISED:
            refused = _OBLIGED
        elif word == "will":
            refused = _POSSIBLE
        else:
            continue
        about = head(claim, sentence, i, _REACH)
        place = None if about is None else pairing.to_source.get(about)
        if i in pairing.to_source or about is None or place is None or pairing.near(about) < 0.5:
            continue
        given = before(pairing.source, pairing.source_sentence, place, _REACH)
        k = next((k for k, other in enumerate(given) if other in refused), None)
        if k is not None and word not in given and given[k] not in claim.words(max(sentence.first, i - 3), i + 4):
            return _finding(pairing, i, place - 1 - k)
    return None


def _as_fact(pairing: Pairing) -> GuardFinding | None:
    """The source's "may" and its kin dropped before a verb that both have."""
    if pairing.coverage < _ALIKE:
        return None
    source, sentence = pairing.source, pairing.source_sentence
    for j in range(sentence.first, sentence.stop):
        word = source.tokens[j].lower
        if word not in _POSSIBLE or (word == "may" and source.tokens[j].capital) or j in pairing.to_claim:
            continue
        about = head(source, sentence, j, 3)
        place = None if about is None else pairing.to_claim.get(about)
        if place is None or pairing.near(place) < 0.6:
            continue
        if not set(around(pairing.claim, pairing.claim_sentence, place, 8)) & _HEDGES:
            said, given = pairing.claim.tokens[place], source.tokens[j]
            reason = f"The claim states as a fact what the source qualifies with {given.lower!r}."
            return GuardFinding(GuardKind.MODALITY, reason, (said.start, said.end), (given.start, given.end))
    return None


def _proved(pairing: Pairing) -> GuardFinding | None:
    """ "proves" where the source's own sentence has "suggests"."""
    if pairing.coverage < _ALIKE:
        return None
    for gap in pairing.gaps:
        for i in range(gap.claim_first, gap.claim_stop):
            if pairing.claim.tokens[i].stem in _STRONG:
                for j in range(gap.source_first, min(gap.source_stop, gap.source_first + 4)):
                    if pairing.source.tokens[j].lower in _WEAK:
                        return _finding(pairing, i, j)
    return None


def _finding(pairing: Pairing, i: int, j: int) -> GuardFinding:
    said, given = pairing.claim.tokens[i], pairing.source.tokens[j]
    reason = f"The claim says {said.lower!r} where the source says {given.lower!r}."
    return GuardFinding(GuardKind.MODALITY, reason, (said.start, said.end), (given.start, given.end))
