"""The skeleton of a text: its letters and digits as bytes, and the way back to code points.

A skeleton is what quotes are searched in. Positions are recovered from the running count of skeleton bytes at every
block boundary, kept in an array, and the text itself: 4 bytes per block on top of the skeleton.
"""

from __future__ import annotations

import sys
from array import array
from bisect import bisect_right
from collections.abc import Iterable
from itertools import accumulate, compress, count, islice

from .letters import SIEVED

_FOLD = bytes(code + 32 if 65 <= code <= 90 else code for code in range(256))
_DROP = bytes(code for code in range(256) if code > 127 or not chr(code).isalnum())
_KEPT = bytes(int(code < 128 and chr(code).isalnum()) for code in range(256))
ASCII_BLOCK = 256
UNICODE_BLOCK = 64
"""Smaller: inside a block of other than ASCII every code point is looked up in turn."""


def sift(text: str) -> bytes:
    """The skeleton of a short text, such as a quote."""
    if text.isascii():
        return text.encode().translate(_FOLD, _DROP)
    return b"".join(map(SIEVED.__getitem__, text))


class Skeleton:
    """The skeleton of one text, with a position map. Build with `build_skeleton`."""

    __slots__ = ("_block", "_starts", "_text", "data")

    def __init__(self, text: str, data: bytes, lengths: Iterable[int], block: int) -> None:
        self._text = text
        self._block = block
        self._starts = array("I", accumulate(lengths, initial=0))
        self.data = data
        """The skeleton bytes."""

    @property
    def nbytes(self) -> int:
        """Memory of the skeleton and its map, without the text, in bytes."""
        return sys.getsizeof(self.data) + sys.getsizeof(self._starts)

    def position(self, offset: int) -> int:
        """The code point of the text that left the skeleton byte at `offset`."""
        block = bisect_right(self._starts, offset) - 1
        inside = offset - self._starts[block]
        start = block * self._block
        chunk = self._text[start : start + self._block]
        return start + (_nth_ascii(chunk, inside) if chunk.isascii() else _nth(chunk, inside))

    def offset(self, position: int) -> int:
        """How many skeleton bytes stand before the code point at `position`."""
        block = min(position // self._block, len(self._starts) - 2)
        if block < 0:
            return 0
        return self._starts[block] + len(sift(self._text[block * self._block : position]))


def _nth_ascii(chunk: str, wanted: int) -> int:
    kept = chunk.encode().translate(_KEPT)
    return next(islice(compress(count(), kept), wanted, None))


def _nth(chunk: str, wanted: int) -> int:
    for index, char in enumerate(chunk):
        wanted -= len(SIEVED[char])
        if wanted < 0:
            return index
    raise IndexError("skeleton offset beyond its block")


def build_skeleton(text: str) -> Skeleton:
    """Build the skeleton of `text` in one pass; linear in its length."""
    if not text.isascii():
        if len(text) <= 512:  # not worth waking numpy
            parts = [sift(text[at : at + UNICODE_BLOCK]) for at in range(0, len(text), UNICODE_BLOCK)]
            return Skeleton(text, b"".join(parts), map(len, parts), UNICODE_BLOCK)
        from .unicode_skeleton import sift_blocks  # numpy takes longer to import than most documents to index

        data, lengths = sift_blocks(text, UNICODE_BLOCK)
        return Skeleton(text, data, lengths, UNICODE_BLOCK)
    raw = text.encode()
    if len(raw) <= ASCII_BLOCK:
        data = raw.translate(_FOLD, _DROP)
        return Skeleton(text, data, (len(data),), ASCII_BLOCK)
    parts = [raw[at : at + ASCII_BLOCK].translate(_FOLD, _DROP) for at in range(0, len(raw), ASCII_BLOCK)]
    return Skeleton(text, b"".join(parts), map(len, parts), ASCII_BLOCK)
