"""Numbers, percentages and amounts of money: a figure that the source does not have, or has otherwise in its place."""

from __future__ import annotations

from citeward.entailment.guards.figures import accounts_for, accounts_for_any, comparable, reckoned, shown
from citeward.entailment.guards.interface import GuardFinding, GuardKind
from citeward.entailment.guards.pairing import MOST_READ, Case, Pairing, agreed
from citeward.entailment.reading import Bound, Quantity
from citeward.entailment.wordlist import words

__all__ = ["figure_in_place", "figure_missing"]

_COUNTABLE = 12
"""Up to here a number may be the count of things a source lists without counting them."""
_ALIKE = 0.6
"""Share of the claim's words that must be matched before a figure in the same place is compared."""

_BESIDE = 2
"""Words on either side of a figure that tell that it was copied with what it is said of."""
_CASES = words("a an for if when on with your")
"""Words before the figure of a single case."""


def figure_in_place(case: Case, kind: GuardKind) -> GuardFinding | None:
    """A figure of ``kind`` that stands where the source's own sentence has another one."""
    return agreed(case, lambda pairing: _other_in_place(pairing, kind))


def figure_missing(case: Case, kind: GuardKind) -> GuardFinding | None:
    """A figure of ``kind`` that nothing in the source accounts for."""
    for said in case.claim.quantities[:MOST_READ]:
        if kind_of(said) is not kind or said.weak or said.ordinal:
            continue
        if not said.dimension and abs(said.value) <= _COUNTABLE and float(said.value).is_integer():
            continue
        if accounts_for_any(case.source, said) or reckoned(case.source, said) or _applies_a_rule(case, said):
            continue
        if any(given.value == said.value for given in case.source.quantities):
            continue  # the same number in another unit is the unit guard's
        span = (said.start, said.end)
        return GuardFinding(kind, f"The source does not contain the figure {shown(case.claim, said)!r}.", span, None)
    return None


def kind_of(quantity: Quantity) -> GuardKind:
    """Which guard a figure belongs to."""
    if quantity.dimension == "currency":
        return GuardKind.CURRENCY
    return GuardKind.PERCENTAGE if quantity.dimension in ("percent", "points") else GuardKind.NUMBER


def _other_in_place(pairing: Pairing, kind: GuardKind) -> GuardFinding | None:
    if pairing.coverage < _ALIKE:
        return None
    for said in pairing.claim.quantities:
        if kind_of(said) is not kind or not pairing.claim_sentence.first <= said.first < pairing.claim_sentence.stop:
            continue
        gap = next((g for g in (pairing.gap_at(i) for i in range(said.first, said.stop)) if g is not None), None)
        if gap is None or gap.source_first == gap.source_stop or pairing.near(said.first) < 0.5:
            continue
        rivals = pairing.source_quantities(gap.source_first - 1, gap.source_stop)
        rivals = [q for q in rivals if q.ordinal == said.ordinal and comparable(said, q) and q.stop > gap.source_first]
        if (
            not rivals
            or any(q.value == said.value for q in rivals)
            or any(accounts_for(q, said) for q in pairing.source_quantities(gap.source_first - 2, gap.source_stop + 2))
        ):
            continue
        if said.weak and (rivals[0].weak or said.value == 1):
            continue
        if _both_stand(pairing, said, rivals[0]) or _copied(pairing, said):
            continue
        other = rivals[0]
        reason = (
            f"The claim says {shown(pairing.claim, said)!r} where the source says {shown(pairing.source, other)!r}."
        )
        return GuardFinding(kind, reason, (said.start, said.end), (other.start, other.end))
    return None


def _both_stand(pairing: Pairing, said: Quantity, rival: Quantity) -> bool:
    """Whether claim and source sentence have both figures: told in another order, at which other guards look."""
    there = pairing.source_quantities(pairing.source_sentence.first, pairing.source_sentence.stop)
    here = [q for q in pairing.claim.quantities if q is not said]
    return any(accounts_for(q, said) for q in there) and any(accounts_for(rival, q) for q in here)


def _copied(pairing: Pairing, said: Quantity) -> bool:
    """Whether the figure stands in the source sentence between the very words it stands between in the claim."""
    sentence = pairing.claim_sentence
    low, high = max(sentence.first, said.first - _BESIDE), min(sentence.stop, said.stop + _BESIDE)
    if high - low < said.stop - said.first + _BESIDE:
        return False
    run = [token.stem for token in pairing.claim.tokens[low:high]]
    given = [t.stem for t in pairing.source.tokens[pairing.source_sentence.first : pairing.source_sentence.stop]]
    places = (j for j, stem in enumerate(given) if stem == run[0])
    return any(given[j : j + len(run)] == run for j in places)


def _applies_a_rule(case: Case, said: Quantity) -> bool:
    """Whether the figure is a case ("for a four-hour flight") of a bound the source sets ("under six hours")."""
    before = case.claim.words(max(0, said.first - 2), said.first)
    if said.unit is None or said.bound is not Bound.PLAIN or not set(before) & _CASES:
        return False
    return any(
        given.dimension == said.dimension
        and (
            (given.bound in (Bound.UNDER, Bound.AT_MOST) and said.base <= given.base)
            or (given.bound in (Bound.OVER, Bound.AT_LEAST) and said.base >= given.base)
        )
        for given in case.source.quantities
    )


def check(case: Case) -> GuardFinding | None:
    """A plain number."""
    return figure_in_place(case, GuardKind.NUMBER) or figure_missing(case, GuardKind.NUMBER)
