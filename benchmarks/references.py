"""200 references over loopback registries that enforce their public rate limits, against the theoretical minimum time.

The minimum is that of the busiest limit used without a pause: (requests - 1) x interval, all registries side by side. A
reference without an identifier takes a search, which is the rarer turn, and a look-up of what it led to.

    python benchmarks/references.py
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

from registry_world import HOSTS, LIMITS, Asked, Reply, World

from citeward.references import Entry, audit, parse_cite

FACTOR = 4.0
REGISTRIES = ("crossref", "datacite", "arxiv", "pubmed")
MIXES = {
    "200 journal DOIs": {"crossref": 200},
    "120 journal, 40 data DOIs, 30 PMIDs, 10 arXiv": {"crossref": 120, "datacite": 40, "pubmed": 30, "arxiv": 10},
    "10 arXiv first, then 190 journal DOIs": {"arxiv": 10, "crossref": 190},
    "170 journal DOIs, 30 without an identifier": {"crossref": 170, "search": 30},
}
CITES = {
    "crossref": "10.5555/work.{}",
    "datacite": "10.5281/zenodo.{}",
    "pubmed": "PMID: 1000{}",
    "arxiv": "arXiv:2101.{:05}",
    "search": "Brandt A, Halim N. Tidal mixing in narrow northern estuary number {}. 2019.",
}
TOLD = {"X-Rate-Limit-Limit": "5", "X-Rate-Limit-Interval": "1s"}
TOLD_OF_SEARCHES = {"X-Rate-Limit-Limit": "1", "X-Rate-Limit-Interval": "1s"}


def work(doi: str, number: str = "") -> dict[str, object]:
    """A work of Crossref; one that is searched for has the words it was searched by."""
    if not number:
        return {"DOI": doi, "title": ["x"]}
    title = f"Tidal mixing in narrow northern estuary number {number}"
    people = [{"given": "Ada", "family": "Brandt"}, {"given": "Noor", "family": "Halim"}]
    return {"DOI": doi, "title": [title], "author": people, "issued": {"date-parts": [[2019]]}}


def answer(asked: Asked) -> Reply:
    url = urlsplit(asked.target)
    name = unquote(url.path.rsplit("/", 1)[-1])
    if asked.is_search:
        number = parse_qs(url.query)["query.bibliographic"][0].split("number ")[1].split(".")[0]
        items = [work(f"10.5555/found.{number}", number)]
        listed = {"status": "ok", "message-type": "work-list", "message": {"items": items}}
        return Reply(json.dumps(listed), headers=TOLD_OF_SEARCHES)
    if asked.host == HOSTS["datacite"]:
        return Reply(json.dumps({"data": {"type": "dois", "attributes": {"doi": name, "titles": [{"title": "x"}]}}}))
    if asked.host == HOSTS["pubmed"]:
        uid = asked.target.rsplit("=", 1)[-1]
        result = {"uids": [uid], uid: {"uid": uid, "title": "x"}}
        return Reply(json.dumps({"header": {"type": "esummary"}, "result": result}))
    if asked.host == HOSTS["arxiv"]:
        number = asked.target.rsplit("=", 1)[-1]
        entry = f"<entry><id>http://arxiv.org/abs/{number}v1</id><title>x</title></entry>"
        return Reply(f'<feed xmlns="http://www.w3.org/2005/Atom">{entry}</feed>')
    message = work(name, name.partition("found.")[2])
    return Reply(json.dumps({"status": "ok", "message-type": "work", "message": message}), headers=TOLD)


def minimum(mix: dict[str, int]) -> float:
    """Seconds of the busiest limit; every search is followed by a look-up at Crossref."""
    counts = {HOSTS[name]: count for name, count in mix.items() if name != "search"}
    searches = mix.get("search", 0)
    counts[HOSTS["crossref"]] = counts.get(HOSTS["crossref"], 0) + 2 * searches
    counts["api.crossref.org/search"] = searches
    return max((count - 1) * LIMITS[name][1] / LIMITS[name][0] for name, count in counts.items())


async def run(mix: dict[str, int]) -> dict[str, float]:
    world = World(answer, FACTOR)
    cites = [CITES[name].format(index) for name, count in mix.items() for index in range(count)]
    entries = [Entry(str(index), parse_cite(cite)) for index, cite in enumerate(cites)]
    async with world.serving():
        references = world.references(REGISTRIES, search=True)
        start = world.now()
        verdicts = Counter([str(result.finding.verdict) async for result in audit(entries, references)])
        taken = world.now() - start
    assert verdicts == {"match": len(entries)}, verdicts
    return {
        "references": len(entries),
        "minimum_s": round(minimum(mix), 1),
        "taken_s": round(taken, 1),
        "ratio": round(taken / minimum(mix), 3),
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
