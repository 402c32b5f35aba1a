"""Pairs as rows of tokens, and rows as tensors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import torch
from tokenizers import Tokenizer
from tokenizers.processors import TemplateProcessing
from torch import Tensor

from training.data import Pair

__all__ = ["Encoder", "Row", "collate"]

CLAIM_TOKENS = 96
PAIR_TOKENS = 288


@dataclass(frozen=True, slots=True)
class Row:
    """One pair for the network."""

    ids: list[int]
    claim: int
    """Tokens of the claim, both special tokens around it included."""
    marks: list[float]
    """For those tokens: 1 where the evidence does not carry the token, 0 where it does, -1 where nobody knows."""
    supported: bool


class Encoder:
    """``[CLS] claim [SEP] evidence [SEP]``, or ``<s> claim </s></s> evidence </s>`` where the base writes it so.

    Overlong training pairs are cut here; the product windows them.
    """

    def __init__(self, file: Path) -> None:
        self.tokenizer = Tokenizer.from_file(str(file))
        self.tokenizer.no_truncation()
        self.tokenizer.no_padding()
        doubled = self.tokenizer.token_to_id("</s>") is not None
        marks = ("<s>", "</s>") if doubled else ("[CLS]", "[SEP]")
        self.start, self.stop = (self.tokenizer.token_to_id(mark) for mark in marks)
        lead = f"{marks[1]}:1 " if doubled else ""
        self._between = [self.stop, self.stop] if doubled else [self.stop]
        # Segments name the claim and the evidence, which the heads need; RoBERTa's own processor calls both 0.
        self.tokenizer.post_processor = TemplateProcessing(
            single=f"{marks[0]} $A {marks[1]}",
            pair=f"{marks[0]} $A {marks[1]} {lead}$B:1 {marks[1]}:1",
            special_tokens=list(zip(marks, (self.start, self.stop), strict=True)),
        )

    def __call__(self, pair: Pair, evidence: str) -> Row:
        claim = self.tokenizer.encode(pair.claim, add_special_tokens=False)
        ids = claim.ids[:CLAIM_TOKENS]
        room = PAIR_TOKENS - len(ids) - 2 - len(self._between)
        body = self.tokenizer.encode(evidence, add_special_tokens=False).ids[:room]
        marks = [-1.0] * len(ids)
        if pair.spans is not None:
            offsets = claim.offsets[: len(ids)]
            marks = [float(any(a < end and b > start for start, end in pair.spans)) for a, b in offsets]
        whole = [self.start, *ids, *self._between, *body, self.stop]
        return Row(whole, len(ids) + 2, [-1.0, *marks, -1.0], pair.supported)


def collate(rows: Sequence[Row]) -> tuple[Tensor, Tensor, Tensor, Tensor, Tensor]:
    """ids, segments, mask, marks, labels of ``rows``, padded to the longest."""
    longest = max(len(row.ids) for row in rows)
    ids = torch.zeros(len(rows), longest, dtype=torch.long)
    segments, mask = torch.zeros_like(ids), torch.zeros_like(ids)
    marks = torch.full(ids.shape, -1.0)
    for i, row in enumerate(rows):
        ids[i, : len(row.ids)] = torch.tensor(row.ids)
        segments[i, row.claim :] = 1
        mask[i, : len(row.ids)] = 1
        marks[i, : len(row.marks)] = torch.tensor(row.marks)
    return ids, segments, mask, marks, torch.tensor([float(row.supported) for row in rows])
