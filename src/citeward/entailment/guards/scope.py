"""What a small word reaches: the tokens around a place that belong to the same phrase."""

from __future__ import annotations

from citeward.entailment.reading import Reading, Sentence

__all__ = ["around", "before", "head"]

_ENDS = frozenset({"but", "which", "who", "because", "although", "though", "while", "whereas"})


def before(reading: Reading, sentence: Sentence, at: int, reach: int) -> tuple[str, ...]:
    """Up to ``reach`` lower-case tokens before ``at``, nearest first, within the phrase."""
    found: list[str] = []
    i = at
    while i > sentence.first and len(found) < reach and not reading.tokens[i].barrier:
        i -= 1
        if reading.tokens[i].lower in _ENDS:
            break
        found.append(reading.tokens[i].lower)
    return tuple(found)


def head(reading: Reading, sentence: Sentence, at: int, reach: int) -> int | None:
    """The first content token after ``at`` within the phrase: what a negation, quantifier or modal there is about."""
    for i in range(at + 1, min(sentence.stop, at + 1 + reach)):
        token = reading.tokens[i]
        if token.barrier or token.lower in _ENDS:
            return None
        if token.content and not token.lower.endswith("ly") and token.lower not in ("yet", "been", "get", "got"):
            return i
    return None


def around(reading: Reading, sentence: Sentence, at: int, reach: int) -> tuple[str, ...]:
    """The lower-case tokens up to ``reach`` on both sides of ``at``, across phrases, within the sentence."""
    return reading.words(max(sentence.first, at - reach), min(sentence.stop, at + reach + 1))
