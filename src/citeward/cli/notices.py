"""``citeward notices``: tell the owners of answers that a citation is not current any more."""

from __future__ import annotations

import asyncio
import json
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from citeward.config import Settings, load
from citeward.errors import ConfigError, InputError
from citeward.model import DEFAULT_TENANT

if TYPE_CHECKING:
    from citeward.storage import Database

__all__ = ["app"]

app = typer.Typer(help="Tell the owners of answers that a citation is not current any more.", no_args_is_help=True)

_Url = Annotated[str, typer.Option("--database", help="sqlite:///citeward.db or postgresql://host/name.")]
_Tenant = Annotated[str, typer.Option(help="Whose answers.")]
_Config = Annotated[Path | None, typer.Option(help="A citeward.toml; ./citeward.toml if it exists.")]


@app.command("deliver")
def deliver(
    database: _Url,
    tenant: _Tenant = DEFAULT_TENANT,
    every: Annotated[int | None, typer.Option(help="Seconds between rounds; without it, one round.", min=1)] = None,
    config: _Config = None,
) -> None:
    """Send what is due to the configured webhook; one JSON line a round. Status 1: something is still waiting."""
    raise typer.Exit(asyncio.run(_deliver(database, tenant, every, load(config))))


@app.command("waiting")
def show_waiting(database: _Url, tenant: _Tenant = DEFAULT_TENANT) -> None:
    """Say what is left to do, as one JSON line."""
    typer.echo(json.dumps(asyncio.run(_waiting(database, tenant))))


async def _deliver(url: str, tenant: str, every: int | None, settings: Settings) -> int:
    if settings.webhook is None:
        raise ConfigError("webhook", "is not configured", "Add [webhook] with url and secret_env to citeward.toml.")
    async with await _open(url) as database:
        from citeward.access import GroupAccess
        from citeward.records import RecordBook
        from citeward.records.notices import Courier, Secret, WebhookTransport

        secret = Secret.from_environment(settings.webhook.secret_env)
        book = RecordBook(database, GroupAccess(database), cache=0)
        transport = WebhookTransport(settings.webhook.url)
        courier = Courier(database, book, transport, secret, permalinks=settings.permalinks)
        while True:
            done = asdict(await courier.deliver(tenant))
            left = await _left(database, tenant)
            typer.echo(json.dumps({"at": datetime.now(UTC).isoformat(timespec="seconds"), **done, **left}))
            if every is None:
                return int(bool(left["changes"] or left["answers"]))
            await asyncio.sleep(every)


async def _waiting(url: str, tenant: str) -> dict[str, Any]:
    async with await _open(url) as database:
        return await _left(database, tenant)


async def _left(database: Database, tenant: str) -> dict[str, Any]:
    from citeward.records.notices import waiting

    async with database.read() as connection:
        found = await waiting(connection, tenant)
    since = None if found.since is None else found.since.isoformat(timespec="seconds")
    return {"changes": found.changes, "answers": found.answers, "failing": found.failing, "since": since}


async def _open(url: str) -> Database:
    try:
        from citeward.storage import Database
    except ImportError as error:
        raise InputError("--database", "needs an extra", 'Run: pip install "citeward[storage,fetch]".') from error
    return await Database.open(url)
