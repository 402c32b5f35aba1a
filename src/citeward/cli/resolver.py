"""``citeward resolver``: look pages and references up for gates that have no route to the outside."""

from __future__ import annotations

import asyncio
import logging
import signal
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from citeward.config import LookupSettings, ReferenceSettings, load
from citeward.errors import ConfigError, UsageError

__all__ = ["command"]


def command(
    host: Annotated[str, typer.Option(help="The address to listen at. Only this machine by default.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65_535, help="The port; 0 takes a free one.")] = 8098,
    references: Annotated[bool, typer.Option(help="Also look references up at their registries.")] = True,
    log_requests: Annotated[bool, typer.Option(help="One line per request: route and status, never a URL.")] = False,
    config: Annotated[Path | None, typer.Option(help="A citeward.toml; ./citeward.toml if it exists.")] = None,
) -> None:
    """Serve look-ups over HTTP until interrupted. The token its callers must bear is in CITEWARD_RESOLVER_TOKEN."""
    whole = load(config)
    settings = whole.lookups or LookupSettings()
    if settings.resolver is not None:
        raise ConfigError("lookups.resolver", "names another resolver", "Leave it out where the resolver itself runs.")
    logging.basicConfig(level=logging.INFO if log_requests else logging.WARNING, format="%(asctime)s %(message)s")
    asked = replace(whole.references, lookup=references)
    asyncio.run(_serve(settings, asked, host, port))


async def _serve(settings: LookupSettings, references: ReferenceSettings, host: str, port: int) -> None:
    try:
        from citeward.resolver import ResolverService, build_fetcher, serving, token_of
    except ImportError as error:
        raise UsageError(f'{error.name} is not installed; pip install "citeward[resolver]"') from error
    token = token_of()
    registries = references.resolver()
    service = ResolverService(token, build_fetcher(settings), registries)
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):  # Windows ends the process itself
            loop.add_signal_handler(number, stopped.set)
    try:
        async with serving(service, host, port) as (address, at):
            Console(stderr=True, highlight=False).print(f"resolver listening at http://{address}:{at}", markup=False)
            await stopped.wait()
    finally:
        if registries is not None:
            await registries.aclose()
