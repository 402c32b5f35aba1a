"""Whether a source tells a claim outright: what anybody would find by looking, without weighing anything.

A model that is trained on paraphrases is shy of what is hardly one. Where the words themselves show that the source
says it, its doubt does not count: the claim is a sentence of the source, or one of the facts a sentence joins, its
pronoun in words; or it is a label with its value, and one sentence says that value of that label and nothing else of
either.
"""

from __future__ import annotations

import re
from functools import lru_cache

from citeward.entailment.claims import adds_nothing, facts_of, heading_of, label_and_value, resolve, without_opener
from citeward.entailment.reading import Sentence, Token, read, tokens_of
from citeward.entailment.wordlist import words

__all__ = ["TOLD_VERSION", "is_told"]

TOLD_VERSION = "2"
"""Raised with every change of what counts, here or in ``governed``; part of every verdict's cache key."""
_MOST = 60
"""Sentences of a source that are compared."""
_BETWEEN = 5
"""Tokens between a label and its value: a noun of its kind, and a verb."""
_OUTER = re.compile(r"(?P<label>[^:,.;]{1,60})[:,]\s+(?=[^:]{1,60}:)")
"""A label in front of a label."""
_ARTICLES = words("a an the")
_BARS = words(
    "with in on at from by as under during after before since until outside within without not no never nor neither "
    "none and or but if unless except only when where while because may might could can should would about almost "
    "nearly which that who than to former formerly previously"
)
"""Words that limit, turn or part what is said: where one stands between a label and its value, or behind them, a label
alone does not tell it."""


def is_told(source: str, claim: str) -> bool:
    """Whether ``source`` tells ``claim`` outright. Linear in the source for one claim; the guards are asked elsewhere.

    >>> source = "The ferry carries 40 cars and leaves at nine. It does not sail on Sundays. Basic costs 10 euros."
    >>> [is_told(source, text) for text in ("The ferry leaves at nine.", "The ferry does not sail on Sundays.")]
    [True, True]
    >>> [is_told(source, text) for text in ("Basic: 10 euros", "The ferry sails on Sundays.", "Ferry: nine")]
    [True, False, False]
    """
    said = without_opener(claim)
    have = _sentences(source)
    facts = facts_of(said) or (said,)
    return all(_plain(fact) in have or _is_value(source, fact) for fact in facts)


@lru_cache(maxsize=64)
def _sentences(source: str) -> frozenset[str]:
    """The sentences of a source, and the facts they join, pronouns put in words where one thing can be meant."""
    reading = read(source)
    told = [source[one.start : one.end] for one in reading.sentences[:_MOST]]
    found: set[str] = set()
    for text in (*told, *(one.text for one in resolve(told) if not one.open)):
        found.update(map(_plain, (text, *facts_of(text))))
    return frozenset(found) - {""}


def _plain(text: str) -> str:
    """The words of a sentence, articles left out: what stays the same when it is set another way."""
    return " ".join(token.lower for token in tokens_of(text) if token.lower not in _ARTICLES)


def _is_value(source: str, claim: str) -> bool:
    """Whether one sentence says a value of its label, and nothing else of either."""
    found = label_and_value(_without_heading(source, claim))
    if found is None:
        return False
    label, column, value = ([t for t in tokens_of(part) if t.lower not in _ARTICLES] for part in found)
    column = [token for token in column if not adds_nothing(token.lower)]
    if not label or not value or not any(token.content for token in label):
        return False
    reading = read(source)
    return any(_says(reading.tokens, one, label, column, value) for one in reading.sentences[:_MOST])


def _without_heading(source: str, claim: str) -> str:
    """A claim without the labels in front of its own that head the source as well: "Dosage: Adults: two tablets"."""
    around = heading_of(read(source))
    while found := _OUTER.match(claim):
        if not {token.stem for token in tokens_of(found["label"]) if token.content} <= around:
            break
        claim = claim[found.end() :]
    return claim


def _says(
    tokens: tuple[Token, ...], sentence: Sentence, label: list[Token], column: list[Token], value: list[Token]
) -> bool:
    told = [token for token in tokens[sentence.first : sentence.stop] if token.lower not in _ARTICLES]
    here, there = _places(told, label), _places(told, value)
    if len(here) != 1 or len(there) != 1 or sum(token.stem == label[-1].stem for token in told) != 1:
        return False
    first, last = here[0], here[0] + len(label)
    begin, end = there[0], there[0] + len(value)
    rest = {token.stem for token in column}
    behind = [token.stem for token in told[end:] if token.lower not in ("per", "each", "of")]
    if first == 0 and last <= begin <= last + _BETWEEN:
        between = told[last:begin]
        return all(_is_plain(token) for token in between) and set(behind) <= rest
    if begin < first and first - end <= 1 and all(token.lower in ("of", "for") for token in told[end:first]):
        # "Employees receive 25 days of annual leave": the label ends the sentence
        return (
            last == len(told)
            and begin <= _BETWEEN
            and all(map(_is_plain, (told[0]._replace(barrier=False), *told[1:begin])))
        )
    return False


def _is_plain(token: Token) -> bool:
    return token.lower not in _BARS and not token.barrier and not token.lower[0].isdecimal()


def _places(told: list[Token], wanted: list[Token]) -> list[int]:
    """Where the words stand side by side."""
    stems = [token.stem for token in wanted]
    size = len(stems)
    return [k for k in range(len(told) - size + 1) if [token.stem for token in told[k : k + size]] == stems]
