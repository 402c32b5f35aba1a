"""Which sentences of a passage a claim rests on most likely: the span a citation is bound to where nothing is quoted.

This chooses where to point, never whether to grant.
"""

from __future__ import annotations

import re
from functools import lru_cache

from citeward.parse import sentences

__all__ = ["best_sentences"]

_WORD = re.compile(r"[^\W_]+")
_UNSPACED = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0eff]+")
_SHORTEST = 3
"""Letters of a word that says something; numbers count at any length."""
_WORTH = 0.35
"""A neighbouring sentence joins the span when it adds this share of what the best one holds."""


def best_sentences(text: str, claim: str) -> tuple[int, int]:
    """The extent in ``text`` of the sentence that shares most with ``claim``, and of a neighbour that helps.

    In code points. The first sentence where nothing is shared; words weigh less the more sentences have them.
    """
    extents, tokens, weights = _index(text)
    if len(extents) <= 1:
        return extents[0] if extents else (0, len(text))
    wanted = _tokens(claim)
    scores = [sum(weights[word] for word in have & wanted) for have in tokens]
    best = max(range(len(scores)), key=lambda i: (scores[i], -i))
    start, end = extents[best]
    for neighbour in (best - 1, best + 1):
        if 0 <= neighbour < len(extents):
            added = sum(weights[word] for word in (tokens[neighbour] - tokens[best]) & wanted)
            if added > _WORTH * scores[best]:
                start, end = min(start, extents[neighbour][0]), max(end, extents[neighbour][1])
    return start, end


@lru_cache(maxsize=1024)
def _index(text: str) -> tuple[tuple[tuple[int, int], ...], tuple[frozenset[str], ...], dict[str, float]]:
    """The sentences of a passage, trimmed, with their words and what each word weighs. Kept for the next answer."""
    extents = []
    begin = 0
    for line in text.splitlines(keepends=True):
        start = 0
        for end in sentences(line):
            piece = line[start:end]
            low, high = begin + start + len(piece) - len(piece.lstrip()), begin + start + len(piece.rstrip())
            if low < high:
                extents.append((low, high))
            start = end
        begin += len(line)
    tokens = tuple(frozenset(_tokens(text[low:high])) for low, high in extents)
    counts: dict[str, int] = {}
    for have in tokens:
        for word in have:
            counts[word] = counts.get(word, 0) + 1
    return tuple(extents), tokens, {word: 1.0 / count for word, count in counts.items()}


def _tokens(text: str) -> set[str]:
    words = {word for word in _WORD.findall(text.casefold()) if len(word) >= _SHORTEST or word.isdigit()}
    for run in _UNSPACED.findall(text):
        words.update(run[i : i + 2] for i in range(len(run) - 1))
    return words
