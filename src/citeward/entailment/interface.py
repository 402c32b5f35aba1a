"""What a backend is: something that says, for a claim and a passage, how likely the passage carries the claim.

A backend scores a batch and answers for every pair, in order, or raises :class:`citeward.errors.CheckFailed`. It never
guesses: a dead service, a late reply or a wrong shape is no score, and no score is ``unconfirmed``. What is wrong with
one pair alone (a claim of a million words) costs that pair its score, and no other.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Protocol

__all__ = ["Backend", "Manifest", "Pair"]


@dataclass(frozen=True, slots=True)
class Pair:
    """One claim and the passage it is said to rest on."""

    source: str
    claim: str
    tier: int | None = None
    """Trust tier of the source (0-3) where it is known. Unknown counts as the lowest."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """What produced a score. Two scores with different manifests may not be compared, cached together or averaged."""

    backend: str
    """Kind of backend, e.g. ``embedded`` or ``onnx``."""
    model: str
    """Name, and the SHA-256 of what decides (weights, constants, or the name a remote service goes by)."""
    labels: tuple[str, ...]
    """Output labels in the model's own order, read from its configuration or demanded from the caller."""
    window: str
    """How much evidence the model reads at once, with its unit."""
    selector: str
    guards: str
    calibrator: str = "none"

    def digest(self) -> str:
        """SHA-256 over every field: the part of a cache key that stands for the model."""
        return hashlib.sha256(json.dumps(asdict(self), sort_keys=True).encode()).hexdigest()


class Backend(Protocol):
    """A source of support probabilities."""

    @property
    def manifest(self) -> Manifest:
        """What answers, down to the hash of its weights."""
        ...

    @property
    def english_only(self) -> bool:
        """Whether it knows no other language, so that claims in one are left uncertain."""
        ...

    def score(self, pairs: Sequence[Pair], deadline: float) -> list[float]:
        """P(supported) in [0, 1] for each pair, in order; NaN for one that cannot be taken while the others can.

        Args:
            pairs: what to score.
            deadline: time of :func:`time.monotonic` (seconds) by which the answer is needed.

        Raises:
            CheckFailed: there is no answer: down, late, wrong shape, not a number.
        """
        ...
