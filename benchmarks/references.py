"""200 references over loopback registries that enforce their public rate limits, against the theoretical minimum time.

Time runs ``FACTOR`` times faster than the wall clock, for the limits of the server and of the client alike. A request
over the limit is answered 429, as the registries do. The minimum is that of the busiest registry asked without a pause:
(requests - 1) x interval, all registries side by side.

    python benchmarks/references.py
"""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter, deque
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import unquote

import httpcore2

from citeward.references import Clock, Entry, RegistrySettings, audit, build_references, parse_cite

FACTOR = 4.0
PUBLIC = "93.184.215.14"
LIMITS = {  # requests, seconds
    "api.crossref.org": (5, 1.0),
    "api.datacite.org": (1_000, 300.0),
    "export.arxiv.org": (1, 3.0),
    "eutils.ncbi.nlm.nih.gov": (3, 1.0),
}
MIXES = {
    "200 journal DOIs": {"api.crossref.org": 200},
    "120 journal, 40 data DOIs, 30 PMIDs, 10 arXiv": {
        "api.crossref.org": 120,
        "api.datacite.org": 40,
        "eutils.ncbi.nlm.nih.gov": 30,
        "export.arxiv.org": 10,
    },
    "10 arXiv first, then 190 journal DOIs": {"export.arxiv.org": 10, "api.crossref.org": 190},
}
CITES = {
    "api.crossref.org": "10.5555/work.{}",
    "api.datacite.org": "10.5281/zenodo.{}",
    "eutils.ncbi.nlm.nih.gov": "PMID: 1000{}",
    "export.arxiv.org": "arXiv:2101.{:05}",
}


def now() -> float:
    return time.monotonic() * FACTOR


async def sleep(seconds: float) -> None:
    await asyncio.sleep(seconds / FACTOR)


def reply(host: str, target: str) -> str:
    name = unquote(target.split("?", maxsplit=1)[0].rsplit("/", 1)[-1])
    if host == "api.datacite.org":
        return json.dumps({"data": {"type": "dois", "attributes": {"doi": name, "titles": [{"title": "x"}]}}})
    if host == "eutils.ncbi.nlm.nih.gov":
        uid = target.rsplit("=", 1)[-1]
        return json.dumps({"header": {"type": "esummary"}, "result": {"uids": [uid], uid: {"uid": uid, "title": "x"}}})
    if host == "export.arxiv.org":
        number = target.rsplit("=", 1)[-1]
        entry = f"<entry><id>http://arxiv.org/abs/{number}v1</id><title>x</title></entry>"
        return f'<feed xmlns="http://www.w3.org/2005/Atom">{entry}</feed>'
    return json.dumps({"status": "ok", "message-type": "work", "message": {"DOI": name, "title": ["x"]}})


class World:
    """Every registry on one port, each with its own window."""

    def __init__(self) -> None:
        self.windows: dict[str, deque[float]] = {host: deque() for host in LIMITS}
        self.statuses: Counter[int] = Counter()
        self.port = 0

    async def resolve(self, host: str) -> Sequence[str]:
        return [PUBLIC]

    async def dial(self, address: str, port: int, seconds: float) -> httpcore2.AsyncNetworkStream:
        return await httpcore2.AnyIOBackend().connect_tcp("127.0.0.1", self.port, timeout=seconds)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        host = next(line[6:] for line in head if line.lower().startswith("host: "))
        window, (requests, seconds) = self.windows[host], LIMITS[host]
        while window and window[0] <= now() - seconds:
            window.popleft()
        status = 429 if len(window) >= requests else 200
        self.statuses[status] += 1
        if status == 200:
            window.append(now())
        data = reply(host, head[0].split(" ")[1]).encode() if status == 200 else b""
        told = (
            f"X-Rate-Limit-Limit: {requests}\r\nX-Rate-Limit-Interval: {seconds:g}s\r\n"
            if host == "api.crossref.org"
            else ""
        )
        writer.write(f"HTTP/1.1 {status} X\r\nContent-Length: {len(data)}\r\n{told}\r\n".encode() + data)
        await writer.drain()
        writer.close()


async def run(mix: dict[str, int]) -> dict[str, float]:
    world = World()
    server = await asyncio.start_server(world.serve, "127.0.0.1", 0)
    world.port = server.sockets[0].getsockname()[1]
    places = {"crossref": "", "datacite": "", "arxiv": "", "pubmed": "/entrez/eutils"}
    hosts = dict(
        zip(
            places, ("api.crossref.org", "api.datacite.org", "export.arxiv.org", "eutils.ncbi.nlm.nih.gov"), strict=True
        )
    )
    settings = {name: RegistrySettings(base_url=f"http://{hosts[name]}{path}") for name, path in places.items()}
    references = build_references(
        settings,
        registries=tuple(places),
        deadline_seconds=None,
        clock=Clock(now, sleep),
        resolver=world,
        dialler=world,
    )
    cites = [CITES[host].format(index) for host, count in mix.items() for index in range(count)]
    entries = [Entry(str(index), parse_cite(cite)) for index, cite in enumerate(cites)]
    start = now()
    verdicts = Counter([str(result.finding.verdict) async for result in audit(entries, references)])
    taken = now() - start
    server.close()
    minimum = max((count - 1) * LIMITS[host][1] / LIMITS[host][0] for host, count in mix.items())
    assert verdicts == {"match": len(entries)}, verdicts
    return {
        "references": len(entries),
        "minimum_s": round(minimum, 1),
        "taken_s": round(taken, 1),
        "ratio": round(taken / minimum, 3),
        "refused_429": world.statuses[429],
    }


def main() -> None:
    results = {name: asyncio.run(run(mix)) for name, mix in MIXES.items()}
    print(f"{'mix':48} {'minimum':>8} {'taken':>8} {'ratio':>6} {'429s':>5}")
    for name, row in results.items():
        print(f"{name:48} {row['minimum_s']:7.1f}s {row['taken_s']:7.1f}s {row['ratio']:6.3f} {row['refused_429']:5}")
    path = Path(__file__).parent / "results" / "references.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps({"factor": FACTOR, "mixes": results}, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
