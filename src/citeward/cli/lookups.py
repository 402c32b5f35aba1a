"""What the commands ask outside: what the configuration says, and nothing where it says nothing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from citeward.config import Settings
from citeward.errors import UsageError
from citeward.verify import PageFetcher, Resolver, Web

__all__ = ["Outside", "outside"]


class Outside(NamedTuple):
    """Who is asked about references and pages, and which hosts are registered."""

    resolver: Resolver | None = None
    pages: PageFetcher | None = None
    web: Web = Web()


@contextmanager
def outside(settings: Settings) -> Iterator[Outside]:
    """For a gate that is called without ``await`` in this thread. Where a resolver is configured, it is asked for all.

    Raises:
        UsageError: look-ups are configured and their extra is not installed.
        ConfigError: a resolver without a token, or one that cannot be asked safely.
    """
    lookups = settings.lookups
    if lookups is None:
        with settings.references.asking() as resolver:
            yield Outside(resolver)
        return
    try:
        from citeward.resolver import RemoteResolver, build_channel, build_pages, build_web
    except ImportError as error:
        raise UsageError(f'{error.name} is not installed; pip install "citeward[resolver]"') from error
    pages, web = build_pages(lookups), build_web(lookups)
    if lookups.resolver is not None:
        references = None
        if settings.references.lookup:
            channel = build_channel(lookups)
            references = RemoteResolver(channel, max_references=settings.references.max_references)
        yield Outside(references, pages, web)
        return
    with settings.references.asking() as resolver:
        yield Outside(resolver, pages, web)
