"""Where support probabilities come from, one kind a file."""

from __future__ import annotations

from citeward.entailment.backends.cross_encoder import CrossEncoderBackend
from citeward.entailment.backends.embedded import EmbeddedBackend
from citeward.entailment.backends.lexical import LexicalBackend
from citeward.entailment.backends.onnx import OnnxBackend, TokenBackend
from citeward.entailment.backends.remote import JudgeBackend, PredictBackend
from citeward.entailment.backends.weights import embedded_weights

__all__ = [
    "CrossEncoderBackend",
    "EmbeddedBackend",
    "JudgeBackend",
    "LexicalBackend",
    "OnnxBackend",
    "PredictBackend",
    "TokenBackend",
    "embedded_weights",
]
