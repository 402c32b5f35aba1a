"""Backends that are asked over HTTP."""

from __future__ import annotations

from citeward.entailment.backends.remote.judge import JudgeBackend
from citeward.entailment.backends.remote.tei import PredictBackend

__all__ = ["JudgeBackend", "PredictBackend"]
