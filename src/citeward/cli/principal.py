"""``citeward principal``: which groups a person is in, for those who keep groups here and not elsewhere."""

from __future__ import annotations

from typing import Annotated

import typer

from citeward.cli.options import AsJson, Config, DatabaseUrl, Tenant
from citeward.cli.store import actor, echo_json, opened, run
from citeward.model import DEFAULT_TENANT

__all__ = ["app"]

app = typer.Typer(no_args_is_help=True, help="Groups of people, and groups within groups.")
_Group = Annotated[list[str] | None, typer.Option(metavar="GROUP", help="A group; may be repeated. None: none.")]


@app.command("set")
def set_(
    principal: Annotated[str, typer.Argument(metavar="ID", help="Who.")],
    *,
    group: _Group = None,
    database: DatabaseUrl = None,
    tenant: Tenant = DEFAULT_TENANT,
    config: Config = None,
) -> None:
    """Make a person a direct member of exactly these groups."""
    with opened(database, tenant, config, makes=True) as store:
        run(store.directory.set_groups(tenant, principal, group or (), actor=actor()))
    typer.echo(f"{principal}: {', '.join(sorted(group or ())) or 'in no group'}")


@app.command("nest")
def nest(
    group: Annotated[str, typer.Argument(metavar="GROUP", help="The inner group.")],
    *,
    within: Annotated[
        list[str] | None, typer.Option(metavar="GROUP", help="A group around it; may be repeated.")
    ] = None,
    database: DatabaseUrl = None,
    tenant: Tenant = DEFAULT_TENANT,
    config: Config = None,
) -> None:
    """Make the members of a group members of exactly these others, too."""
    with opened(database, tenant, config, makes=True) as store:
        run(store.directory.nest(tenant, group, within or (), actor=actor()))
    typer.echo(f"{group} within: {', '.join(sorted(within or ())) or 'nothing'}")


@app.command("show")
def show(
    principal: Annotated[str, typer.Argument(metavar="ID", help="Who.")],
    *,
    database: DatabaseUrl = None,
    tenant: Tenant = DEFAULT_TENANT,
    config: Config = None,
    as_json: AsJson = False,
) -> None:
    """Say which groups a person is a direct member of."""
    with opened(database, tenant, config) as store:
        groups = sorted(run(store.directory.groups(tenant, principal)))
    if as_json:
        echo_json({"id": principal, "groups": groups})
    else:
        typer.echo("\n".join(groups) if groups else "in no group")
