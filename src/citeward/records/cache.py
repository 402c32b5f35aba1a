"""States kept between displays. What a state rests on is its key, so a change is never served from here."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection
from typing import Any

from citeward.records.nouns import CitationState

__all__ = ["StateCache", "StateKey"]

StateKey = tuple[str, str, tuple[str, ...], str, tuple[tuple[Any, ...], ...]]
"""Tenant, citation, whoever looks, access epoch, and of each root its document and whatever else can change of it."""


class StateCache:
    """The least recently used states go first. Bound to one event loop.

    Args:
        size: how many states are kept; about 1 kB each.
    """

    def __init__(self, size: int = 100_000) -> None:
        self._size = size
        self._kept: OrderedDict[StateKey, CitationState] = OrderedDict()

    def get(self, key: StateKey) -> CitationState | None:
        """The state under a key, or None."""
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
        return found

    def put(self, key: StateKey, state: CitationState) -> None:
        """Keeps a state. One that could not be confirmed is not kept: the next display tries again."""
        self._kept[key] = state
        self._kept.move_to_end(key)
        while len(self._kept) > self._size:
            self._kept.popitem(last=False)

    def trim(self, tenant: str | None, documents: Collection[str] | None) -> None:
        """Lets go of a tenant's states, or of those that rest on one of these documents. Looks at every key once.

        Args:
            tenant: whose; None: everybody's.
            documents: their ids; None: all.
        """
        if tenant is None:
            self._kept.clear()
            return
        gone = [key for key in self._kept if key[0] == tenant and (documents is None or _rests(key, documents))]
        for key in gone:
            del self._kept[key]

    def __len__(self) -> int:
        return len(self._kept)


def _rests(key: StateKey, documents: Collection[str]) -> bool:
    return any(root[0] in documents for root in key[4])
