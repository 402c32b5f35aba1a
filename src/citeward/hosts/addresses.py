"""Which addresses a fetch may dial.

`ipaddress.is_global` differs between Python versions and calls multicast, NAT64 and IPv4-mapped addresses global, so
the table is our own: the IANA special-purpose registries (RFC 6890 and its updates), what carries an IPv4 address
inside an IPv6 one, and platform services that answer on public addresses. IPv6 is an allowlist: global unicast
2000::/3, less the exceptions; everything IANA has not handed out is refused.
"""

from __future__ import annotations

from bisect import bisect_right
from enum import StrEnum
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address


class AddressReason(StrEnum):
    """Why an address may not be dialled."""

    NOT_AN_ADDRESS = "not_an_address"
    """Unreadable, or carries a zone id."""
    UNSPECIFIED = "unspecified"
    LOOPBACK = "loopback"
    PRIVATE = "private"
    SHARED = "shared"
    """Carrier-grade NAT (RFC 6598); some clouds put their metadata service there."""
    LINK_LOCAL = "link_local"
    """Holds the metadata service of most clouds."""
    METADATA = "metadata"
    """A platform service on an otherwise public address."""
    PROTOCOL = "protocol"
    """IETF protocol assignments, AS112, benchmarking, ORCHID: no web server belongs there."""
    DOCUMENTATION = "documentation"
    MULTICAST = "multicast"
    RESERVED = "reserved"
    """Reserved, broadcast or not allocated."""
    EMBEDS_IPV4 = "embeds_ipv4"
    """IPv4-mapped, -compatible or -translated, NAT64, 6to4, Teredo, ISATAP: a second way to spell an IPv4 address."""


_V4: tuple[tuple[str, AddressReason], ...] = (
    ("0.0.0.0/8", AddressReason.UNSPECIFIED),
    ("10.0.0.0/8", AddressReason.PRIVATE),
    ("100.64.0.0/10", AddressReason.SHARED),
    ("127.0.0.0/8", AddressReason.LOOPBACK),
    ("168.63.129.16/32", AddressReason.METADATA),  # Azure's host agent and DNS, reachable from every virtual machine
    ("169.254.0.0/16", AddressReason.LINK_LOCAL),
    ("172.16.0.0/12", AddressReason.PRIVATE),
    ("192.0.0.0/24", AddressReason.PROTOCOL),
    ("192.0.2.0/24", AddressReason.DOCUMENTATION),
    ("192.31.196.0/24", AddressReason.PROTOCOL),
    ("192.52.193.0/24", AddressReason.PROTOCOL),
    ("192.88.99.0/24", AddressReason.EMBEDS_IPV4),  # 6to4 relay anycast (RFC 7526)
    ("192.168.0.0/16", AddressReason.PRIVATE),
    ("192.175.48.0/24", AddressReason.PROTOCOL),
    ("198.18.0.0/15", AddressReason.PROTOCOL),
    ("198.51.100.0/24", AddressReason.DOCUMENTATION),
    ("203.0.113.0/24", AddressReason.DOCUMENTATION),
    ("224.0.0.0/4", AddressReason.MULTICAST),
    ("240.0.0.0/4", AddressReason.RESERVED),
)

# Outside 2000::/3 every address is refused; these rows only give the familiar ones their own reason.
_V6: tuple[tuple[str, AddressReason], ...] = (
    ("::/128", AddressReason.UNSPECIFIED),
    ("::1/128", AddressReason.LOOPBACK),
    ("::/96", AddressReason.EMBEDS_IPV4),
    ("::ffff:0:0/96", AddressReason.EMBEDS_IPV4),
    ("::ffff:0:0:0/96", AddressReason.EMBEDS_IPV4),
    ("64:ff9b::/96", AddressReason.EMBEDS_IPV4),
    ("64:ff9b:1::/48", AddressReason.EMBEDS_IPV4),
    ("2001::/32", AddressReason.EMBEDS_IPV4),  # Teredo
    ("2001::/23", AddressReason.PROTOCOL),
    ("2001:db8::/32", AddressReason.DOCUMENTATION),
    ("2002::/16", AddressReason.EMBEDS_IPV4),  # 6to4
    ("2620:4f:8000::/48", AddressReason.PROTOCOL),
    ("2d00::/8", AddressReason.RESERVED),
    ("2e00::/7", AddressReason.RESERVED),
    ("3000::/4", AddressReason.RESERVED),  # holds 3ffe::/16 (6bone, returned) and 3fff::/20 (documentation)
    ("fc00::/7", AddressReason.PRIVATE),
    ("fe80::/10", AddressReason.LINK_LOCAL),
    ("fec0::/10", AddressReason.PRIVATE),
    ("ff00::/8", AddressReason.MULTICAST),
)

_V4_ROWS = tuple((int(n[0]), int(n[-1]), reason) for n, reason in ((IPv4Network(text), r) for text, r in _V4))
_V4_STARTS = tuple(start for start, _, _ in _V4_ROWS)
# The narrowest network first, so that a row inside another one keeps its reason.
_V6_ROWS = tuple(
    (int(n.network_address) >> (128 - n.prefixlen) if n.prefixlen else 0, 128 - n.prefixlen, reason)
    for n, reason in sorted(((IPv6Network(text), r) for text, r in _V6), key=lambda row: -row[0].prefixlen)
)
_GLOBAL_UNICAST = 0b001  # 2000::/3
_ISATAP = frozenset({0x00005EFE, 0x02005EFE})  # interface identifiers of RFC 5214 section 6.1


def check_address(address: str | IPv4Address | IPv6Address) -> AddressReason | None:
    """None when the address is public unicast and may be dialled, else the reason it may not.

    Text must be one plain address, as `getaddrinfo` returns it; a zone id is refused. Never raises.
    """
    if isinstance(address, str):
        try:
            address = ip_address(address)
        except ValueError:
            return AddressReason.NOT_AN_ADDRESS
    if isinstance(address, IPv4Address):
        return _check_v4(int(address))
    if address.scope_id is not None:
        return AddressReason.NOT_AN_ADDRESS
    return _check_v6(int(address))


def _check_v4(number: int) -> AddressReason | None:
    row = bisect_right(_V4_STARTS, number) - 1
    _, end, reason = _V4_ROWS[row]
    return reason if number <= end else None


def _check_v6(number: int) -> AddressReason | None:
    for prefix, shift, reason in _V6_ROWS:
        if number >> shift == prefix:
            return reason
    if number >> 125 != _GLOBAL_UNICAST:
        return AddressReason.RESERVED
    if (number >> 32) & 0xFFFFFFFF in _ISATAP:
        return AddressReason.EMBEDS_IPV4
    return None
