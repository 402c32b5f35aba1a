"""Allowlists and denylists of hosts."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from .domains import split_domain
from .syntax import parse_host


class HostVerdict(StrEnum):
    """What a HostPolicy says of one host. Only `allowed` allows."""

    ALLOWED = "allowed"
    DENIED = "denied"
    NOT_LISTED = "not_listed"


@dataclass(frozen=True, slots=True)
class HostPattern:
    """One entry of a list; see `parse_pattern` for the three forms."""

    base: str
    apex: bool
    subdomains: bool

    def __str__(self) -> str:
        """The entry as `parse_pattern` reads it."""
        if self.subdomains:
            return f"{'.' if self.apex else '*.'}{self.base}"
        return f"[{self.base}]" if ":" in self.base else self.base

    def matches(self, host: str) -> bool:
        """Whether a canonical ASCII host falls under this entry. Compares whole labels, never mere text suffixes."""
        if host == self.base:
            return self.apex
        return self.subdomains and host.endswith(f".{self.base}")


def parse_pattern(pattern: str) -> HostPattern:
    """Reads one list entry.

    - `example.com`: exactly that host, or one address literal (IPv6 in brackets).
    - `*.example.com`: every host below it at any depth, not the host itself.
    - `.example.com`: both.

    The two wide forms must name something one owner registered: `*.com`, `.co.uk` and `*.github.io` raise ValueError,
    since they would admit strangers. A suffix outside the public list (`*.corp`) is the operator's own. Raises
    ValueError (UnsafeUrl for bad host syntax).
    """
    for prefix, apex in (("*.", False), (".", True)):
        if pattern.startswith(prefix):
            host = parse_host(pattern.removeprefix(prefix))
            if host.address is not None:
                raise ValueError(f"{pattern!r}: an address has no subdomains")
            if split_domain(f"x.{host.ascii}").suffix == host.ascii:
                raise ValueError(f"{pattern!r} spans a public suffix, which belongs to many owners")
            return HostPattern(host.ascii, apex=apex, subdomains=True)
    return HostPattern(parse_host(pattern).ascii, apex=True, subdomains=False)


def matches(host: str, pattern: str) -> bool:
    """Whether a canonical ASCII host falls under one list entry (`parse_pattern`)."""
    return parse_pattern(pattern).matches(host)


@dataclass(frozen=True, slots=True)
class HostPolicy:
    """An allowlist and a denylist. Deny wins; `allow=None` allows every host not denied, `allow=()` none."""

    allow: tuple[HostPattern, ...] | None
    deny: tuple[HostPattern, ...] = ()

    @classmethod
    def of(cls, allow: list[str] | tuple[str, ...] | None, deny: list[str] | tuple[str, ...] = ()) -> HostPolicy:
        """Reads both lists. Raises ValueError for an entry `parse_pattern` refuses."""
        return cls(
            allow=None if allow is None else tuple(parse_pattern(entry) for entry in allow),
            deny=tuple(parse_pattern(entry) for entry in deny),
        )

    def judge(self, host: str) -> HostVerdict:
        """The verdict on one canonical ASCII host."""
        if any(entry.matches(host) for entry in self.deny):
            return HostVerdict.DENIED
        if self.allow is None or any(entry.matches(host) for entry in self.allow):
            return HostVerdict.ALLOWED
        return HostVerdict.NOT_LISTED
