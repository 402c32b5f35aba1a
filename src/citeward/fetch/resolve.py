"""From a name to the addresses that may be dialled: one lookup, every answer checked."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol

from citeward.hosts import SafeUrl

from .policy import FetchPolicy, check_answer
from .reasons import FetchFailed, FetchReason, FetchRefused


class Resolver(Protocol):
    """Asks DNS. Injectable: tests and simulations answer from a script."""

    async def resolve(self, host: str) -> Sequence[str]:
        """All addresses of a name as text, in the order to try them; empty when it has none.

        Raises OSError when the question could not be answered.
        """
        ...


class SystemResolver:
    """The operating system's resolver, with the deadline `getaddrinfo` lacks.

    Lookups run in threads of their own. A hung lookup keeps its thread until the system gives up, so their number is
    bounded and a caller who finds none free within the deadline is refused like any late answer.
    """

    def __init__(self, seconds: float = 3.0, threads: int = 8) -> None:
        self._seconds = seconds
        self._threads = ThreadPoolExecutor(max_workers=threads, thread_name_prefix="citeward-dns")

    async def resolve(self, host: str) -> Sequence[str]:
        """See `Resolver`. Raises TimeoutError (an OSError) after the deadline."""
        async with asyncio.timeout(self._seconds):
            return await asyncio.get_running_loop().run_in_executor(self._threads, _lookup, host)

    def close(self) -> None:
        """Lets the threads go without waiting for a hung lookup."""
        self._threads.shutdown(wait=False, cancel_futures=True)


def _lookup(host: str) -> list[str]:
    # A trailing dot makes the name absolute, or a search domain of resolv.conf may lead it inward.
    answers = socket.getaddrinfo(f"{host}.", None, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP)
    return list(dict.fromkeys(str(answer[4][0]) for answer in answers))


async def checked_addresses(url: SafeUrl, policy: FetchPolicy, resolver: Resolver) -> tuple[str, ...]:
    """The addresses a hop may dial. One bad answer refuses them all: a name that points inward even sometimes is
    hostile or broken. Raises FetchRefused, FetchFailed."""
    if url.address is not None:
        check_answer(str(url.address), url, policy)
        return (str(url.address),)
    try:
        answers = tuple(await resolver.resolve(url.host))
    except OSError as error:
        raise FetchFailed(FetchReason.UNRESOLVED, f"{url.host} could not be looked up", url.url) from error
    if not answers:
        raise FetchFailed(FetchReason.UNRESOLVED, f"{url.host} has no address", url.url)
    if len(answers) > policy.max_answers:
        raise FetchRefused(FetchReason.TOO_MANY_ANSWERS, f"{url.host} has {len(answers)} addresses", url.url)
    for answer in answers:
        check_answer(answer, url, policy)
    return answers
