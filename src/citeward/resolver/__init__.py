"""The resolver: look-ups as a service of its own for an egress zone, and the gate's side of it."""

from __future__ import annotations

from citeward.resolver.client import Channel, RemoteFetcher, RemoteResolver
from citeward.resolver.http import ServiceLimits, serving
from citeward.resolver.service import ResolverService, check_token
from citeward.resolver.setup import TOKEN_VARIABLE, build_channel, build_fetcher, build_pages, build_web, token_of

__all__ = [
    "TOKEN_VARIABLE",
    "Channel",
    "RemoteFetcher",
    "RemoteResolver",
    "ResolverService",
    "ServiceLimits",
    "build_channel",
    "build_fetcher",
    "build_pages",
    "build_web",
    "check_token",
    "serving",
    "token_of",
]
