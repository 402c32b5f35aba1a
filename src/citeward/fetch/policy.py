"""What may be fetched and how much of it. Every limit has a value; none can be switched off."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from ipaddress import IPv4Network, IPv6Network, ip_address

from citeward.hosts import HostPolicy, HostVerdict, SafeUrl, check_address, is_local_name

from .reasons import FetchReason, FetchRefused


@dataclass(frozen=True, slots=True)
class FetchPolicy:
    """Limits of one fetch. Raises ValueError for a limit that is not positive (`max_redirects` may be 0)."""

    hosts: HostPolicy = field(default_factory=lambda: HostPolicy(allow=()))
    """Which hosts may be looked up at all, redirect targets included. The default names none."""
    ports: frozenset[int] = frozenset({80, 443})
    """Anything else is a way to talk to databases and mail servers in HTTP."""
    forbidden_networks: tuple[IPv4Network | IPv6Network, ...] = ()
    """Your own public ranges, refused on top of the built-in table: NAT64 prefixes, perimeter hosts, split-horizon
    names."""
    max_redirects: int = 4
    """doi.org, a linking hub, a publisher and a locale switch need four; a redirect farm needs more."""
    max_answers: int = 64
    """Addresses one name may resolve to: bounds the checks a hostile zone can ask for."""
    max_dials: int = 2
    """Addresses of one hop that are tried until one connects."""
    total_seconds: float = 10.0
    """From the call to the last byte, all hops together: stops drip feeds."""
    lookup_seconds: float = 3.0
    connect_seconds: float = 4.0
    """TCP and, separately, TLS."""
    idle_seconds: float = 5.0
    """Silence between two reads."""
    max_head_bytes: int = 65_536
    """Everything before the body of one hop, interim replies included: stops header floods and endless 1xx."""
    max_head_lines: int = 200
    max_wire_bytes: int = 5_242_880
    """Bytes read after the head of one hop, framing and trailers included."""
    max_body_bytes: int = 10_485_760
    """Bytes after decompression: stops gzip bombs."""
    user_agent: str = "citeward"

    def __post_init__(self) -> None:
        for limit in fields(self):
            value = getattr(self, limit.name)
            if isinstance(value, int | float) and not value > 0 and limit.name != "max_redirects":
                raise ValueError(f"{limit.name} must be positive, not {value!r}")
        if self.max_redirects < 0:
            raise ValueError("max_redirects must not be negative")
        if not (self.user_agent.isascii() and self.user_agent.isprintable() and self.user_agent.strip()):
            raise ValueError("user_agent must be printable ASCII")


def check_target(url: SafeUrl, policy: FetchPolicy, within: Sequence[HostPolicy] = ()) -> None:
    """Everything that can be said of a hop before its name is looked up. Raises FetchRefused.

    `within` narrows the policy's own hosts for one fetch; each of its policies has to allow the host.
    """
    if url.port not in policy.ports:
        raise FetchRefused(FetchReason.PORT, f"port {url.port} is not among the allowed ones", url.url)
    if is_local_name(url.host):
        raise FetchRefused(FetchReason.LOCAL_NAME, f"{url.host} is not a name of the public web", url.url)
    if url.address is not None:
        check_answer(str(url.address), url, policy)
    for hosts in (policy.hosts, *within):
        verdict = hosts.judge(url.host)
        if verdict is HostVerdict.ALLOWED:
            continue
        raise FetchRefused(FetchReason.HOST_NOT_ALLOWED, f"{url.host} is {verdict}", url.url)


def check_answer(address: str, url: SafeUrl, policy: FetchPolicy) -> None:
    """One address a hop would dial. Raises FetchRefused."""
    reason = check_address(address)
    if reason is not None:
        raise FetchRefused(FetchReason.ADDRESS, f"{reason}: {address}", url.url)
    parsed = ip_address(address)
    if any(parsed in network for network in policy.forbidden_networks if network.version == parsed.version):
        raise FetchRefused(FetchReason.ADDRESS, f"forbidden network: {address}", url.url)
