"""Time limits turned round: after 30 days for within 30 days, until May for from May on.

The same figure or date stands on both sides, and a small word before it says on which side of it something happens.
Where it stands in the sentence does not matter: "After 30 days, items may be returned."
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from citeward.entailment.guards.date import covers
from citeward.entailment.guards.figures import accounts_for
from citeward.entailment.guards.interface import GuardFinding, GuardKind
from citeward.entailment.guards.lexicon import NEGATORS
from citeward.entailment.guards.pairing import Case, Pairing, agreed
from citeward.entailment.reading import Date, Quantity, Reading, Sentence
from citeward.entailment.wordlist import words

__all__ = ["Limit", "check", "turned_limit"]

_ALIKE = 0.6
_EARLY = words("within before until till inside")
_LATE = words("after since past beyond outside following")
_EARLY_OF_DATES, _LATE_OF_DATES = words("by"), words("from")
"""Before anything but a date these tell a difference or a beginning: "reduced by 30 days", "from 30 to 60 days"."""
_BETWEEN = words("the a an of first next last on about only another those these all full is at o'clock")
"""What may stand between such a word and its figure."""
_REACH = 4


class Limit(NamedTuple):
    """A moment, and on which side of it something happens."""

    early: bool
    """Whether it happens before the moment is reached, or within the time."""
    what: Quantity | Date
    word: int
    """Token that says so."""


def check(case: Case) -> GuardFinding | None:
    """A limit of time that a sentence of the source sets the other way round."""
    return agreed(case, _turned)


def _turned(pairing: Pairing) -> GuardFinding | None:
    sides = ((pairing.claim, pairing.claim_sentence), (pairing.source, pairing.source_sentence))
    if pairing.share < _ALIKE or _denials(*sides[0]) != _denials(*sides[1]):
        return None
    found = turned_limit(pairing)
    if found is None:
        return None
    said, limit = found
    word, other = pairing.claim.tokens[said.word], pairing.source.tokens[limit.word]
    return GuardFinding(
        GuardKind.COMPARISON,
        f"The claim says {word.lower!r} where the source says {other.lower!r}.",
        (word.start, said.what.end),
        (other.start, limit.what.end),
    )


def turned_limit(pairing: Pairing) -> tuple[Limit, Limit] | None:
    """A limit of the claim and the same moment in the source sentence as a limit on the other side; None where none is.

    "Not after 30 days" and "within 30 days" have one and say the same.
    """
    given = list(_limits(pairing.source, pairing.source_sentence))
    for said in _limits(pairing.claim, pairing.claim_sentence) if given else ():
        same = [limit for limit in given if _same(said.what, limit.what)]
        if same and all(limit.early != said.early for limit in same):
            return said, same[0]
    return None


def _denials(reading: Reading, sentence: Sentence) -> bool:
    """Whether it is denied an odd number of times: "not after 30 days" is within them."""
    return sum(token.lower in NEGATORS for token in reading.tokens[sentence.first : sentence.stop]) % 2 == 1


def _limits(reading: Reading, sentence: Sentence) -> Iterator[Limit]:
    inside = range(sentence.first, sentence.stop)
    moments: list[Quantity | Date] = [q for q in reading.quantities if q.first in inside and q.dimension == "time"]
    moments += [date for date in reading.dates if date.first in inside]
    for moment in moments:
        found = _word_before(reading, sentence, moment)
        if found is not None:
            yield found


def _word_before(reading: Reading, sentence: Sentence, moment: Quantity | Date) -> Limit | None:
    dated = isinstance(moment, Date)
    early, late = (_EARLY | _EARLY_OF_DATES, _LATE | _LATE_OF_DATES) if dated else (_EARLY, _LATE)
    for at in range(moment.first - 1, max(sentence.first, moment.first - _REACH) - 1, -1):
        token = reading.tokens[at]
        if token.lower in early or token.lower in late:
            return Limit(token.lower in early, moment, at)
        if token.lower not in _BETWEEN or reading.tokens[at + 1].barrier:
            break
    return None


def _same(said: Quantity | Date, given: Quantity | Date) -> bool:
    if isinstance(said, Date) or isinstance(given, Date):
        return isinstance(said, Date) and isinstance(given, Date) and covers(said, given)
    return accounts_for(given, said)
