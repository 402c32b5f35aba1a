"""``citeward recheck``: are the pages that were cited still what they were?"""

from __future__ import annotations

from typing import Annotated

import typer

from citeward.cli.options import AsJson, Config, DatabaseUrl, Tenant
from citeward.cli.store import echo_json, opened, run
from citeward.cli.tables import print_table
from citeward.errors import ConfigError, InputError, UsageError
from citeward.model import DEFAULT_TENANT

__all__ = ["command"]


def command(
    documents: Annotated[list[str], typer.Argument(metavar="DOCUMENT...", help="Ids of stored pages, web:...")],
    *,
    database: DatabaseUrl = None,
    tenant: Tenant = DEFAULT_TENANT,
    config: Config = None,
    as_json: AsJson = False,
) -> None:
    """Look at live pages again, as [lookups] allows; a new text becomes a version. Status 1 where one is unknown."""
    with opened(database, tenant, config) as store:
        if store.settings.lookups is None:
            raise ConfigError(
                "lookups", "missing", "Say in [lookups] which hosts may be visited, or which resolver is."
            )
        try:
            from citeward.registry import LiveState, Recheck, WebArchive
            from citeward.resolver import build_pages
        except ImportError as error:
            raise UsageError(f'{error.name} is not installed; pip install "citeward[resolver,storage]"') from error
        archive, pages = WebArchive(store.database), build_pages(store.settings.lookups)

        async def look(document: str) -> Recheck:
            try:
                return await archive.recheck(tenant, document, pages)
            except InputError:  # costs its own row: the others are looked at all the same
                return Recheck(LiveState.UNKNOWN, "no_such_page")

        found = [(document, run(look(document))) for document in documents]
    if as_json:
        for document, each in found:
            echo_json({"id": document, "state": each.state.value, "reason": each.reason})
    else:
        rows = [(document, each.state.value, each.reason) for document, each in found]
        print_table(("document", "live page", "reason"), rows)
    raise typer.Exit(int(any(each.state is LiveState.UNKNOWN for _, each in found)))
