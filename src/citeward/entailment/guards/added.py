"""Additions to a sentence that is otherwise the source's own: one more thing it is said of, or "only" before it.

"Gift cards cannot be refunded" says nothing of cash. Where a sentence is the source's but for "cash and", it is
told of one thing more; where another sentence of the source says the like of that thing, nothing is refused.
"""

from __future__ import annotations

from itertools import takewhile

from citeward.entailment.guards.interface import GuardFinding, GuardKind
from citeward.entailment.guards.lexicon import NEGATORS
from citeward.entailment.guards.pairing import Case, Gap, Pairing, agreed
from citeward.entailment.wordlist import words

__all__ = ["check"]

_JOINS = words("and which who whose plus including")
"""What opens or closes the words for one more thing."""
_RESTRICTS = words("only solely exclusively")
_RESTRICTED = _RESTRICTS | NEGATORS | words("just alone except unless but sole")
"""Words by which the source may say in another form that there is nothing else."""
_LIKE = 0.5
"""Share of the rest of the claim from which another sentence of the source says the like of what was added."""
_LONGEST = 10
"""Tokens of an addition. A longer one is a statement of its own."""
_STATEMENT = 3
"""Words of content from which an addition that one sentence of the source has is a second statement, not a thing."""
_FEWEST = 3
"""Words of content that the claim must have from the source: fewer are no sentence of it."""


def check(case: Case) -> GuardFinding | None:
    """One more thing that a sentence of the source is said of, or a restriction of it, by the claim alone."""
    return agreed(case, _added)


def _added(pairing: Pairing) -> GuardFinding | None:
    added = [gap for gap in pairing.gaps if gap.claim_stop > gap.claim_first]
    if len(added) != 1 or not 0 < added[0].claim_stop - added[0].claim_first <= _LONGEST:
        return None
    gap = added[0]
    if any(pairing.source.tokens[j].content for j in range(gap.source_first, gap.source_stop)):
        return None
    rest = {pairing.claim.tokens[i].stem for i in pairing.to_source if pairing.claim.tokens[i].content}
    if len(rest) < _FEWEST:
        return None
    return _restriction(pairing, gap) or _one_more(pairing, gap, rest)


def _restriction(pairing: Pairing, gap: Gap) -> GuardFinding | None:
    said = pairing.claim.words(gap.claim_first, gap.claim_stop)
    sentence = pairing.source_sentence
    if len(said) != 1 or said[0] not in _RESTRICTS:
        return None
    if not _RESTRICTED.isdisjoint(pairing.source.words(sentence.first, sentence.stop)):
        return None
    return _finding(pairing, gap, GuardKind.QUANTIFIER, "which the source does not restrict so")


def _one_more(pairing: Pairing, gap: Gap, rest: set[str]) -> GuardFinding | None:
    said = pairing.claim.words(gap.claim_first, gap.claim_stop)
    if said[0] not in _JOINS and said[-1] not in _JOINS:
        return None
    if any(each.first < gap.claim_stop and gap.claim_first < each.stop for each in pairing.claim.quantities):
        return None  # "and 15 minutes", "and a quarter": parts of a figure, and figures are compared by value
    tokens = pairing.claim.tokens[gap.claim_first : gap.claim_stop]
    things = {token.stem for token in tokens if token.content and token.lower not in _JOINS}
    sentence = pairing.source_sentence
    own = {token.stem for token in pairing.source.tokens[sentence.first : sentence.stop]}
    if not things or things & own:
        return None
    if len(things) >= _STATEMENT and any(things <= stems for stems in pairing.source.sentence_stems):
        return None  # a statement of its own, which the source makes elsewhere
    rest = rest - _beside(pairing, gap)
    figures = {stem for stem in rest if stem[0].isdecimal()}
    for stems in pairing.source.sentence_stems:
        if things & stems and figures <= stems and len(rest & stems) >= _LIKE * len(rest):
            return None  # the like of it is said of that thing, with the same figures
    return _finding(pairing, gap, GuardKind.SILENCE, "of which the source does not say it")


def _beside(pairing: Pairing, gap: Gap) -> set[str]:
    """The stems of the thing that the addition is joined to: "gift cards" in "Cash and gift cards cannot"."""
    tokens, sentence = pairing.claim.tokens, pairing.claim_sentence
    ahead = tokens[gap.claim_stop - 1].lower in _JOINS
    places = range(gap.claim_stop, sentence.stop) if ahead else range(gap.claim_first - 1, sentence.first - 1, -1)
    return {tokens[i].stem for i in takewhile(lambda i: tokens[i].content, places)}


def _finding(pairing: Pairing, gap: Gap, kind: GuardKind, why: str) -> GuardFinding:
    start, end = pairing.claim.tokens[gap.claim_first].start, pairing.claim.tokens[gap.claim_stop - 1].end
    sentence = pairing.source_sentence
    span = (pairing.source.tokens[sentence.first].start, pairing.source.tokens[sentence.stop - 1].end)
    return GuardFinding(kind, f"The claim adds {pairing.claim.text[start:end]!r}, {why}.", (start, end), span)
