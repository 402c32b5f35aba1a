"""Conditions: a near-verbatim sentence of the source with its "if", "unless" or "only for" left out."""

from __future__ import annotations

from citeward.entailment.guards.interface import GuardFinding, GuardKind
from citeward.entailment.guards.lexicon import CONDITIONS
from citeward.entailment.guards.pairing import Case, Pairing, agreed
from citeward.entailment.reading import Reading, Sentence
from citeward.entailment.wordlist import words

__all__ = ["check"]

_ALIKE = 0.8
_STATED = words(
    "if unless except provided excluding only when whenever where until subject long case condition conditions "
    "depending depends once after before without with may can could might upon"
)
"""Words by which the claim may state the condition in another form."""
_NOT_CONDITIONS = frozenset({"even", "as", "ask", "asked", "see", "wonder", "determine", "know", "what", "not", "or"})


def check(case: Case) -> GuardFinding | None:
    """The condition of the source's own sentence, dropped."""
    return agreed(case, _dropped)


def _dropped(pairing: Pairing) -> GuardFinding | None:
    if pairing.coverage < _ALIKE:
        return None
    said = pairing.claim.words(pairing.claim_sentence.first, pairing.claim_sentence.stop)
    if set(said) & _STATED:
        return None
    clause = _condition(pairing.source, pairing.source_sentence)
    if clause is None:
        return None
    first, stop = clause
    inside = [j for j in range(first, stop) if pairing.source.tokens[j].content]
    outside = [
        j
        for j in range(pairing.source_sentence.first, pairing.source_sentence.stop)
        if pairing.source.tokens[j].content and not first <= j < stop
    ]
    if not inside or not outside:
        return None
    kept = sum(j in pairing.to_claim for j in inside) / len(inside)
    main = sum(j in pairing.to_claim for j in outside) / len(outside)
    if kept > 0.25 or main < 0.7:
        return None
    words = pairing.source.text[pairing.source.tokens[first].start : pairing.source.tokens[stop - 1].end]
    span = (
        pairing.claim.tokens[pairing.claim_sentence.first].start,
        pairing.claim.tokens[pairing.claim_sentence.stop - 1].end,
    )
    return GuardFinding(
        GuardKind.CONDITION,
        f"The claim leaves out the source's condition {_short(words)!r}.",
        span,
        (pairing.source.tokens[first].start, pairing.source.tokens[stop - 1].end),
    )


def _condition(source: Reading, sentence: Sentence) -> tuple[int, int] | None:
    """The tokens of the first condition of a sentence: up to its comma where it opens the sentence, else to the end."""
    words = source.words(sentence.first, sentence.stop)
    for k, word in enumerate(words):
        for phrase in CONDITIONS:
            if word == phrase[0] and words[k : k + len(phrase)] == phrase:
                if k and words[k - 1] in _NOT_CONDITIONS:
                    break
                first = sentence.first + k
                stop = sentence.stop
                ends = [j for j in range(first + len(phrase), sentence.stop) if source.tokens[j].barrier]
                if ends and (k == 0 or source.tokens[first].barrier):
                    stop = ends[0]
                return (first, stop) if stop - first > len(phrase) else None
    return None


def _short(words: str) -> str:
    return words if len(words) <= 80 else words[:77] + "..."
