"""Why a URL or host name was refused."""

from __future__ import annotations

from enum import StrEnum

from citeward.errors import CitewardError


class UrlReason(StrEnum):
    """What is wrong with the text of a URL. Stable codes: they appear in verdicts, logs and JSON."""

    NOT_TEXT = "not_text"
    """Empty, or holds a lone surrogate: there is no byte form of it."""
    TOO_LONG = "too_long"
    CONTROL_CHARACTER = "control_character"
    """Control, separator or invisible formatting characters, which parsers strip, split on or hide."""
    BACKSLASH = "backslash"
    """Browsers read a backslash as a slash, RFC 3986 does not: the two disagree about the host."""
    SCHEME = "scheme"
    AUTHORITY = "authority"
    """No `//` after the scheme, or no host after it."""
    USERINFO = "userinfo"
    """`https://nature.com@evil.example/`: what stands before the `@` is not where the link goes."""
    PORT = "port"
    HOST_SYNTAX = "host_syntax"
    HOST_LENGTH = "host_length"
    NUMERIC_HOST = "numeric_host"
    """Decimal, octal, hexadecimal or short forms that `inet_aton` would turn into an address."""
    INTERNATIONAL = "international"
    """Not a valid IDNA 2008 label, e.g. circled or fullwidth characters that some resolvers fold to ASCII."""
    ADDRESS_SYNTAX = "address_syntax"
    """A bracketed host that is not a plain IPv6 address (zone ids and IPvFuture included)."""


class UnsafeUrl(CitewardError, ValueError):
    """Raised for a URL or host that has more than one reading, or none. `reason` is the stable code."""

    def __init__(self, reason: UrlReason, detail: str) -> None:
        super().__init__(f"{reason}: {detail}")
        self.reason = reason
        self.detail = detail
