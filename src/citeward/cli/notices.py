"""``citeward notices``: tell the owners of answers that a citation is not current any more."""

from __future__ import annotations

import os
import time
from dataclasses import asdict
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, Any

import typer

from citeward.cli.options import Config, DatabaseUrl, Tenant
from citeward.cli.store import Store, echo_json, opened, run
from citeward.errors import ConfigError, UsageError
from citeward.model import DEFAULT_TENANT

if TYPE_CHECKING:
    from citeward.records.notices import Courier

__all__ = ["app"]

app = typer.Typer(help="Tell the owners of answers that a citation is not current any more.", no_args_is_help=True)

_Every = Annotated[int | None, typer.Option(help="Seconds between rounds; without it, one round.", min=1)]


@app.command("deliver")
def deliver(
    *,
    every: _Every = None,
    database: DatabaseUrl = None,
    tenant: Tenant = DEFAULT_TENANT,
    config: Config = None,
) -> None:
    """Send what is due to the configured webhook; one JSON line a round. Status 1: something is still waiting."""
    with opened(database, tenant, config) as store:
        courier = _courier(store)
        while True:
            done = asdict(run(courier.deliver(tenant)))
            left = run(_left(store))
            echo_json({"at": datetime.now(UTC).isoformat(timespec="seconds"), **done, **left})
            if every is None:
                break
            time.sleep(every)
    raise typer.Exit(int(bool(left["changes"] or left["answers"])))


@app.command("waiting")
def show_waiting(*, database: DatabaseUrl = None, tenant: Tenant = DEFAULT_TENANT, config: Config = None) -> None:
    """Say what is left to do, as one JSON line."""
    with opened(database, tenant, config) as store:
        echo_json(run(_left(store)))


def _courier(store: Store) -> Courier:
    from citeward.records.notices import Courier, Secret, WebhookTransport

    webhook = store.settings.webhook
    if webhook is None:
        raise ConfigError("webhook", "is not configured", "Add [webhook] with url and secret_env to citeward.toml.")
    if webhook.secret_env not in os.environ:
        raise ConfigError("webhook.secret_env", "names a variable that is not set", "Put the key into that variable.")
    secret = Secret.from_environment(webhook.secret_env)
    try:
        transport = WebhookTransport(webhook.url)
    except ModuleNotFoundError as error:
        raise UsageError(
            f'webhook needs {error.name}, which is not installed. Run: pip install "citeward[fetch]"'
        ) from error
    return Courier(store.database, store.book, transport, secret, permalinks=store.settings.permalinks)


async def _left(store: Store) -> dict[str, Any]:
    from citeward.records.notices import waiting

    async with store.database.read() as connection:
        found = await waiting(connection, store.tenant)
    since = None if found.since is None else found.since.isoformat(timespec="seconds")
    return {
        "changes": found.changes, "everything": found.everything, "answers": found.answers, "failing": found.failing,
        "since": since,
    }  # fmt: skip
