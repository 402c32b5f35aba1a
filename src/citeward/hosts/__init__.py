"""Hosts and URLs, pure: syntax, international names, registrable domains, addresses, allowlists, lookalikes. No I/O."""

from __future__ import annotations

from .addresses import AddressReason, check_address
from .aliases import SHIPPED_ALIASES
from .display import display_host
from .domains import DomainParts, is_local_name, registrable_domain, split_domain
from .lookalike import Lookalike, LookalikeReason, LookalikeVerdict, Watchlist, lookalike
from .policy import HostPattern, HostPolicy, HostVerdict, matches, parse_pattern
from .skeleton import plain_letters
from .syntax import Host, host_syntax, parse_host
from .unsafe import UnsafeUrl, UrlReason
from .url import SafeUrl, parse_url, read_url

__all__ = [
    "SHIPPED_ALIASES",
    "AddressReason",
    "DomainParts",
    "Host",
    "HostPattern",
    "HostPolicy",
    "HostVerdict",
    "Lookalike",
    "LookalikeReason",
    "LookalikeVerdict",
    "SafeUrl",
    "UnsafeUrl",
    "UrlReason",
    "Watchlist",
    "check_address",
    "display_host",
    "host_syntax",
    "is_local_name",
    "lookalike",
    "matches",
    "parse_host",
    "parse_pattern",
    "parse_url",
    "plain_letters",
    "read_url",
    "registrable_domain",
    "split_domain",
]
