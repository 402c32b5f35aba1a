"""Host syntax: one canonical spelling for each host, and a refusal for every other.

RFC 1123 section 2.1 and RFC 5890 for names, RFC 4291 and RFC 5952 for IPv6, the "ends in a number" rule of the WHATWG
URL standard for IPv4. UTS 46 mapping is deliberately absent: it is what turns circled digits and fullwidth dots into
addresses.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from ipaddress import AddressValueError, IPv4Address, IPv6Address

from .unsafe import UnsafeUrl, UrlReason

MAX_HOST_CHARS = 253
"""Longest name that fits DNS wire format (RFC 1035 section 2.3.4), in ASCII characters without a trailing dot."""
MAX_LABEL_CHARS = 63

_LABEL = re.compile(r"[a-z0-9](?:[a-z0-9-]*[a-z0-9])?", re.ASCII)
_NUMBER = re.compile(r"[0-9]+|0x[0-9a-f]*", re.ASCII)
_DOTTED_QUAD = re.compile(r"(?:0|[1-9][0-9]{0,2})(?:\.(?:0|[1-9][0-9]{0,2})){3}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Host:
    """A host in its one canonical spelling."""

    ascii: str
    """Lower-case A-labels without a trailing dot, a dotted quad, or a compressed IPv6 address without brackets."""
    address: IPv4Address | IPv6Address | None
    """Set when the host is an address literal."""

    @property
    def authority(self) -> str:
        """The spelling inside a URL: IPv6 in brackets."""
        return f"[{self.ascii}]" if isinstance(self.address, IPv6Address) else self.ascii


def parse_host(text: str) -> Host:
    """Reads the host part of a URL (brackets included for IPv6).

    One trailing dot is dropped from a name. Raises UnsafeUrl for anything that is not one host in one reading. Linear
    time.
    """
    if text.startswith("["):
        return _bracketed(text)
    if (
        len(text) > 4 * MAX_HOST_CHARS
    ):  # before any Unicode work; an A-label is at least as long as its composed U-label
        raise UnsafeUrl(UrlReason.HOST_LENGTH, "host name is too long")
    name = text[:-1] if text.endswith(".") else text
    labels = [_label(label) for label in name.split(".")]
    host = ".".join(labels)
    if len(host) > MAX_HOST_CHARS:
        raise UnsafeUrl(UrlReason.HOST_LENGTH, f"host name has {len(host)} characters, {MAX_HOST_CHARS} is the limit")
    if _NUMBER.fullmatch(labels[-1]):
        if name is not text or not _DOTTED_QUAD.fullmatch(host):
            raise UnsafeUrl(UrlReason.NUMERIC_HOST, "a host that ends in a number must be a plain dotted quad")
        try:
            return Host(host, IPv4Address(host))
        except AddressValueError as error:
            raise UnsafeUrl(UrlReason.NUMERIC_HOST, "a part of the address is above 255") from error
    return Host(host, None)


def host_syntax(text: str) -> str:
    """The canonical ASCII form of a host name or address, for configuration and comparison. Raises UnsafeUrl."""
    return parse_host(text).ascii


def _bracketed(text: str) -> Host:
    inner = text[1:-1]
    if not text.endswith("]") or "%" in inner or not inner.isascii():
        raise UnsafeUrl(UrlReason.ADDRESS_SYNTAX, "a bracketed host must be one plain IPv6 address without a zone")
    try:
        address = IPv6Address(inner)
    except AddressValueError as error:
        raise UnsafeUrl(UrlReason.ADDRESS_SYNTAX, "a bracketed host must be one plain IPv6 address") from error
    return Host(address.compressed, address)


def _label(text: str) -> str:
    label = text.lower() if text.isascii() else _to_alabel(text)
    if len(label) > MAX_LABEL_CHARS:
        raise UnsafeUrl(UrlReason.HOST_LENGTH, f"a label has {len(label)} characters, {MAX_LABEL_CHARS} is the limit")
    if not _LABEL.fullmatch(label):
        raise UnsafeUrl(UrlReason.HOST_SYNTAX, "a label may hold letters, digits and inner hyphens, and not be empty")
    if label.startswith("xn--"):
        _check_alabel(label)
    return label


def _to_alabel(text: str) -> str:
    import idna  # its tables cost 10 ms, and most hosts are ASCII

    # A composed form may be spelled apart (combining marks) and is joined here; a character that is only compatible
    # with another one (fullwidth, circled, ligature, Kelvin sign) is a second spelling of a different host.
    composed = unicodedata.normalize("NFC", text)
    if unicodedata.normalize("NFKC", text) != composed or any(unicodedata.normalize("NFC", c) != c for c in text):
        raise UnsafeUrl(UrlReason.INTERNATIONAL, "the host holds characters that stand for other characters")
    # Letter by letter: str.lower() makes a final sigma of a last capital sigma, which names another domain than
    # browsers open.
    try:
        return idna.alabel("".join(c.lower() for c in composed)).decode("ascii")
    except (idna.IDNAError, UnicodeError) as error:
        raise UnsafeUrl(UrlReason.INTERNATIONAL, "not a valid IDNA 2008 label") from error


def _check_alabel(label: str) -> None:
    import idna

    try:
        same = idna.alabel(idna.ulabel(label)).decode("ascii") == label
    except (idna.IDNAError, UnicodeError) as error:
        raise UnsafeUrl(UrlReason.INTERNATIONAL, "an xn-- label that is not valid IDNA 2008") from error
    if not same:
        raise UnsafeUrl(UrlReason.INTERNATIONAL, "an xn-- label that does not decode to one name")
