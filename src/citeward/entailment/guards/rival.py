"""Rivals: one word of a sentence of the source put in the place of another that the source says something else of.

"Sick leave" for "annual leave" leaves a sentence as it is but for the word that tells which leave it is, and the source
has both. The same holds of what a sentence is about, of how often something is done, and of what is done until when.
"""

from __future__ import annotations

from itertools import pairwise

from citeward.entailment.guards.interface import GuardFinding, GuardKind
from citeward.entailment.guards.lexicon import role_of
from citeward.entailment.guards.pairing import Case, Pairing, agreed
from citeward.entailment.reading import Reading, Sentence
from citeward.entailment.wordlist import words

__all__ = ["check"]

_ALIKE = 0.6
"""Share of the claim's words of content that the sentence must have, in any order, where one of them is another."""
_OFTEN = words("once twice thrice")
_PER = words("a an per every each")
_UNTIL = "until"
_FEWEST = 2


def check(case: Case) -> GuardFinding | None:
    """A word in the place of its rival, a frequency left out, or an end that the source gives to something else."""
    return agreed(case, lambda pairing: _other_kind(pairing) or _how_often(pairing)) or _other_end(case)


def _other_kind(pairing: Pairing) -> GuardFinding | None:
    """The one word that differs stands before the same noun, or opens a sentence, elsewhere in the source."""
    changed = [gap for gap in pairing.gaps if gap.claim_stop > gap.claim_first]
    if pairing.share < _ALIKE or len(changed) != 1:
        return None
    gap = changed[0]
    i, j = gap.claim_first, gap.source_first
    if gap.claim_stop - i != 1 or gap.source_stop - j != 1:
        return None
    said, given = pairing.claim.tokens[i], pairing.source.tokens[j]
    if not (said.content and given.content) or said.lower[0].isdecimal() or given.lower[0].isdecimal():
        return None
    role = role_of(said.lower)
    if role is not None and role == role_of(given.lower):
        return None  # two words for one party
    whole = pairing.source_sentence
    if any(token.stem == said.stem for token in pairing.source.tokens[whole.first : whole.stop]):
        return None
    opens = _subject(pairing.claim, pairing.claim_sentence) == i and _subject(pairing.source, whole) == j
    if opens:
        rival = any(
            (at := _subject(pairing.source, other)) is not None and pairing.source.tokens[at].stem == said.stem
            for other in pairing.source.sentences
        )
    else:
        rival = _before_same(pairing, i, j)
    if not rival:
        return None
    return GuardFinding(
        GuardKind.NAME,
        f"The claim says {said.lower!r} where the source says {given.lower!r}.",
        (said.start, said.end),
        (given.start, given.end),
    )


def _before_same(pairing: Pairing, i: int, j: int) -> bool:
    """Whether the source has the claim's word right before the same noun, in another place."""
    if i + 1 >= pairing.claim_sentence.stop or pairing.to_source.get(i + 1) != j + 1:
        return False
    said, noun = pairing.claim.tokens[i], pairing.claim.tokens[i + 1]
    return noun.content and any(
        one.stem == said.stem and other.stem == noun.stem and not other.barrier
        for one, other in pairwise(pairing.source.tokens)
    )


def _subject(reading: Reading, sentence: Sentence) -> int | None:
    """The first word of content of a sentence, where nothing but an article stands before it."""
    for i in range(sentence.first, min(sentence.stop, sentence.first + 2)):
        token = reading.tokens[i]
        if token.content:
            return i
        if token.lower not in ("the", "a", "an", "all"):
            return None
    return None


def _how_often(pairing: Pairing) -> GuardFinding | None:
    """ "Two tablets a day" for "two tablets twice a day"."""
    if pairing.coverage < 1.0:
        return None
    for gap in pairing.gaps:
        after = gap.source_stop
        if gap.claim_stop > gap.claim_first or gap.source_stop - gap.source_first != 1:
            continue
        given = pairing.source.tokens[gap.source_first]
        follows = after < pairing.source_sentence.stop and pairing.source.tokens[after].lower in _PER
        if given.lower in _OFTEN - {"once"} and follows and after in pairing.to_claim:
            at = pairing.claim.tokens[pairing.to_claim[after]]
            reason = f"The claim leaves out the source's {given.lower!r}."
            return GuardFinding(GuardKind.NUMBER, reason, (at.start, at.end), (given.start, given.end))
    return None


def _other_end(case: Case) -> GuardFinding | None:
    """What is done until something happens, where the source says so of something else that is done."""
    for sentence in case.claim.sentences:
        at = _until(case.claim, sentence)
        if at is None:
            continue
        act = _stems(case.claim, sentence.first, at)
        end = _stems(case.claim, at + 1, sentence.stop)
        if len(act) < _FEWEST or len(end) < _FEWEST:
            continue
        other: tuple[int, int] | None = None
        own = without = False
        for given in case.source.sentences:
            place = _until(case.source, given)
            if place is None:
                without = without or act <= _stems(case.source, given.first, given.stop)
            elif end <= _stems(case.source, place + 1, given.stop):
                own = own or bool(act & _stems(case.source, given.first, place))
                other = (case.source.tokens[place].start, case.source.tokens[given.stop - 1].end)
        if other is not None and without and not own:
            token = case.claim.tokens[at]
            span = (token.start, case.claim.tokens[sentence.stop - 1].end)
            return GuardFinding(
                GuardKind.CONDITION, "The claim gives an end that the source gives to something else.", span, other
            )
    return None


def _until(reading: Reading, sentence: Sentence) -> int | None:
    return next((i for i in range(sentence.first, sentence.stop) if reading.tokens[i].lower == _UNTIL), None)


def _stems(reading: Reading, first: int, stop: int) -> set[str]:
    return {token.stem for token in reading.tokens[first:stop] if token.content}
