"""A model directory: ``*.onnx``, ``tokenizer.json``, ``config.json``. Loaded without running anybody's code."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from citeward.entailment.backends.onnx.beside import takes_weights_from_beside
from citeward.entailment.backends.onnx.labels import read_config, read_labels
from citeward.entailment.guards import GUARDS_VERSION
from citeward.entailment.interface import Manifest
from citeward.entailment.probability import in_time
from citeward.entailment.selection import SELECTOR_VERSION
from citeward.errors import CheckFailed, ConfigError

if TYPE_CHECKING:
    from onnxruntime import InferenceSession  # type: ignore[import-untyped]  # it ships no types
    from tokenizers import Encoding, Tokenizer

__all__ = ["GRAPHS", "OnnxModel", "load", "longest_input", "read_graph", "runtime_installed"]

Floats = npt.NDArray[np.float32]

GRAPHS = ("model.int8.onnx", "model_quantized.onnx", "model.onnx", "onnx/model_quantized.onnx", "onnx/model.onnx")
_BATCH_TOKENS = 2048
"""Tokens of one run, padding included: about where a CPU stops gaining from larger batches."""
_LARGEST_BATCH = 32
_NO_LIMIT = 1 << 20
_DEFAULT_LENGTH = 512
_TWO_PLACES_LESS = frozenset({"camembert", "mpnet", "roberta", "xlm-roberta"})
"""Kinds of model that count places from behind the padding word's, so that two rows of their table stay empty."""
_DYNAMIC = b"DynamicQuantizeLinear"
"""The operator that gives a dynamically quantised graph away."""


@dataclass(frozen=True, slots=True, eq=False)
class OnnxModel:
    """A loaded model. One session serves any number of threads."""

    session: InferenceSession
    tokenizer: Tokenizer
    inputs: tuple[str, ...]
    output: str
    labels: tuple[str, ...]
    max_tokens: int
    """Longest pair, special tokens included."""
    claim_first: bool
    """Whether the claim stands before the evidence in a pair."""
    sha256: str
    config: dict[str, Any]
    alone: int
    """Threads that run one row each, for a dynamically quantised graph; 0 for graphs whose rows run in batches.

    Dynamic quantisation takes its scale from everything in a batch, so that a pair's score would depend on the pairs
    beside it (by half a logit, measured). One row a run is exact, and as fast: such graphs gain little from batches.
    """

    def manifest(self, kind: str, name: str, window: str) -> Manifest:
        """What a score of this model depends on."""
        return Manifest(kind, f"{name} {self.sha256}", self.labels, window, SELECTOR_VERSION, GUARDS_VERSION)

    def run(self, rows: Sequence[Encoding], deadline: float) -> list[Floats | None]:
        """The first output for each row, in order: (labels,) or (tokens, labels); None for a row that cannot be run.

        Rows are run shortest first, in batches of like length, so that little is spent on padding.

        Raises:
            CheckFailed: too slow, or not one row can be run.
        """
        found = self._run_alone(rows, deadline) if self.alone else self._run_batches(rows, deadline)
        if rows and all(output is None for output in found):
            raise CheckFailed("the model failed to run, or answered in another shape or not with numbers")
        return found

    def _run_batches(self, rows: Sequence[Encoding], deadline: float) -> list[Floats | None]:
        order = sorted(range(len(rows)), key=lambda i: len(rows[i].ids))
        out: list[Floats | None] = [None] * len(rows)
        at = 0
        while at < len(order):
            in_time(deadline, "the model")
            count = 1
            while (
                count < _LARGEST_BATCH
                and at + count < len(order)
                and (count + 1) * len(rows[order[at + count]].ids) <= _BATCH_TOKENS
            ):
                count += 1
            batch = order[at : at + count]
            at += count
            try:
                result = self._run_batch([rows[i] for i in batch])
            except CheckFailed:
                alone = self._run_alone([rows[i] for i in batch], deadline) if count > 1 else [None]
                for i, output in zip(batch, alone, strict=True):
                    out[i] = output
                continue
            for k, i in enumerate(batch):
                out[i] = result[k] if result.ndim == 2 else result[k, : len(rows[i].ids)]
        return out

    def _run_alone(self, rows: Sequence[Encoding], deadline: float) -> list[Floats | None]:
        def one(row: Encoding) -> Floats | None:
            in_time(deadline, "the model")
            try:
                result: Floats = self._run_batch([row])[0]
            except CheckFailed:
                return None
            return result

        if len(rows) < 2 or self.alone < 2:
            return [one(row) for row in rows]
        with ThreadPoolExecutor(min(self.alone, len(rows)), thread_name_prefix="onnx") as pool:
            return list(pool.map(one, rows))

    def _run_batch(self, rows: Sequence[Encoding]) -> Floats:
        longest = max(len(row.ids) for row in rows)
        feeds = {name: np.zeros((len(rows), longest), dtype=np.int64) for name in self.inputs}
        for k, row in enumerate(rows):
            columns = {"input_ids": row.ids, "attention_mask": row.attention_mask, "token_type_ids": row.type_ids}
            for name in self.inputs:
                feeds[name][k, : len(row.ids)] = columns[name]
        try:
            result = np.asarray(self.session.run([self.output], feeds)[0], dtype=np.float32)
        except Exception as problem:  # the runtime has an exception of its own for every ailment
            raise CheckFailed(f"the model failed to run: {type(problem).__name__}") from problem
        if result.ndim not in (2, 3) or result.shape[0] != len(rows) or not np.isfinite(result).all():
            raise CheckFailed("the model answered in another shape, or not with numbers")
        return result


def runtime_installed() -> bool:
    """Whether what runs such models is installed: onnxruntime and tokenizers (``citeward[onnx]``)."""
    return all(find_spec(name) is not None for name in ("onnxruntime", "tokenizers"))


def load(directory: Path, *, labels: Sequence[str] | None = None, threads: int = 0) -> OnnxModel:
    """Loads a model directory.

    Args:
        directory: holds the graph, ``tokenizer.json`` and ``config.json``.
        labels: output labels in order, where the configuration does not name them.
        threads: per run; 0 leaves the choice to the runtime.

    Raises:
        ConfigError: a file is missing or does not fit the others.
    """
    try:
        from onnxruntime import InferenceSession, SessionOptions
        from tokenizers import Tokenizer
    except ImportError as problem:
        raise ConfigError("support.model", "needs onnxruntime and tokenizers", "Install citeward[onnx].") from problem
    graph = next((directory / name for name in GRAPHS if (directory / name).is_file()), None)
    if graph is None:
        raise ConfigError(str(directory), "holds no ONNX graph", f"Expected one of {', '.join(GRAPHS)}.")
    config = read_config(directory)
    written = read_graph(graph)
    dynamic = _DYNAMIC in written
    options = SessionOptions()
    options.intra_op_num_threads = 1 if dynamic else threads
    options.log_severity_level = 3
    try:
        session = InferenceSession(written, options, providers=["CPUExecutionProvider"])
        tokenizer = Tokenizer.from_file(str(directory / "tokenizer.json"))
    except Exception as problem:  # both libraries raise bare exceptions of their own
        raise ConfigError(str(directory), f"cannot be loaded ({problem})", "Export the model again.") from problem
    tokenizer.no_truncation()  # what does not fit is windowed, never cut
    tokenizer.no_padding()
    names = tuple(node.name for node in session.get_inputs())
    unknown = set(names) - {"input_ids", "attention_mask", "token_type_ids"}
    if unknown or "input_ids" not in names:
        raise ConfigError(str(graph), f"asks for the inputs {', '.join(names)}", "Only text classifiers can be used.")
    outputs = [node.name for node in session.get_outputs()]
    return OnnxModel(
        session,
        tokenizer,
        names,
        "logits" if "logits" in outputs else outputs[0],
        tuple(labels) if labels is not None else read_labels(config),
        longest_input(config),
        str(config.get("order", "")).startswith("claim"),
        hashlib.sha256(written).hexdigest(),
        config,
        (threads or os.cpu_count() or 1) if dynamic else 0,
    )


def read_graph(file: Path) -> bytes:
    """Return the bytes of a graph that holds all of its weights.

    Raises:
        ConfigError: it is no graph, or takes weights from a file beside it, which no hash of the graph covers.
    """
    written = file.read_bytes()
    try:
        apart = takes_weights_from_beside(written)
    except ValueError as problem:
        raise ConfigError(str(file), f"is no ONNX graph ({problem})", "Export the model again.") from problem
    if apart:
        remedy = "Save it as one file (onnx.save with save_as_external_data=False)."
        raise ConfigError(str(file), "takes weights from a file beside it, which its hash does not cover", remedy)
    return written


def longest_input(config: dict[str, Any]) -> int:
    """The longest input in tokens: what the position table holds, less the two places RoBERTa's kin keep back."""
    length = config.get("max_position_embeddings")
    if not isinstance(length, int) or not 16 <= length < _NO_LIMIT:
        return _DEFAULT_LENGTH
    return min(length - 2 if config.get("model_type") in _TWO_PLACES_LESS else length, 8192)
