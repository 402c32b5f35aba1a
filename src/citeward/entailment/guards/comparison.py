"""Comparison and direction: more for less, before for after, sides of "than" exchanged, a bound turned round."""

from __future__ import annotations

from citeward.entailment.guards.figures import same_value, shown
from citeward.entailment.guards.interface import GuardFinding, GuardKind
from citeward.entailment.guards.lexicon import NEGATORS, OPPOSITES
from citeward.entailment.guards.pairing import Case, Pairing, agreed
from citeward.entailment.guards.scope import around
from citeward.entailment.reading import Bound

__all__ = ["check"]

_ALIKE = 0.6
_SAME_WORDS = 0.75
"""Share of words in any order: exchanging two sides keeps the words and breaks their order."""
_LOW = {Bound.UNDER, Bound.AT_MOST, Bound.NEARLY}
_HIGH = {Bound.OVER, Bound.AT_LEAST}


def check(case: Case) -> GuardFinding | None:
    """A direction that a near-verbatim sentence of the source gives the other way."""
    return agreed(case, _contrary) or agreed(case, _bound) or agreed(case, _than)


def _contrary(pairing: Pairing) -> GuardFinding | None:
    """A word in the place of its contrary."""
    if pairing.coverage < _ALIKE:
        return None
    first, stop = pairing.source_sentence.first, pairing.source_sentence.stop
    have = {pairing.source.tokens[j].stem for j in range(first, stop)}
    said = {t.stem for t in pairing.claim.tokens[pairing.claim_sentence.first : pairing.claim_sentence.stop]}
    for gap in pairing.gaps:
        for i in range(gap.claim_first, gap.claim_stop):
            contraries = OPPOSITES.get(pairing.claim.tokens[i].stem)
            if contraries is None or pairing.claim.tokens[i].stem in have:
                continue
            for j in range(gap.source_first, min(gap.source_stop, gap.source_first + 6)):
                given = pairing.source.tokens[j].stem
                if given in contraries and given not in said and pairing.near(i) >= 0.5 and not _negated(pairing, i, j):
                    return _finding(pairing, i, j)
    return None


def _negated(pairing: Pairing, i: int, j: int) -> bool:
    near = around(pairing.claim, pairing.claim_sentence, i, 4) + around(pairing.source, pairing.source_sentence, j, 4)
    return bool(set(near) & NEGATORS)


def _bound(pairing: Pairing) -> GuardFinding | None:
    """ "at most 5" for "at least 5", "exactly 5" for "about 5", a plain 5 for "up to 5"."""
    if pairing.coverage < _ALIKE:
        return None
    for said in pairing.claim.quantities:
        if (
            not pairing.claim_sentence.first <= said.first < pairing.claim_sentence.stop
            or pairing.near(said.first, 6) < 0.5
        ):
            continue
        place = next((pairing.to_source[i] for i in range(said.first, said.stop) if i in pairing.to_source), None)
        given = (
            None if place is None else next((q for q in pairing.source.quantities if q.first <= place < q.stop), None)
        )
        if given is None or said.ordinal or not same_value(said.value, given.value):
            continue
        if _turned(said.bound, given.bound):
            words = (
                f"{said.bound.value} {shown(pairing.claim, said)}",
                f"{given.bound.value} {shown(pairing.source, given)}",
            )
            reason = f"The claim says {words[0]!r} where the source says {words[1]!r}."
            return GuardFinding(
                GuardKind.QUANTIFIER if said.bound is Bound.EXACTLY else GuardKind.COMPARISON,
                reason,
                (said.start, said.end),
                (given.start, given.end),
            )
    return None


def _turned(said: Bound, given: Bound) -> bool:
    if said in _HIGH:
        return given in _LOW or (said is Bound.OVER and given is Bound.PLAIN)
    if said in _LOW:
        return given in _HIGH or (said is Bound.UNDER and given is Bound.PLAIN)
    if said is Bound.EXACTLY:
        return given in _HIGH | _LOW | {Bound.ABOUT}
    return said is Bound.PLAIN and given in (Bound.UNDER, Bound.AT_MOST)


def _than(pairing: Pairing) -> GuardFinding | None:
    """The sides of "than" exchanged around the same comparative."""
    claim_sides, source_sides = _sides(pairing, of_claim=True), _sides(pairing, of_claim=False)
    if claim_sides is None or source_sides is None or pairing.share < _SAME_WORDS:
        return None
    (left, right, at), (given_left, given_right, place) = claim_sides, source_sides
    only_left, only_right = left - right, right - left
    source_left, source_right = given_left - given_right, given_right - given_left
    crossed = bool(only_left & source_right) and bool(only_right & source_left)
    straight = bool(only_right & source_right)
    before_than = pairing.claim.tokens[at - 1].stem == pairing.source.tokens[place - 1].stem
    return _finding(pairing, at, place) if crossed and not straight and before_than else None


def _sides(pairing: Pairing, *, of_claim: bool) -> tuple[set[str], set[str], int] | None:
    reading, sentence = (
        (pairing.claim, pairing.claim_sentence) if of_claim else (pairing.source, pairing.source_sentence)
    )
    places = [
        i
        for i in range(sentence.first + 1, sentence.stop)
        if reading.tokens[i].lower == "than" and not reading.tokens[min(i + 1, sentence.stop - 1)].lower[0].isdecimal()
    ]
    if len(places) != 1:
        return None
    at = places[0]
    words = [
        {t.stem for t in reading.tokens[a:b] if t.content and not t.lower[0].isdecimal()}
        for a, b in ((sentence.first, at), (at + 1, sentence.stop))
    ]
    return words[0], words[1], at


def _finding(pairing: Pairing, i: int, j: int) -> GuardFinding:
    said, given = pairing.claim.tokens[i], pairing.source.tokens[j]
    reason = (
        "The claim exchanges the two sides of the source's comparison."
        if said.lower == given.lower
        else f"The claim says {said.lower!r} where the source says {given.lower!r}."
    )
    return GuardFinding(GuardKind.COMPARISON, reason, (said.start, said.end), (given.start, given.end))
