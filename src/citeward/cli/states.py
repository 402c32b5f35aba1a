"""``citeward states``: how displayed citations have fared."""

from __future__ import annotations

from citeward.cli.moments import moment
from citeward.cli.options import AsJson, Config, DatabaseUrl, Since, Tenant
from citeward.cli.store import echo_json, opened, run
from citeward.cli.tables import print_table
from citeward.model import DEFAULT_TENANT

__all__ = ["command"]


def command(
    *,
    since: Since = None,
    database: DatabaseUrl = None,
    tenant: Tenant = DEFAULT_TENANT,
    config: Config = None,
    as_json: AsJson = False,
) -> None:
    """Show the share of displayed citations per state and reason, where displays are counted.

    A steady background of no_longer_permitted says that answers are shared more widely than their sources.
    """
    begin = None if since is None else moment(since, "--since")
    with opened(database, tenant, config) as store:
        found = run(store.book.shares(tenant, begin))
    if as_json:
        for each in found:
            echo_json({"state": each.state, "reason": each.reason, "citations": each.citations, "share": each.share})
        return
    rows = [(each.state, each.reason, each.citations, f"{each.share:.1%}") for each in found]
    print_table(("state", "reason", "citations", "share"), rows, caption="" if rows else "nothing was displayed")
