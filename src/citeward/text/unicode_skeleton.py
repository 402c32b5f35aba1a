"""Skeletons of long texts that are not all ASCII, with one table look-up per code point.

Code points that leave several bytes, such as ligatures and "ß", first leave a stand-in byte, which is replaced once the
rest is done. There are 45 stand-ins; expansions met after they are used up are put in one by one.
"""

from __future__ import annotations

import threading

import numpy as np
from numpy.typing import NDArray

from .letters import SIEVED, sieve

_SEVERAL, _UNKNOWN = 1, 2
"""Table entries of a code point whose expansion has no stand-in, and of one not met yet."""
_STAND_INS = range(3, 0x30)
"""No letter or digit leaves a byte below 0x30."""
_PAGE = 256
_table: NDArray[np.uint8] = np.full(0x110000, _UNKNOWN, dtype=np.uint8)
_sizes: NDArray[np.uint8] = np.ones(256, dtype=np.uint8)
_sizes[0] = 0
_stand_ins: dict[bytes, int] = {}
_lock = threading.Lock()


def _entry(left: bytes) -> int:
    if len(left) <= 1:
        return left[0] if left else 0
    if left not in _stand_ins and len(_stand_ins) < len(_STAND_INS):
        _sizes[_STAND_INS[len(_stand_ins)]] = len(left)
        _stand_ins[left] = _STAND_INS[len(_stand_ins)]
    return _stand_ins.get(left, _SEVERAL)


def _fill(codes: NDArray[np.uint32]) -> None:
    """Enter the pages of 256 code points that hold any of `codes`."""
    with _lock:
        for page in np.unique(codes // _PAGE).tolist():
            for code in range(page * _PAGE, (page + 1) * _PAGE):
                _table[code] = _entry(sieve(chr(code)))


def sift_blocks(text: str, block: int) -> tuple[bytes, list[int]]:
    """The skeleton of `text`, and how many bytes each block of `block` code points leaves."""
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    values = _table[codes]
    raw = values.tobytes()
    if _UNKNOWN in raw:
        _fill(codes[values == _UNKNOWN])
        values = _table[codes]
        raw = values.tobytes()
    lengths = np.add.reduceat(_sizes[values], np.arange(0, len(values), block), dtype=np.int64)
    if _SEVERAL in raw:
        raw = _expand(text, raw, np.flatnonzero(values == _SEVERAL).tolist(), lengths, block)
    data = raw.translate(None, b"\0")
    for expansion, stand_in in list(_stand_ins.items()):
        if stand_in in data:
            data = data.replace(bytes((stand_in,)), expansion)
    return data, lengths.tolist()


def _expand(text: str, raw: bytes, places: list[int], lengths: NDArray[np.int64], block: int) -> bytes:
    pieces: list[bytes] = []
    done = 0
    for at in places:
        left = SIEVED[text[at]]
        pieces += (raw[done:at], left)
        lengths[at // block] += len(left) - 1
        done = at + 1
    pieces.append(raw[done:])
    return b"".join(pieces)
