"""Changes: from one figure to another, told the other way round.

"$412 million, compared with $365 million in the prior-year quarter" is a rise from 365 to 412 in whatever order it is
told; "fell from $412 million to $365 million" has both figures and none of the meaning.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from citeward.entailment.guards.figures import accounts_for
from citeward.entailment.guards.interface import GuardFinding, GuardKind
from citeward.entailment.guards.pairing import Case, Pairing, agreed
from citeward.entailment.reading import Quantity, Reading, Sentence
from citeward.entailment.wordlist import words

__all__ = ["check"]

_ALIKE = 0.5
_BACK = words("from versus vs against compared than")
"""What stands before the earlier figure, where it comes second."""
_BETWEEN = words("up down compared with to versus vs against from than a an the of in and some about roughly year")
_WITHIN = 6
"""Tokens between the two figures of a change."""


def check(case: Case) -> GuardFinding | None:
    """A change whose two ends the source has the other way round."""
    return agreed(case, _reversed)


def _reversed(pairing: Pairing) -> GuardFinding | None:
    if pairing.share < _ALIKE:
        return None
    given = list(_changes(pairing.source, pairing.source_sentence))
    for before, after in _changes(pairing.claim, pairing.claim_sentence) if given else ():
        straight = any(accounts_for(low, before) and accounts_for(high, after) for low, high in given)
        turned = next((p for p in given if accounts_for(p[0], after) and accounts_for(p[1], before)), None)
        if turned is not None and not straight and before.base != after.base:
            first, last = sorted((before, after), key=lambda q: q.start)
            start, end = min(q.start for q in turned), max(q.end for q in turned)
            reason = "The claim tells the source's change the other way round."
            return GuardFinding(GuardKind.COMPARISON, reason, (first.start, last.end), (start, end))
    return None


def _changes(reading: Reading, sentence: Sentence) -> Iterator[tuple[Quantity, Quantity]]:
    """The earlier and the later figure of every change."""
    figures = [q for q in reading.quantities if sentence.first <= q.first < sentence.stop and not q.ordinal]
    for first, second in pairwise(figures):
        between = reading.words(first.stop, second.first)
        if len(between) > _WITHIN or first.dimension != second.dimension:
            continue
        before = reading.words(max(sentence.first, first.first - 2), first.first)
        if "from" in before and between == ("to",):
            yield first, second
        elif set(between) & _BACK and set(between) <= _BETWEEN and "from" not in before:
            yield second, first
