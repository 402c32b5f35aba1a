"""Models in the ONNX format, run by onnxruntime without torch."""

from __future__ import annotations

from citeward.entailment.backends.onnx.labels import positive_index, read_config, read_labels
from citeward.entailment.backends.onnx.model import GRAPHS, longest_input, read_graph, runtime_installed
from citeward.entailment.backends.onnx.sequence import OnnxBackend
from citeward.entailment.backends.onnx.tokens import TokenBackend

__all__ = [
    "GRAPHS",
    "OnnxBackend",
    "TokenBackend",
    "longest_input",
    "positive_index",
    "read_config",
    "read_graph",
    "read_labels",
    "runtime_installed",
]
