"""The calibrators that come with the package: one for each embedded model it was measured with."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

from citeward.entailment.calibration.calibrator import UNCALIBRATED, Calibrator
from citeward.entailment.interface import Manifest

__all__ = ["SHIPPED", "shipped_calibrator"]

SHIPPED = Path(str(resources.files("citeward.entailment.calibration") / "shipped"))
"""Where they lie."""


def shipped_calibrator(manifest: Manifest) -> Calibrator:
    """The calibrator made for exactly this model, or :data:`UNCALIBRATED`.

    Raises:
        ConfigError: a shipped file cannot be read.
    """
    for file in sorted(SHIPPED.glob("*.json")):
        calibrator = Calibrator.read(file)
        if calibrator.model == manifest.digest():
            return calibrator
    return UNCALIBRATED
