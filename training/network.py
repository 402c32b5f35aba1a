"""A sentence encoder as a cross-encoder with a token head: the network that is trained and exported.

Two kinds of encoder, written out here so that training and ONNX export need torch alone: BERT (Devlin et al. 2019), in
the MiniLM-L6-H384 shape (Wang et al. 2020) or another, and MPNet (Song et al. 2020), which has no segments and adds to
every attention score a learnt number for the distance between the two tokens, the same in all layers. A pair is
``[CLS] claim [SEP] evidence [SEP]``; segment 0 is the claim, for the heads also where the encoder has no segments.

Two heads share the encoder. The token head scores every claim token for "not carried by the evidence"; the pair head
reads the [CLS] state, the mean claim state and the claim state weighted towards the most suspicious tokens, so that one
unsupported detail can sink an otherwise well covered claim. Training supervises both where the data name the tokens.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn import functional

__all__ = ["CrossEncoder", "Shape", "distance_buckets"]

_FAR = 128
"""Tokens; beyond that MPNet does not tell distances apart."""


@dataclass(frozen=True, slots=True)
class Shape:
    """Encoder dimensions, read from the base model's config.json."""

    vocab: int
    hidden: int
    layers: int
    heads: int
    inner: int
    positions: int
    """Rows of the table of places."""
    eps: float
    first_place: int = 0
    """Row of the first token's place."""
    segments: int = 2
    """0 where the encoder has none."""
    buckets: int = 0
    """Kinds of distance that attention tells apart; 0 where it looks at none."""

    @classmethod
    def read(cls, folder: Path) -> Shape:
        """Raises ValueError where the base is of a kind that is not written out here."""
        raw = json.loads((folder / "config.json").read_text(encoding="utf-8"))
        kind = raw["model_type"]
        if kind not in ("bert", "mpnet"):
            raise ValueError(f"a base of the kind {kind}; bert and mpnet are known")
        mpnet = kind == "mpnet"
        return cls(
            vocab=raw["vocab_size"],
            hidden=raw["hidden_size"],
            layers=raw["num_hidden_layers"],
            heads=raw["num_attention_heads"],
            inner=raw["intermediate_size"],
            positions=raw["max_position_embeddings"],
            eps=raw["layer_norm_eps"],
            first_place=raw["pad_token_id"] + 1 if mpnet else 0,  # it counts places from behind the padding word's
            segments=0 if mpnet else raw["type_vocab_size"],
            buckets=raw["relative_attention_num_buckets"] if mpnet else 0,
        )

    @property
    def longest(self) -> int:
        """Tokens of the longest input."""
        return self.positions - self.first_place


def distance_buckets(buckets: int, longest: int) -> list[int]:
    """The bucket of each distance from ``-(longest - 1)`` to ``longest - 1``, of a key token from its query token.

    Half of them lie on either side. On a side half have one distance each and the rest grow by a constant factor.
    """
    side = buckets // 2
    exact = side // 2
    grown = [
        exact + int(math.log(distance / exact) / math.log(_FAR / exact) * (side - exact))
        for distance in range(exact, longest)
    ]
    near = [*range(min(exact, longest)), *(min(bucket, side - 1) for bucket in grown)]
    return [*reversed(near[1:]), *near[:1], *(side + bucket for bucket in near[1:])]


def drop_features(x: Tensor, rate: float, training: bool) -> Tensor:
    """Dropout with one mask per pair, shared by its tokens (Gal and Ghahramani 2016); far cheaper on a CPU."""
    if not training or not rate:
        return x
    keep = torch.rand(x.shape[0], 1, x.shape[2], device=x.device) >= rate
    return x * (keep.to(x.dtype) / (1 - rate))


class Layer(nn.Module):
    """One post-norm transformer block."""

    def __init__(self, shape: Shape, dropout: float) -> None:
        super().__init__()
        self.heads = shape.heads
        self.dropout = dropout
        self.qkv = nn.Linear(shape.hidden, 3 * shape.hidden)
        self.out = nn.Linear(shape.hidden, shape.hidden)
        self.attention_norm = nn.LayerNorm(shape.hidden, eps=shape.eps)
        self.up = nn.Linear(shape.hidden, shape.inner)
        self.down = nn.Linear(shape.inner, shape.hidden)
        self.output_norm = nn.LayerNorm(shape.hidden, eps=shape.eps)

    def forward(self, x: Tensor, bias: Tensor) -> Tensor:
        batch, length, hidden = x.shape
        qkv = self.qkv(x).view(batch, length, 3, self.heads, hidden // self.heads).permute(2, 0, 3, 1, 4)
        # Written out: the fused CPU kernel's backward pass took half of a training step at these lengths.
        scores = qkv[0] @ qkv[1].transpose(-1, -2) * (hidden // self.heads) ** -0.5 + bias.to(qkv.dtype)
        mixed = torch.softmax(scores, dim=-1).to(qkv.dtype) @ qkv[2]
        mixed = self.out(mixed.transpose(1, 2).reshape(batch, length, hidden))
        x = self.attention_norm(x + drop_features(mixed, self.dropout, self.training))
        inner = self.down(functional.gelu(self.up(x)))
        return self.output_norm(x + drop_features(inner, self.dropout, self.training))


class CrossEncoder(nn.Module):
    """``forward`` returns the logit of "supported", that of the most suspicious claim token, and all token logits."""

    def __init__(self, shape: Shape, dropout: float = 0.1) -> None:
        super().__init__()
        self.dropout = dropout
        self.shape = shape
        self.words = nn.Embedding(shape.vocab, shape.hidden)
        self.places = nn.Embedding(shape.positions, shape.hidden)
        if shape.segments:
            self.segments = nn.Embedding(shape.segments, shape.hidden)
        if shape.buckets:
            self.distances = nn.Embedding(shape.buckets, shape.heads)
            table = torch.tensor(distance_buckets(shape.buckets, shape.longest))
            self.register_buffer("bucket_of", table, persistent=False)
        self.norm = nn.LayerNorm(shape.hidden, eps=shape.eps)
        self.layers = nn.ModuleList(Layer(shape, dropout) for _ in range(shape.layers))
        self.token_head = nn.Linear(shape.hidden, 1)
        self.pair_mix = nn.Linear(3 * shape.hidden + 1, shape.hidden)
        self.pair_head = nn.Linear(shape.hidden, 1)

    def forward(self, ids: Tensor, segments: Tensor, mask: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """ids, segments, mask: int64 (batch, length); mask is 1 on real tokens."""
        order = torch.arange(ids.shape[1], device=ids.device)
        x = self.words(ids) + self.places(order + self.shape.first_place)[None]
        if self.shape.segments:
            x = x + self.segments(segments)
        x = drop_features(self.norm(x), self.dropout, self.training)
        bias = ((1 - mask)[:, None, None, :].to(x.dtype)) * -10000.0
        if self.shape.buckets:
            apart = order[None, :] - order[:, None] + self.shape.longest - 1
            bias = bias + self.distances(self.bucket_of[apart]).permute(2, 0, 1)[None]
        for layer in self.layers:
            x = layer(x, bias)
        x = x.float()
        tokens = self.token_head(x).squeeze(-1)
        claim = (mask * (1 - segments)).to(x.dtype)
        claim = torch.cat([torch.zeros_like(claim[:, :1]), claim[:, 1:]], dim=1)  # [CLS] is no word of the claim
        hidden_out = (1 - claim) * -10000.0
        weight = torch.softmax(tokens + hidden_out, dim=1)
        worst = (weight * tokens).sum(1, keepdim=True)
        suspicious = torch.einsum("bl,blh->bh", weight, x)
        mean = torch.einsum("bl,blh->bh", claim / claim.sum(1, keepdim=True).clamp(min=1), x)
        mixed = torch.tanh(self.pair_mix(torch.cat([x[:, 0], mean, suspicious, worst], dim=1)))
        mixed = functional.dropout(mixed, self.dropout, self.training)
        return self.pair_head(mixed).squeeze(-1), worst.squeeze(-1), tokens

    def freeze(self, layers: int) -> None:
        """Leaves the words, and with ``layers`` above 0 all that lies below the layer of that index, as they are.

        The words are half of all weights or more; frozen, rare ones keep their places among the others.
        """
        parts: list[nn.Module] = [self.words]
        if layers:
            parts += [self.places, self.norm, *self.layers[:layers]]
            parts += [self.segments] if self.shape.segments else []
        for part in parts:
            part.requires_grad_(False)
