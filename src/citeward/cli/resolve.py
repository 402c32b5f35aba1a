"""``citeward resolve``: references looked up at their registries, one, a bibliography, or rows of them."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.progress import Progress

from citeward.cli.batch import arun_rows
from citeward.cli.reading import read_text
from citeward.config import Settings, load
from citeward.errors import UsageError
from citeward.fetch import BudgetLimits, Fetcher, FetchPolicy
from citeward.hosts import HostPolicy
from citeward.rows import describe_finding, describe_page, resolve_row

if TYPE_CHECKING:
    from citeward.references import Audited, Entry, References

__all__ = ["command", "open_fetcher", "open_references"]

_LIMITS = BudgetLimits(per_tenant_minute=10_000)
"""The operator is one tenant with many rows; one host is still asked no more often than by anybody."""
_PROGRESS_FROM = 3
"""Entries from which a progress bar is worth its space: registries answer some five a second."""


def command(
    reference: Annotated[
        str | None, typer.Argument(help="A DOI, arXiv number, PMID, case, whole reference, or the URL of a page.")
    ] = None,
    *,
    bib: Annotated[
        str | None, typer.Option(help="A bibliography: BibTeX, CSL JSON or a list in Markdown; - reads standard input.")
    ] = None,
    notation: Annotated[
        str | None,
        typer.Option(help="What the bibliography is written in: bibtex, csl or markdown."),
    ] = None,
    jsonl: Annotated[
        str | None, typer.Option(help="Rows of id and reference, or claimed and identifier; - reads standard input.")
    ] = None,
    search: Annotated[
        bool, typer.Option("--search", help="Also search for references without an identifier, by their words.")
    ] = False,
    urls: Annotated[bool, typer.Option("--urls", help="With --jsonl: look at plain URLs, too.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="JSON instead of a report.")] = False,
    config: Annotated[Path | None, typer.Option(help="A citeward.toml; ./citeward.toml if it exists.")] = None,
) -> None:
    """Ask the registries whether references are what they claim. Status 1 where one is not a match, or a row is bad."""
    settings = load(config)
    if [reference, bib, jsonl].count(None) != 2 or (urls and jsonl is None) or (notation and bib is None):
        raise typer.BadParameter("give one of REFERENCE, --bib FILE and --jsonl FILE")
    _need_references()
    if jsonl is not None:
        raise typer.Exit(asyncio.run(_rows(jsonl, settings, search, urls)))
    if bib is not None:
        raise typer.Exit(asyncio.run(_bibliography(read_text(bib), notation, settings, search, as_json)))
    raise typer.Exit(asyncio.run(_one(reference or "", settings, search, as_json)))


def open_references(settings: Settings, *, search: bool, patient: bool = False) -> References:
    """The registries of the configuration, over the safe fetch."""
    return settings.references.open(search=search or None, patient=patient)


def open_fetcher(settings: Settings) -> Fetcher:
    """The safe fetch for a URL the operator named: any public host but those the policy denies."""
    denied = settings.policy.requirements.denied_hosts
    return Fetcher(FetchPolicy(hosts=HostPolicy.of(allow=None, deny=denied)), limits=_LIMITS)


def _need_references() -> None:
    """Says which extra is missing before anything is read or asked.

    Raises:
        UsageError: the ``references`` extra is not installed.
    """
    try:
        import httpcore2  # noqa: F401  # what a look-up needs is missed before the first one

        import citeward.references  # noqa: F401
    except ModuleNotFoundError as error:
        raise UsageError(f'references need {error.name}; pip install "citeward[references]"') from error


async def _one(text: str, settings: Settings, search: bool, as_json: bool) -> int:
    from citeward.cli.findings import print_finding, print_page
    from citeward.references import PageVerdict, ReferenceVerdict, is_plain_url, look_at

    if is_plain_url(text):
        page = await look_at(text.strip(), open_fetcher(settings))
        if as_json:
            typer.echo(json.dumps(describe_page(page)))
        else:
            print_page(page, Console())
        return int(page.verdict is not PageVerdict.REACHABLE)
    references = open_references(settings, search=search)
    try:
        finding = await references.resolve(text)
    finally:
        await references.aclose()
    if as_json:
        typer.echo(json.dumps(describe_finding(finding)))
    else:
        print_finding(finding, Console())
    return int(finding.verdict is not ReferenceVerdict.MATCH)


async def _rows(source: str, settings: Settings, search: bool, urls: bool) -> int:
    references = open_references(settings, search=search, patient=True)
    fetcher = open_fetcher(settings) if urls else None
    try:
        return await arun_rows(source, lambda row: resolve_row(row, references, fetcher))
    finally:
        await references.aclose()


async def _bibliography(text: str, notation: str | None, settings: Settings, search: bool, as_json: bool) -> int:
    from citeward.cli.findings import print_audit
    from citeward.references import ReferenceVerdict, read_bibliography

    references = open_references(settings, search=search, patient=True)
    try:
        results = await _audited(list(read_bibliography(text, notation)), references)
    finally:
        await references.aclose()
    if as_json:
        counts = Counter(result.finding.verdict.value for result in results)
        entries = [
            {"key": result.entry.key, "line": result.entry.line or None, "problem": result.entry.problem or None}
            | describe_finding(result.finding)
            for result in results
        ]
        typer.echo(json.dumps({"entries": entries, "counts": dict(counts)}))
    else:
        print_audit(results, Console())
    return int(any(result.finding.verdict is not ReferenceVerdict.MATCH for result in results))


async def _audited(entries: Sequence[Entry], references: References) -> list[Audited]:
    """The findings in order of entry, with a progress bar on standard error where a person waits for them."""
    from citeward.references import audit

    console = Console(stderr=True)
    if not console.is_terminal or len(entries) < _PROGRESS_FROM:
        return [result async for result in audit(entries, references)]
    results: list[Audited] = []
    with Progress(console=console, transient=True) as progress:
        task = progress.add_task("references", total=len(entries))
        async for result in audit(entries, references):
            results.append(result)
            progress.advance(task)
    return results
