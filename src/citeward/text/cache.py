"""Indexes kept between turns, under a byte budget."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable

from .index import SourceIndex
from .version import NORMALISER_VERSION


class IndexCache:
    """Least recently used indexes, keyed by (sha256 of the text, normaliser version). Safe to share between threads.

    Args:
        max_bytes: memory for indexes and their texts. One index larger than this is built but not kept.
    """

    def __init__(self, max_bytes: int) -> None:
        if max_bytes < 0:
            raise ValueError("max_bytes must not be negative")
        self._max_bytes = max_bytes
        self._lock = threading.Lock()
        self._kept: OrderedDict[tuple[str, str], tuple[SourceIndex, int]] = OrderedDict()
        self._bytes = 0

    def get(self, sha256: str, text: str | Callable[[], str]) -> SourceIndex:
        """The index of the text with this digest, building it when it is not kept.

        Args:
            sha256: digest of the text in UTF-8, in hexadecimal, as the document store keeps it.
            text: the text, or a function that loads it; called only when the index is not kept.
        """
        key = (sha256, NORMALISER_VERSION)
        with self._lock:
            kept = self._kept.get(key)
            if kept is not None:
                self._kept.move_to_end(key)
                self._account(key, kept[0])  # a view without markup may have been built since
                return kept[0]
        built = SourceIndex(text if isinstance(text, str) else text())
        with self._lock:
            self._account(key, built)
        return built

    def _account(self, key: tuple[str, str], index: SourceIndex) -> None:
        old = self._kept.pop(key, None)
        if old is not None:
            self._bytes -= old[1]
        size = index.nbytes
        if size > self._max_bytes:
            return
        self._kept[key] = (index, size)
        self._bytes += size
        while self._bytes > self._max_bytes:
            _, (_, freed) = self._kept.popitem(last=False)
            self._bytes -= freed

    def __len__(self) -> int:
        return len(self._kept)

    @property
    def nbytes(self) -> int:
        """Bytes accounted for, texts included."""
        return self._bytes
