"""One typing slip between two words: insertion, deletion, substitution or a swap of neighbours."""

from __future__ import annotations

from collections.abc import Iterator


def within_one_edit(a: str, b: str) -> bool:
    """Whether the optimal string alignment distance (Damerau 1964) of two words is at most one. Linear time."""
    if len(a) > len(b):
        a, b = b, a
    if len(b) - len(a) > 1:
        return False
    start = 0
    while start < len(a) and a[start] == b[start]:
        start += 1
    if len(a) < len(b):
        return a[start:] == b[start + 1 :]
    if a[start + 1 :] == b[start + 1 :]:
        return True
    return a[start : start + 2] == b[start : start + 2][::-1] and a[start + 2 :] == b[start + 2 :]


def deletions(word: str) -> Iterator[str]:
    """The word itself and each word one character shorter. Two words within one edit share a member of this set,
    which is what makes a hash lookup out of a comparison with every known name."""
    yield word
    for i in range(len(word)):
        yield word[:i] + word[i + 1 :]
