"""Roles: the same person or firm under another title, or one party in the place of the other.

"The supplier shall pay" for "The customer shall pay" leaves every word but one as it is, and a contract is made of such
sentences: that the source speaks of suppliers elsewhere makes it no truer.
"""

from __future__ import annotations

from collections.abc import Iterator

from citeward.entailment.guards.interface import GuardFinding, GuardKind
from citeward.entailment.guards.lexicon import role_of
from citeward.entailment.guards.pairing import Case, Pairing, agreed
from citeward.entailment.reading import Reading, Sentence
from citeward.entailment.wordlist import words

__all__ = ["check"]

_ALIKE = 0.55
_VERBATIM = 0.75
_PASSIVE = words("by from to with and or")
"""Between two roles these may turn the sentence round without turning its meaning, or tell of both alike."""


def check(case: Case) -> GuardFinding | None:
    """A role in the place of another one, or two that have changed places."""
    return agreed(case, _other_in_place) or agreed(case, _exchanged)


def _other_in_place(pairing: Pairing) -> GuardFinding | None:
    if pairing.coverage < _ALIKE:
        return None
    for gap in pairing.gaps:
        for i in range(gap.claim_first, gap.claim_stop):
            said = pairing.claim.tokens[i]
            role = role_of(said.lower)
            if role is None or pairing.near(i) < 0.6 or not _new(pairing, i):
                continue
            for j in range(gap.source_first, min(gap.source_stop, gap.source_first + 4)):
                given = pairing.source.tokens[j]
                other = role_of(given.lower)
                if (
                    other is not None
                    and other != role
                    and given.lower[:4] != said.lower[:4]
                    and gap.source_stop - gap.source_first <= 3
                ):
                    return _finding(pairing, i, j)
    return None


def _new(pairing: Pairing, at: int) -> bool:
    """Whether the source has the role nowhere; in a sentence that is otherwise its own, whether that one has it not."""
    stem = pairing.claim.tokens[at].stem
    if stem not in pairing.source.stems:
        return True
    said, given = pairing.claim_sentence, pairing.source_sentence
    others = [i for i in range(said.first, said.stop) if i != at and pairing.claim.tokens[i].content]
    if sum(i in pairing.to_source for i in others) < _VERBATIM * len(others):
        return False
    return all(token.stem != stem for token in pairing.source.tokens[given.first : given.stop])


def _exchanged(pairing: Pairing) -> GuardFinding | None:
    """Two roles of one sentence in the other order, with the same words between."""
    if pairing.share < _VERBATIM:
        return None
    said = list(_in_sentence(pairing.claim, pairing.claim_sentence))
    given = list(_in_sentence(pairing.source, pairing.source_sentence))
    if len(said) != 2 or len(given) != 2:
        return None
    (i, first), (i2, second) = said
    (j, other), (j2, another) = given
    if first == second or (first, second) != (another, other):
        return None
    ours = pairing.claim.tokens[i + 1 : i2]
    theirs = pairing.source.tokens[j + 1 : j2]
    content = [token.stem for token in ours if token.content]
    same = content == [token.stem for token in theirs if token.content]
    joins = {t.lower for t in ours} & _PASSIVE != {t.lower for t in theirs} & _PASSIVE
    return _finding(pairing, i, j) if content and same and not joins else None


def _in_sentence(reading: Reading, sentence: Sentence) -> Iterator[tuple[int, int]]:
    for i in range(sentence.first, sentence.stop):
        role = role_of(reading.tokens[i].lower)
        if role is not None:
            yield i, role


def _finding(pairing: Pairing, i: int, j: int) -> GuardFinding:
    said, given = pairing.claim.tokens[i], pairing.source.tokens[j]
    reason = f"The claim says {said.lower!r} where the source says {given.lower!r}."
    return GuardFinding(GuardKind.ROLE, reason, (said.start, said.end), (given.start, given.end))
