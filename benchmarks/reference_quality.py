"""Labelled references, real and invented, looked up at loopback registries: how many of each kind are kept or caught.

The data lies beside the checkout and is not part of it. A row is judged where its label says what a registry would
have: its DOI is registered here or known not to resolve, or, without a DOI, its work is registered here or known not to
exist. The others can only be judged against the registries themselves, and are counted apart.

    python benchmarks/reference_quality.py [SHARED]
"""

from __future__ import annotations

import asyncio
import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from reference_shelves import Shelves, person_of, rows
from registry_world import World

from citeward.references import (
    Cite,
    Entry,
    Identifier,
    ReferenceVerdict,
    audit,
    parse_cite,
    parse_identifier,
    read_claimed,
)

FACTOR = 60.0
VERDICTS = tuple(verdict.value for verdict in ReferenceVerdict)
Table = dict[str, Counter[str]]


def fields_of(row: Mapping[str, Any]) -> Cite:
    """The reference as a bibliography has it, in fields."""
    fields = row["fields"]
    target = parse_identifier(fields["doi"]) if fields.get("doi") else None
    return Cite("", target, read_claimed(fields), row["id"])


def _short(name: str, between: str, stop: str) -> str:
    """``van de Meent J`` or ``van de Meent, J. W.``; "others" is how BibTeX says et al."""
    if name == "others":
        return "et al."
    person = person_of(name)
    initials = " ".join(f"{word[0]}{stop}" for word in person["given"].split())
    return f"{person['family']}{between}{initials if stop else initials.replace(' ', '')}"


def _vancouver(fields: Mapping[str, str], people: list[str], venue: str) -> str:
    names = ", ".join(_short(name, " ", "") for name in people)
    return f"{names}. {fields['title']}. {venue}. {fields['year']};12(3):1-9.".replace("al..", "al.")


def _apa(fields: Mapping[str, str], people: list[str], venue: str) -> str:
    names = ", ".join(_short(name, ", ", ".") for name in people)
    return f"{names} ({fields['year']}). {fields['title']}. *{venue}*, 3(2), 1-9."


def _ieee(fields: Mapping[str, str], people: list[str], venue: str) -> str:
    return f'{", ".join(people)}, "{fields["title"]}," in {venue}, {fields["year"]}, pp. 1-9.'


def _acl(fields: Mapping[str, str], people: list[str], venue: str) -> str:
    return f"{', '.join(people)}. {fields['year']}. {fields['title']}. In Proceedings of {venue}, pages 1-9."


def _plain(fields: Mapping[str, str], people: list[str], venue: str) -> str:
    return f"{', '.join(people)} ({fields['year']}). {fields['title']}. {venue}."


STYLES = {"plain": _plain, "acl": _acl, "ieee": _ieee, "vancouver": _vancouver, "apa": _apa}


def prose_of(row: Mapping[str, Any], style: str = "plain") -> Cite:
    """The same reference written out."""
    fields = row["fields"]
    venue = fields.get("journal") or fields.get("booktitle") or ""
    text = STYLES[style](fields, fields["author"].split(" and "), venue)
    return parse_cite(f"{text} doi:{fields['doi']}" if fields.get("doi") else text, key=row["id"])


def is_judged(row: Mapping[str, Any], shelves: Shelves) -> bool:
    """Whether the registries here say of this row what the real ones would."""
    fields, checks = row["fields"], row.get("checks") or {}
    if row["status"] in ("real", "withdrawn"):
        return True
    if fields.get("doi"):
        return shelves.has(fields["doi"]) or checks.get("doi_resolves") is False
    return shelves.has_title(fields["title"]) or checks.get("title_exists") is False or "(original:" in row["note"]


async def verdicts_of(cites: Iterable[Cite], world: World) -> list[str]:
    references = world.references(search=True)
    entries = [Entry(cite.key, cite) for cite in cites]
    found = [result.finding.verdict.value async for result in audit(entries, references)]
    await references.aclose()
    return found


async def papers(shelves: Shelves, world: World, data: list[dict[str, Any]]) -> dict[str, Table]:
    judged = [row for row in data if is_judged(row, shelves)]
    tables: dict[str, Table] = {}
    for way, written in (("fields", fields_of), ("prose", prose_of)):
        table: Table = {}
        for row, verdict in zip(judged, await verdicts_of(map(written, judged), world), strict=True):
            table.setdefault(row.get("type") or row["status"], Counter())[verdict] += 1
        tables[way] = table
    for row in data:
        if row not in judged:
            tables["fields"].setdefault(row["type"], Counter())["not judged"] += 1
    return tables


async def kept_by_style(world: World, data: list[dict[str, Any]]) -> Table:
    """The real papers, written out in every style."""
    real = [row for row in data if row["status"] == "real"]
    styles = [style for style in STYLES if style != "plain"]
    return {style: Counter(await verdicts_of([prose_of(row, style) for row in real], world)) for style in styles}


async def cases(world: World, data: list[dict[str, Any]]) -> Table:
    table: Table = {}
    found = await verdicts_of([parse_cite(row["citation"]) for row in data], world)
    for row, verdict in zip(data, found, strict=True):
        table.setdefault(f"case, {row['status']}", Counter())[verdict] += 1
    return table


async def reported(world: World, data: Path) -> Table:
    """References and DOIs that readers reported, where the report says that there is no such thing."""
    asked = [
        (f"reported, {row['type'] or row['status']}", parse_cite(row["reference"]))
        for row in rows(data / "references_gptzero_raw.jsonl")
        if row["type"] in ("no_such_work", "doi_fake")
    ]
    asked += [
        (f"reported DOI, {row['status']}", parse_cite(row["doi"]))
        for row in rows(data / "references_reported_doi.jsonl")
        if row["status"] in ("unresolvable", "placeholder") and row.get("doi")
    ]
    table: Table = {}
    for (kind, _), verdict in zip(asked, await verdicts_of([cite for _, cite in asked], world), strict=True):
        table.setdefault(kind, Counter())[verdict] += 1
    return table


async def recorded(world: World, shared: Path) -> Counter[str]:
    """The recorded pairs, looked up under the addresses their replies were recorded at."""
    manifest = json.loads((shared / "registry" / "MANIFEST.json").read_text(encoding="utf-8"))
    requests = {item["file"]: item["request"] for item in manifest}
    asked: list[tuple[str, Cite]] = []
    for row in rows(shared / "reference_pairs.jsonl"):
        identifier = identifier_in(requests[row["fixture"]])
        # OpenAlex is a second opinion, which nobody asks first.
        if identifier is not None and not row["fixture"].startswith("openalex"):
            asked.append((row["expect"], Cite("", identifier, read_claimed(row["claimed"]))))
    found = await verdicts_of([cite for _, cite in asked], world)
    return Counter(f"{expected} -> {verdict}" for (expected, _), verdict in zip(asked, found, strict=True))


def identifier_in(request: str) -> Identifier | None:
    """What a recorded request asked for."""
    number = re.search(r"[?&](?P<key>id_list|id)=(?P<value>[\w.]+)", request)
    if number is not None:
        return parse_identifier(f"{'arXiv' if number['key'] == 'id_list' else 'PMID'}: {number['value']}")
    doi = re.search(r"10\.\d{4,9}/\S+", request)
    return parse_identifier(doi[0]) if doi is not None else None


def print_table(title: str, table: Table) -> None:
    columns = (*VERDICTS, "not judged")
    print(f"\n{title:26}" + "".join(f"{name:>11}" for name in columns))
    for kind, counts in sorted(table.items()):
        print(f"{kind:26}" + "".join(f"{counts[name] or '':>11}" for name in columns))


async def run(shared: Path) -> dict[str, Any]:
    data = shared / "data" / "references"
    labelled = rows(data / "references_papers.jsonl")
    withdrawn, legal = rows(data / "references_withdrawn.jsonl"), rows(data / "references_legal.jsonl")
    shelves = Shelves()
    shelves.add_recorded(shared / "vectors" / "registry")
    shelves.add_papers(labelled)
    shelves.add_withdrawn(withdrawn)
    shelves.add_cases(legal)
    world = World(shelves.answer, FACTOR)
    async with world.serving():
        tables = await papers(shelves, world, [*labelled, *withdrawn])
        tables["real, by style"] = await kept_by_style(world, labelled)
        tables["cases"] = await cases(world, legal)
        tables["reported"] = await reported(world, data)
        pairs = await recorded(world, shared / "vectors")
    for name, table in tables.items():
        print_table(name, table)
    print("\nrecorded pairs, expected -> found:", dict(pairs))
    print("replies by status:", dict(world.statuses))
    return {
        "tables": {name: {kind: dict(counts) for kind, counts in table.items()} for name, table in tables.items()},
        "recorded_pairs": dict(pairs),
        "replies_by_status": {str(status): count for status, count in world.statuses.items()},
    }


def main() -> None:
    here = Path(__file__).resolve().parent
    shared = Path(sys.argv[1]) if len(sys.argv) > 1 else here.parents[1] / "shared"
    if not shared.is_dir():
        sys.exit(f"{shared}: no labelled data there; give the folder that holds data/references and vectors/registry")
    found = asyncio.run(run(shared))
    text = json.dumps(found, indent=2, sort_keys=True)
    (here / "results" / "reference-quality.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
