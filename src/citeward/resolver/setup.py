"""From settings to the parts of a look-up: the fetch itself, or the way to a resolver."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace

from citeward.config import LookupSettings
from citeward.errors import ConfigError
from citeward.fetch import Fetcher, IsolatedReader, ResultCache
from citeward.hosts import HostPolicy
from citeward.resolver.client import Channel, RemoteFetcher
from citeward.verify import PageFetcher, Web

__all__ = ["TOKEN_VARIABLE", "build_channel", "build_fetcher", "build_pages", "build_web", "token_of"]

TOKEN_VARIABLE = "CITEWARD_RESOLVER_TOKEN"  # noqa: S105 - the name of the variable, not a token


def token_of(environment: Mapping[str, str] = os.environ) -> str:
    """The token of the resolver.

    Raises:
        ConfigError: the variable is not set.
    """
    token = environment.get(TOKEN_VARIABLE)
    if token is None:
        raise ConfigError(TOKEN_VARIABLE, "is not set", "Give the resolver and its clients one: openssl rand -hex 32.")
    return token


def build_fetcher(settings: LookupSettings) -> Fetcher:
    """The safe fetch in this process. Make one per process: its budgets are those of all tenants together.

    Needs the extras ``fetch`` and ``extract``.
    """
    from citeward.fetch.tunnel import TunnelDialler  # the HTTP client is an extra

    dialler = None if settings.proxy is None else TunnelDialler(*settings.proxy)
    return Fetcher(
        settings.policy,
        limits=settings.limits,
        dialler=dialler,
        cache=ResultCache(settings.cache_bytes) if settings.cache_bytes else None,
        extractor=IsolatedReader(),
    )


def build_channel(settings: LookupSettings, environment: Mapping[str, str] = os.environ) -> Channel:
    """The way to the configured resolver.

    Raises:
        ConfigError: there is none, it has no token, or it cannot be asked safely.
    """
    if settings.resolver is None:
        raise ConfigError("lookups.resolver", "missing", "Write https://resolver.internal:8443.")
    seconds = settings.policy.total_seconds + 5
    return Channel(settings.resolver, token_of(environment), seconds=seconds, plain_http=settings.plain_http)


def build_pages(settings: LookupSettings, environment: Mapping[str, str] = os.environ) -> PageFetcher:
    """What a gate looks pages up with: a resolver where one is configured, else the fetch in this process.

    Raises:
        ConfigError: a resolver without a token, or one that cannot be asked safely.
    """
    if settings.resolver is None:
        return build_fetcher(settings)
    cache = ResultCache(settings.cache_bytes) if settings.cache_bytes else None
    policy = replace(settings.policy, hosts=HostPolicy(allow=None))  # which hosts, the resolver decides
    return RemoteFetcher(build_channel(settings, environment), limits=settings.limits, cache=cache, policy=policy)


def build_web(settings: LookupSettings) -> Web:
    """The registered hosts, and where copies open. Copies are kept where the caller has an archive."""
    return Web(settings.sources, copies=settings.copies)
