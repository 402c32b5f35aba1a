"""A checkpoint out of exported weights, so that training goes on from a model of which only the int8 graph was kept.

    python -m training.restore --base BASE --weights DIR --out START.pt

What was quantised comes back as the values of its steps: logits move by a tenth, seldom by a quarter. The word
table is not read: training leaves it as the base has it.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import onnx
import torch
from onnx.numpy_helper import to_array
from torch import Tensor

from training.bases import from_base

__all__ = ["restored"]

_PREFIX = "model."


def restored(file: Path) -> dict[str, Tensor]:
    """The network's state by parameter name, without the word table, from a quantised export.

    A constant keeps its parameter's name where nothing transposed it; one that was transposed is found by the product
    it is multiplied in, which is named after the module.
    """
    graph = onnx.load(str(file)).graph
    held = {item.name: torch.from_numpy(to_array(item).copy()) for item in graph.initializer}
    state: dict[str, Tensor] = {}
    for name, value in held.items():
        whole = name.removesuffix("_quantized")
        if name.startswith(_PREFIX) and name.endswith((".weight", ".bias")):
            state[name.removeprefix(_PREFIX)] = value
        elif name != whole and whole.startswith(_PREFIX) and whole.endswith(".weight"):
            state[whole.removeprefix(_PREFIX)] = _value(held, whole)
    for node in graph.node:
        if node.op_type == "MatMulInteger" and node.input[1] in held:
            module = node.name.removeprefix("/model/").rsplit("/", 1)[0].replace("/", ".")
            state[f"{module}.weight"] = _value(held, node.input[1].removesuffix("_quantized")).T.contiguous()
    state.pop("words.weight", None)
    return state


def _value(held: dict[str, Tensor], name: str) -> Tensor:
    steps, zero = held[f"{name}_quantized"].float(), held[f"{name}_zero_point"].float()
    return (steps - zero) * held[f"{name}_scale"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--base", type=Path, required=True)
    parser.add_argument("--weights", type=Path, required=True, help="directory of an export")
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    state = restored(args.weights / "model.int8.onnx")
    wanted = set(from_base(args.base).state_dict()) - {"words.weight"}
    if set(state) != wanted:
        raise SystemExit(f"not the network that training builds: {sorted(set(state) ^ wanted)}")
    config = json.loads((args.weights / "config.json").read_text(encoding="utf-8"))
    torch.save({"average": state, "seen": config["pairs_seen"]}, args.out)


if __name__ == "__main__":
    main()
