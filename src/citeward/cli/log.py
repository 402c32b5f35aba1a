"""``citeward log``: is everything as it was written, and where does the chain end?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from citeward.cli.batch import read_json
from citeward.cli.options import AsJson, Config, DatabaseUrl, Tenant
from citeward.cli.progress import Bar
from citeward.cli.store import Store, echo_json, opened, run
from citeward.cli.tables import print_table
from citeward.errors import InputError
from citeward.model import DEFAULT_TENANT
from citeward.rows import Fields

if TYPE_CHECKING:
    from citeward.storage import Head, LogReport

__all__ = ["app"]

app = typer.Typer(no_args_is_help=True, help="The tamper-evident log of everything that was stored.")


@app.command("head")
def head(
    *,
    database: DatabaseUrl = None,
    tenant: Tenant = DEFAULT_TENANT,
    config: Config = None,
) -> None:
    """Print where the log ends, as JSON. Keep it outside the database: it is how a log that was cut off is noticed."""
    with opened(database, tenant, config) as store:
        found = run(_head(store))
    echo_json({"tenant": tenant, "seq": found.seq, "hash": found.hash})


@app.command("verify")
def verify(
    *,
    published: Annotated[
        Path | None, typer.Option("--head", metavar="FILE", help="What `citeward log head` printed earlier.")
    ] = None,
    database: DatabaseUrl = None,
    tenant: Tenant = DEFAULT_TENANT,
    config: Config = None,
    as_json: AsJson = False,
) -> None:
    """Recompute the log from everything it covers. Status 1 where anything was altered, added, lost or cut off."""
    with opened(database, tenant, config) as store:
        expected = None if published is None else _read_head(published, tenant)
        report = run(_verify(store, expected))
    problems = [{"seq": each.seq, "kind": each.kind.value} for each in report.problems]
    if as_json:
        ends = {"seq": report.head.seq, "hash": report.head.hash}
        echo_json(
            {"ok": report.ok, "rows": report.entries, "erased": report.erased, "head": ends, "problems": problems}
        )
    else:
        said = "whole" if report.ok else "NOT WHOLE"
        typer.echo(f"{said}: {report.entries} entries, {report.erased} of them erased; ends at {report.head.seq}")
        if problems:
            print_table(("entry", "problem"), [(each["seq"], each["kind"]) for each in problems])
    raise typer.Exit(int(not report.ok))


async def _head(store: Store) -> Head:
    from citeward.storage import head as end_of

    async with store.database.read() as connection:
        return await end_of(connection, store.tenant)


async def _verify(store: Store, published: Head | None) -> LogReport:
    ends = await _head(store)
    with Bar(ends.seq, "entries") as bar:
        return await store.book.verify_log(store.tenant, published, bar.reached)


def _read_head(path: Path, tenant: str) -> Head:
    from citeward.storage import Head

    fields = Fields(read_json(path))
    if fields.text("tenant", tenant) != tenant:
        raise InputError("--head", f"is of tenant {fields.text('tenant')!r}", "Give that --tenant, or another file.")
    return Head(fields.integer("seq"), fields.text("hash"))
