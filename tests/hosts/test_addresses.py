"""Only public unicast addresses may be dialled."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address, IPv6Network

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeward.hosts import AddressReason, check_address


@pytest.mark.parametrize(
    "address",
    [
        "8.8.8.8",
        "1.1.1.1",
        "172.32.0.1",
        "172.15.255.255",
        "100.63.255.255",
        "100.128.0.1",
        "192.167.255.255",
        "192.169.0.1",
        "198.17.255.255",
        "198.20.0.0",
        "223.255.255.255",
        "11.0.0.1",
        "9.255.255.255",
        "126.255.255.255",
        "128.0.0.0",
        "192.0.1.0",
        "203.0.114.1",
        "1.0.0.0",
        "168.63.129.15",
        "2606:4700:4700::1111",
        "2001:200::1",
        "2001:4860:4860::8888",
        "2a00:1450:4001::1",
        "2003::1",
    ],
)
def test_public_addresses_pass(address: str) -> None:
    assert check_address(address) is None


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("0.1.2.3", AddressReason.UNSPECIFIED),
        ("127.255.255.254", AddressReason.LOOPBACK),
        ("10.0.0.1", AddressReason.PRIVATE),
        ("172.31.255.255", AddressReason.PRIVATE),
        ("100.100.100.200", AddressReason.SHARED),
        ("169.254.169.254", AddressReason.LINK_LOCAL),
        ("168.63.129.16", AddressReason.METADATA),
        ("192.0.0.192", AddressReason.PROTOCOL),
        ("192.88.99.1", AddressReason.EMBEDS_IPV4),
        ("198.19.255.255", AddressReason.PROTOCOL),
        ("203.0.113.9", AddressReason.DOCUMENTATION),
        ("224.0.0.251", AddressReason.MULTICAST),
        ("255.255.255.255", AddressReason.RESERVED),
        ("::", AddressReason.UNSPECIFIED),
        ("::1", AddressReason.LOOPBACK),
        ("::7f00:1", AddressReason.EMBEDS_IPV4),
        ("::ffff:8.8.8.8", AddressReason.EMBEDS_IPV4),
        ("::ffff:0:8.8.8.8", AddressReason.EMBEDS_IPV4),
        ("64:ff9b::808:808", AddressReason.EMBEDS_IPV4),
        ("64:ff9b:1::808:808", AddressReason.EMBEDS_IPV4),
        ("2001:0:53aa:64c::1", AddressReason.EMBEDS_IPV4),
        ("2002:7f00:1::1", AddressReason.EMBEDS_IPV4),
        ("2606:4700::5efe:7f00:1", AddressReason.EMBEDS_IPV4),
        ("2606:4700::200:5efe:7f00:1", AddressReason.EMBEDS_IPV4),
        ("2001:2::1", AddressReason.PROTOCOL),
        ("2001:db8::1", AddressReason.DOCUMENTATION),
        ("3fff::1", AddressReason.RESERVED),
        ("3ffe::1", AddressReason.RESERVED),
        ("5f00::1", AddressReason.RESERVED),
        ("100::1", AddressReason.RESERVED),
        ("4000::1", AddressReason.RESERVED),
        ("fd00:ec2::254", AddressReason.PRIVATE),
        ("fec0::1", AddressReason.PRIVATE),
        ("febf::1", AddressReason.LINK_LOCAL),
        ("ff02::1", AddressReason.MULTICAST),
        ("fe80::1%eth0", AddressReason.NOT_AN_ADDRESS),
        ("2606:4700::1%1", AddressReason.NOT_AN_ADDRESS),
        ("127.1", AddressReason.NOT_AN_ADDRESS),
        ("example.com", AddressReason.NOT_AN_ADDRESS),
        ("", AddressReason.NOT_AN_ADDRESS),
    ],
)
def test_everything_else_has_a_reason(address: str, reason: AddressReason) -> None:
    assert check_address(address) is reason


@given(st.integers(0, 2**128 - 1))
def test_nothing_outside_global_unicast_passes(number: int) -> None:
    if IPv6Address(number) not in IPv6Network("2000::/3"):
        assert check_address(IPv6Address(number)) is not None


@given(st.integers(0, 2**32 - 1))
def test_no_ipv4_address_can_be_smuggled_inside_an_ipv6_one(number: int) -> None:
    for base, shift in (("::ffff:0:0", 0), ("::", 0), ("64:ff9b::", 0), ("2002::", 80), ("2606:4700::5efe:0:0", 0)):
        assert check_address(IPv6Address(int(IPv6Address(base)) | number << shift)) is not None


@given(st.integers(0, 2**32 - 1))
def test_text_and_object_agree(number: int) -> None:
    assert check_address(str(IPv4Address(number))) == check_address(IPv4Address(number))
