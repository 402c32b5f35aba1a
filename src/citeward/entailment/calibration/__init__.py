"""From scores to decisions: fitting, thresholds, calibrator files, pictures, drift."""

from __future__ import annotations

from citeward.entailment.calibration.calibrator import UNCALIBRATED, Calibrator
from citeward.entailment.calibration.curves import Curves, curves, write_html, write_png
from citeward.entailment.calibration.drift import Drift, drift, quantiles
from citeward.entailment.calibration.fit import Method, Scale, cross_validated, fit
from citeward.entailment.calibration.packaged import shipped_calibrator
from citeward.entailment.calibration.thresholds import (
    Labelled,
    Rate,
    Thresholds,
    choose,
    precision_at,
    rates_at,
    wilson,
)

__all__ = [
    "UNCALIBRATED",
    "Calibrator",
    "Curves",
    "Drift",
    "Labelled",
    "Method",
    "Rate",
    "Scale",
    "Thresholds",
    "choose",
    "cross_validated",
    "curves",
    "drift",
    "fit",
    "precision_at",
    "quantiles",
    "rates_at",
    "shipped_calibrator",
    "wilson",
    "write_html",
    "write_png",
]
