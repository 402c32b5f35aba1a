"""What a policy says of hosts: its lists, and which hosts imitate one of its own."""

from __future__ import annotations

from functools import lru_cache

from citeward.hosts import HostPolicy, HostVerdict, Watchlist
from citeward.verify.requirements import Requirements

__all__ = ["host_fault", "watchlist"]


def host_fault(host: str, requirements: Requirements) -> str | None:
    """Why a canonical ASCII host may not be cited: ``denied`` or ``not_listed``; None where it may.

    Every allowlist has to be met, and no denylist.
    """
    for allowed in (requirements.allowed_hosts, *requirements.further_allowlists):
        verdict = _policy(allowed, requirements.denied_hosts).judge(host)
        if verdict is not HostVerdict.ALLOWED:
            return verdict.value
    return None


@lru_cache(maxsize=64)
def watchlist(brands: tuple[str, ...]) -> Watchlist:
    """The prepared brands of one configuration."""
    return Watchlist(brands)


@lru_cache(maxsize=64)
def _policy(allow: tuple[str, ...], deny: tuple[str, ...]) -> HostPolicy:
    return HostPolicy.of(allow or None, deny)
