"""Your own domains, prepared for telling imitations of them."""

from __future__ import annotations

from functools import lru_cache

from citeward.hosts import Watchlist

__all__ = ["watchlist"]


@lru_cache(maxsize=64)
def watchlist(brands: tuple[str, ...]) -> Watchlist:
    """The prepared brands of one configuration."""
    return Watchlist(brands)
