"""The one reading of a URL. What has two readings (RFC 3986 against browsers) is refused, never repaired."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address
from urllib.parse import quote

from .display import display_host
from .paths import remove_dot_segments
from .syntax import Host, parse_host
from .unsafe import UnsafeUrl, UrlReason

MAX_URL_CHARS = 8_192
"""Longest URL read, in code points. Stops a page-sized "URL" from reaching logs, records and registries."""

DEFAULT_PORTS = {"http": 80, "https": 443}

# Controls, DEL, C1, every separator but the plain space, soft hyphen, zero widths, bidi marks and overrides, BOM,
# variation selectors and tags: parsers strip them, terminals reorder by them, readers cannot see them.
_FORBIDDEN = re.compile(
    "[\x00-\x1f\x7f-\xa0\xad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f"
    "\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\uffff\U000e0000-\U000e0fff]"
)
_SURROGATE = re.compile("[\ud800-\udfff]")
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):")
_AUTHORITY_END = re.compile(r"[/?#]")
_PORT = re.compile(r"[1-9][0-9]{0,4}", re.ASCII)
# What stands unescaped after the authority: RFC 3986 pchar, the delimiters, brackets (browsers leave them) and the
# percent sign of an existing escape, which stays as it came.
_PATH_SAFE = "/:@!$&'()*+,;=-._~%[]"
_QUERY_SAFE = _PATH_SAFE + "?"


@dataclass(frozen=True, slots=True)
class SafeUrl:
    """An http or https URL in canonical spelling. Build it with `parse_url`; nothing here was looked up."""

    scheme: str
    """`http` or `https`."""
    host: str
    """ASCII, lower case, no trailing dot, no brackets."""
    port: int
    """The effective port, the scheme's default where the URL names none."""
    path_query: str
    """Percent-encoded ASCII, begins with `/`, dot segments removed; the query (with its `?`) follows."""
    fragment: str
    """Percent-encoded ASCII without `#`; never sent to a server, not part of `url`."""
    address: IPv4Address | IPv6Address | None
    """Set when the host is an address literal."""

    @property
    def authority(self) -> str:
        """Host, in brackets if IPv6, and the port unless it is the scheme's default: the `Host` header."""
        host = Host(self.host, self.address).authority
        return host if self.port == DEFAULT_PORTS[self.scheme] else f"{host}:{self.port}"

    @property
    def url(self) -> str:
        """The canonical URL without its fragment: what is fetched, cached under and compared."""
        return f"{self.scheme}://{self.authority}{self.path_query}"

    @property
    def href(self) -> str:
        """The canonical URL with its fragment: what a reader's link points at."""
        return f"{self.url}#{self.fragment}" if self.fragment else self.url

    @property
    def display_host(self) -> str:
        """The host as a reader may see it: Unicode where that is not deceptive, else ASCII (see `display_host`)."""
        return display_host(self.host)

    def join(self, reference: str) -> SafeUrl:
        """Resolves a redirect target against this URL (RFC 3986 section 5.2). Raises UnsafeUrl as `parse_url` does."""
        _refuse_forbidden(reference)
        if _SCHEME.match(reference):
            return parse_url(reference)
        if reference.startswith("//"):
            return parse_url(f"{self.scheme}:{reference}")
        origin = f"{self.scheme}://{self.authority}"
        path, mark, query = self.path_query.partition("?")
        if reference.startswith("/"):
            return parse_url(origin + reference)
        if reference.startswith("?"):
            return parse_url(origin + path + reference)
        if reference == "" or reference.startswith("#"):
            return parse_url(origin + path + mark + query + reference)
        return parse_url(origin + path[: path.rindex("/") + 1] + reference)


def parse_url(text: str) -> SafeUrl:
    """Reads one absolute http or https URL.

    Any host that has one reading passes, private names and addresses included: whether it may be *visited* is decided
    by the caller (`check_address`, `is_local_name`, ports), because a link to an intranet page is a fine link for a
    reader of that intranet. Raises UnsafeUrl with the reason. Linear in the length of the text, which is limited
    first.
    """
    _refuse_forbidden(text)
    scheme_match = _SCHEME.match(text)
    scheme = scheme_match.group(1).lower() if scheme_match else ""
    if scheme_match is None or scheme not in DEFAULT_PORTS:
        raise UnsafeUrl(UrlReason.SCHEME, "only absolute http and https URLs are accepted")
    rest = text[scheme_match.end() :]
    if not rest.startswith("//"):
        raise UnsafeUrl(UrlReason.AUTHORITY, "the scheme must be followed by //")
    rest = rest[2:]
    end = _AUTHORITY_END.search(rest)
    authority = rest[: end.start()] if end else rest
    host, port = _read_authority(authority, DEFAULT_PORTS[scheme])
    tail, _, fragment = rest[len(authority) :].partition("#")
    path, mark, query = tail.partition("?")
    path = remove_dot_segments(quote(path or "/", safe=_PATH_SAFE))
    return SafeUrl(
        scheme=scheme,
        host=host.ascii,
        port=port,
        path_query=path + mark + quote(query, safe=_QUERY_SAFE),
        fragment=quote(fragment, safe=_QUERY_SAFE),
        address=host.address,
    )


@lru_cache(maxsize=4_096)
def read_url(text: str) -> SafeUrl | UrlReason:
    """What `parse_url` says of a URL, kept: the URLs of a ledger are asked about at every stage of every answer."""
    try:
        return parse_url(text)
    except UnsafeUrl as unsafe:
        return unsafe.reason


def _refuse_forbidden(text: str) -> None:
    if len(text) > MAX_URL_CHARS:
        raise UnsafeUrl(UrlReason.TOO_LONG, f"the URL has {len(text)} characters, {MAX_URL_CHARS} is the limit")
    if _SURROGATE.search(text):
        raise UnsafeUrl(UrlReason.NOT_TEXT, "the URL holds a lone surrogate")
    if _FORBIDDEN.search(text) or text != text.strip(" "):
        raise UnsafeUrl(UrlReason.CONTROL_CHARACTER, "the URL holds control, invisible or surrounding space characters")
    if "\\" in text:
        raise UnsafeUrl(UrlReason.BACKSLASH, "the URL holds a backslash")


def _read_authority(authority: str, default_port: int) -> tuple[Host, int]:
    if not authority:
        raise UnsafeUrl(UrlReason.AUTHORITY, "the URL names no host")
    if "@" in authority:
        raise UnsafeUrl(UrlReason.USERINFO, "user names and passwords in a URL are refused")
    if authority.startswith("["):
        bracket = authority.find("]") + 1
        name, after = authority[:bracket], authority[bracket:]
        if not bracket or (after and not after.startswith(":")):
            raise UnsafeUrl(UrlReason.ADDRESS_SYNTAX, "a bracketed host must be closed and stand alone")
    else:
        name, colon, digits = authority.partition(":")
        after = colon + digits
    if not after:
        return parse_host(name), default_port
    if not _PORT.fullmatch(after[1:]) or int(after[1:]) > 65_535:
        raise UnsafeUrl(UrlReason.PORT, "a port must be a plain decimal number from 1 to 65535")
    return parse_host(name), int(after[1:])
