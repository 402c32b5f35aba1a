"""The desk at which registries are asked: in turn, one request per question, and the answer remembered."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from http import HTTPStatus

from citeward.errors import UsageError
from citeward.fetch import FetchError
from citeward.references.cite import Cite
from citeward.references.network import Answer, Clock, RateLimiter, ReplyCache, Request, Transport
from citeward.references.registries import Registry
from citeward.references.replies import Reading, ReplyState

__all__ = ["Desk"]

_ATTEMPTS = 3
_BACKOFF_SECONDS = 1.0
"""Before the first repeat where the registry names no time of its own; doubled before the second."""
_REPEATABLE = frozenset((HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.BAD_GATEWAY, HTTPStatus.SERVICE_UNAVAILABLE))


@dataclass(frozen=True, slots=True)
class _Question:
    tenant: str
    registry: str
    url: str
    form: bytes | None


@dataclass(frozen=True, slots=True)
class _Errand:
    """What is asked, how the reply is read, whose turn it takes, and how many seconds it may wait for one."""

    request: Request
    read: Callable[[Answer], Reading]
    limiter: RateLimiter
    patience: float | None

    @property
    def is_hopeless(self) -> bool:
        """Whether the registry wants to be left alone for longer than anybody here waits."""
        return self.patience is not None and self.limiter.paused_for >= self.patience


class Desk:
    """Asks registries for one event loop; share one per process, so that its limits hold."""

    def __init__(
        self,
        registries: Sequence[Registry],
        transport: Transport,
        *,
        clock: Clock | None = None,
        cache: ReplyCache | None = None,
    ) -> None:
        self._transport = transport
        self._clock = clock or Clock()
        self._cache = cache or ReplyCache(self._clock.now)
        self._limiters = {registry.name: RateLimiter(registry.rate, self._clock) for registry in registries}
        self._searching = {
            registry.name: RateLimiter(registry.search_rate, self._clock)
            for registry in registries
            if registry.search_rate is not None
        }
        if len(self._limiters) != len(registries):
            raise UsageError("a registry is listed twice")
        self._open: dict[_Question, asyncio.Task[Reading]] = {}

    async def ask(self, tenant: str, registry: Registry, cite: Cite, patience: float | None = None) -> Reading:
        """The registry's reading for a cite. Failures of every kind come back as degraded, never as an exception.

        Callers who ask the same thing at once share one request; one who stops waiting does not stop the others. A
        registry that wants to be left alone for ``patience`` seconds or more is not waited for.
        """
        limiter = self._limiters[registry.name]
        errand = _Errand(registry.request(cite), registry.read, limiter, patience)
        return await self._run(_Question(tenant, registry.name, errand.request.url, errand.request.form), errand)

    async def search(self, tenant: str, registry: Registry, words: str, patience: float | None = None) -> Reading:
        """The registry's hits for the words of a reference, under the same terms as :meth:`ask`.

        Raises:
            UsageError: the registry cannot be searched.
        """
        request = registry.search(words)
        errand = _Errand(request, registry.read_hits, self._searching[registry.name], patience)
        return await self._run(_Question(tenant, registry.name, request.url, request.form), errand)

    async def _run(self, question: _Question, errand: _Errand) -> Reading:
        remembered = self._cache.get(question.tenant, errand.request)
        if remembered is not None:
            return errand.read(remembered)
        if errand.is_hopeless:
            return Reading(ReplyState.DEGRADED, detail="paused")
        task = self._open.get(question)
        if task is None:
            task = asyncio.create_task(self._ask(question, errand))
            self._open[question] = task
            task.add_done_callback(lambda _: self._open.pop(question, None))
        return await asyncio.shield(task)

    async def aclose(self) -> None:
        """Abandons what nobody waits for any more."""
        tasks = list(self._open.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _ask(self, question: _Question, errand: _Errand) -> Reading:
        reading = Reading(ReplyState.DEGRADED, detail="not_asked")
        limiter, host = errand.limiter, self._limiters[question.registry]
        for attempt in range(_ATTEMPTS):
            # A search counts twice: as a search, and as a request to its host. Its own turn is the rarer one.
            await limiter.turn()
            answer: Answer | None = None
            try:
                async with _turn(host if limiter is not host else None):
                    answer = await self._transport.send(question.tenant, errand.request)
                reading = errand.read(answer)
            except FetchError as error:
                reading = Reading(ReplyState.DEGRADED, detail=f"fetch_{error.reason}")
            finally:
                limiter.done(answer)
            if reading.state is not ReplyState.DEGRADED and answer is not None:
                self._cache.put(question.tenant, errand.request, answer, found=reading.state is ReplyState.FOUND)
                return reading
            if answer is None or answer.status not in _REPEATABLE or errand.is_hopeless:
                return reading
            if answer.header("retry-after") is None:
                limiter.pause(_BACKOFF_SECONDS * 2**attempt)
        return reading


@asynccontextmanager
async def _turn(limiter: RateLimiter | None) -> AsyncIterator[None]:
    """A turn that learns nothing from the reply, whose headers speak of another limit."""
    if limiter is None:
        yield
        return
    # First: a search that has waited for its own turn would else wait behind every look-up that came meanwhile.
    await limiter.turn(first=True)
    try:
        yield
    finally:
        limiter.done(None)
