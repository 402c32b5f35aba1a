"""Registries without a network: what they say by path, and what they were asked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from citeward.fetch import FetchFailed, FetchReason
from citeward.references import Answer, Clock, Desk, References, Request, build_registries

from .payloads import body


class Shelf:
    """A transport that takes replies from a shelf; a path without one is unreachable."""

    def __init__(self, replies: Mapping[str, object]) -> None:
        self.replies = dict(replies)
        self.asked: list[Request] = []

    async def send(self, tenant: str, request: Request) -> Answer:
        self.asked.append(request)
        path = unquote(urlsplit(request.url).path)
        if path not in self.replies:
            raise FetchFailed(FetchReason.NETWORK, "nobody there", request.url)
        reply = self.replies[path]
        status, text = reply if isinstance(reply, tuple) else (200, reply)
        return Answer(status, (), body(text))

    @property
    def searched(self) -> list[str]:
        """The words of every search."""
        found = [parse_qs(urlsplit(request.url).query) for request in self.asked]
        return [query[key][0] for query in found for key in ("query.bibliographic", "search") if key in query]

    def references(self, *names: str, clock: Clock | None = None, **options: Any) -> References:
        registries = build_registries(names or ("crossref", "doi.org"))
        return References(registries, Desk(registries, self, clock=clock), **options)
