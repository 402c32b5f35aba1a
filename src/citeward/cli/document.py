"""``citeward document``: what becomes of one document, and who may read it."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from citeward.cli.acls import named_acl, plain_acl
from citeward.cli.affected import print_affected
from citeward.cli.options import AsJson, Config, DatabaseUrl, Deny, Groups, Public, Tenant
from citeward.cli.store import actor, echo_json, opened, run
from citeward.cli.tables import print_table
from citeward.model import DEFAULT_TENANT
from citeward.verify import AccessScope

if TYPE_CHECKING:
    from citeward.registry import Affected, Registry

__all__ = ["app"]

app = typer.Typer(no_args_is_help=True, help="List documents, take them out of use, say who may read them.")
_Id = Annotated[str, typer.Argument(metavar="ID", help="The document.")]
_Act = Callable[["Registry"], Coroutine[Any, Any, "Affected"]]


@app.command("list")
def list_(
    source: Annotated[str | None, typer.Option(help="Only those of this source.")] = None,
    database: DatabaseUrl = None,
    tenant: Tenant = DEFAULT_TENANT,
    config: Config = None,
    as_json: AsJson = False,
) -> None:
    """List documents as they stand now."""
    with opened(database, tenant, config) as store:
        found = run(store.registry.documents(tenant, source))
        lists = run(store.registry.acls(tenant, [each.document for each in found]))
    if as_json:
        for each in found:
            reads, opens = (lists.get((each.document, scope)) for scope in (AccessScope.PASSAGE, AccessScope.LINK))
            echo_json(
                {
                    "id": each.document, "source": each.source, "version": each.label, "status": each.status.value,
                    "tier": int(each.tier), "derived": each.derived, "superseded_by": each.superseded_by,
                    "title": each.title, "url": each.url, "acl": plain_acl(reads),
                    "link_acl": None if opens is None else plain_acl(opens),
                }
            )  # fmt: skip
        return
    rows = [
        (
            d.document, d.source, d.label, d.tier.name, d.status.value,
            lists.get((d.document, AccessScope.PASSAGE), "nobody"), d.title,
        )
        for d in found
    ]  # fmt: skip
    print_table(("document", "source", "version", "tier", "status", "readers", "title"), rows)


@app.command("retire")
def retire(
    document: _Id,
    *,
    database: DatabaseUrl = None,
    tenant: Tenant = DEFAULT_TENANT,
    config: Config = None,
    as_json: AsJson = False,
) -> None:
    """It is no longer in force: stored citations of it are unavailable."""
    _do(lambda r: r.retire(tenant, document), f"retired {document}", (database, tenant, config), as_json)


@app.command("retract")
def retract(
    document: _Id,
    *,
    database: DatabaseUrl = None,
    tenant: Tenant = DEFAULT_TENANT,
    config: Config = None,
    as_json: AsJson = False,
) -> None:
    """It was wrong, or its author withdrew it: stored citations of it are unavailable."""
    _do(lambda r: r.retract(tenant, document), f"retracted {document}", (database, tenant, config), as_json)


@app.command("remove")
def remove(
    document: _Id,
    *,
    database: DatabaseUrl = None,
    tenant: Tenant = DEFAULT_TENANT,
    config: Config = None,
    as_json: AsJson = False,
) -> None:
    """It is gone from its origin. Its texts stay until they are erased; delivering it again brings it back."""
    _do(lambda r: r.remove(tenant, document), f"removed {document}", (database, tenant, config), as_json)


@app.command("poison")
def poison(
    document: _Id,
    *,
    database: DatabaseUrl = None,
    tenant: Tenant = DEFAULT_TENANT,
    config: Config = None,
    as_json: AsJson = False,
) -> None:
    """It holds planted text: stored citations of it, and of all that was made from it, are unavailable."""
    _do(lambda r: r.poison(tenant, document), f"poisoned {document}", (database, tenant, config), as_json)


@app.command("reinstate")
def reinstate(
    document: _Id,
    *,
    database: DatabaseUrl = None,
    tenant: Tenant = DEFAULT_TENANT,
    config: Config = None,
    as_json: AsJson = False,
) -> None:
    """It is in use again, whatever it was."""
    _do(lambda r: r.reinstate(tenant, document), f"reinstated {document}", (database, tenant, config), as_json)


@app.command("supersede")
def supersede(
    document: _Id,
    *,
    by: Annotated[str, typer.Option(help="The document that takes its place.")],
    database: DatabaseUrl = None,
    tenant: Tenant = DEFAULT_TENANT,
    config: Config = None,
    as_json: AsJson = False,
) -> None:
    """Another document takes its place: stored citations of it say so, and point there who may read that one."""
    said = f"superseded {document} by {by}"
    _do(lambda r: r.supersede(tenant, document, by), said, (database, tenant, config), as_json)


@app.command("acl")
def acl(
    document: _Id,
    *,
    allow: Groups = None,
    deny: Deny = None,
    public: Public = False,
    nobody: Annotated[bool, typer.Option("--nobody", help="Nobody may read it.")] = False,
    link: Annotated[bool, typer.Option("--link", help="Set who may open what its URL opens instead.")] = False,
    database: DatabaseUrl = None,
    tenant: Tenant = DEFAULT_TENANT,
    config: Config = None,
) -> None:
    """Set who may read it. Every stored citation of it is judged by the new list from now on."""
    with opened(database, tenant, config) as store:
        wanted = named_acl(allow, deny, public=public, nobody=nobody)
        change = store.registry.set_link_acl if link else store.registry.set_acl
        run(change(tenant, document, wanted, actor=actor()))
    typer.echo(f"set who may {'open the link of' if link else 'read'} {document}")


def _do(act: _Act, said: str, where: tuple[str | None, str, Path | None], as_json: bool) -> None:
    with opened(*where) as store:
        print_affected(store, said, run(act(store.registry)), as_json=as_json)
