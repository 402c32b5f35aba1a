"""The same pair in other surroundings: its source among other sentences, or two pairs as one.

A set of some thousand rows is soon known by heart. What carries a claim does so wherever it stands, and two claims are
carried where both are; both variations leave the label what people gave, and look like what a reader retrieves. Now and
then a passage beside it carries what its own source does not; that is rarer than an annotator's mistake.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from citeward.parse import sentence_extents
from training.data import Pair

__all__ = ["among", "joined"]

_MOST = 3
"""Sentences on either side."""
_LONGEST = 60
"""Words of a claim that is still joined to another."""


def among(pair: Pair, passages: Sequence[str], dice: random.Random) -> Pair:
    """``pair`` with its source between sentences of another passage."""
    other = dice.choice(passages)
    found = [other[start:end].strip() for start, end in sentence_extents(other)]
    begin = dice.randrange(len(found)) if found else 0
    around = found[begin : begin + dice.randint(1, 2 * _MOST)]
    cut = dice.randint(0, len(around))
    return Pair(
        _lines([*around[:cut], pair.source, *around[cut:]]), pair.claim, pair.supported, pair.spans, pair.origin
    )


def joined(first: Pair, second: Pair, dice: random.Random) -> Pair:
    """Both claims in a row, over both sources in either order; ``first`` where the claims are too long for that."""
    if len(first.claim.split()) + len(second.claim.split()) > _LONGEST:
        return first
    head = first.claim.strip()
    head += "" if head.endswith((".", "!", "?")) else "."
    sources = [first.source, second.source]
    dice.shuffle(sources)
    spans = None
    if first.spans is not None and second.spans is not None:
        lead = len(first.claim) - len(first.claim.lstrip())
        behind = len(head) + 1
        spans = (
            *((start - lead, end - lead) for start, end in first.spans),
            *((start + behind, end + behind) for start, end in second.spans),
        )
    both = first.supported and second.supported
    return Pair(_lines(sources), f"{head} {second.claim}", both, spans, first.origin)


def _lines(texts: Sequence[str]) -> str:
    """One text; what holds lines of its own, as a table does, keeps to itself."""
    return ("\n" if any("\n" in text for text in texts) else " ").join(texts)
