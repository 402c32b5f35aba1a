"""MiniLM-L6 as a cross-encoder with a token head: the network that is trained and exported.

The encoder is BERT (Devlin et al. 2019) in the MiniLM-L6-H384 shape (Wang et al. 2020), written out here so that
training and ONNX export need torch alone. A pair is ``[CLS] claim [SEP] evidence [SEP]``; segment 0 is the claim.

Two heads share the encoder. The token head scores every claim token for "not carried by the evidence"; the pair head
reads the [CLS] state, the mean claim state and the claim state weighted towards the most suspicious tokens, so that one
unsupported detail can sink an otherwise well covered claim. Training supervises both where the data name the tokens.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import torch
from safetensors.torch import load_file
from torch import Tensor, nn
from torch.nn import functional


@dataclass(frozen=True, slots=True)
class Shape:
    """Encoder dimensions, read from the base model's config.json."""

    vocab: int
    hidden: int
    layers: int
    heads: int
    inner: int
    positions: int
    eps: float

    @classmethod
    def read(cls, folder: Path) -> Shape:
        raw = json.loads((folder / "config.json").read_text(encoding="utf-8"))
        return cls(
            vocab=raw["vocab_size"],
            hidden=raw["hidden_size"],
            layers=raw["num_hidden_layers"],
            heads=raw["num_attention_heads"],
            inner=raw["intermediate_size"],
            positions=raw["max_position_embeddings"],
            eps=raw["layer_norm_eps"],
        )


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
        self.words = nn.Embedding(shape.vocab, shape.hidden, padding_idx=0)
        self.places = nn.Embedding(shape.positions, shape.hidden)
        self.segments = nn.Embedding(2, shape.hidden)
        self.norm = nn.LayerNorm(shape.hidden, eps=shape.eps)
        self.layers = nn.ModuleList(Layer(shape, dropout) for _ in range(shape.layers))
        self.token_head = nn.Linear(shape.hidden, 1)
        self.pair_mix = nn.Linear(3 * shape.hidden + 1, shape.hidden)
        self.pair_head = nn.Linear(shape.hidden, 1)

    def forward(self, ids: Tensor, segments: Tensor, mask: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """ids, segments, mask: int64 (batch, length); mask is 1 on real tokens."""
        places = torch.arange(ids.shape[1], device=ids.device)
        x = self.words(ids) + self.places(places)[None] + self.segments(segments)
        x = drop_features(self.norm(x), self.dropout, self.training)
        bias = ((1 - mask)[:, None, None, :].to(x.dtype)) * -10000.0
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


def from_base(folder: Path, dropout: float = 0.1) -> CrossEncoder:
    """The cross-encoder with the encoder weights of a BERT-shaped base (safetensors) and fresh heads."""
    shape = Shape.read(folder)
    model = CrossEncoder(shape, dropout)
    raw = {name.removeprefix("bert."): value for name, value in load_file(str(folder / "model.safetensors")).items()}
    state = model.state_dict()
    fresh = {name for name in state if name.startswith(("token_head", "pair_"))}
    loaded = {
        "words.weight": raw["embeddings.word_embeddings.weight"],
        "places.weight": raw["embeddings.position_embeddings.weight"],
        "segments.weight": raw["embeddings.token_type_embeddings.weight"],
        "norm.weight": raw["embeddings.LayerNorm.weight"],
        "norm.bias": raw["embeddings.LayerNorm.bias"],
    }
    names = {
        "out": "attention.output.dense",
        "attention_norm": "attention.output.LayerNorm",
        "up": "intermediate.dense",
        "down": "output.dense",
        "output_norm": "output.LayerNorm",
    }
    for i in range(shape.layers):
        for kind in ("weight", "bias"):
            parts = [raw[f"encoder.layer.{i}.attention.self.{part}.{kind}"] for part in ("query", "key", "value")]
            loaded[f"layers.{i}.qkv.{kind}"] = torch.cat(parts)
            for ours, theirs in names.items():
                loaded[f"layers.{i}.{ours}.{kind}"] = raw[f"encoder.layer.{i}.{theirs}.{kind}"]
    if set(loaded) != set(state) - fresh:
        raise ValueError("the base model does not have the expected BERT weights")
    model.load_state_dict({**{name: state[name] for name in fresh}, **loaded})
    return model
