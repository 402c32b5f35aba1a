"""The resolver: looks pages and references up for gates that have no route to the outside."""

from __future__ import annotations

import hmac
from http import HTTPStatus

from citeward.errors import ConfigError
from citeward.fetch import FetchError, FetchReason, FetchRefused
from citeward.hosts import HostPolicy
from citeward.resolver import wire
from citeward.resolver.http import Head, Reply
from citeward.verify import PageFetcher, Resolver

__all__ = ["ResolverService", "check_token"]

_SHORTEST_TOKEN = 32
_LONGEST_TOKEN = 512


def check_token(token: str) -> str:
    """A token that cannot be guessed, unchanged.

    Raises:
        ConfigError: it is too short, too long, or no plain ASCII.
    """
    plain = token.isascii() and token.isprintable() and " " not in token
    if not plain or not _SHORTEST_TOKEN <= len(token) <= _LONGEST_TOKEN:
        raise ConfigError(
            "CITEWARD_RESOLVER_TOKEN",
            "is no token",
            f"Use {_SHORTEST_TOKEN} to {_LONGEST_TOKEN} random ASCII characters, e.g. from: openssl rand -hex 32.",
        )
    return token


class ResolverService:
    """Implements :class:`citeward.resolver.http.Handler`.

    ``POST /v1/fetch {"tenant", "url", "within"?}`` gives ``{"snapshot"}``, ``{"refused"}`` or ``{"failed"}``; ``POST
    /v1/references {"tenant", "cites"}`` gives ``{"findings"}``; ``GET /healthz`` says that it runs, to anybody.
    """

    def __init__(self, token: str, fetcher: PageFetcher, references: Resolver | None = None) -> None:
        """Takes the one token its callers must bear.

        Raises:
            ConfigError: see :func:`check_token`.
        """
        self._expected = f"Bearer {check_token(token)}".encode()
        self._fetcher = fetcher
        self._references = references

    def refuse(self, head: Head) -> Reply | None:
        """See `Handler`. Without the token nothing is said of what there is."""
        if head.path == "/healthz" and head.method in ("GET", "HEAD"):
            return Reply(HTTPStatus.OK, b'{"status":"ok"}' if head.method == "GET" else b"")
        given = head.headers.get("authorization", "").encode("latin-1")
        if not hmac.compare_digest(given, self._expected):
            challenge = (("WWW-Authenticate", 'Bearer realm="citeward"'),)
            return Reply(HTTPStatus.UNAUTHORIZED, b'{"error":"unauthorised"}', challenge)
        if head.path not in ("/v1/fetch", "/v1/references"):
            return Reply(HTTPStatus.NOT_FOUND, b'{"error":"no such route"}')
        if head.method != "POST":
            return Reply(HTTPStatus.METHOD_NOT_ALLOWED, b'{"error":"post"}', (("Allow", "POST"),))
        if head.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
            return Reply(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, b'{"error":"send application/json"}')
        return None

    async def answer(self, head: Head, body: bytes) -> Reply:
        """See `Handler`."""
        try:
            message = wire.load(body)
            question = wire.read_fetch(message) if head.path == "/v1/fetch" else None
            cites = None if question is not None else wire.read_references(message)
        except wire.WireError as error:
            return Reply(HTTPStatus.BAD_REQUEST, wire.dump({"error": str(error)}))
        if question is not None:
            return Reply(HTTPStatus.OK, wire.dump(await self._fetch(*question)))
        if cites is None or self._references is None:
            return Reply(HTTPStatus.NOT_IMPLEMENTED, b'{"error":"this resolver looks no references up"}')
        findings = await self._references.resolve(cites[0], cites[1])
        return Reply(HTTPStatus.OK, wire.dump(wire.dump_findings(findings)))

    async def _fetch(self, tenant: str, url: str, within: tuple[HostPolicy, ...]) -> dict[str, object]:
        budget = self._fetcher.answer_budget()
        try:
            snapshot = await self._fetcher.fetch(url, tenant=tenant, answer=budget, within=within)
        except FetchError as error:
            return wire.dump_error(error)
        if len(snapshot.text or "") > wire.MAX_TEXT:
            too_long = FetchRefused(FetchReason.BODY_TOO_LARGE, f"over {wire.MAX_TEXT} characters of text", url)
            return wire.dump_error(too_long)
        return wire.dump_snapshot(snapshot)
