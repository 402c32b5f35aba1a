"""The weights that ship with the package."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

__all__ = ["embedded_weights"]


def embedded_weights() -> Path:
    """Their directory: the trees, the cross-encoder with its tokenizer, how the two add up, the model card."""
    return Path(str(resources.files("citeward.entailment") / "weights"))
