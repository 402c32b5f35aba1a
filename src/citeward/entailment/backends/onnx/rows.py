"""Pairs as rows of tokens: evidence that does not fit is windowed, a claim that does not fit is taken apart."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from citeward.entailment.backends.onnx.model import OnnxModel
from citeward.entailment.interface import Pair
from citeward.entailment.probability import NO_SCORE
from citeward.entailment.selection import select, windows

if TYPE_CHECKING:
    from tokenizers import Encoding

__all__ = ["Row", "rows_of", "weakest"]

_OVERLAP = 4
"""One in so many tokens of a window is repeated in the next."""
_CLAIM_SHARE = 3
"""A claim may take one in so many tokens of a row; a longer one is judged piece by piece."""
_PIECE = 60
"""Words of such a piece."""
_MOST_PIECES = 64
"""Pieces of one claim; some 2,900 words. What is longer is no claim, and gets no score."""
_MOST_WINDOWS = 24
"""Windows of one source that are run. A book behind one citation must not starve the other citations."""
_WORDS_PER_TOKEN = 0.5
"""Words of evidence that surely fit into a token of window, for choosing what to window of a very long source."""


@dataclass(frozen=True, slots=True, eq=False)
class Row:
    """One run of the model: which pair it belongs to, which piece of its claim, and the tokens."""

    pair: int
    piece: int
    encoding: Encoding
    claim_sequence: int
    """0 or 1: which of the two sequences is the claim."""


def rows_of(model: OnnxModel, pairs: Sequence[Pair], budget: int | None) -> list[Row]:
    """Every row the pairs call for; none of a pair whose claim is too long.

    Args:
        model: whose tokenizer and window count.
        pairs: what to score.
        budget: words of evidence to select, or None to show the whole source, windowed.
    """
    rows = []
    for k, pair in enumerate(pairs):
        for piece, claim in enumerate(_pieces(model, pair.claim)):
            rows += [
                Row(k, piece, encoding, 0 if model.claim_first else 1)
                for encoding in _windows(model, pair.source, claim, budget)
            ]
    return rows


def _pieces(model: OnnxModel, claim: str) -> list[str]:
    """The claim, or pieces of it that fit; none where it is too long for a claim.

    Pieces end between words, and inside one that does not fit either: a row of figures, a line of code, a sentence of a
    script that writes no spaces.
    """
    most = model.max_tokens // _CLAIM_SHARE
    if _tokens(model, claim) <= most:
        return [claim]
    found: list[str] = []
    for low, high in windows(claim, _PIECE):
        found += _cut(model, claim[low:high], most)
        if len(found) > _MOST_PIECES:
            return []
    return found


def _tokens(model: OnnxModel, text: str) -> int:
    return len(model.tokenizer.encode(text, add_special_tokens=False).ids)


def _cut(model: OnnxModel, text: str, most: int) -> list[str]:
    """``text`` in pieces of at most ``most`` tokens, cut between tokens."""
    offsets = model.tokenizer.encode(text, add_special_tokens=False).offsets
    if len(offsets) <= most:
        return [text]
    starts = [offsets[k][0] for k in range(0, len(offsets), most)]
    pieces = (text[low:high].strip() for low, high in pairwise([0, *starts[1:], len(text)]))
    return [piece for piece in pieces if piece]


def _windows(model: OnnxModel, source: str, claim: str, budget: int | None) -> list[Encoding]:
    tokenizer = model.tokenizer
    said = tokenizer.encode(claim, add_special_tokens=False)
    room = max(16, model.max_tokens - len(said.ids) - tokenizer.num_special_tokens_to_add(True))
    most = budget if budget is not None else int(_MOST_WINDOWS * room * _WORDS_PER_TOKEN)
    given = tokenizer.encode(select(source, claim, most).text, add_special_tokens=False)
    if len(given.ids) > room:
        given.truncate(room, stride=room // _OVERLAP)
    parts = [given, *given.overflowing][: 4 * _MOST_WINDOWS]
    return [
        tokenizer.post_process(said, part) if model.claim_first else tokenizer.post_process(part, said)
        for part in parts
    ]


def weakest(pieces: Mapping[tuple[int, int], float], count: int) -> list[float]:
    """The score of each of ``count`` pairs: that of its weakest piece, and none where a piece has none.

    Args:
        pieces: scores by pair and piece.
        count: how many pairs there are.
    """
    found: dict[int, float] = {}
    for (pair, _), score in pieces.items():
        last = found.get(pair, 1.0)
        found[pair] = NO_SCORE if math.isnan(score) or math.isnan(last) else min(last, score)
    return [found.get(pair, NO_SCORE) for pair in range(count)]
