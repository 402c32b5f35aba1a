"""A model directory small enough to read: a classifier that adds up what each token says.

``logits[label] = sum over tokens of table[token][label]``, written as an ONNX graph byte by byte (the format is
protobuf: https://github.com/onnx/onnx/blob/main/onnx/onnx.proto), so that no exporter is needed to test.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping, Sequence
from pathlib import Path

__all__ = ["write_model"]

FLOAT, INT64 = 1, 7


def _varint(value: int) -> bytes:
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def _int(field: int, value: int) -> bytes:
    return _varint(field << 3) + _varint(value)


def _bytes(field: int, value: bytes | str) -> bytes:
    data = value.encode() if isinstance(value, str) else value
    return _varint(field << 3 | 2) + _varint(len(data)) + data


def _node(op: str, inputs: Sequence[str], output: str, **ints: int) -> bytes:
    attributes = b"".join(_bytes(5, _bytes(1, name) + _int(3, value) + _int(20, 2)) for name, value in ints.items())
    return _bytes(1, b"".join(_bytes(1, name) for name in inputs) + _bytes(2, output) + _bytes(4, op) + attributes)


def _tensor(name: str, dims: Sequence[int], kind: int, data: bytes) -> bytes:
    return _bytes(5, b"".join(_int(1, d) for d in dims) + _int(2, kind) + _bytes(8, name) + _bytes(9, data))


def _value(field: int, name: str, kind: int, dims: Sequence[str | int]) -> bytes:
    shape = b"".join(_bytes(1, _int(1, d) if isinstance(d, int) else _bytes(2, d)) for d in dims)
    return _bytes(field, _bytes(1, name) + _bytes(2, _bytes(1, _int(1, kind) + _bytes(2, shape))))


def _apart(directory: Path, shape: tuple[int, int], data: bytes) -> bytes:
    (directory / "table.bin").write_bytes(data)
    entries = {"location": "table.bin", "offset": "0", "length": str(len(data))}
    listed = b"".join(_bytes(13, _bytes(1, key) + _bytes(2, value)) for key, value in entries.items())
    return _bytes(5, _int(1, shape[0]) + _int(1, shape[1]) + _int(2, FLOAT) + _bytes(8, "table") + listed + _int(14, 1))


def write_model(
    directory: Path,
    says: Mapping[str, Sequence[float]],
    config: Mapping[str, object],
    *,
    per_token: bool = False,
    labels: int = 2,
    apart: bool = False,
) -> Path:
    """Writes the directory: every word of ``says`` is a token; all others are unknown and say nothing.

    ``apart``: the table lies in a file beside the graph (TensorProto.external_data), as exporters write large ones.
    """
    from tokenizers import Tokenizer, models, pre_tokenizers, processors

    directory.mkdir(parents=True, exist_ok=True)
    vocabulary = {"[PAD]": 0, "[UNK]": 1, "[CLS]": 2, "[SEP]": 3} | {word: i + 4 for i, word in enumerate(says)}
    tokenizer = Tokenizer(models.WordLevel(vocabulary, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", pair="[CLS] $A [SEP] $B:1 [SEP]:1", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    tokenizer.save(str(directory / "tokenizer.json"))
    (directory / "config.json").write_text(json.dumps(config), encoding="utf-8")
    table = [[0.0] * labels for _ in range(4)] + [list(row) for row in says.values()]
    data = struct.pack(f"<{len(table) * labels}f", *(value for row in table for value in row))
    shape = len(table), labels
    initial = _apart(directory, shape, data) if apart else _tensor("table", shape, FLOAT, data)
    initial += _tensor("axes", (1,), INT64, struct.pack("<q", 1))
    nodes = _node("Gather", ("table", "input_ids"), "logits" if per_token else "each")
    if not per_token:
        nodes += _node("ReduceSum", ("each", "axes"), "logits", keepdims=0)
    inputs = _value(11, "input_ids", INT64, ("n", "length"))
    outputs = _value(12, "logits", FLOAT, ("n", "length", labels) if per_token else ("n", labels))
    graph = nodes + _bytes(2, "tiny") + initial + inputs + outputs
    model = _int(1, 8) + _bytes(8, _bytes(1, "") + _int(2, 13)) + _bytes(7, graph)
    (directory / "model.onnx").write_bytes(model)
    return directory
