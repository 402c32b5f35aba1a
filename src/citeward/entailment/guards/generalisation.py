"""Generalisation: something left out where leaving it out says more.

Elsewhere a dropped word says less and is fair ("a red star was seen", "a star was seen"). Under a negation, in the
condition of an "if" and between "every" and its verb it is the other way round: "no red stars were seen" does not say
that no stars were. After "only" and "exactly" it is fair in neither direction. Only where nothing but that
was changed (van Benthem 1986 on monotonicity, of which this is a sliver). One of two alternatives may be left out: "or"
in running text mostly lists names and possibilities, and each of them may be named alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from citeward.entailment.guards.interface import GuardFinding, GuardKind
from citeward.entailment.guards.lexicon import NEGATORS
from citeward.entailment.guards.pairing import Case, Gap, Pairing, agreed
from citeward.entailment.wordlist import words

__all__ = ["check"]

_REFUSALS = words("refuse refuses refused refusing")
_DOWNWARD = NEGATORS | _REFUSALS | words("few rarely seldom if unless except")
"""What follows one of these says more the less is said."""
_NEITHER = words("exactly only")
_UNIVERSAL = words("every all each any")
_ENDS = words("but because although though while whereas since and so")
"""A clause of its own begins: no operator reaches across."""
_IDIOMS = words("only just merely matter doubt necessarily longer sooner later more less least")
"""Behind a negator these make another word of it ("no longer", "not only")."""
_HOLLOW = words(
    "really actually simply currently also still yet ever even whatsoever basically quite very just indeed already "
    "itself himself herself themselves truly generally usually apparently reportedly ultimately"
)
"""Left out, these leave nothing out."""
_DEFINITE = words("the a an this that these those my your his her its our their")
"""Who refused "the revised contract" refused the contract; who refuses "sea fish" may well eat fish."""
_JOINTS = words("or nor and but")
_PRONOUNS = words("me him her us them you it this that these those here there")
"""With a preposition before it ("with me") one of these restricts as well as a noun."""
_HEAD_WITHIN = 4
_LONGEST = 12
"""Tokens that may be dropped and still be one restriction."""


def check(case: Case) -> GuardFinding | None:
    """A restriction of the source's own sentence that the claim leaves out and must not."""
    return agreed(case, _dropped)


def _dropped(pairing: Pairing) -> GuardFinding | None:
    if any(gap.claim_stop > gap.claim_first for gap in pairing.gaps):
        return None
    for gap in pairing.gaps:
        if not 0 < gap.source_stop - gap.source_first <= _LONGEST:
            continue
        reaching = [at for at in _operators(pairing) if _reaches(pairing, at, gap)]
        turning = [at for at in reaching if pairing.source.tokens[at].lower not in _NEITHER]
        if _restricts(pairing, gap) and (len(turning) % 2 or len(turning) < len(reaching)):
            return _finding(pairing, gap, reaching[-1])
    return None


def _operators(pairing: Pairing) -> Iterator[int]:
    """Source tokens that turn round what follows, as far as the claim has them too."""
    sentence, tokens = pairing.source_sentence, pairing.source.tokens
    for at in range(sentence.first, sentence.stop):
        word = tokens[at].lower
        after = tokens[at + 1].lower if at + 1 < sentence.stop else ""
        before = tokens[at - 1].lower if at > sentence.first else ""
        if at not in pairing.to_claim or (word in _DOWNWARD and after in _IDIOMS) or (before, word) == ("a", "few"):
            continue
        counted = word in _NEITHER and any(q.first == at + 1 for q in pairing.source.quantities)
        if word in _DOWNWARD | _UNIVERSAL or counted or word == "exactly":
            yield at


def _reaches(pairing: Pairing, operator: int, gap: Gap) -> bool:
    """Whether the gap stands in the operator's scope; a universal reaches no further than the noun it stands before."""
    tokens = pairing.source.tokens
    if gap.source_first <= operator:
        return False
    if any(token.barrier or token.lower in _ENDS for token in tokens[operator + 1 : gap.source_first + 1]):
        return False
    if tokens[operator].lower in _REFUSALS:
        return tokens[gap.source_first - 1].lower not in _DEFINITE
    if tokens[operator].lower not in _UNIVERSAL:
        return True
    if any(token.lower in NEGATORS for token in tokens[pairing.source_sentence.first : operator]):
        return False  # "no ... any", "not ... all": the negation is what turns
    head = gap.source_stop
    return gap.source_first == operator + 1 and head - operator <= _HEAD_WITHIN and head in pairing.to_claim


def _restricts(pairing: Pairing, gap: Gap) -> bool:
    """Whether what was dropped says something that restricts, and is no alternative or aside."""
    dropped = pairing.source.tokens[gap.source_first : gap.source_stop]
    if any(token.barrier for token in dropped[1:]) or {dropped[0].lower, dropped[-1].lower} & _JOINTS:
        return False
    if len(dropped) > 1 and dropped[-1].lower in _PRONOUNS:
        return True
    return any(token.content and token.lower not in _HOLLOW for token in dropped)


def _finding(pairing: Pairing, gap: Gap, operator: int) -> GuardFinding:
    said = pairing.claim.tokens[pairing.to_claim[operator]]
    first, last = pairing.source.tokens[gap.source_first], pairing.source.tokens[gap.source_stop - 1]
    left_out = pairing.source.text[first.start : last.end]
    reason = f"The claim leaves out {left_out!r}, and so its {said.lower!r} says more than the source's."
    return GuardFinding(GuardKind.QUANTIFIER, reason, (said.start, said.end), (first.start, last.end))
