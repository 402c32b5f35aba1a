"""States kept between displays. What a state rests on is its key, so a change is never served from here."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable

from citeward.records.nouns import CitationState

__all__ = ["StateCache"]


class StateCache:
    """The least recently used states go first. Bound to one event loop.

    Args:
        size: how many states are kept; about 1 kB each.
    """

    def __init__(self, size: int = 100_000) -> None:
        self._size = size
        self._kept: OrderedDict[Hashable, CitationState] = OrderedDict()

    def get(self, key: Hashable) -> CitationState | None:
        """The state under a key, or None."""
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
        return found

    def put(self, key: Hashable, state: CitationState) -> None:
        """Keeps a state. One that could not be confirmed is not kept: the next display tries again."""
        self._kept[key] = state
        self._kept.move_to_end(key)
        while len(self._kept) > self._size:
            self._kept.popitem(last=False)

    def __len__(self) -> int:
        return len(self._kept)
