"""How far a claim is told in its source's own words: what a reader would find by looking, before any model is asked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from citeward.entailment.claims import Part, parts
from citeward.entailment.reading import Reading, matched, read

__all__ = ["OWN_WORDS_VERSION", "own_words", "word_for_word"]

OWN_WORDS_VERSION = "2"
"""Raised with every change of what counts; part of the embedded model's manifest."""
_MOST_CLAUSES = 40
"""Clauses of one claim that are looked for in every sentence of the source. A longer text is no claim."""
_ADDS = re.compile(r"[\s,;]*(?:and|but|while|whereas|yet)?\s*")
"""What may stand between two clauses that say no more together than one by one: no "so" and no "meaning", by which the
one follows from the other."""
_BINDS = re.compile(
    r"(?:accordingly|as|because|consequently|except|hence|however|if|in case|instead|only|otherwise|provided|since|so|"
    r"then|thereby|therefore|thus|unless|until|when|where)\b",
    re.IGNORECASE,
)
"""What opens a clause that is told as the ground, the consequence or the condition of the one before it."""
_COMPARED = 6
"""Sentences of the source that are compared word by word: those that share most words with the claim's."""


def own_words(source: str, claim: str) -> float:
    """The share of the content words of ``claim`` that stand, in their order, in one sentence of ``source``.

    Each clause of the claim that only adds to the one before ("A, and B", "A; B") has a sentence of the source to
    itself; their shares are averaged by words. A clause that is bound to another ("A, so B") is one with it: the source
    may say both, and not that the one follows from the other. Words of grammar may differ and others may stand between,
    so that this alone proves nothing: what a "not" or a dropped condition does to the meaning is for the guards to see.
    0 where there is no word of content. Linear in the source.

    >>> own_words("The old mill, built in 1911, was sold twice.", "The mill was sold twice.")
    1.0
    >>> own_words("The mill was sold twice. It was built in 1911.", "The mill was built in 1911.")
    0.6666666666666666
    >>> own_words("The mill was sold. It was built in 1911.", "The mill was sold, and it was built in 1911.")
    1.0
    """
    have, said = read(source), read(claim)
    found = total = 0
    for clause in islice(_clauses(said), _MOST_CLAUSES):
        wanted = [token.stem for token in said.tokens if token.content and clause.start <= token.start < clause.end]
        found += _most(have, wanted)
        total += len(wanted)
    return found / total if total else 0.0


def word_for_word(source: str, claim: str) -> bool:
    """Whether each sentence of ``claim`` is a whole sentence of ``source``, case and punctuation aside. Linear.

    A piece of a sentence is not enough: what stands before it may deny it.

    >>> word_for_word("Nobody may enter. The mill is open.", "The mill is open!")
    True
    >>> word_for_word("It is untrue that the mill is open.", "The mill is open.")
    False
    """
    have, said = read(source), read(claim)
    wanted = {said.words(sentence.first, sentence.stop) for sentence in said.sentences}
    return bool(wanted) and wanted <= {have.words(sentence.first, sentence.stop) for sentence in have.sentences}


def _clauses(said: Reading) -> Iterator[Part]:
    """The clauses of a claim, those that are bound to the one before joined to it again."""
    opens = {sentence.start for sentence in said.sentences}
    before: Part | None = None
    for part in parts(said.text, fine=True):
        if before is not None and (part.start in opens or _adds(said.text[before.end : part.start], part)):
            yield before
            before = part
        else:
            start = part.start if before is None else before.start
            before = Part(said.text[start : part.end], start, part.end)
    if before is not None:
        yield before


def _adds(joint: str, part: Part) -> bool:
    """Whether a clause behind ``joint`` only adds to the one before."""
    return _ADDS.fullmatch(joint) is not None and _BINDS.match(part.text) is None


def _most(have: Reading, wanted: list[str]) -> int:
    """The longest common subsequence with a sentence of the source."""
    words = set(wanted)
    shared = [len(words & stems) for stems in have.sentence_stems]
    best = sorted(filter(shared.__getitem__, range(len(shared))), key=lambda k: (-shared[k], k))[:_COMPARED]
    given = ([t.stem for t in have.tokens[s.first : s.stop] if t.content] for s in (have.sentences[k] for k in best))
    return max((len(matched(wanted, stems)) for stems in given), default=0)
