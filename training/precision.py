"""Whether a device multiplies faster in bf16, by trying: older processors take several times as long over it."""

from __future__ import annotations

import time

import torch

__all__ = ["bf16_is_faster"]

_ROUNDS = 5


def bf16_is_faster(device: torch.device) -> bool:
    """Tries both on matrices of the size of a training step, taking turns, and compares the best times."""
    best = {}
    for kind in (torch.float32, torch.bfloat16) * _ROUNDS:
        left, right = torch.ones(1024, 768, device=device, dtype=kind), torch.ones(768, 768, device=device, dtype=kind)
        began = time.perf_counter()
        (left @ right)[0, 0].item()  # the transfer waits for a device that works on its own
        took = time.perf_counter() - began
        best[kind] = min(best.get(kind, took), took)
    return best[torch.bfloat16] < best[torch.float32]
