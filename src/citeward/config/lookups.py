"""The ``[lookups]`` table: who looks pages up, what may be visited, and which hosts are registered.

::

    [lookups]
    hosts = ["doi.org", "*.nature.com"]     # what the fetch may visit; "any" for every public host
    denied_hosts = []
    resolver = "https://resolver.internal"  # ask a resolver instead of fetching from here
    plain_http = false                      # whether the resolver may be reached over http on another machine
    proxy = "10.0.0.5:3128"                 # leave through this proxy
    ports = [80, 443]                       # with a resolver too: what it answers is checked again here
    forbidden_networks = []
    per_answer = 12
    per_host_minute = 20
    per_tenant_minute = 120
    seconds = 10
    cache_mib = 64
    copies = "https://cite.example.com/copies/"

    [lookups.sources.journals]
    tier = 2
    hosts = ["*.nature.com"]

Which URLs of an answer are looked up is said by the policy (``lookups``), never here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from ipaddress import ip_network
from typing import TYPE_CHECKING, Any

from citeward.config import values
from citeward.errors import ConfigError
from citeward.fetch import BudgetLimits, FetchPolicy
from citeward.hosts import HostPolicy, UnsafeUrl, parse_host, parse_url
from citeward.model import DEFAULT_TENANT, Tier
from citeward.verify import WebSource

if TYPE_CHECKING:
    from ipaddress import IPv4Network, IPv6Network

__all__ = ["LookupSettings", "read_lookups"]

_MOST = 1_000_000
_KEYS = {
    "hosts", "denied_hosts", "ports", "forbidden_networks", "resolver", "plain_http", "proxy", "per_answer",
    "per_host_minute", "per_tenant_minute", "seconds", "cache_mib", "copies", "sources",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class LookupSettings:
    """How pages are looked up."""

    policy: FetchPolicy = field(default_factory=FetchPolicy)
    limits: BudgetLimits = field(default_factory=BudgetLimits)
    sources: tuple[WebSource, ...] = ()
    resolver: str | None = None
    """Address of a resolver; None: this process fetches."""
    plain_http: bool = False
    proxy: tuple[str, int] | None = None
    """Host and port of the proxy to leave through."""
    cache_bytes: int = 64 * 1024 * 1024
    copies: str = ""


def read_lookups(table: Mapping[str, Any]) -> LookupSettings:
    """The settings of the table.

    Raises:
        ConfigError: an unknown key or an impossible value.
    """
    at = "lookups"
    values.only(table, _KEYS, at)
    base, limits = FetchPolicy(), BudgetLimits()
    resolver = table.get("resolver")
    if resolver is not None:
        _address(resolver, f"{at}.resolver", path=False)
        for key in ("hosts", "denied_hosts", "proxy"):
            if key in table:
                raise ConfigError(f"{at}.{key}", "is the resolver's to decide", "Configure it where the resolver runs.")
    copies = table.get("copies", "")
    if copies != "":
        _address(copies, f"{at}.copies", path=True)
    return LookupSettings(
        policy=replace(
            base,
            hosts=_hosts(table, at),
            ports=frozenset(_ports(table.get("ports", sorted(base.ports)), f"{at}.ports")),
            forbidden_networks=_networks(table.get("forbidden_networks", []), f"{at}.forbidden_networks"),
            total_seconds=float(_count(table, "seconds", 10, at)),
        ),
        limits=replace(
            limits,
            per_answer=_count(table, "per_answer", limits.per_answer, at),
            per_host_minute=_count(table, "per_host_minute", limits.per_host_minute, at),
            per_tenant_minute=_count(table, "per_tenant_minute", limits.per_tenant_minute, at),
        ),
        sources=_sources(table.get("sources", {}), f"{at}.sources"),
        resolver=resolver,
        plain_http=values.flag(table.get("plain_http", False), f"{at}.plain_http"),
        proxy=None if "proxy" not in table else _proxy(table["proxy"], f"{at}.proxy"),
        cache_bytes=1024 * 1024 * values.whole(table.get("cache_mib", 64), f"{at}.cache_mib", 65_536),
        copies=copies,
    )


def _hosts(table: Mapping[str, Any], at: str) -> HostPolicy:
    allowed = table.get("hosts", [])
    denied = values.hosts(table.get("denied_hosts", []), f"{at}.denied_hosts")
    return HostPolicy.of(None if allowed == "any" else values.hosts(allowed, f"{at}.hosts"), denied)


def _count(table: Mapping[str, Any], key: str, default: int, at: str) -> int:
    found = values.whole(table.get(key, default), f"{at}.{key}", _MOST)
    if not found:
        raise ConfigError(
            f"{at}.{key}", "must be at least 1", 'To look nothing up, leave lookups = "none" in policies.'
        )
    return found


def _ports(value: object, at: str) -> list[int]:
    if not isinstance(value, list) or not value:
        raise ConfigError(at, "is not a list of ports", "Write [80, 443].")
    return [values.whole(port, at, 65_535) for port in value]


def _networks(value: object, at: str) -> tuple[IPv4Network | IPv6Network, ...]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise ConfigError(at, "is not a list of networks", 'Write ["203.0.113.0/24"].')
    try:
        return tuple(ip_network(item) for item in value)
    except ValueError as error:
        raise ConfigError(at, str(error), 'Write ["203.0.113.0/24"].') from error


def _address(value: object, at: str, *, path: bool) -> None:
    remedy = "Write https://resolver.internal:8443." if not path else "Write https://cite.example.com/copies/."
    if not isinstance(value, str):
        raise ConfigError(at, "is not a URL", remedy)
    try:
        found = parse_url(value)
    except UnsafeUrl as error:
        raise ConfigError(at, str(error), remedy) from error
    if found.fragment or "?" in found.path_query or (not path and found.path_query != "/"):
        raise ConfigError(at, "holds more than an address", remedy)


def _proxy(value: object, at: str) -> tuple[str, int]:
    remedy = 'Write "10.0.0.5:3128".'
    host, colon, port = value.rpartition(":") if isinstance(value, str) else ("", "", "")
    try:
        name = parse_host(host)
    except UnsafeUrl as error:
        raise ConfigError(at, "is not a host and a port", remedy) from error
    if not colon or not port.isdecimal() or not 0 < int(port) < 65_536:
        raise ConfigError(at, "is not a host and a port", remedy)
    return name.ascii, int(port)


def _sources(value: object, at: str) -> tuple[WebSource, ...]:
    found = []
    for name, table in values.table(value, at).items():
        where = f"{at}.{name}"
        known = values.only(values.table(table, where), {"tier", "hosts", "tenant"}, where)
        hosts = values.hosts(known.get("hosts"), f"{where}.hosts")
        if not hosts or "tier" not in known:
            raise ConfigError(where, "needs a tier and hosts", 'Write tier = 2 and hosts = ["*.example.com"].')
        tenant = known.get("tenant", DEFAULT_TENANT)
        if not isinstance(tenant, str) or not tenant:
            raise ConfigError(f"{where}.tenant", f"{tenant!r} is no tenant", "Write its name.")
        found.append(WebSource(name, Tier(values.whole(known["tier"], f"{where}.tier", 3)), hosts, tenant))
    return tuple(found)
