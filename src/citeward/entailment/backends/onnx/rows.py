"""Pairs as rows of tokens: evidence that does not fit is windowed, a claim that does not fit is taken apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from citeward.entailment.backends.onnx.model import OnnxModel
from citeward.entailment.interface import Pair
from citeward.entailment.selection import select, windows

if TYPE_CHECKING:
    from tokenizers import Encoding

__all__ = ["Row", "rows_of"]

_OVERLAP = 4
"""One in so many tokens of a window is repeated in the next."""
_CLAIM_SHARE = 3
"""A claim may take one in so many tokens of a row; a longer one is judged piece by piece."""
_PIECE = 60
"""Words of such a piece."""
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
    """Every row the pairs call for.

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
    if len(model.tokenizer.encode(claim, add_special_tokens=False).ids) <= model.max_tokens // _CLAIM_SHARE:
        return [claim]
    return [claim[low:high] for low, high in windows(claim, _PIECE)]


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
