"""How far a claim is told in its source's own words: what a reader would find by looking, before any model is asked."""

from __future__ import annotations

from citeward.entailment.reading import Reading, Sentence, matched, read

__all__ = ["OWN_WORDS_VERSION", "own_words", "word_for_word"]

OWN_WORDS_VERSION = "1"
"""Raised with every change of what counts; part of the embedded model's manifest."""
_MOST_SENTENCES = 40
"""Sentences of one claim that are looked for in every sentence of the source. A longer text is no claim."""
_COMPARED = 6
"""Sentences of the source that are compared word by word: those that share most words with the claim's."""


def own_words(source: str, claim: str) -> float:
    """The share of the content words of ``claim`` that stand, in their order, in one sentence of ``source``.

    Each sentence of the claim has a sentence of the source to itself; their shares are averaged by words. Words of
    grammar may differ and others may stand between, so that this alone proves nothing: what a "not" or a dropped
    condition does to the meaning is for the guards to see. 0 where there is no word of content. Linear in the source.

    >>> own_words("The old mill, built in 1911, was sold twice.", "The mill was sold twice.")
    1.0
    >>> own_words("The mill was sold twice. It was built in 1911.", "The mill was built in 1911.")
    0.6666666666666666
    """
    have, said = read(source), read(claim)
    found = total = 0
    for sentence in said.sentences[:_MOST_SENTENCES]:
        wanted = _content(said, sentence)
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


def _most(have: Reading, wanted: list[str]) -> int:
    """The longest common subsequence with a sentence of the source."""
    words = set(wanted)
    shared = [len(words & stems) for stems in have.sentence_stems]
    best = sorted(range(len(shared)), key=lambda k: (-shared[k], k))[:_COMPARED]
    return max((len(matched(wanted, _content(have, have.sentences[k]))) for k in best if shared[k]), default=0)


def _content(reading: Reading, sentence: Sentence) -> list[str]:
    return [token.stem for token in reading.tokens[sentence.first : sentence.stop] if token.content]
