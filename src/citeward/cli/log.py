"""``citeward log``: is everything as it was written, and where does the chain end?"""

from __future__ import annotations

from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from citeward.cli.batch import read_json
from citeward.cli.options import AsJson, Config, DatabaseUrl, Tenant
from citeward.cli.progress import Bar
from citeward.cli.store import Store, echo_json, opened, run, with_storage
from citeward.cli.tables import print_table
from citeward.errors import InputError
from citeward.model import DEFAULT_TENANT
from citeward.rows import Fields

if TYPE_CHECKING:
    from citeward.storage import Head, HeadKey, LogReport

__all__ = ["app"]

app = typer.Typer(no_args_is_help=True, help="The tamper-evident log of everything that was stored.")


@app.command("key")
def key(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where the private key goes; it must not be there yet.")],
) -> None:
    """Make a key for heads: the private one into a file only you can read, the public one printed. Keep them apart."""
    with with_storage():
        from citeward.storage import HeadKey

        made = HeadKey.generate()
        try:
            file.touch(0o600, exist_ok=False)
            file.write_text(made.write(private=True) + "\n", "utf-8")
        except OSError as error:
            raise InputError("FILE", f"{file}: {error.strerror}", "Name a file that is not there yet.") from error
        typer.echo(made.write(private=False))


@app.command("head")
def head(
    *,
    signing: Annotated[
        Path | None, typer.Option("--key", metavar="FILE", help="The private key; see `citeward log key`.")
    ] = None,
    database: DatabaseUrl = None,
    tenant: Tenant = DEFAULT_TENANT,
    config: Config = None,
) -> None:
    """Print where the log ends and when, as JSON, signed where a key is given.

    Publish it where whoever can write to the database cannot: they could rewrite all of the log, and only a head from
    before then tells.
    """
    with opened(database, tenant, config) as store:
        signer = None if signing is None else _read_key(signing)
        found, at = run(_head(store)), datetime.now(UTC)
        said = {"tenant": tenant, "seq": found.seq, "hash": found.hash, "at": at.isoformat(timespec="seconds")}
        if signer is not None:
            said["signed"] = signer.sign(tenant, found, at)
    echo_json(said)


@app.command("verify")
def verify(
    *,
    published: Annotated[
        Path | None, typer.Option("--head", metavar="FILE", help="What `citeward log head` printed earlier.")
    ] = None,
    checking: Annotated[
        Path | None, typer.Option("--key", metavar="FILE", help="The key that signed it; the public one will do.")
    ] = None,
    database: DatabaseUrl = None,
    tenant: Annotated[str | None, typer.Option("--tenant", help="Whose log; without it, everybody's.")] = None,
    config: Config = None,
    as_json: AsJson = False,
) -> None:
    """Recompute the log from everything it covers. Status 1 where anything was altered, added, lost or cut off."""
    if checking is not None and published is None:
        raise typer.BadParameter("--key says nothing without --head")
    with opened(database, tenant or DEFAULT_TENANT, config) as store:
        expected = (
            None if published is None else _read_head(published, None if checking is None else _read_key(checking))
        )
        if expected is not None and tenant is not None and expected[0] != tenant:
            raise InputError("--head", f"is of tenant {expected[0]!r}", "Give that --tenant, or another file.")
        whose = [tenant] if tenant is not None else run(_tenants(store, expected))
        reports = [(each, run(_verify(store, each, expected))) for each in whose]
    for each, report in reports:
        _print(each, report, as_json=as_json, is_one=len(reports) == 1)
    raise typer.Exit(int(not all(report.ok for _, report in reports)))


@app.command("policies")
def policies(
    *,
    database: DatabaseUrl = None,
    tenant: Tenant = DEFAULT_TENANT,
    config: Config = None,
    as_json: AsJson = False,
) -> None:
    """Say by which rules stored answers were checked, and since when: one line each time a process began to use others.

    With --json, the rules themselves. `citeward show ANSWER --json` tells which ones an answer was checked by.
    """
    with opened(database, tenant, config) as store:
        found = run(store.book.policy_changes(tenant))
    if as_json:
        for each in found:
            echo_json({**asdict(each), "at": each.at.isoformat()})
        return
    rows = [(f"{each.at:%Y-%m-%d %H:%M:%S}", each.name, each.intent, each.digest[:16], each.by) for each in found]
    print_table(("since (UTC)", "policy", "intent", "rules", "by"), rows)


def _print(tenant: str, report: LogReport, *, as_json: bool, is_one: bool) -> None:
    problems = [{"seq": each.seq, "kind": each.kind.value} for each in report.problems]
    if as_json:
        ends = {"seq": report.head.seq, "hash": report.head.hash}
        found = {"ok": report.ok, "rows": report.entries, "erased": report.erased, "head": ends, "problems": problems}
        echo_json({"tenant": tenant, **found})
        return
    said = "whole" if report.ok else "NOT WHOLE"
    whose = "" if is_one else f" of {tenant}"
    typer.echo(f"{said}: {report.entries} entries{whose}, {report.erased} of them erased; ends at {report.head.seq}")
    if problems:
        print_table(("entry", "problem"), [(each["seq"], each["kind"]) for each in problems])


async def _head(store: Store) -> Head:
    from citeward.storage import head as end_of

    async with store.database.read() as connection:
        return await end_of(connection, store.tenant)


async def _tenants(store: Store, expected: tuple[str, Head] | None) -> list[str]:
    """Everybody who has a log, or should have; who has none at all has one that is empty."""
    from citeward.storage import logged_tenants

    async with store.database.read() as connection:
        found = await logged_tenants(connection)
    named = {expected[0]} if expected is not None else set()
    return sorted(found | named) or [store.tenant]


async def _verify(store: Store, tenant: str, expected: tuple[str, Head] | None) -> LogReport:
    from citeward.storage import head as end_of

    async with store.database.read() as connection:
        ends = await end_of(connection, tenant)
    published = expected[1] if expected is not None and expected[0] == tenant else None
    with Bar(ends.seq, "entries") as bar:
        return await store.book.verify_log(tenant, published, bar.reached)


def _read_key(path: Path) -> HeadKey:
    from citeward.storage import HeadKey

    try:
        return HeadKey.read(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise InputError("--key", f"cannot be read from {path}", "Make one with `citeward log key`.") from error


def _read_head(path: Path, key: HeadKey | None) -> tuple[str, Head]:
    """Whose log ended where. What is signed is believed only with the key; with a key, only what is signed."""
    from citeward.storage import Head

    fields = Fields(read_json(path))
    signed = fields.optional("signed")
    if key is not None:
        found = key.check(signed or "")
        return found.tenant, found.head
    if signed is not None:
        raise InputError("--head", "is signed, and no key was given to check it", "Name the public key with --key.")
    return fields.text("tenant", DEFAULT_TENANT), Head(fields.integer("seq"), fields.text("hash"))
