"""Units: the source's number in another unit, which is another quantity."""

from __future__ import annotations

from citeward.entailment.guards.figures import accounts_for_any, same_value, shown
from citeward.entailment.guards.interface import GuardFinding, GuardKind
from citeward.entailment.guards.pairing import MOST_READ, Case, Pairing, agreed

__all__ = ["check"]

_DEGREES = frozenset({"degree", "degrees"})


def check(case: Case) -> GuardFinding | None:
    """A unit of measure that differs while the number is the same."""
    return agreed(case, _in_place) or agreed(case, _scaled) or _nowhere(case)


def _nowhere(case: Case) -> GuardFinding | None:
    """Every occurrence of the number in the source is in another unit."""
    for said in case.claim.quantities[:MOST_READ]:
        if said.unit is None or said.weak or accounts_for_any(case.source, said):
            continue
        same = [q for q in case.source.quantities if same_value(q.value, said.value)]
        if same and all(q.dimension and not q.weak for q in same):
            return _finding(
                case.claim.text[said.start : said.end],
                case.source.text[same[0].start : same[0].end],
                (said.start, said.end),
                (same[0].start, same[0].end),
            )
    return None


def _in_place(pairing: Pairing) -> GuardFinding | None:
    """The number is matched word for word and the unit after it is not."""
    for said in pairing.claim.quantities:
        at = pairing.to_source.get(said.first)
        if at is None or said.unit is None or said.weak or accounts_for_any(pairing.source, said):
            continue
        for given in pairing.source.quantities:
            if (
                given.first == at
                and given.unit is not None
                and same_value(given.value, said.value)
                and given.unit.name != said.unit.name
                and not same_value(given.base, said.base, 0.02)
            ):
                return _finding(
                    shown(pairing.claim, said),
                    shown(pairing.source, given),
                    (said.start, said.end),
                    (given.start, given.end),
                )
    return None


def _scaled(pairing: Pairing) -> GuardFinding | None:
    """ "25 degrees Fahrenheit" where the source says degrees, and nowhere of which scale."""
    for said in pairing.claim.quantities:
        at = pairing.to_source.get(said.first)
        if at is None or said.dimension != "temperature" or at + 1 >= pairing.source_sentence.stop:
            continue
        beside = pairing.source.tokens[at + 1]
        if beside.lower in _DEGREES and not any(q.dimension == "temperature" for q in pairing.source.quantities):
            given = pairing.source.tokens[at].start, beside.end
            written = pairing.source.text[given[0] : given[1]]
            return _finding(shown(pairing.claim, said), written, (said.start, said.end), given)
    return None


def _finding(said: str, given: str, span: tuple[int, int], source_span: tuple[int, int]) -> GuardFinding:
    return GuardFinding(GuardKind.UNIT, f"The claim says {said!r} where the source says {given!r}.", span, source_span)
