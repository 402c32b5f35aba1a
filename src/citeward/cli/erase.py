"""``citeward erase``: texts that have to go. The log stays whole and says that they went."""

from __future__ import annotations

import sys
from dataclasses import asdict
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated

import typer

from citeward.cli.options import AsJson, Config, DatabaseUrl, Tenant
from citeward.cli.store import Store, echo_json, opened, run
from citeward.errors import ConfigError
from citeward.model import DEFAULT_TENANT

if TYPE_CHECKING:
    from citeward.registry import Affected

__all__ = ["command"]


def command(
    *,
    answer: Annotated[str | None, typer.Option(metavar="ID", help="The text of one answer, and who asked.")] = None,
    principal: Annotated[str | None, typer.Option(metavar="ID", help="Every answer this person asked for.")] = None,
    document: Annotated[str | None, typer.Option(metavar="ID", help="Every version of a document.")] = None,
    retention: Annotated[
        bool,
        typer.Option("--retention", help="Whatever is older than the configuration allows."),
    ] = False,
    check: Annotated[
        str | None,
        typer.Option(metavar="WORDS", help="Erase nothing: look where words still stand; - reads them from a pipe."),
    ] = None,
    reason: Annotated[
        str, typer.Option(help="For the tombstone: the number of a request, say. Never a name: it stays.")
    ] = "",
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask. There is no way back.")] = False,
    database: DatabaseUrl = None,
    tenant: Tenant = DEFAULT_TENANT,
    config: Config = None,
    as_json: AsJson = False,
) -> None:
    """Erase texts for good. Each leaves a tombstone, so that `citeward log verify` tells lawful erasure from a loss.

    With --check: status 1 where the words still stand in a row or a file.
    """
    named = {"answer": answer, "principal": principal, "document": document}
    wanted = [(what, name) for what, name in named.items() if name is not None]
    if len(wanted) + retention + (check is not None) != 1:
        raise typer.BadParameter("give one of --answer, --principal, --document, --retention and --check")
    if check is not None:
        words = sys.stdin.read().strip() if check == "-" else check
        if not words:
            raise typer.BadParameter("--check names no words")
        with opened(database, tenant, config) as store:
            _check(store, words, as_json=as_json)
        return
    if wanted and not reason:
        raise typer.BadParameter("give a --reason; it is all that is left to say why")
    with opened(database, tenant, config) as store:
        from citeward.registry import Affected

        what = "what is older than the configuration allows" if retention else " ".join(wanted[0])
        if not yes:
            typer.confirm(f"Erase {what} of tenant {tenant} for good?", abort=True, err=True)
        erased = _retention(store) if retention else _one(store, *wanted[0], reason)
        left = Affected() if retention or principal is not None else _carriers(store, document, answer)
        is_clean = run(store.database.scrub())
    if as_json:
        carried_by = {"answers": list(left.answers), "documents": list(left.documents)}
        echo_json({"erased": erased, "carried_by": carried_by, "scrubbed": is_clean})
        return
    typer.echo(f"erased the texts of {erased['answers']} answers and {erased['versions']} document versions")
    for what, names in (("answer", left.answers), ("document", left.documents)):
        for name in names:
            typer.echo(f"may still carry its words: citeward erase --{what} {name}")
    if not is_clean:
        typer.echo("another connection still reads what was there before: erase again when it is done", err=True)


def _check(store: Store, words: str, *, as_json: bool) -> None:
    from citeward.storage import remains_of

    found = run(remains_of(store.database, words))
    if as_json:
        echo_json(asdict(found) | {"clean": found.is_clean})
    else:
        typer.echo("found nowhere" if found.is_clean else "STILL THERE")
        for table, number in found.rows.items():
            typer.echo(f"{number} rows of {table}")
        for file in found.files:
            typer.echo(f"file {file}")
        for table, number in found.unvacuumed.items():
            typer.echo(f"about {number} deleted rows of {table} are not vacuumed yet")
        if not found.looked_at_files:
            typer.echo("the files of the database could not be looked at from here")
    raise typer.Exit(int(not found.is_clean))


def _carriers(store: Store, document: str | None, answer: str | None) -> Affected:
    return run(store.registry.carriers(store.tenant, document=document, answer=answer))


def _one(store: Store, what: str, name: str, reason: str) -> dict[str, int]:
    answers = versions = 0
    if what == "answer":
        answers = int(run(store.book.erase(store.tenant, name, reason)))
    elif what == "principal":
        answers = run(store.book.erase_principal(store.tenant, name, reason))
    else:
        versions = run(store.registry.erase(store.tenant, name, reason))
    return {"answers": answers, "versions": versions}


def _retention(store: Store) -> dict[str, int]:
    rules, now = store.settings.retention, datetime.now(UTC)
    if rules.is_empty:
        raise ConfigError("retention", "nothing is configured", "See [retention] in docs/configuration.md.")
    answers_for = rules.answers(store.tenant)
    answers = 0 if answers_for is None else run(store.book.erase_before(store.tenant, now - answers_for))
    versions = 0
    for source in run(store.registry.sources(store.tenant)):
        versions_for = rules.versions(store.tenant, source.id)
        if versions_for is not None:
            versions += run(store.registry.erase_outdated(store.tenant, source.id, now - versions_for))
    return {"answers": answers, "versions": versions}
