"""Labels: Plan A where the source speaks of Plan B, Type II where it speaks of Type I.

A letter or a Roman number behind a noun is all that tells two things apart, and no model sees much of it.
"""

from __future__ import annotations

from citeward.entailment.guards.interface import GuardFinding, GuardKind
from citeward.entailment.guards.pairing import Case, Pairing, agreed
from citeward.entailment.reading import Reading, Sentence, Token
from citeward.entailment.wordlist import words

__all__ = ["check"]

_ALIKE = 0.6
_ROMAN = words("ii iii iv vi vii viii ix xi xii")
_JOINERS = words("and or to through")
_RANGES = ("to", "through", "-", "\u2013")
_Labels = dict[str, dict[str, Token]]


def check(case: Case) -> GuardFinding | None:
    """A label the source's own sentence does not give to that noun, where it gives it another."""
    return agreed(case, _other)


def _other(pairing: Pairing) -> GuardFinding | None:
    if pairing.coverage < _ALIKE:
        return None
    said = _labels(pairing.claim, pairing.claim_sentence)
    if not said:
        return None
    given = _labels(pairing.source, pairing.source_sentence)
    for noun, labels in said.items():
        for label, token in labels.items():
            rivals = given.get(noun)
            if rivals and label not in rivals:
                rival = next(iter(rivals.values()))
                ours, theirs = (
                    reading.text[each.start : each.end]
                    for reading, each in ((pairing.claim, token), (pairing.source, rival))
                )
                return GuardFinding(
                    GuardKind.NAME,
                    f"The claim says {ours!r} where the source says {theirs!r}.",
                    (token.start, token.end),
                    (rival.start, rival.end),
                )
    return None


def _labels(reading: Reading, sentence: Sentence) -> _Labels:
    """The labels of each noun (by its stem), those of an enumeration or a range ("Plans A to C") all of them."""
    found: _Labels = {}
    noun, last = "", -1
    for i in range(sentence.first + 1, sentence.stop):
        token = reading.tokens[i]
        if not _is_label(token):
            continue
        between = reading.tokens[last + 1 : i]
        goes_on = bool(noun) and len(between) <= 1 and all(each.lower in _JOINERS for each in between)
        if not goes_on:
            before = reading.tokens[i - 1]
            noun = before.stem if before.content and before.lower.isalpha() and not token.barrier else ""
        if noun:
            labels = found.setdefault(noun, {})
            if goes_on:
                labels |= dict.fromkeys(_range(reading, reading.tokens[last], token), token)
            labels[token.lower] = token
            last = i
    return found


def _range(reading: Reading, first: Token, last: Token) -> list[str]:
    """The letters of a range; none where the two are only listed."""
    joined = reading.text[first.end : last.start].strip()
    if joined not in _RANGES or len(first.lower) != 1 or len(last.lower) != 1:
        return []
    return [chr(code) for code in range(ord(first.lower), ord(last.lower))]


def _is_label(token: Token) -> bool:
    return token.capital and (token.lower in _ROMAN or (len(token.lower) == 1 and token.lower.isascii()))
