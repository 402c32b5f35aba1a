"""Models in the ONNX format, run by onnxruntime without torch."""

from __future__ import annotations

from citeward.entailment.backends.onnx.labels import positive_index
from citeward.entailment.backends.onnx.sequence import OnnxBackend
from citeward.entailment.backends.onnx.tokens import TokenBackend

__all__ = ["OnnxBackend", "TokenBackend", "positive_index"]
