"""A claim that is a sentence of its source, character for character: there is nothing left for a model to weigh."""

from __future__ import annotations

from citeward.entailment.reading import read

__all__ = ["own_sentence"]


def own_sentence(source: str, claim: str) -> tuple[int, int] | None:
    """The extent in ``source`` (code points) of the whole sentence that says exactly ``claim``; None where none does.

    Only white space and a full stop at the end may differ. Half a sentence is not enough: what was left of it may be
    its condition. A question says nothing. Linear in both texts.

    >>> own_sentence("Fees apply. Labels are free.", "Labels are free")
    (12, 28)
    >>> own_sentence("Labels are free unless fees apply.", "Labels are free.") is None
    True
    """
    wanted = _plain(claim)
    if not wanted or wanted.endswith("?"):
        return None
    for sentence in read(source).sentences:
        if _plain(source[sentence.start : sentence.end]) == wanted:
            return sentence.start, sentence.end
    return None


def _plain(text: str) -> str:
    return " ".join(text.split()).removesuffix(".")
