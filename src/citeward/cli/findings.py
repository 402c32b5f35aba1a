"""What became of references, for an operator's terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from citeward.cli.report import safe
from citeward.references import Audited, Finding, Page, PageVerdict, ReferenceVerdict

__all__ = ["print_audit", "print_finding", "print_page"]

_STYLES = {
    ReferenceVerdict.MATCH: "green",
    ReferenceVerdict.PARTIAL: "yellow",
    ReferenceVerdict.UNKNOWN: "yellow",
    ReferenceVerdict.MISMATCH: "red",
    ReferenceVerdict.NOT_FOUND: "red",
    ReferenceVerdict.RETRACTED: "bold red",
}

_REMEDIES = {
    "no_identifier": "give a DOI, an arXiv number, a PMID or the place of a case; or add --search",
    "no_registry": "no registry that is configured knows this kind; see [references] in docs/configuration.md",
    "too_little_to_search": "give the reference whole: authors, title, year",
    "no_search_hit": "no index has every work; look for its identifier",
    "search_hit_only": "name authors and year, or give the identifier of what was found",
    "deadline": "the registries were late; ask again, or raise references.deadline_s",
    "fetch_unresolved": "the registries' names cannot be looked up; see that there is a network, and ask again",
    "fetch_network": "the registries cannot be reached; see that there is a network, and ask again",
    "paused": "the registry wants to be left alone for a while; ask again later",
}


def print_audit(results: Sequence[Audited], console: Console) -> None:
    """One row an entry, the verdicts counted below."""
    table = Table()
    for column in ("entry", "verdict", "reason", "registry", "what the registry has"):
        table.add_column(column, overflow="fold")
    for result in results:
        finding = result.finding
        problem = result.entry.problem
        table.add_row(
            safe(result.entry.key, 30),
            Text(finding.verdict.value, style=_STYLES[finding.verdict]),
            safe(problem, 60) if problem else Text(finding.reason),
            finding.registry,
            _found(finding),
        )
    console.print(table)
    counts = Counter(result.finding.verdict for result in results)
    summary = ", ".join(f"{counts[verdict]} {verdict.value}" for verdict in ReferenceVerdict if counts[verdict])
    for reason in sorted({result.finding.reason for result in results if not result.entry.problem}):
        if remedy := _REMEDIES.get(reason):
            console.print(Text.assemble((reason, "bold"), f": {remedy}"))
    console.print(Text(f"{len(results)} references: {summary or 'none'}"))


def _found(finding: Finding) -> Text:
    if finding.retraction is not None and finding.retraction.notice:
        return Text.assemble("notice ", safe(finding.retraction.notice, 60))
    titles = finding.record.titles if finding.record is not None else ()
    return safe(titles[0].main, 60) if titles else Text("")


def print_finding(finding: Finding, console: Console) -> None:
    """One finding, with the record it rests on and the notice that withdrew it."""
    console.print(Text.assemble((finding.verdict.value, _STYLES[finding.verdict]), f"  {finding.reason}"))
    record, gone = finding.record, finding.retraction
    lines: list[tuple[str, object]] = [("registry", finding.registry), ("remedy", _REMEDIES.get(finding.reason, ""))]
    if record is not None:
        authors = ", ".join(str(name) for name in record.authors[:4]) + (" ..." if len(record.authors) > 4 else "")
        lines += [
            ("title", record.titles[0].main if record.titles else ""),
            ("authors", authors),
            ("year", ", ".join(map(str, sorted(record.years)))),
            ("venue", record.venues[0] if record.venues else ""),
            ("record", ", ".join(sorted(record.identifiers)) or record.url or ""),
        ]
    if gone is not None:
        lines += [("withdrawn", " ".join(part for part in (gone.kind, gone.date, gone.source) if part))]
        lines += [("notice", gone.notice or "")]
    _lines(lines, console)


def print_page(page: Page, console: Console) -> None:
    """One page: where the URL led, and what was checked on the way."""
    style = "green" if page.verdict is PageVerdict.REACHABLE else "red"
    console.print(Text.assemble((page.verdict.value, style), f"  {page.reason}"))
    size = f"{page.size:,} bytes, {page.content_type}" if page.status is not None else ""
    lines: list[tuple[str, object]] = [("passed", hop) for hop in page.passed_urls]
    lines += [("final URL", page.final_url), ("title", page.title), ("body", size), ("sha256", page.sha256)]
    lines += [("retrieved", page.retrieved_at), ("checked", ", ".join(page.checked))]
    _lines(lines, console)


def _lines(lines: Sequence[tuple[str, object]], console: Console) -> None:
    for label, text in lines:
        if text:
            console.print(Text(f"  {label:<11}", "dim"), safe(str(text), 160))
