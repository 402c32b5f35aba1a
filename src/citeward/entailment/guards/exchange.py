"""Values exchanged: the child's fare for the adult's, where one sentence of the source has both.

Every figure and every word of such a claim stands in the source, so that nothing else sees it. What belongs to what is
read off the shape of the sentence: "3 euro for adults and 1 euro for children" names each thing behind its value,
"adults pay 3 euro and children 1 euro" before it. A sentence of another shape tells nothing.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise

from citeward.entailment.claims import is_verb
from citeward.entailment.guards.figures import accounts_for, same_value
from citeward.entailment.guards.interface import GuardFinding, GuardKind
from citeward.entailment.guards.pairing import Case, Pairing, agreed
from citeward.entailment.reading import Quantity, Reading, Sentence
from citeward.entailment.wordlist import words

__all__ = ["check"]

_ALIKE = 0.7
"""Share of the claim's words that the sentence must have, in any order."""
_MOST = 12
"""Values of one kind in a sentence; more is a table."""
_MOSTLY = 0.5
_FEWEST = 2
"""Words of a claim that tell what its value is said of."""
_HEAD_WITHIN = 4
"""Tokens of a part in which its subject begins."""
_SEPARATORS = words("and but while whereas or nor versus vs compared against")
_LEADING = words("only just around roughly nearly almost another approximately costs cost")
"""Words before a value that say nothing of whose it is."""
_IN_ORDER = "respectively"


@dataclass(frozen=True, slots=True)
class _Item:
    value: Quantity
    stems: tuple[str, ...]
    """What tells this value's thing from the others, in order."""

    def is_told_by(self, about: frozenset[str]) -> bool:
        """Whether ``about`` names the thing: its first word, or most of them."""
        if not self.stems:
            return False
        return self.stems[0] in about or len(about.intersection(self.stems)) > _MOSTLY * len(self.stems)


def check(case: Case) -> GuardFinding | None:
    """A value that the source gives to something else, in the same sentence or in another one."""
    return agreed(case, _exchanged) or _of_another_sentence(case)


def _of_another_sentence(case: Case) -> GuardFinding | None:
    """A value where a sentence with every word of the claim has another, and no such sentence has this one."""
    for rivals in case.pairings:
        for pairing in rivals[:1]:
            sentence = pairing.claim_sentence
            said = _values(pairing.claim, sentence)
            tokens = pairing.claim.tokens[sentence.first : sentence.stop]
            about = {t.stem for t in tokens if t.content and not t.lower[0].isdecimal()}
            whole = [k for k, stems in enumerate(case.source.sentence_stems) if about <= stems]
            if len(said) != 1 or len(about) < _FEWEST or not whole:
                continue
            given = [q for k in whole for q in _values(case.source, case.source.sentences[k])]
            rival = next((q for q in given if q.dimension == said[0].dimension or not said[0].dimension), None)
            stands = any(accounts_for(q, said[0]) for q in case.source.quantities)
            if rival is not None and stands and not any(accounts_for(q, said[0]) for q in given):
                return _finding(pairing, said[0], _Item(rival, ()))
    return None


def _exchanged(pairing: Pairing) -> GuardFinding | None:
    if pairing.share < _ALIKE:
        return None
    said = [q for q in _values(pairing.claim, pairing.claim_sentence) if not q.lent]
    for kind in dict.fromkeys(q.dimension for q in said):
        items = _items(pairing.source, pairing.source_sentence, kind)
        parts = _items(pairing.claim, pairing.claim_sentence, kind) if items else ()
        for value in said if items else ():
            own = [item for item in items if same_value(item.value.base, value.base)]
            own = own or [item for item in items if accounts_for(item.value, value)]
            if value.dimension != kind or len(own) != 1:
                continue
            mine = next((part for part in parts if part.value is value and part.stems), None)
            about = frozenset(mine.stems if mine is not None else _about(pairing, value))
            others = [item for item in items if item is not own[0] and item.is_told_by(about)]
            told = mine is None and any(accounts_for(o.value, q) for o in others for q in said if q is not value)
            if others and not told and not about.intersection(own[0].stems):
                return _finding(pairing, value, own[0])
    return None


def _about(pairing: Pairing, value: Quantity) -> list[str]:
    """The words of the claim that may say whose ``value`` is: up to the end of its phrase, from the last joint on.

    Of a bare count only those behind it: what stands before it is said of the count, seldom what is counted.
    """
    tokens, sentence = pairing.claim.tokens, pairing.claim_sentence
    first = max(
        (i for i in range(sentence.first, value.first) if tokens[i].lower in _SEPARATORS), default=sentence.first
    )
    after = range(value.stop, sentence.stop)
    ends = (i for i in after if tokens[i].barrier or tokens[i].lower in _SEPARATORS)
    return _content(pairing.claim, first if value.dimension else value.stop, next(ends, sentence.stop), value)


def _items(reading: Reading, sentence: Sentence, kind: str) -> tuple[_Item, ...]:
    """The values of one kind with what tells them apart; none where the sentence has no such shape."""
    values = [q for q in _values(reading, sentence) if q.dimension == kind]
    if not 2 <= len(values) <= _MOST or _IN_ORDER in reading.words(sentence.first, sentence.stop):
        return ()
    cuts = [_cut(reading, a.stop, b.first) for a, b in pairwise(values)]
    bounds = [sentence.first, *(cut for cut in cuts if cut is not None), sentence.stop]
    if len(bounds) <= len(values):
        return ()
    ahead = [_content(reading, low, q.first, q) for low, q in zip(bounds, values, strict=False)]
    behind = [_content(reading, q.stop, high, q) for q, high in zip(values, bounds[1:], strict=True)]
    if not any(ahead[1:]):
        longest = max(map(len, behind[1:]))
        found = [behind[0][-longest:] if longest else [], *behind[1:]]  # what later parts leave unsaid stands first
    elif all(ahead) and all(_joins(reading, cut) for cut in bounds[1:-1]):
        phrase = max(
            (i for i in range(sentence.first, values[0].first) if reading.tokens[i].barrier), default=sentence.first
        )
        opening = _content(reading, phrase, values[0].first, values[0])[-max(map(len, ahead[1:])) :]
        found = [opening if any(behind[1:]) else opening + behind[0], *ahead[1:]]
    else:
        return ()
    seen = Counter(stem for stems in found for stem in set(stems))
    return tuple(
        _Item(value, tuple(stem for stem in stems if seen[stem] == 1))
        for value, stems in zip(values, found, strict=True)
    )


def _values(reading: Reading, sentence: Sentence) -> list[Quantity]:
    inside = range(sentence.first, sentence.stop)
    return [q for q in reading.quantities if q.first in inside and not q.ordinal and not q.weak]


def _cut(reading: Reading, start: int, stop: int) -> int | None:
    """Where the part of one value ends and that of the next begins: the last joint between them."""
    for i in range(stop, start - 1, -1):
        token = reading.tokens[i]
        if token.barrier or (i < stop and token.lower in _SEPARATORS):
            return i
    return None


def _joins(reading: Reading, cut: int) -> bool:
    """Whether a part with a subject of its own begins there: "... and children", not "... and sold"."""
    joint = reading.tokens[cut]
    opening = cut + 1 if joint.lower in _SEPARATORS else cut
    if opening == cut and ";" not in reading.text[reading.tokens[cut - 1].end : joint.start]:
        return False
    first = next((t for t in reading.tokens[opening : opening + _HEAD_WITHIN] if t.content), None)
    return first is not None and not is_verb(first.lower, fine=True) and not first.lower.endswith("ing")


def _content(reading: Reading, first: int, stop: int, value: Quantity) -> list[str]:
    """The stems of a range that name something, ``value`` itself left out. A verb is mostly told once for several."""
    return [
        token.stem
        for i, token in enumerate(reading.tokens[first:stop], first)
        if token.content
        and not value.first <= i < value.stop
        and token.lower not in _SEPARATORS | _LEADING
        and not is_verb(token.lower, fine=True)
    ]


def _finding(pairing: Pairing, value: Quantity, own: _Item) -> GuardFinding:
    shown = pairing.claim.text[value.start : value.end]
    reason = f"The claim says {shown!r} of something else than the source does."
    return GuardFinding(GuardKind.NUMBER, reason, (value.start, value.end), (own.value.start, own.value.end))
