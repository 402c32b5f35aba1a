"""Answers that cite the open web: what is looked up under which policy, and what a reader gets. Runs without network.

The name lookup and the HTTP exchange are played from a table; every check of the safe fetch around them is real.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from rich.console import Console
from rich.rule import Rule

from citeward import BALANCED, Gate, Principal
from citeward.cli.report import print_report
from citeward.fetch import Fetcher, FetchPolicy, InMemorySnapshots, IsolatedReader, Reply
from citeward.hosts import HostPolicy, SafeUrl
from citeward.model import Tier
from citeward.render import text_copy
from citeward.verify import Lookups, Web, WebSource

PAGES = {
    "https://journal.example.org/tides": "<title>Tides</title><p>Tides are caused by the Moon. The Sun adds to them.",
    "https://blog.example.org/cheese": "<title>My blog</title><p>The Moon is made of cheese, my uncle says.",
}
PUBLIC, PRIVATE = "93.184.215.14", "10.0.0.7"
ADDRESSES = {"journal.example.org": PUBLIC, "blog.example.org": PUBLIC, "wiki.example.org": PRIVATE}
ANSWER = (
    "“Tides are caused by the Moon” (https://journal.example.org/tides). "
    "“The Moon is made of cheese” ([a blog](https://blog.example.org/cheese)). "
    "“The Moon is made of iron” (https://blog.example.org/cheese). "
    "Our own wiki agrees (https://wiki.example.org/moon)."
)


class Names:
    """Stands in for DNS, and tells what was asked."""

    async def resolve(self, host: str) -> Sequence[str]:
        print(f"  looked up {host}")
        return [ADDRESSES[host]]


async def exchange(url: SafeUrl, addresses: tuple[str, ...]) -> Reply:
    """Stands in for HTTP, and tells what was sent where."""
    print(f"  asked {addresses[0]} for {url.url}")
    body = PAGES.get(url.url)
    headers = (("content-type", "text/html; charset=utf-8"),)
    return Reply(404, headers) if body is None else Reply(200, headers, body.encode())


def main() -> None:
    """Checks one answer under three policies."""
    console = Console()
    archive = InMemorySnapshots()
    everywhere = FetchPolicy(hosts=HostPolicy(allow=None))
    gate = Gate.in_memory([], BALANCED)
    web = Web((WebSource("journal", Tier.B, ("journal.example.org",)),), archive, "https://cite.example.com/copies/")
    turn = gate.open(Principal("ana"), [])
    for lookups in (Lookups.NONE, Lookups.REGISTERED, Lookups.ANY):
        console.print(Rule(f"lookups = {lookups.value}"))
        policy = replace(BALANCED, lookups={"research": lookups})
        fetcher = Fetcher(everywhere, resolver=Names(), exchange=exchange, extractor=IsolatedReader())
        asked = replace(gate, policy=policy, pages=fetcher, web=web)
        print_report(asked.check(ANSWER, replace(turn, intent="research")), console)
    console.print(Rule("what a citation opens"))
    kept = asyncio.run(archive.find("default", next(document for _, document in archive.kept)))
    if kept is not None:
        copy = text_copy(kept.text or "", title=kept.title, url=kept.final_url, retrieved_at=kept.retrieved_at)
        console.print(copy.body.decode(), markup=False, highlight=False)
        for name, value in copy.headers.items():
            console.print(f"{name}: {value}", style="dim", markup=False, highlight=False)


if __name__ == "__main__":
    main()
