"""Generalisation: a restriction dropped where dropping it says more.

"No red stars were seen" does not say that no stars were; "every small crime is punished" does not say that every crime
is. Elsewhere dropping a word says less and is fair ("a red star was seen"). Only where nothing but that was changed.
"""

from __future__ import annotations

from citeward.entailment.guards.interface import GuardFinding, GuardKind
from citeward.entailment.guards.lexicon import NEGATORS
from citeward.entailment.guards.pairing import Case, Gap, Pairing, agreed
from citeward.entailment.wordlist import words

__all__ = ["check"]

_NEGATIONS = NEGATORS | words("refuse refuses refused")
_UNIVERSAL = words("every all each any")
_OTHER_OPERATORS = words("if unless few every all each without many most more less than except only but whether or and")
"""With one of these about, which way round a dropped word works is no longer plain to see."""
_HEAD_WITHIN = 4
_LONGEST = 5
"""Tokens that may be dropped and still be one restriction."""


def check(case: Case) -> GuardFinding | None:
    """A restriction of the source's own sentence that is missing under a negation or a universal of the claim."""
    return agreed(case, _dropped)


def _dropped(pairing: Pairing) -> GuardFinding | None:
    sentence = pairing.claim_sentence
    if any(gap.claim_stop > gap.claim_first for gap in pairing.gaps):
        return None
    said = pairing.claim.words(sentence.first, sentence.stop)
    operators = [sentence.first + k for k, word in enumerate(said) if word in _NEGATIONS]
    universals = [sentence.first + k for k, word in enumerate(said) if word in _UNIVERSAL]
    given = pairing.source.words(pairing.source_sentence.first, pairing.source_sentence.stop)
    for gap in pairing.gaps:
        if len(operators) == 1 and not universals and not set(given) & (_OTHER_OPERATORS | (NEGATORS - set(said))):
            if _restricts(pairing, pairing.to_source[operators[0]], gap):
                return _finding(pairing, operators[0], gap)
        elif (
            len(universals) == 1
            and not operators
            and not set(given) & (_NEGATIONS | {"if", "without", "who", "that", "or"})
        ):
            place = pairing.to_source[universals[0]]
            head = gap.source_stop
            within = gap.source_first == place + 1 and head - place <= _HEAD_WITHIN and head in pairing.to_claim
            if within and _restricts(pairing, place, gap):
                return _finding(pairing, universals[0], gap)
    return None


def _restricts(pairing: Pairing, operator: int, gap: Gap) -> bool:
    """Whether what was dropped stands behind the operator, in its phrase, and says something."""
    tokens = pairing.source.tokens
    dropped = tokens[gap.source_first : gap.source_stop]
    if not dropped or len(dropped) > _LONGEST or gap.source_first <= operator:
        return False
    phrase = tokens[operator + 1 : min(gap.source_stop + 1, pairing.source_sentence.stop)]
    if any(token.barrier for token in phrase):
        return False
    return any(token.content and not token.lower.endswith("ly") for token in dropped)


def _finding(pairing: Pairing, operator: int, gap: Gap) -> GuardFinding:
    said = pairing.claim.tokens[operator]
    first, last = pairing.source.tokens[gap.source_first], pairing.source.tokens[gap.source_stop - 1]
    left_out = pairing.source.text[first.start : last.end]
    reason = f"The claim leaves out {left_out!r}, and so its {said.lower!r} says more than the source's."
    return GuardFinding(GuardKind.QUANTIFIER, reason, (said.start, said.end), (first.start, last.end))
