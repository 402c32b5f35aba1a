"""What a model directory says of itself. Read from its files; nothing in it is run."""

from __future__ import annotations

import hashlib
import re
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from citeward.entailment.backends.onnx import (
    GRAPHS,
    longest_input,
    positive_index,
    read_config,
    read_graph,
    read_labels,
)
from citeward.errors import ConfigError

__all__ = ["Format", "ModelFacts", "describe_model"]

_WEIGHTS = "model.safetensors"
_LICENCE = re.compile(r"^license:\s*[\"']?([A-Za-z0-9.+-]{1,40})", re.MULTILINE)
_CARD_READ = 4096
"""Code points of a model card that are looked at: the licence stands in its head."""


class Format(StrEnum):
    """What the weights are in."""

    ONNX = "onnx"
    SAFETENSORS = "safetensors"


@dataclass(frozen=True, slots=True)
class ModelFacts:
    """What is known of a model."""

    name: str
    format: Format
    labels: tuple[str, ...]
    """In output order; empty where its configuration names none."""
    positive: str | None
    """The label that means "supported"; None where that has to be said."""
    per_token: bool
    """Whether it labels tokens, and not pairs."""
    window: int
    """Tokens it reads at once."""
    bytes: int
    """Size of the weights."""
    sha256: str
    """Of the weights, hex."""
    licence: str | None
    """As its card states it; None where it does not."""
    origin: str = ""
    """Where it came from, revision included."""

    def as_json(self) -> dict[str, Any]:
        """For printing and keeping."""
        return asdict(self)


def describe_model(folder: Path, name: str = "", origin: str = "") -> ModelFacts:
    """Looks at a model directory.

    Raises:
        ConfigError: it holds no weights in a format without code, no ``config.json`` or, for a graph, no tokenizer;
            or its graph takes weights from a file beside it.
    """
    graph = next((folder / file for file in GRAPHS if (folder / file).is_file()), None)
    weights = graph or folder / _WEIGHTS
    if not weights.is_file():
        raise ConfigError(
            str(folder), "holds no weights that can be used", "ONNX or safetensors; formats that run code are refused."
        )
    config = read_config(folder)
    if not (folder / "tokenizer.json").is_file():
        raise ConfigError(str(folder), "has no tokenizer.json", "Export the model with its fast tokenizer.")
    if graph is not None:
        read_graph(graph)
    labels = read_labels(config)
    architectures = config.get("architectures")
    listed = architectures if isinstance(architectures, list) else []
    return ModelFacts(
        name or folder.name,
        Format.ONNX if graph is not None else Format.SAFETENSORS,
        labels,
        _positive(labels),
        any("TokenClassification" in str(each) for each in listed),
        longest_input(config),
        weights.stat().st_size,
        _sha256(weights),
        _licence(folder),
        origin,
    )


def _positive(labels: tuple[str, ...]) -> str | None:
    try:
        return labels[positive_index(labels)]
    except ConfigError:
        return None


def _sha256(file: Path) -> str:
    with file.open("rb") as handle:
        return hashlib.file_digest(handle, "sha256").hexdigest()


def _licence(folder: Path) -> str | None:
    card = folder / "README.md"
    if not card.is_file():
        return None
    with card.open(encoding="utf-8", errors="replace") as handle:
        found = _LICENCE.search(handle.read(_CARD_READ))
    return found.group(1) if found else None
