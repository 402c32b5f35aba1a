"""The parts of a claim: its sentences, and the clauses of a sentence that joins several facts.

A clause is cut off only where it can stand alone: after ";", or after a comma with "and", "but", "while" and their kin
where a subject and a verb follow. A clause that borrows its subject ("and employs 40 people") stays where it is: cut
off it would say nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice

from citeward.entailment.claims.openers import opening_of
from citeward.entailment.reading import Reading, Sentence, Token, read, tokens_of
from citeward.entailment.wordlist import words

__all__ = ["Part", "is_verb", "parts", "stands_alone"]

_JOINTS = re.compile(
    r";\s+|,\s+meaning(?:\s+that)?\s+|,\s+(?:and|but|while|whereas|yet|so)\s+|\s+(?:whereas|but)\s+|\s+\u2014\s+"
)
_VERBS = words(
    "is are was were has have had will would can could may might must shall should does do did became become becomes "
    "remains remained includes included contains contained began begins won lost made makes took takes gave gives "
    "came comes went goes said says found finds held holds led leads left leaves rose rises fell falls grew grows "
    "paid pays sold sells bought built wrote writes ran runs set sets cost costs put cut cuts hit kept keeps met "
    "meets sent spent stood stands told thought brought shows show shown means needs uses used carry carries weigh "
    "weighs"
)
_ALSO_VERBS = words(
    "need require requires apply applies allow allows cover covers expire expires receive receives provide provides "
    "use offer offers work works live lives pay cost mean show include contain run hold lead leave rise fall grow say "
    "find give take make get gets know knows want wants start starts end ends open opens close closes serve serves "
    "support supports help helps increase increases reduce reduces cause causes affect affects depend depends remain "
    "become begin come go see sees report reports ask asks accept accepts charge charges deliver delivers earn earns "
    "employ employs enter enters exist exists fail fails follow follows form forms happen happens last lasts lie lies "
    "lower lowers move moves name names operate operates own owns play plays prevent prevents produce produces protect "
    "protects reach reaches rely relies replace replaces return returns sell share shares stay stays stop stops store "
    "stores teach teaches treat treats turn turns vary varies win wins write"
)
"""Verbs that can be nouns, or that only tell a clause where something else, a marker, says that one may end."""
_COMMANDS = words(
    "add attach bring call check choose click complete connect contact download enter fill go hold insert install keep "
    "log open press pull push put remove restart select send sign speak submit switch take tap unplug use visit wait"
)
"""What an instruction opens with."""
_PREPOSITIONS = words("with in on at of from for by as under during after before since until")
_PAST = re.compile(r"[a-z]{3,}ed$")
_THIRD = re.compile(r"[a-z]{2,}[^s\W\d_]s$")
_SUBJECT = 3
"""Tokens within which the verb of a name stands."""
_NOT_SUBJECTS = words(
    "which who that whose where when then thus also not only even if because to by for with in on at of from as or and"
)
_NUMBERS = words("one two three four five six seven eight nine ten eleven twelve twenty thirty fifty hundred half")
"""No names: "Two tablets" tells nothing that a two does."""
_MOST_JOINTS = 16
"""Joints of a sentence that are looked at; each costs its length, and a hostile sentence is nothing but joints."""
_FEWEST = 4
"""Tokens of a clause that can stand alone."""
_VERB_WITHIN = 9
"""Tokens after which a clause without a verb is taken for a list item."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a claim; ``start`` and ``end`` are code points of the claim, end exclusive."""

    text: str
    start: int
    end: int


def parts(claim: str, *, fine: bool = False) -> tuple[Part, ...]:
    """The parts of ``claim`` in order; the claim itself where it is one fact. Linear.

    Args:
        claim: one or more sentences.
        fine: cuts also where the verb of a clause could be a noun. For sentences whose citations stand inside them.

    >>> [p.text for p in parts("The mill opened in 1911, and its owner sold it in 1930.")]
    ['The mill opened in 1911', 'its owner sold it in 1930.']
    """
    reading = read(claim)
    found: list[Part] = []
    for sentence in reading.sentences:
        found += _clauses(reading, sentence, fine)
    return tuple(found) if found else (Part(claim, 0, len(claim)),)


def stands_alone(text: str) -> bool:
    """Whether ``text`` reads as a statement of its own: a subject and a verb behind it, or an instruction.

    >>> stands_alone("Laptops are encrypted with keys"), stands_alone("with keys in the vault")
    (True, False)
    """
    tokens = tokens_of(text)
    begin = list(islice(tokens, _FEWEST))
    if len(begin) < _FEWEST:
        return False
    if text.lstrip()[:1].isupper() and (
        begin[0].lower in _ALSO_VERBS or begin[0].lower in _COMMANDS or _forbids(begin)
    ):
        return True
    return _stands_alone(chain(begin, tokens), fine=True)


def _forbids(begin: Sequence[Token]) -> bool:
    """Whether a sentence that begins so tells its reader not to do something: "Do not unplug the router"."""
    return begin[0].lower in ("do", "never") and (begin[0].lower == "never" or begin[1].lower == "not")


def _clauses(reading: Reading, sentence: Sentence, fine: bool) -> list[Part]:
    start, end = sentence.start, sentence.end
    tokens = reading.tokens[sentence.first : sentence.stop]
    cuts = [(start, start)]
    for joint in islice(_JOINTS.finditer(reading.text, start, end), _MOST_JOINTS):
        # "...; on the other hand, sick leave is reported": what opens a clause is no part of what it says.
        opened = joint.end() + opening_of(reading.text[joint.end() : end])
        before, behind = (cuts[-1][1], joint.start()), (opened, end)
        if _stands_alone(_within(tokens, *before), fine=fine) and _stands_alone(
            _within(tokens, *behind), opening=True, fine=fine
        ):
            cuts.append((joint.start(), joint.end()))
    bounds = [low for _, low in cuts]
    stops = [high for high, _ in cuts[1:]] + [end]
    return [Part(reading.text[low:high].strip(), low, high) for low, high in zip(bounds, stops, strict=True)]


def _within(tokens: Sequence[Token], start: int, end: int) -> Iterator[Token]:
    return (token for token in tokens if start <= token.start < end)


def _stands_alone(tokens: Iterator[Token], *, opening: bool = False, fine: bool = False) -> bool:
    """Whether a stretch has a subject and then a verb: a word that can be a subject, and a verb not in first place.

    It reads no further than the verb: most have one among their first words.
    """
    first = next(tokens, None)
    if first is not None and not opening and first.lower in _PREPOSITIONS:
        # "With the Plus plan, you are protected": the subject stands behind what opens the sentence.
        first, tokens = _behind_phrase(first, tokens)
    if first is None or first.lower in _NOT_SUBJECTS or is_verb(first.lower, fine):
        return False
    before = first
    for k, token in enumerate(tokens, 1):
        if opening and (token.barrier or k >= _VERB_WITHIN):
            return False
        says = is_verb(token.lower, fine) and before.lower not in ("to", "the", "a", "an")
        # "Orrin claims": what follows a name and ends in s is what it does
        name = first.capital and first.lower not in _NUMBERS
        does = fine and k <= _SUBJECT and name and before.capital and _THIRD.match(token.lower)
        if says or does:
            more = max(0, _FEWEST - k - 1)
            return len([*islice(tokens, more)]) == more
        before = token
    return False


def _behind_phrase(first: Token, tokens: Iterator[Token]) -> tuple[Token, Iterator[Token]]:
    """What follows the phrase that opens a sentence; the sentence itself where nothing sets the phrase off."""
    phrase: list[Token] = []
    for token in tokens:
        if token.barrier:
            return token, tokens
        phrase.append(token)
    return first, iter(phrase)


def is_verb(word: str, fine: bool) -> bool:
    """Whether a lower-case word is a verb as far as its form tells; with ``fine`` also one that could be a noun."""
    return word in _VERBS or (fine and word in _ALSO_VERBS) or (word.endswith("ed") and _PAST.search(word) is not None)
