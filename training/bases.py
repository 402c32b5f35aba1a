"""The weights of a base model in the network: safetensors of BERT's and of MPNet's naming."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import torch
from safetensors.torch import load_file
from torch import Tensor

from training.network import CrossEncoder, Shape

__all__ = ["from_base"]

_BERT = {
    "out": "attention.output.dense",
    "attention_norm": "attention.output.LayerNorm",
    "up": "intermediate.dense",
    "down": "output.dense",
    "output_norm": "output.LayerNorm",
}
_MPNET = _BERT | {"out": "attention.attn.o", "attention_norm": "attention.LayerNorm"}
_BERT_READS = [f"attention.self.{part}" for part in ("query", "key", "value")]
_MPNET_READS = [f"attention.attn.{part}" for part in "qkv"]


def from_base(folder: Path, dropout: float = 0.1) -> CrossEncoder:
    """The cross-encoder with the encoder weights of a base and fresh heads.

    Raises ValueError where the base does not hold what its config.json calls for.
    """
    shape = Shape.read(folder)
    model = CrossEncoder(shape, dropout)
    raw = load_file(str(folder / "model.safetensors"))
    raw = {name.removeprefix("bert.").removeprefix("mpnet."): value for name, value in raw.items()}
    state = model.state_dict()
    fresh = {name for name in state if name.startswith(("token_head", "pair_"))}
    try:
        loaded = _encoder(shape, raw)
    except KeyError as missing:
        raise ValueError(f"the base model has no {missing.args[0]}") from None
    if set(loaded) != set(state) - fresh:
        raise ValueError("the base model does not have the expected weights")
    model.load_state_dict({**{name: state[name] for name in fresh}, **loaded})
    return model


def _encoder(shape: Shape, raw: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """Its weights by our names. Raises KeyError with the name of one that is missing."""
    loaded = {
        "words.weight": raw["embeddings.word_embeddings.weight"],
        "places.weight": raw["embeddings.position_embeddings.weight"],
        "norm.weight": raw["embeddings.LayerNorm.weight"],
        "norm.bias": raw["embeddings.LayerNorm.bias"],
    }
    if shape.segments:
        loaded["segments.weight"] = raw["embeddings.token_type_embeddings.weight"]
    if shape.buckets:
        loaded["distances.weight"] = raw["encoder.relative_attention_bias.weight"]
    names, reads = (_MPNET, _MPNET_READS) if shape.buckets else (_BERT, _BERT_READS)
    for i in range(shape.layers):
        at = f"encoder.layer.{i}"
        for kind in ("weight", "bias"):
            loaded[f"layers.{i}.qkv.{kind}"] = torch.cat([raw[f"{at}.{part}.{kind}"] for part in reads])
            for ours, theirs in names.items():
                loaded[f"layers.{i}.{ours}.{kind}"] = raw[f"{at}.{theirs}.{kind}"]
    return loaded
