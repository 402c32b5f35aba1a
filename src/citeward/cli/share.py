"""``citeward share``: who may open a stored answer besides the one who asked."""

from __future__ import annotations

from typing import Annotated

import typer

from citeward.cli.acls import named_acl, plain_acl
from citeward.cli.options import AsJson, Config, DatabaseUrl, Deny, Groups, Public, Tenant
from citeward.cli.store import actor, echo_json, opened, run
from citeward.model import DEFAULT_TENANT

__all__ = ["command"]


def command(
    answer: Annotated[str, typer.Argument(metavar="ANSWER", help="The id of a stored answer.")],
    *,
    allow: Groups = None,
    deny: Deny = None,
    public: Public = False,
    nobody: Annotated[bool, typer.Option("--nobody", help="Nobody but who asked: it is shared no longer.")] = False,
    database: DatabaseUrl = None,
    tenant: Tenant = DEFAULT_TENANT,
    config: Config = None,
    as_json: AsJson = False,
) -> None:
    """Set who may open a stored answer besides the one who asked.

    Each of them is judged for each of its citations all the same: a source they may not read stays hidden from them.
    """
    with opened(database, tenant, config) as store:
        wanted = named_acl(allow, deny, public=public, nobody=nobody)
        opens = run(store.book.share(tenant, answer, wanted, actor=actor()))
    if as_json:
        echo_json({"id": answer, "audience": plain_acl(opens)})
    else:
        typer.echo(f"{answer} may be opened by {opens}")
