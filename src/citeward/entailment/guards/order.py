"""Values told "respectively": each belongs to the thing in the same place, and the source may say otherwise."""

from __future__ import annotations

from citeward.entailment.guards.figures import accounts_for
from citeward.entailment.guards.interface import GuardFinding, GuardKind
from citeward.entailment.guards.pairing import Case
from citeward.entailment.reading import Quantity, Reading, Sentence

__all__ = ["check"]

_IN_ORDER = "respectively"
_FEWEST = 2


def check(case: Case) -> GuardFinding | None:
    """A value in the place of one thing that the source gives to another one of the row."""
    for sentence in case.claim.sentences:
        if _IN_ORDER not in case.claim.words(sentence.first, sentence.stop):
            continue
        found = _exchanged(case, sentence)
        if found is not None:
            return found
    return None


def _exchanged(case: Case, sentence: Sentence) -> GuardFinding | None:
    values = [q for q in case.claim.quantities if sentence.first <= q.first < sentence.stop and not q.weak]
    things = _row(case.claim, sentence, values[0].first, len(values)) if len(values) >= _FEWEST else []
    for thing, value in zip(things, values, strict=False):
        others = set(things) - {thing}
        mine = [
            q
            for k, stems in enumerate(case.source.sentence_stems)
            if thing in stems and not others & stems
            for q in case.source.quantities
            if case.source.sentences[k].first <= q.first < case.source.sentences[k].stop
        ]
        alike = [q for q in mine if any(accounts_for(q, each) for each in values)]
        if alike and not any(accounts_for(q, value) for q in alike):
            text = case.claim.text[value.start : value.end]
            reason = f"The claim says {text!r} of something else than the source does."
            return GuardFinding(GuardKind.NUMBER, reason, (value.start, value.end), _span(alike[0]))
    return None


def _row(claim: Reading, sentence: Sentence, stop: int, many: int) -> list[str]:
    """The stems of the things of a row, "A, B and C", before the first value; none where they are not as many."""
    joint = next((i for i in range(sentence.first + 1, stop - 1) if claim.tokens[i].lower == "and"), None)
    if joint is None or joint - many + 1 < sentence.first:
        return []
    row = [*claim.tokens[joint - many + 1 : joint], claim.tokens[joint + 1]]
    return [token.stem for token in row] if all(token.lower.isalnum() for token in row) else []


def _span(quantity: Quantity) -> tuple[int, int]:
    return quantity.start, quantity.end
