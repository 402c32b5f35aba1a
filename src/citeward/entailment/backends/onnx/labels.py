"""Which output of a classifier means "supported": read from the model's own configuration, or demanded. Never assumed.

Cross-encoders for inference put contradiction first, two-class checkers put support last, and some put it first; a
guess that is wrong passes every false claim.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from citeward.errors import ConfigError

__all__ = ["positive_index", "read_config", "read_labels"]

_POSITIVE = frozenset(
    {
        "entailment",
        "entail",
        "entailed",
        "supported",
        "support",
        "supports",
        "consistent",
        "faithful",
        "grounded",
        "attributable",
        "factual",
        "yes",
    }
)
_REMEDY = 'Say which label means "supported".'
_LARGEST_CONFIG = 1 << 20
"""Bytes of a config.json; a larger one is no configuration."""


def read_config(directory: Path) -> dict[str, Any]:
    """The model's ``config.json``.

    Raises:
        ConfigError: it is not there or not an object.
    """
    file = directory / "config.json"
    try:
        if file.stat().st_size > _LARGEST_CONFIG:
            raise ConfigError(str(file), "is too large for a configuration", "Name a model directory.")
        raw = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as problem:
        if isinstance(problem, ConfigError):
            raise
        raise ConfigError(str(file), f"cannot be read ({problem})", "A model directory has a config.json.") from problem
    if not isinstance(raw, dict):
        raise ConfigError(str(file), "is not an object", "A model directory has a config.json.")
    return raw


def read_labels(config: dict[str, Any]) -> tuple[str, ...]:
    """The labels in output order; empty where the configuration names none.

    Raises:
        ConfigError: the numbering has gaps.
    """
    table = config.get("id2label")
    if not isinstance(table, dict) or not table:
        return ()
    try:
        by_index = {int(key): str(value) for key, value in table.items()}
        return tuple(by_index[i] for i in range(len(by_index)))
    except (ValueError, KeyError) as problem:
        raise ConfigError("id2label", "is not numbered from 0 without gaps", _REMEDY) from problem


def positive_index(labels: Sequence[str], positive: str | None = None) -> int:
    """The index of the label that means "supported".

    Args:
        labels: in output order.
        positive: its name, where the caller gives it; otherwise it must be one of the names in common use.

    Raises:
        ConfigError: no label, or more than one, can be meant.
    """
    if positive is not None:
        if list(labels).count(positive) != 1:
            raise ConfigError(
                "positive", f"{positive!r} is not one of the labels {', '.join(labels) or '(none)'}", _REMEDY
            )
        return list(labels).index(positive)
    found = [i for i, label in enumerate(labels) if label.lower().replace(" ", "_") in _POSITIVE]
    if len(found) != 1:
        raise ConfigError("labels", f"{', '.join(labels) or '(none)'} do not tell which output means support", _REMEDY)
    return found[0]
