"""What a policy says of hosts: its lists, and which hosts imitate one of its own."""

from __future__ import annotations

from functools import lru_cache

from citeward.hosts import HostPolicy, HostVerdict, Watchlist
from citeward.verify.requirements import Requirements

__all__ = ["host_fault", "host_policies", "watchlist"]


def host_fault(host: str, requirements: Requirements) -> str | None:
    """Why a canonical ASCII host may not be cited: ``denied`` or ``not_listed``; None where it may.

    Every allowlist has to be met, and no denylist.
    """
    for rule in host_policies(requirements):
        verdict = rule.judge(host)
        if verdict is not HostVerdict.ALLOWED:
            return verdict.value
    return None


def host_policies(requirements: Requirements) -> tuple[HostPolicy, ...]:
    """A policy's lists; a host has to meet each of them."""
    denied = requirements.denied_hosts
    lists = (requirements.allowed_hosts, *requirements.further_allowlists)
    return tuple(_policy(allowed, denied) for allowed in dict.fromkeys(lists) if allowed or denied)


@lru_cache(maxsize=64)
def watchlist(brands: tuple[str, ...]) -> Watchlist:
    """The prepared brands of one configuration."""
    return Watchlist(brands)


@lru_cache(maxsize=64)
def _policy(allow: tuple[str, ...], deny: tuple[str, ...]) -> HostPolicy:
    return HostPolicy.of(allow or None, deny)
