"""The embedded default: the lexical model, and the small cross-encoder where its weights are installed.

The two read different things, words and meaning, and err differently; their logits are averaged (averaging
probabilities measured worse). The weights lie beside this package or in a directory the caller names.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Sequence
from importlib import resources
from pathlib import Path

from citeward.entailment.backends.lexical import LexicalBackend
from citeward.entailment.backends.onnx import OnnxBackend
from citeward.entailment.interface import Manifest, Pair
from citeward.entailment.probability import checked, logit, sigmoid
from citeward.entailment.selection import BUDGET
from citeward.errors import ConfigError

__all__ = ["EmbeddedBackend", "embedded_weights"]


def embedded_weights() -> Path | None:
    """The directory of weights that ships with the package, or None where it has none."""
    folder = resources.files("citeward.entailment") / "weights"
    return Path(str(folder)) if folder.is_dir() else None


def _calibration(folder: Path) -> tuple[float, float]:
    """Scale and shift that put the cross-encoder's logit on the lexical model's footing, from ``evaluation.json``.

    Raises:
        ConfigError: the file is there and does not say.
    """
    file = folder / "evaluation.json"
    if not file.is_file():
        return 1.0, 0.0
    try:
        found = json.loads(file.read_text(encoding="utf-8"))["cross calibration"]
        scale, shift = float(found["scale"]), float(found["shift"])
    except (OSError, ValueError, KeyError, TypeError) as problem:
        raise ConfigError(
            str(file), f"names no cross calibration ({problem})", "Install the weights again."
        ) from problem
    if not (math.isfinite(scale) and math.isfinite(shift) and scale > 0):
        raise ConfigError(str(file), "names an impossible calibration", "Install the weights again.")
    return scale, shift


class EmbeddedBackend:
    """The default, of whatever is there: ``lexical.json`` (else the logistic baseline) and ``model.int8.onnx``."""

    english_only = True

    def __init__(self, weights: Path | None = None, *, threads: int = 0) -> None:
        """Loads what ``weights`` holds (the package's own where None).

        Raises:
            ConfigError: a file that is there cannot be used. A missing file is a smaller model, a broken one an error.
        """
        folder = weights if weights is not None else embedded_weights()
        trees = None if folder is None or not (folder / "lexical.json").is_file() else folder / "lexical.json"
        self._lexical = LexicalBackend(trees)
        has_cross = folder is not None and (folder / "model.int8.onnx").is_file()
        self._cross = OnnxBackend(folder, budget=BUDGET, threads=threads) if folder is not None and has_cross else None
        self._scale, self._shift = (1.0, 0.0) if folder is None or self._cross is None else _calibration(folder)
        self._manifest = self._combined()

    def _combined(self) -> Manifest:
        base = self._lexical.manifest
        if self._cross is None:
            return Manifest("embedded", base.model, base.labels, base.window, base.selector, base.guards)
        cross = self._cross.manifest
        joined = hashlib.sha256(f"{base.model}\n{cross.model}\n{self._scale} {self._shift}".encode()).hexdigest()
        return Manifest(
            "embedded", f"lexical and cross-encoder {joined}", cross.labels, cross.window, base.selector, base.guards
        )

    @property
    def manifest(self) -> Manifest:
        """What answers."""
        return self._manifest

    def score(self, pairs: Sequence[Pair], deadline: float) -> list[float]:
        """See :class:`citeward.entailment.interface.Backend`."""
        words = self._lexical.logits(pairs, deadline)
        if self._cross is None or not pairs:
            return checked(map(sigmoid, words), len(pairs), "the embedded model")
        meaning = [self._scale * logit(p) + self._shift for p in self._cross.score(pairs, deadline)]
        return checked(
            (sigmoid((a + b) / 2) for a, b in zip(words, meaning, strict=True)), len(pairs), "the embedded model"
        )
