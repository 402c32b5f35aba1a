"""A word diff, bounded."""

from __future__ import annotations

from difflib import SequenceMatcher

from .result import DiffOp

_LARGEST = 250_000
"""Word pairs compared at most; the middle of larger texts is reported as one replacement."""


def word_diff(old: str, new: str) -> tuple[DiffOp, ...]:
    """The steps from `old` to `new`, word by word.

    Equal words at both ends are set aside first. If more than 250,000 pairs of words remain, they are one replacement,
    so that two long unrelated texts cannot cost quadratic time.
    """
    before, after = old.split(), new.split()
    head = 0
    while head < min(len(before), len(after)) and before[head] == after[head]:
        head += 1
    tail = 0
    while tail < min(len(before), len(after)) - head and before[-1 - tail] == after[-1 - tail]:
        tail += 1
    middle, other = before[head : len(before) - tail], after[head : len(after) - tail]
    ops = [DiffOp("equal", " ".join(before[:head]), " ".join(before[:head]))] if head else []
    if middle and other and len(middle) * len(other) <= _LARGEST:
        for op, low, high, start, end in SequenceMatcher(None, middle, other, autojunk=False).get_opcodes():
            ops.append(DiffOp(op, " ".join(middle[low:high]), " ".join(other[start:end])))
    elif middle or other:
        op = "replace" if middle and other else "delete" if middle else "insert"
        ops.append(DiffOp(op, " ".join(middle), " ".join(other)))
    if tail:
        same = " ".join(before[len(before) - tail :])
        ops.append(DiffOp("equal", same, same))
    return tuple(ops)
