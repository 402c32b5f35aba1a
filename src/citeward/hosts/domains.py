"""Registrable domains by the Public Suffix List, from the copy that ships with tldextract: nothing is downloaded."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from ipaddress import ip_address
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tldextract import TLDExtract

# Delegated or not, these never belong to the public web: RFC 3172, RFC 6761, RFC 6762, RFC 7686, RFC 8375, RFC 9476,
# ICANN's .internal, and the names ICANN withheld because networks use them. The suffixes of other private networks
# (.consul, .docker, .cluster) need no list: what the Public Suffix List does not know is local.
_LOCAL_SUFFIXES = frozenset({
    "alt", "arpa", "corp", "example", "home", "internal", "intranet", "invalid", "lan",
    "local", "localdomain", "localhost", "mail", "onion", "private", "test",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class DomainParts:
    """A host cut at its public suffix: `a.b` + `example` + `co.uk`. Empty strings where there is nothing."""

    subdomain: str
    label: str
    suffix: str

    @property
    def registrable(self) -> str | None:
        """`example.co.uk`, or None for an address, a bare suffix or a name under no public suffix."""
        return f"{self.label}.{self.suffix}" if self.label and self.suffix else None


@cache
def _extractor() -> TLDExtract:
    from tldextract import TLDExtract  # imports requests: a quarter of a second nobody should pay for `import citeward`

    return TLDExtract(suffix_list_urls=(), cache_dir=None, include_psl_private_domains=True)


@lru_cache(maxsize=4_096)
def split_domain(host: str) -> DomainParts:
    """Cuts a canonical ASCII host. Private suffixes (github.io, blogspot.com) count: their users are strangers to
    each other.

    A host that is itself a private suffix (`github.io`) is cut by the ICANN part of the list, so that it has an owner
    too.
    """
    if _is_address(host):
        return DomainParts("", "", "")
    parts = _extractor().extract_str(host)
    if parts.is_private and not parts.domain:
        parts = _extractor().extract_str(host, include_psl_private_domains=False)
    return DomainParts(parts.subdomain, parts.domain, parts.suffix)


def registrable_domain(host: str) -> str | None:
    """The domain somebody registered (`nature.com` of `www.nature.com`); None for addresses, suffixes and local
    names."""
    return split_domain(host).registrable


def is_local_name(host: str) -> bool:
    """True for a name that cannot be on the public web: one label, a special-use suffix, or no known public suffix.

    An address is not a name: False. A top-level domain newer than the bundled list counts as local until the list is
    upgraded: late is safe, early is a hole.
    """
    if _is_address(host):
        return False
    last = host.rpartition(".")[2]
    return last == host or last in _LOCAL_SUFFIXES or not split_domain(host).suffix


def _is_address(host: str) -> bool:
    if not (":" in host or host[-1:].isdigit()):
        return False
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
