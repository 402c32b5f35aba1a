"""The redirect loop: every check again at every hop. The real fetch and the simulation walk through the same code."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Protocol

from citeward.hosts import HostPolicy, SafeUrl, UnsafeUrl, parse_url

from .policy import FetchPolicy, check_target
from .reasons import FetchReason, FetchRefused
from .resolve import Resolver, checked_addresses

_REDIRECTS = frozenset({301, 302, 303, 307, 308})


@dataclass(frozen=True, slots=True)
class Reply:
    """What one hop answered. `body` is decoded; a redirect's body is never read and stays empty."""

    status: int
    headers: tuple[tuple[str, str], ...]
    """Names in lower case, in the order received."""
    body: bytes = b""

    def values(self, name: str) -> list[str]:
        """Every value of a header, by lower-case name."""
        return [value for key, value in self.headers if key == name]

    @property
    def redirects(self) -> bool:
        """Whether the reply sends the client elsewhere (RFC 9110 section 15.4)."""
        return self.status in _REDIRECTS and any(key == "location" for key, _ in self.headers)


class Exchange(Protocol):
    """One request and its reply, sent to one of the given addresses and to nothing else."""

    async def __call__(self, url: SafeUrl, addresses: tuple[str, ...]) -> Reply:
        """Raises FetchError."""
        ...


@dataclass(frozen=True, slots=True)
class Arrival:
    """The end of a walk: the last URL, its reply, and the URLs before it."""

    url: SafeUrl
    reply: Reply
    passed: tuple[SafeUrl, ...]


def read_url(text: str) -> SafeUrl:
    """`parse_url` in this room's terms. Raises FetchRefused."""
    try:
        return parse_url(text)
    except UnsafeUrl as error:
        raise FetchRefused(FetchReason.UNSAFE_URL, error.reason, text[:200]) from error


async def walk(
    start: SafeUrl,
    policy: FetchPolicy,
    resolver: Resolver,
    exchange: Exchange,
    spend: Callable[[SafeUrl], None],
    *,
    within: Sequence[HostPolicy] = (),
) -> Arrival:
    """Follows redirects from `start` until a reply stays where it is.

    `spend` is asked before each lookup and raises FetchRefused when a budget is used up. `within` is met by every hop,
    besides the hosts of `policy`. Raises FetchError.
    """
    passed: list[SafeUrl] = []
    url = start
    while True:
        check_target(url, policy, within)
        spend(url)
        addresses = await checked_addresses(url, policy, resolver)
        reply = await exchange(url, addresses)
        if reply.status == HTTPStatus.PARTIAL_CONTENT:
            raise FetchRefused(FetchReason.PARTIAL, "part of a page, though a whole one was asked for", url.url)
        if not reply.redirects:
            return Arrival(url, reply, tuple(passed))
        passed.append(url)
        url = _next(url, reply)
        if any(url.url == before.url for before in passed):
            raise FetchRefused(FetchReason.REDIRECT_LOOP, "the redirects run in a circle", url.url)
        if len(passed) > policy.max_redirects:
            raise FetchRefused(FetchReason.REDIRECT_LIMIT, f"more than {policy.max_redirects} redirects", url.url)


def _next(url: SafeUrl, reply: Reply) -> SafeUrl:
    targets = reply.values("location")
    if len(set(targets)) != 1:
        raise FetchRefused(FetchReason.REDIRECT_TARGET, "more than one Location header", url.url)
    try:
        target = url.join(targets[0])
    except UnsafeUrl as error:
        raise FetchRefused(FetchReason.UNSAFE_URL, f"{error.reason} in a redirect", url.url) from error
    if url.scheme == "https" and target.scheme == "http":
        raise FetchRefused(FetchReason.REDIRECT_DOWNGRADE, "a redirect leaves https", target.url)
    return target
