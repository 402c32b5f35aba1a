"""Everything a deployment needs to resolve references, put together from its settings."""

from __future__ import annotations

import ssl
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from citeward.fetch import FetchPolicy, Resolver
from citeward.hosts import HostPolicy, parse_url
from citeward.references.desk import Desk
from citeward.references.network import Clock, SafeTransport
from citeward.references.registries import RegistrySettings, build_registries
from citeward.references.resolve import References

if TYPE_CHECKING:
    from citeward.fetch.wire import Dialler

__all__ = ["build_references"]


def build_references(
    settings: Mapping[str, RegistrySettings] | None = None,
    *,
    registries: Iterable[str] | None = None,
    policy: FetchPolicy | None = None,
    deadline_seconds: float | None = 8.0,
    search: bool = False,
    clock: Clock | None = None,
    resolver: Resolver | None = None,
    dialler: Dialler | None = None,
    tls: ssl.SSLContext | None = None,
) -> References:
    """Resolves at the configured registries, over the safe fetch, which may visit their hosts and no other.

    Args:
        settings: base URL, contact address, key and rate per registry.
        registries: which ones; by default those that need no key and those with settings.
        policy: limits of one request; its ``hosts`` are replaced by the registries' own.
        deadline_seconds, search: see :class:`References`.
        clock, resolver, dialler, tls: the parts that touch the world, replaceable as those of the safe fetch.

    Raises:
        ConfigError: a name that is no registry.
        UnsafeUrl: a base URL that is no plain web URL.
    """
    chosen = build_registries(registries, settings)
    hosts = [parse_url(registry.base_url).host for registry in chosen]
    hosts += [host for registry in chosen for host in registry.also_visits]
    limits = replace(policy or FetchPolicy(), hosts=HostPolicy.of(allow=list(dict.fromkeys(hosts))))
    transport = SafeTransport(limits, resolver=resolver, dialler=dialler, tls=tls)
    return References(chosen, Desk(chosen, transport, clock=clock), deadline_seconds=deadline_seconds, search=search)
