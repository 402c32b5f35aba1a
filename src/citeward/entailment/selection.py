"""Which part of a source is shown to a model for a claim, and which part is shown to a reader.

Nothing is cut in silence. A source within the budget is shown whole; of a longer one the sentences that speak to the
claim are chosen, and a sentence longer than the budget is first taken apart into overlapping pieces.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass

from citeward.entailment.lexical.words import content, sentence_spans
from citeward.entailment.reading import read

__all__ = ["BUDGET", "SELECTOR_VERSION", "Selection", "best_window", "select", "windows"]

SELECTOR_VERSION = "2"
"""Raised with every change of what a model is shown; part of every verdict's cache key."""
BUDGET = 160
"""Words of evidence the embedded model reads."""
_OVERLAP = 0.25
"""Share of a window that the next one repeats, so that a fact on a seam stands whole in one of them."""
_COVERED = 0.25
"""What a claim word still adds once a chosen sentence has it."""
_LENGTH = 0.3
_LONGEST_WINDOW = 3
"""Sentences of the span a citation is bound to."""
_WORTH = 0.3
"""A further sentence joins that span when it adds this share of what the window already holds."""


@dataclass(frozen=True, slots=True)
class Selection:
    """What a model is shown: ``text``, and the places of the source it was taken from, in order (code points)."""

    text: str
    spans: tuple[tuple[int, int], ...]
    whole: bool
    """Whether it is the whole source."""


def select(source: str, claim: str, budget: int = BUDGET) -> Selection:
    """At most about ``budget`` words of ``source``, best for ``claim``, in the source's order.

    Greedy coverage: the next sentence is the one that adds most weight of claim words not yet covered, rare words of
    the source weighing more, with a little for neighbours and for the opening. Cost: sentences times picks.
    """
    if len(source) <= 4 * budget or len(source.split()) <= budget:
        trimmed = source.strip()
        start = len(source) - len(source.lstrip())
        return Selection(trimmed, ((start, start + len(trimmed)),), True)
    pieces = [piece for span in sentence_spans(source) for piece in _pieces(source, span, budget)]
    sets = [frozenset(content(source[start:end])) for start, end in pieces]
    sizes = [len(source[start:end].split()) for start, end in pieces]
    seen = Counter(word for words in sets for word in words)
    left = {word: math.log(1 + len(pieces) / seen[word]) for word in set(content(claim)) if word in seen}
    chosen: set[int] = set()
    used = 0
    while used < budget and len(chosen) < len(pieces):
        best, gain = -1, -1.0
        for i, words in enumerate(sets):
            if i in chosen or (used and used + sizes[i] > budget):
                continue
            fresh = math.fsum(left[word] for word in words if word in left)
            near = 0.3 * (i - 1 in chosen) + 0.15 * (i + 1 in chosen) + (0.1 if i == 0 else 0.0)
            value = (fresh + near) / (8 + sizes[i]) ** _LENGTH
            if value > gain:
                best, gain = i, value
        if best < 0:
            break
        chosen.add(best)
        used += sizes[best]
        for word in sets[best] & left.keys():
            left[word] *= _COVERED
    spans = tuple(pieces[i] for i in sorted(chosen))
    return Selection(" ".join(" ".join(source[start:end].split()) for start, end in spans), spans, False)


def _pieces(source: str, span: tuple[int, int], budget: int) -> list[tuple[int, int]]:
    """A sentence within the budget as it is; a longer one as overlapping pieces of it."""
    start, end = span
    if len(source[start:end].split()) <= budget:
        return [span]
    return [(start + low, start + high) for low, high in windows(source[start:end], budget)]


def windows(text: str, size: int, overlap: float = _OVERLAP) -> list[tuple[int, int]]:
    """``text`` as windows of at most ``size`` words, each repeating ``overlap`` of the one before. Covers all of it.

    >>> text = "a b c d e f g h"
    >>> [text[low:high] for low, high in windows(text, 4)]
    ['a b c d', 'd e f g', 'g h']
    """
    places = _word_places(text)
    if len(places) <= size:
        return [(0, len(text))] if places else []
    step = max(1, size - max(1, int(size * overlap)))
    found = []
    for first in range(0, len(places), step):
        last = min(first + size, len(places)) - 1
        found.append((places[first][0], places[last][1]))
        if last == len(places) - 1:
            break
    return found


def _word_places(text: str) -> list[tuple[int, int]]:
    """The words between white space, with their places."""
    places = []
    at = 0
    for word in text.split():
        at = text.index(word, at)
        places.append((at, at + len(word)))
        at += len(word)
    return places


def best_window(source: str, claim: str) -> tuple[int, int]:
    """The extent in ``source`` (code points) of the one to three sentences that speak most to ``claim``.

    Chooses where to point, never whether to grant. The whole source where no sentence shares a word with the claim.
    """
    reading = read(source)
    if len(reading.sentences) <= 1:
        return (0, len(source)) if not reading.sentences else (reading.sentences[0].start, reading.sentences[0].end)
    wanted = {t.stem for t in read(claim).tokens if t.content}
    seen = Counter(stem for stems in reading.sentence_stems for stem in stems)
    shared = [stems & wanted for stems in reading.sentence_stems]
    weights = {stem: 1.0 / seen[stem] for stems in shared for stem in stems}
    if not weights:
        return 0, len(source)
    values = [sum(weights[stem] for stem in stems) for stems in shared]
    best = max(range(len(values)), key=lambda i: (values[i], -i))
    low = high = best
    have, total = set(shared[best]), values[best]
    while high - low + 1 < _LONGEST_WINDOW:
        added = {i: sum(weights[s] for s in shared[i] - have) for i in (low - 1, high + 1) if 0 <= i < len(values)}
        i = max(added, key=lambda k: added[k], default=None)
        if i is None or added[i] <= _WORTH * total:
            break
        low, high = min(low, i), max(high, i)
        have |= shared[i]
        total += added[i]
    return reading.sentences[low].start, reading.sentences[high].end
