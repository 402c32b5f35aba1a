"""Boosted trees over the lexical features, scored with numpy from plain JSON: no tree library at run time."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from citeward.entailment.lexical.features import FEATURES
from citeward.errors import ConfigError

__all__ = ["Trees"]

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int32]

_WHOLE = ("feature", "left", "right", "roots")


@dataclass(frozen=True, slots=True, eq=False)
class Trees:
    """Flat arrays. At node i go left when ``x[feature] <= threshold``; a leaf has feature -1."""

    feature: Ints
    threshold: Floats
    left: Ints
    right: Ints
    value: Floats
    roots: Ints
    scale: float
    shift: float

    @classmethod
    def read(cls, file: Path) -> Trees:
        """The trees in ``file``.

        Raises:
            ConfigError: the file is not such a model, or was made for other features.
        """
        try:
            raw: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
            if tuple(raw["features"]) != FEATURES:
                raise ConfigError(str(file), "was trained on other features", "Use the model of this version.")
            feature, left, right, roots = (np.asarray(raw[k], dtype=np.int32) for k in _WHOLE)
            threshold, value = (np.asarray(raw[k], dtype=np.float64) for k in ("threshold", "value"))
            trees = cls(feature, threshold, left, right, value, roots, float(raw["scale"]), float(raw["shift"]))
        except (OSError, ValueError, KeyError, TypeError) as problem:
            if isinstance(problem, ConfigError):
                raise
            raise ConfigError(str(file), f"is no lexical model ({problem})", "Name a lexical.json.") from problem
        trees._check(file)
        return trees

    def _check(self, file: Path) -> None:
        """Children come after their parents, so that no file can send a walk in a circle."""
        inner = self.feature >= 0
        at = np.nonzero(inner)[0]
        size = len(self.feature)
        sound = (
            len({len(a) for a in (self.feature, self.threshold, self.left, self.right, self.value)}) == 1
            and bool((self.feature < len(FEATURES)).all())
            and bool(
                ((self.left[at] > at) & (self.left[at] < size) & (self.right[at] > at) & (self.right[at] < size)).all()
            )
            and bool(((self.roots >= 0) & (self.roots < size)).all())
        )
        if not sound:
            raise ConfigError(str(file), "holds no well-formed trees", "Fetch it again.")

    def logits(self, rows: Floats) -> Floats:
        """Calibrated logit of "supported" per row of ``rows`` (n, features). Work: n times trees times depth."""
        node = np.broadcast_to(self.roots, (len(rows), len(self.roots))).copy()
        index = np.arange(len(rows))[:, None]
        while True:
            feature = self.feature[node]
            inner = feature >= 0
            if not inner.any():
                total: Floats = self.value[node].sum(axis=1) * self.scale + self.shift
                return total
            goes_left = rows[index, np.maximum(feature, 0)] <= self.threshold[node]
            node = np.where(inner, np.where(goes_left, self.left[node], self.right[node]), node)
