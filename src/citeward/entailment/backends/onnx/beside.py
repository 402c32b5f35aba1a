"""Whether a graph takes weights from files beside it.

ONNX lets a tensor name a file and an offset instead of holding its data (``TensorProto.external_data``). Such a file is
used without being hashed: whoever can change it changes what passes, under the hash that was looked at. The runtime
finds it by the working directory even where it is given the graph's bytes alone, so that the graph itself is asked.

The graph is protobuf (https://protobuf.dev/programming-guides/encoding); fields are those of
https://github.com/onnx/onnx/blob/main/onnx/onnx.proto.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

__all__ = ["takes_weights_from_beside"]

_TENSOR, _SPARSE, _GRAPH, _NODE = "tensor", "sparse", "graph", "node"
_ATTRIBUTE, _FUNCTION, _MODEL = "attribute", "function", "model"
_HOLDS: Mapping[str, Mapping[int, str]] = MappingProxyType(
    {
        _MODEL: {7: _GRAPH, 25: _FUNCTION},
        _FUNCTION: {7: _NODE},
        _GRAPH: {1: _NODE, 5: _TENSOR, 15: _SPARSE},
        _NODE: {5: _ATTRIBUTE},
        _ATTRIBUTE: {5: _TENSOR, 6: _GRAPH, 10: _TENSOR, 11: _GRAPH, 22: _SPARSE, 23: _SPARSE},
        _SPARSE: {1: _TENSOR, 2: _TENSOR},
    }
)
"""By message: the fields that lead to tensors."""
_EXTERNAL_DATA, _DATA_LOCATION = 13, 14
_VARINT, _FIXED64, _LENGTH, _FIXED32 = 0, 1, 2, 5
_DEEPEST = 64
"""Graphs inside attributes of graphs; a deeper one was made to break a reader."""


def takes_weights_from_beside(written: bytes) -> bool:
    """Return whether a tensor of a graph has its data elsewhere.

    Args:
        written: the file.

    Raises:
        ValueError: it is no graph that can be read.
    """
    return _has(memoryview(written), _MODEL, 0)


def _has(data: memoryview, kind: str, depth: int) -> bool:
    if depth > _DEEPEST:
        raise ValueError("graphs are nested too deeply")
    if kind == _TENSOR:
        return any(field in (_EXTERNAL_DATA, _DATA_LOCATION) and value != 0 for field, value in _fields(data))
    inside = _HOLDS[kind]
    return any(
        isinstance(value, memoryview) and _has(value, inside[field], depth + 1)
        for field, value in _fields(data)
        if field in inside
    )


def _fields(data: memoryview) -> Iterator[tuple[int, int | memoryview]]:
    """The fields of a message: a number, and an integer or the bytes of what it holds."""
    at = 0
    while at < len(data):
        tag, at = _varint(data, at)
        form = tag & 7
        if form == _VARINT:
            value, at = _varint(data, at)
            yield tag >> 3, value
            continue
        if form == _LENGTH:
            size, at = _varint(data, at)
        elif form in (_FIXED64, _FIXED32):
            size = 8 if form == _FIXED64 else 4
        else:
            raise ValueError("a field of a kind that ONNX does not use")
        if size > len(data) - at:
            raise ValueError("a field is longer than its message")
        yield tag >> 3, data[at : at + size]
        at += size


def _varint(data: memoryview, at: int) -> tuple[int, int]:
    value = 0
    for shift in range(0, 70, 7):
        if at >= len(data):
            break
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, at
    raise ValueError("a number does not end")
