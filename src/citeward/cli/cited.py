"""``citeward cited``: which answers rest on a document or a source."""

from __future__ import annotations

from typing import Annotated

import typer

from citeward.cli.affected import print_affected
from citeward.cli.moments import moment
from citeward.cli.options import AsJson, Config, DatabaseUrl, Since, Tenant
from citeward.cli.store import opened, run
from citeward.model import DEFAULT_TENANT

__all__ = ["command"]


def command(
    *,
    source: Annotated[str | None, typer.Option(help="Any document of this source.")] = None,
    document: Annotated[str | None, typer.Option(help="This document.")] = None,
    version: Annotated[str | None, typer.Option(help="Only the version called so.")] = None,
    since: Since = None,
    database: DatabaseUrl = None,
    tenant: Tenant = DEFAULT_TENANT,
    config: Config = None,
    as_json: AsJson = False,
) -> None:
    """List the answers and derived texts that rest on a source or a document, directly or through derived texts."""
    if (source is None) is (document is None):
        raise typer.BadParameter("give either --source or --document")
    begin = None if since is None else moment(since, "--since")
    with opened(database, tenant, config) as store:
        named = f"source {source}" if document is None else f"document {document}"
        asked = store.registry.affected(tenant, document=document, source=source, version=version, since=begin)
        about = f"cited: {named}" + (f", version {version}" if version is not None else "")
        print_affected(store, about, run(asked), as_json=as_json)
