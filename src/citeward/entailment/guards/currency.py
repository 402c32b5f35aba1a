"""Money: another amount than the source gives, or the same amount in another currency."""

from __future__ import annotations

from citeward.entailment.guards.figures import same_value, shown
from citeward.entailment.guards.interface import GuardFinding, GuardKind
from citeward.entailment.guards.number import figure_in_place, figure_missing
from citeward.entailment.guards.pairing import MOST_READ, Case

__all__ = ["check"]


def check(case: Case) -> GuardFinding | None:
    """An amount, or the currency of an amount."""
    return (
        figure_in_place(case, GuardKind.CURRENCY) or _other_currency(case) or figure_missing(case, GuardKind.CURRENCY)
    )


def _other_currency(case: Case) -> GuardFinding | None:
    for said in case.claim.quantities[:MOST_READ]:
        if said.currency is None:
            continue
        # A number of days is no amount that the currency could stand at.
        same = [q for q in case.source.quantities if same_value(q.value, said.value) and q.unit is None]
        if same and all(q.currency not in (None, said.currency) for q in same):
            reason = (
                f"The claim says {shown(case.claim, said)!r} where the source says {shown(case.source, same[0])!r}."
            )
            return GuardFinding(GuardKind.CURRENCY, reason, (said.start, said.end), (same[0].start, same[0].end))
    return None
