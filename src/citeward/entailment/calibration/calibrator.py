"""A calibrator: the mapping, the thresholds, and what they were made from. A small JSON file with a version.

It belongs to one model with one selector and one set of guards; used with another it is refused.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from citeward.entailment.calibration.fit import Method, Scale
from citeward.entailment.calibration.thresholds import Thresholds
from citeward.entailment.interface import Manifest
from citeward.errors import ConfigError, InputError

__all__ = ["UNCALIBRATED", "Calibrator"]

_FORMAT = 1


@dataclass(frozen=True, slots=True)
class Calibrator:
    """What turns a backend's scores into decisions."""

    model: str
    """Digest of the manifest it was fitted for; empty for none in particular."""
    scale: Scale
    thresholds: Thresholds
    false_pass: float
    """Share of unsupported pairs at or above the upper threshold, on the labels it was made from; nan where unknown."""
    false_pass_high: float
    """Upper end of its 95 % interval."""
    kept: float
    """Share of supported pairs at or above the upper threshold."""
    base_rate: float
    """Share of supported claims assumed where ``precision`` is told."""
    precision: float
    labels: int
    quantiles: tuple[float, ...] = ()
    """21 quantiles of the final scores on those labels, for telling drift."""

    @property
    def version(self) -> str:
        """Changes with everything in it."""
        if self is UNCALIBRATED:
            return "none"
        return hashlib.sha256(self.to_json().encode()).hexdigest()[:16]

    def to_json(self) -> str:
        """The file's content."""
        return json.dumps({"format": _FORMAT, **asdict(self)}, indent=1, sort_keys=True)

    def write(self, file: Path) -> None:
        """Writes the file."""
        file.write_text(self.to_json() + "\n", encoding="utf-8")

    @classmethod
    def read(cls, file: Path) -> Calibrator:
        """Reads a file.

        Raises:
            ConfigError: it is no calibrator of this version.
        """
        try:
            raw: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
            if raw.pop("format") != _FORMAT:
                raise ConfigError(str(file), "is of another version", "Calibrate again.")
            scale = raw.pop("scale")
            knots = tuple((float(x), float(y)) for x, y in scale["knots"])
            fitted = Scale(Method(scale["method"]), knots, float(scale["slope"]), float(scale["offset"]))
            if fitted.method is Method.ISOTONIC and not knots:
                raise ValueError("no knots")
            return cls(
                scale=fitted,
                thresholds=Thresholds(**raw.pop("thresholds")),
                quantiles=tuple(map(float, raw.pop("quantiles"))),
                **raw,
            )
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError, OverflowError) as problem:
            if isinstance(problem, ConfigError):
                raise
            detail = problem.problem if isinstance(problem, InputError) else str(problem)
            raise ConfigError(str(file), f"is no calibrator ({detail})", "Calibrate again.") from problem

    def for_model(self, manifest: Manifest) -> Calibrator:
        """Itself.

        Raises:
            ConfigError: it was made for another model, selector or set of guards.
        """
        if self.model and self.model != manifest.digest():
            raise ConfigError("support.calibrator", "was made for another model", "Calibrate again for this one.")
        return self

    def bound_to(self, manifest: Manifest) -> Calibrator:
        """A copy that belongs to ``manifest``."""
        return replace(self, model=manifest.digest())


UNCALIBRATED = Calibrator(
    "", Scale(Method.NONE), Thresholds(0.9, 0.3), float("nan"), 1.0, float("nan"), 0.5, float("nan"), 0
)
"""For a model nobody has calibrated: scores as they come, a high bar, and nothing known of its error."""
