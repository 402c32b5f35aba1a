"""Numbers, percentages and amounts of money: a figure that the source does not have, or has otherwise in its place."""

from __future__ import annotations

from citeward.entailment.guards.figures import accounts_for, accounts_for_any, comparable, reckoned, shown
from citeward.entailment.guards.interface import GuardFinding, GuardKind
from citeward.entailment.guards.pairing import MOST_READ, Case, Pairing, agreed
from citeward.entailment.reading import Quantity

__all__ = ["figure_in_place", "figure_missing"]

_COUNTABLE = 12
"""Up to here a number may be the count of things a source lists without counting them."""
_ALIKE = 0.6
"""Share of the claim's words that must be matched before a figure in the same place is compared."""


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
        if accounts_for_any(case.source, said) or reckoned(case.source, said):
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
        other = rivals[0]
        reason = (
            f"The claim says {shown(pairing.claim, said)!r} where the source says {shown(pairing.source, other)!r}."
        )
        return GuardFinding(kind, reason, (said.start, said.end), (other.start, other.end))
    return None


def check(case: Case) -> GuardFinding | None:
    """A plain number."""
    return figure_in_place(case, GuardKind.NUMBER) or figure_missing(case, GuardKind.NUMBER)
