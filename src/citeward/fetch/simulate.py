"""Would this URL be fetched? The real walk with scripted answers: nothing is sent."""

from __future__ import annotations

from collections.abc import Coroutine, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeVar

from citeward.hosts import HostPolicy, SafeUrl, UnsafeUrl, host_syntax

from .policy import FetchPolicy
from .reasons import FetchError
from .walk import Reply, read_url, walk

T = TypeVar("T")

ANY_PUBLIC_HOST = FetchPolicy(hosts=HostPolicy(allow=None))
"""The built-in limits with no allowlist: what the batch command judges by."""


MAX_FETCHES = 100


class Decision(StrEnum):
    """Whether a fetch would be made."""

    ALLOW = "allow"
    BLOCK = "block"


@dataclass(frozen=True, slots=True)
class UrlDecision:
    """The outcome and, for a block, its reason: a `FetchReason`, a colon and the detail. Empty for allow."""

    decision: Decision
    reason: str


@dataclass(frozen=True, slots=True)
class DnsScript:
    """What DNS answers in a simulation."""

    start: Sequence[Sequence[str]] = ()
    """Answers for the first host, one sequence per lookup; the last one repeats. Empty: the name does not resolve."""
    others: Mapping[str, Sequence[str]] | None = None
    """Answers for further hosts by name; a host that is missing does not resolve."""


class _ScriptedResolver:
    def __init__(self, start: str, script: DnsScript) -> None:
        self._start = start
        self._answers = script.start
        self._others = {_canonical(name): answers for name, answers in (script.others or {}).items()}
        self._lookups = 0

    async def resolve(self, host: str) -> Sequence[str]:
        if host in self._others and host != self._start:
            return self._others[host]
        if host != self._start or not self._answers:
            return ()
        self._lookups += 1
        return self._answers[min(self._lookups, len(self._answers)) - 1]


class _ScriptedExchange:
    def __init__(self, redirects: Sequence[str]) -> None:
        self._targets: Iterator[str] = iter(redirects)

    async def __call__(self, url: SafeUrl, addresses: tuple[str, ...]) -> Reply:
        target = next(self._targets, None)
        return Reply(200, ()) if target is None else Reply(302, (("location", target),))


def judge_url(
    url: str,
    dns: DnsScript,
    redirects: Sequence[str] = (),
    *,
    fetches: int = 1,
    policy: FetchPolicy = ANY_PUBLIC_HOST,
) -> UrlDecision:
    """What `Fetcher.fetch` would decide, without caches and budgets, if DNS and servers answered as scripted.

    `redirects` are the Location values of successive replies; after the last one the server answers 200. With `fetches`
    above one the URL is fetched that often over fresh connections, DNS going on where it was. Never raises for a bad
    URL; raises ValueError for `fetches` outside 1 to 100, since a row must not buy a loop.
    """
    if not 1 <= fetches <= MAX_FETCHES:
        raise ValueError(f"fetches must be from 1 to {MAX_FETCHES}, not {fetches}")
    try:
        start = read_url(url)
        resolver = _ScriptedResolver(start.host, dns)
        for _ in range(fetches):
            _finish(walk(start, policy, resolver, _ScriptedExchange(redirects), lambda _: None))
    except FetchError as error:
        return UrlDecision(Decision.BLOCK, f"{error.reason}: {error.detail}")
    return UrlDecision(Decision.ALLOW, "")


def _finish(steps: Coroutine[Any, Any, T]) -> T:
    """Runs a coroutine that never has to wait, so that no event loop is needed (or disturbed)."""
    try:
        steps.send(None)
    except StopIteration as done:
        value: T = done.value
        return value
    raise RuntimeError("a scripted walk waited for something")


def _canonical(name: str) -> str:
    try:
        return host_syntax(name)
    except UnsafeUrl:
        return name
