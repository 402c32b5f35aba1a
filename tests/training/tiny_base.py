"""Base models of a few thousand random weights, of each kind that training reads, with a tokenizer of plain words."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="training/requirements.txt is not installed")
pytest.importorskip("safetensors")
pytest.importorskip("tokenizers")

import torch
from safetensors.torch import save_file
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.pre_tokenizers import Whitespace
from torch import Tensor

__all__ = ["BASES", "WORDS", "write_base"]

BASES = ("bert", "mpnet")
WORDS = ("red", "blue", "the", "is", "house", "door", "of", "not", "high", "low", ".", "and")
_HIDDEN, _HEADS, _INNER, _LAYERS = 16, 4, 24, 3


def write_base(folder: Path, kind: str) -> Path:
    """Writes config.json, model.safetensors and tokenizer.json."""
    folder.mkdir(parents=True)
    mpnet = kind == "mpnet"
    special = ("<s>", "<pad>", "</s>", "[UNK]") if mpnet else ("[PAD]", "[UNK]", "[CLS]", "[SEP]")
    vocabulary = {word: n for n, word in enumerate((*special, *WORDS))}
    tokenizer = Tokenizer(WordLevel(vocabulary, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = Whitespace()
    tokenizer.add_special_tokens(list(special))
    tokenizer.enable_truncation(8)
    tokenizer.save(str(folder / "tokenizer.json"))
    config = {
        "model_type": kind,
        "vocab_size": len(vocabulary),
        "hidden_size": _HIDDEN,
        "num_hidden_layers": _LAYERS,
        "num_attention_heads": _HEADS,
        "intermediate_size": _INNER,
        "max_position_embeddings": 302 if mpnet else 300,
        "layer_norm_eps": 1e-5,
        "pad_token_id": vocabulary["<pad>" if mpnet else "[PAD]"],
    } | ({"relative_attention_num_buckets": 32} if mpnet else {"type_vocab_size": 2})
    (folder / "config.json").write_text(json.dumps(config))
    save_file(_weights(config, mpnet), str(folder / "model.safetensors"))
    return folder


def _weights(config: dict[str, int], mpnet: bool) -> dict[str, Tensor]:
    dice = torch.Generator().manual_seed(7)
    out = {
        "embeddings.word_embeddings.weight": (config["vocab_size"], _HIDDEN),
        "embeddings.position_embeddings.weight": (config["max_position_embeddings"], _HIDDEN),
        "embeddings.LayerNorm": (_HIDDEN,),
    }
    if mpnet:
        out["encoder.relative_attention_bias.weight"] = (32, _HEADS)
    else:
        out["embeddings.token_type_embeddings.weight"] = (2, _HIDDEN)
    attention = ["attn.q", "attn.k", "attn.v", "attn.o"] if mpnet else ["self.query", "self.key", "self.value"]
    parts = [f"attention.{part}" for part in (attention if mpnet else [*attention, "output.dense"])]
    for i in range(_LAYERS):
        at = f"encoder.layer.{i}"
        out |= {f"{at}.{part}": (_HIDDEN, _HIDDEN) for part in parts}
        out |= {f"{at}.intermediate.dense": (_INNER, _HIDDEN), f"{at}.output.dense": (_HIDDEN, _INNER)}
        norm = "attention.LayerNorm" if mpnet else "attention.output.LayerNorm"
        out |= {f"{at}.{norm}": (_HIDDEN,), f"{at}.output.LayerNorm": (_HIDDEN,)}
    drawn: dict[str, Tensor] = {}
    for name, shape in out.items():
        if name.endswith(".weight"):
            drawn[name] = torch.randn(shape, generator=dice)
        else:
            drawn[f"{name}.bias"] = torch.randn(shape[:1], generator=dice) / 10
            drawn[f"{name}.weight"] = torch.randn(shape, generator=dice) / 4 + (1 if len(shape) == 1 else 0)
    return drawn
