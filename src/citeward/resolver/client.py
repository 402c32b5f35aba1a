"""A gate's side of a resolver. Whatever it answers is checked as if it came from a stranger."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from http import HTTPStatus
from typing import Any

import httpcore2

from citeward.errors import CheckFailed, ConfigError
from citeward.fetch import (
    AnswerBudget,
    BudgetLimits,
    FetchError,
    FetchFailed,
    FetchPolicy,
    FetchReason,
    FetchRefused,
    ResultCache,
    Snapshot,
    check_target,
    client_context,
)
from citeward.hosts import HostPolicy, SafeUrl, UnsafeUrl, parse_url, read_url
from citeward.resolver import wire
from citeward.resolver.service import check_token
from citeward.verify import ExternalFinding, ExternalState, Resolver

__all__ = ["Channel", "RemoteFetcher", "RemoteResolver"]

_CLOCK_SKEW = timedelta(minutes=5)
_ANY_HOST = FetchPolicy(hosts=HostPolicy(allow=None))


class Channel:
    """The way to one resolver: a connection per question, no redirect followed, no proxy and no variable read."""

    def __init__(
        self,
        url: str,
        token: str,
        *,
        seconds: float = 15.0,
        max_reply_bytes: int = 20 * 1024 * 1024,
        plain_http: bool = False,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        """Takes the resolver's address, e.g. ``https://resolver.internal:8443``, and its token.

        ``plain_http`` allows ``http`` to another machine: only over a link that nobody else can read or write, since
        what comes over it is evidence. To this machine itself it is always allowed.

        Raises:
            ConfigError: the URL is none of a resolver, ``http`` leads off this machine, or the token is none.
            ValueError: a TLS context that does not verify, or a limit that is not positive.
        """
        try:
            self._url = parse_url(url)
        except UnsafeUrl as error:
            raise ConfigError("lookups.resolver", str(error), "Write https://resolver.internal:8443.") from error
        if self._url.path_query != "/":
            raise ConfigError("lookups.resolver", "has a path", "Write https://resolver.internal:8443.")
        if self._url.scheme == "http" and not plain_http and not _is_here(self._url):
            remedy = "Use https, or say plain_http = true where the link is nobody else's."
            raise ConfigError("lookups.resolver", "leads off this machine without TLS", remedy)
        if not (seconds > 0 and max_reply_bytes > 0):
            raise ValueError("seconds and max_reply_bytes must be positive")
        self._authorization = f"Bearer {check_token(token)}".encode()
        self._seconds = seconds
        self._max_reply_bytes = max_reply_bytes
        self._tls = tls or client_context()
        if self._tls.verify_mode is not ssl.CERT_REQUIRED or not self._tls.check_hostname:
            raise ValueError("the TLS context must verify certificate and host name")

    async def post(self, path: str, message: Mapping[str, Any]) -> dict[str, Any]:
        """The JSON reply to a question.

        Raises:
            CheckFailed: none in time, another status than 200, or no JSON object within the bounds.
        """
        try:
            async with asyncio.timeout(self._seconds):
                status, body = await self._send(path, wire.dump(message))
        except TimeoutError as error:
            raise CheckFailed(f"resolver: no answer in {self._seconds:g} seconds") from error
        except (httpcore2.NetworkError, httpcore2.ProtocolError, httpcore2.TimeoutException) as error:
            raise CheckFailed(f"resolver: {type(error).__name__}") from error
        if status == HTTPStatus.UNAUTHORIZED:
            raise CheckFailed("resolver: refuses the token. Give both sides the same CITEWARD_RESOLVER_TOKEN.")
        if status != HTTPStatus.OK:
            raise CheckFailed(f"resolver: answered with status {status}")
        try:
            return wire.load(body)
        except wire.WireError as error:
            raise CheckFailed(f"resolver: {error}") from error

    async def _send(self, path: str, content: bytes) -> tuple[int, bytes]:
        url = self._url
        origin = httpcore2.Origin(url.scheme.encode(), url.host.encode(), url.port)
        connection = httpcore2.AsyncHTTPConnection(
            origin=origin,
            ssl_context=self._tls,
            http1=True,
            http2=False,
            retries=0,
            network_backend=httpcore2.AnyIOBackend(),
        )
        request = httpcore2.Request(
            method=b"POST",
            url=httpcore2.URL(scheme=url.scheme.encode(), host=url.host.encode(), port=url.port, target=path.encode()),
            headers=[
                (b"Host", url.authority.encode()),
                (b"Authorization", self._authorization),
                (b"Content-Type", b"application/json"),
                (b"Accept", b"application/json"),
                (b"Accept-Encoding", b"identity"),
                (b"Content-Length", str(len(content)).encode()),
                (b"Connection", b"close"),
            ],
            content=content,
            extensions={"timeout": {"connect": self._seconds, "read": self._seconds, "write": self._seconds}},
        )
        try:
            response = await connection.handle_async_request(request)
            body = bytearray()
            try:
                async for piece in response.aiter_stream():
                    body += piece
                    if len(body) > self._max_reply_bytes:
                        raise CheckFailed(f"resolver: answered with more than {self._max_reply_bytes:,} bytes")
            finally:
                await response.aclose()
            return response.status, bytes(body)
        finally:
            await connection.aclose()


class RemoteFetcher:
    """Implements :class:`citeward.verify.PageFetcher` by asking a resolver: this process sends nothing anywhere else.

    Snapshots come without the bytes of the page; text, title, hash and headers are all that is judged. What is asked
    and what is answered are checked by the rules of the walk itself, whatever the resolver has checked.
    """

    def __init__(
        self,
        channel: Channel,
        *,
        limits: BudgetLimits | None = None,
        cache: ResultCache | None = None,
        policy: FetchPolicy = _ANY_HOST,
        oldest: timedelta = timedelta(hours=1),
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        """Takes the way to the resolver.

        Args:
            channel: see :class:`Channel`.
            limits: what one answer may have looked up.
            cache: of results, for this process.
            policy: what a page's URL and every redirect to it have to keep to. Its hosts are for the resolver to
                decide unless they are given here too.
            oldest: how long the resolver may have remembered a page. Its own cache keeps one for ten minutes.
            clock: now, aware.
        """
        self._channel = channel
        self._clock = clock
        self._policy = policy
        self._oldest = oldest
        self._limits = limits or BudgetLimits()
        self._cache = cache

    def answer_budget(self) -> AnswerBudget:
        """See `PageFetcher`. Budgets per host, tenant and minute are the resolver's."""
        return AnswerBudget(self._limits.per_answer)

    async def fetch(
        self, url: str, *, tenant: str, answer: AnswerBudget, within: tuple[HostPolicy, ...] = ()
    ) -> Snapshot:
        """See `PageFetcher`. A resolver that is down, late or answers otherwise than it must is a failure."""
        asked = read_url(url)
        if not isinstance(asked, SafeUrl):
            raise FetchRefused(FetchReason.UNSAFE_URL, asked.value, url[:200])
        remembered = self._cache.get(tenant, asked.url, within) if self._cache else None
        if isinstance(remembered, FetchError):
            raise remembered.again()
        if remembered is not None:
            return remembered
        answer.spend(asked)
        try:
            snapshot = await self._ask(asked, tenant, within)
        except FetchError as error:
            self._remember(tenant, asked, within, error)
            raise
        for hop in snapshot.passed_urls:  # a redirect costs what a request costs, whoever followed it
            answer.spend(parse_url(hop))
        self._remember(tenant, asked, within, snapshot)
        return snapshot

    async def _ask(self, asked: SafeUrl, tenant: str, within: tuple[HostPolicy, ...]) -> Snapshot:
        check_target(asked, self._policy, within)
        try:
            reply = await self._channel.post("/v1/fetch", wire.dump_fetch(tenant, asked.url, within))
            bounds = wire.Bounds(asked, self._policy, within, self._clock(), _CLOCK_SKEW, self._oldest)
            return wire.read_fetch_reply(reply, bounds)
        except wire.WireError as error:
            raise FetchFailed(FetchReason.NETWORK, f"resolver: {error}", asked.url) from error
        except FetchError:
            raise
        except CheckFailed as error:
            raise FetchFailed(FetchReason.NETWORK, str(error), asked.url) from error

    def _remember(
        self, tenant: str, asked: SafeUrl, within: tuple[HostPolicy, ...], result: Snapshot | FetchError
    ) -> None:
        if self._cache is not None:
            self._cache.put(tenant, asked.url, result.again() if isinstance(result, FetchError) else result, within)


class RemoteResolver:
    """Implements :class:`citeward.verify.Resolver` by asking a resolver. It is sent the cites alone."""

    def __init__(self, channel: Channel, *, max_references: int = 50) -> None:
        """``max_references`` are looked up per answer, as the resolver's own are per question."""
        self._channel = channel
        self._max = max_references

    def for_answer(self) -> Resolver:
        """See :class:`citeward.verify.PerAnswer`."""
        return _OneAnswer(self, self._max)

    async def resolve(self, tenant: str, references: Sequence[str]) -> Sequence[ExternalFinding]:
        """The finding on each reference, in the order asked.

        Raises:
            CheckFailed: the resolver did not answer, or otherwise than it must.
        """
        found: list[ExternalFinding] = []
        for start in range(0, len(references), wire.MAX_CITES):
            cites = list(references[start : start + wire.MAX_CITES])
            reply = await self._channel.post("/v1/references", {"tenant": tenant, "cites": cites})
            try:
                found += wire.read_findings(reply, len(cites))
            except wire.WireError as error:
                raise CheckFailed(f"resolver: {error}") from error
        return found


class _OneAnswer:
    """What one answer may have a resolver asked; nothing is asked twice for it."""

    def __init__(self, remote: RemoteResolver, left: int) -> None:
        self._remote = remote
        self._left = left
        self._found: dict[str, ExternalFinding] = {}

    async def resolve(self, tenant: str, references: Sequence[str]) -> Sequence[ExternalFinding]:
        """See :class:`citeward.verify.Resolver`."""
        new = list(dict.fromkeys(text for text in references if text not in self._found))
        while new and self._left > 0:
            size = min(self._left, wire.MAX_CITES)
            some, new = new[:size], new[size:]
            for text, finding in zip(some, await self._remote.resolve(tenant, some), strict=True):
                if finding == _TOO_MANY:
                    self._left = 0  # of the tenant, if not of this answer
                    continue
                self._left -= finding.reason != _FREE  # what nobody could be asked about costs nothing here either
                self._found[text] = finding
        return [self._found.get(text, _TOO_MANY) for text in references]


_FREE = "no_identifier"
_TOO_MANY = ExternalFinding(ExternalState.UNKNOWN, "too_many_references")


def _is_here(url: SafeUrl) -> bool:
    return url.host == "localhost" or (url.address is not None and url.address.is_loopback)
