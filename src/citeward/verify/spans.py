"""Which sentences of a passage a claim rests on most likely: the span a citation is bound to where nothing is quoted.

This chooses where to point, never whether to grant.
"""

from __future__ import annotations

import re
from functools import lru_cache

from citeward.model import Evidence, Span
from citeward.parse import sentence_extents

__all__ = ["Passages", "SentenceIndex", "span_of"]

_WORD = re.compile(r"[^\W_]+")
_UNSPACED = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0eff]+")
_SHORTEST = 3
"""Letters of a word that says something; numbers count at any length."""
_WORTH = 0.35
"""A neighbouring sentence joins the span when it adds this share of what the best one holds."""
_KEPT = 16_384
"""Code points of a passage whose index is kept for later answers; longer ones would let 512 of them fill memory."""


class SentenceIndex:
    """The sentences of one passage, with their words and what each word weighs: less, the more sentences have it."""

    __slots__ = ("_extents", "_holders", "_length", "_tokens")

    def __init__(self, text: str) -> None:
        self._length = len(text)
        self._extents = sentence_extents(text)
        self._tokens = [_tokens(text[low:high]) for low, high in self._extents]
        self._holders: dict[str, list[int]] = {}
        for index, have in enumerate(self._tokens):
            for word in have:
                self._holders.setdefault(word, []).append(index)

    def best(self, claim: str) -> tuple[int, int]:
        """The extent, in code points, of the sentence that shares most with ``claim``, and of a neighbour that helps.

        The first sentence where nothing is shared.
        """
        extents, tokens, holders = self._extents, self._tokens, self._holders
        if len(extents) <= 1:
            return extents[0] if extents else (0, self._length)
        wanted = _tokens(claim)
        scores = [0.0] * len(extents)
        for word in wanted:
            held = holders.get(word)
            if held is not None:
                weight = 1.0 / len(held)
                for index in held:
                    scores[index] += weight
        best = scores.index(max(scores))
        start, end = extents[best]
        for neighbour in (best - 1, best + 1):
            if 0 <= neighbour < len(extents):
                added = sum(1.0 / len(holders[word]) for word in wanted & tokens[neighbour] - tokens[best])
                if added > _WORTH * scores[best]:
                    start, end = min(start, extents[neighbour][0]), max(end, extents[neighbour][1])
        return start, end


def span_of(evidence: Evidence, extent: tuple[int, int]) -> Span:
    """An extent of the chunk's text as a span: of the document, where the chunk's place in it is known."""
    base = evidence.locator.start if evidence.locator is not None else 0
    return Span(
        evidence.id, evidence.version, extent[0] + base, extent[1] + base, in_document=evidence.locator is not None
    )


class Passages:
    """The indexes one answer needs, each built once."""

    __slots__ = ("_found",)

    def __init__(self) -> None:
        self._found: dict[str, SentenceIndex] = {}

    def of(self, evidence: Evidence) -> SentenceIndex:
        """The index of a piece of evidence."""
        found = self._found.get(evidence.handle)
        if found is None:
            build = _kept if len(evidence.text) <= _KEPT else SentenceIndex
            found = self._found[evidence.handle] = build(evidence.text)
        return found


@lru_cache(maxsize=512)
def _kept(text: str) -> SentenceIndex:
    return SentenceIndex(text)


def _tokens(text: str) -> set[str]:
    words = {word for word in _WORD.findall(text.casefold()) if len(word) >= _SHORTEST or word.isdigit()}
    if not text.isascii():
        for run in _UNSPACED.findall(text):
            words.update(run[i : i + 2] for i in range(len(run) - 1))
    return words
