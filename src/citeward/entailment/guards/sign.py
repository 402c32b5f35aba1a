"""Signs: a minus, a bound or a cross that only the claim or only the source has."""

from __future__ import annotations

import re

from citeward.entailment.guards.interface import GuardFinding, GuardKind
from citeward.entailment.guards.lexicon import NEGATORS
from citeward.entailment.reading import Reading, Sentence, read
from citeward.entailment.reading.signs import Sign, signs
from citeward.entailment.wordlist import words

__all__ = ["check"]

_SPELT = words(
    "minus plus negative than least most about below above under over up to within around approximately roughly nearly "
    "almost circa ca minimum maximum max min or and more less fewer"
)
"""Words that may say what a sign says ("at least 5", "5 or more"): where one stands by, the model decides."""
_MARK = re.compile(r"[^\x00-\x7f\u2190-\u21ff]")


def check(source: str, claim: str) -> GuardFinding | None:
    """The first sign of the claim that its source does not have, or the other way about. Linear.

    >>> check("The room is kept at 20 degrees.", "The room is kept at -20 degrees.").reason
    "The claim says '-20' where the source has the figure without that sign."
    """
    have, said = read(source), read(claim)
    theirs, ours = signs(source), signs(claim)
    if not theirs and not ours:
        return None
    reason = _figures(have, theirs, said, ours) or _denial(theirs, said, ours) or _same_words(have, said)
    return None if reason is None else GuardFinding(GuardKind.NEGATION, reason, (0, len(claim)), None)


def _figures(have: Reading, theirs: tuple[Sign, ...], said: Reading, ours: tuple[Sign, ...]) -> str | None:
    bare = _bare(have, theirs)
    for sign, figure in ours:
        if figure and figure in bare and (sign, figure) not in theirs:
            return f"The claim says '{sign}{figure}' where the source has the figure without that sign."
    plain = _bare(said, ours)
    signed = {figure: sign for sign, figure in theirs if figure}
    known = {token.lower for token in have.tokens} & signed.keys()
    for figure, sign in signed.items():
        if figure in known and figure in plain and figure not in bare:
            return f"The source says '{sign}{figure}' where the claim has the figure without that sign."
    mine = {figure: sign for sign, figure in ours if figure}
    for figure, sign in mine.items():
        if figure in signed and figure not in bare and (sign, figure) not in theirs:
            return f"The claim says '{sign}{figure}' where the source says '{signed[figure]}{figure}'."
    return None


def _bare(reading: Reading, found: tuple[Sign, ...]) -> set[str]:
    """The figures that stand without a sign at least once, and with no word beside them that may be one."""
    left: dict[str, int] = {}
    for _, figure in found:
        left[figure] = left.get(figure, 0) + 1
    bare: set[str] = set()
    for at, token in enumerate(reading.tokens):
        if not token.lower[0].isdecimal():
            continue
        if left.get(token.lower, 0):
            left[token.lower] -= 1
        elif not _SPELT & set(reading.words(max(0, at - 2), at + 4)):
            bare.add(token.lower)
    return bare


def _denial(theirs: tuple[Sign, ...], said: Reading, ours: tuple[Sign, ...]) -> str | None:
    """A cross on words that affirm. On "cannot be refunded" it only underlines what they say."""
    marks = {sign for sign, figure in theirs if not figure}
    for sign, figure in ours:
        if not figure and _MARK.match(sign) and sign not in marks and not _denies(said):
            return f"The claim is marked '{sign}', and the source is not."
    return None


def _denies(said: Reading) -> bool:
    return any(token.lower in NEGATORS for token in said.tokens)


def _same_words(have: Reading, said: Reading) -> str | None:
    """A sentence of the source that differs from the claim's in its signs alone."""
    known: dict[tuple[str, ...], set[tuple[Sign, ...]]] = {}
    for sentence in have.sentences:
        known.setdefault(have.words(sentence.first, sentence.stop), set()).add(_signs(have, sentence))
    for sentence in said.sentences:
        there = known.get(said.words(sentence.first, sentence.stop))
        if there and _signs(said, sentence) not in there and not _denies(said):
            return "The claim differs from the source in a sign."
    return None


def _signs(reading: Reading, sentence: Sentence) -> tuple[Sign, ...]:
    return signs(reading.text[sentence.start : sentence.end])
