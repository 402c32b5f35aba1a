"""``citeward source``: where documents come from, how far each is trusted, and what becomes of it."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Annotated, Any

import typer

from citeward.cli.affected import print_affected
from citeward.cli.options import AsJson, Config, DatabaseUrl, Tenant
from citeward.cli.store import Store, actor, echo_json, opened, run
from citeward.cli.tables import print_table
from citeward.errors import InputError
from citeward.model import DEFAULT_TENANT, Tier

if TYPE_CHECKING:
    from citeward.registry import Affected

__all__ = ["app"]

app = typer.Typer(no_args_is_help=True, help="Register sources, list them, take them out of use.")
_Act = Callable[[str, str], Coroutine[Any, Any, "Affected"]]
_Id = Annotated[str, typer.Argument(metavar="ID", help="The source.")]


@app.command("add")
def add(
    source: _Id,
    *,
    tier: Annotated[str, typer.Option(help="A (authoritative), B, C or D (unvetted); or 3 to 0.")],
    connector: Annotated[str, typer.Option(help="Through what its documents come, as in 'sharepoint'.")] = "",
    authority: Annotated[str, typer.Option(help="Who answers for what they say, as in 'HR'.")] = "",
    host: Annotated[
        list[str] | None, typer.Option(help="Where its documents' URLs may lead; may be repeated; none: anywhere.")
    ] = None,
    database: DatabaseUrl = None,
    tenant: Tenant = DEFAULT_TENANT,
    config: Config = None,
    as_json: AsJson = False,
) -> None:
    """Register a source, or change it. Its tier is the tier of all its documents, whatever they call themselves."""
    with opened(database, tenant, config, makes=True) as store:
        from citeward.registry import Source

        registered = Source(source, _tier(tier), connector, authority, tuple(host or ()), tenant)
        run(store.registry.register(registered, actor=actor()))
    if as_json:
        echo_json({"id": source, "tier": int(registered.tier)})
    else:
        typer.echo(f"registered {source}, tier {registered.tier.name}")


@app.command("list")
def list_(
    database: DatabaseUrl = None, tenant: Tenant = DEFAULT_TENANT, config: Config = None, as_json: AsJson = False
) -> None:
    """List the registered sources."""
    with opened(database, tenant, config) as store:
        found = run(store.registry.sources(tenant))
    if as_json:
        for each in found:
            echo_json(
                {
                    "id": each.id, "tier": int(each.tier), "status": each.status.value, "connector": each.connector,
                    "authority": each.authority, "hosts": list(each.hosts),
                }
            )  # fmt: skip
        return
    rows = [(s.id, s.tier.name, s.status.value, s.connector, s.authority, ", ".join(s.hosts)) for s in found]
    print_table(("source", "tier", "status", "connector", "authority", "hosts"), rows)


@app.command("poison")
def poison(
    source: _Id,
    *,
    database: DatabaseUrl = None,
    tenant: Tenant = DEFAULT_TENANT,
    config: Config = None,
    as_json: AsJson = False,
) -> None:
    """Its documents hold planted text: every stored citation of them is unavailable from now on. List who used them."""
    with opened(database, tenant, config) as store:
        _set(store, source, store.registry.poison_source, "poisoned", as_json)


@app.command("retire")
def retire(
    source: _Id,
    *,
    database: DatabaseUrl = None,
    tenant: Tenant = DEFAULT_TENANT,
    config: Config = None,
    as_json: AsJson = False,
) -> None:
    """Its documents are no longer in force: every stored citation of them is unavailable. List who used them."""
    with opened(database, tenant, config) as store:
        _set(store, source, store.registry.retire_source, "retired", as_json)


@app.command("reinstate")
def reinstate(
    source: _Id,
    *,
    database: DatabaseUrl = None,
    tenant: Tenant = DEFAULT_TENANT,
    config: Config = None,
    as_json: AsJson = False,
) -> None:
    """Take a poisoned or retired source back into use."""
    with opened(database, tenant, config) as store:
        _set(store, source, store.registry.reinstate_source, "reinstated", as_json)


def _set(store: Store, source: str, act: _Act, said: str, as_json: bool) -> None:
    found = run(act(store.tenant, source))
    print_affected(store, f"{said} source {source}", found, as_json=as_json)


def _tier(text: str) -> Tier:
    by_name = {tier.name: tier for tier in Tier} | {str(int(tier)): tier for tier in Tier}
    if text.upper() not in by_name:
        raise InputError("--tier", f"{text!r} is not a tier", "Use A, B, C or D, or 3 to 0.")
    return by_name[text.upper()]
