"""Imitated domains by the way they were made: how many are blocked and how many flagged, all brands watched at once.

Honest domains are judged against every brand the file names. A list of domains that people really visit, one a line or
as ``rank,domain``, says how often a warning would be a false alarm; none is part of this repository.

    python benchmarks/lookalikes.py [LOOKALIKES.jsonl] [--top LIST]
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path
from typing import Any

from citeward.hosts import LookalikeVerdict, Watchlist

HERE = Path(__file__).resolve().parent
ROWS = HERE.parents[1] / "shared" / "vectors" / "lookalikes.jsonl"


def share(part: int, whole: int) -> str:
    return f"{part:5} {100 * part / whole:6.1f} %" if whole else ""


def judged(watchlist: Watchlist, domains: list[str]) -> Counter[str]:
    return Counter(watchlist.judge(domain).verdict.value for domain in domains)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rows", nargs="?", type=Path, default=ROWS)
    parser.add_argument("--top", type=Path)
    given = parser.parse_args()
    if not given.rows.is_file():
        parser.error(f"{given.rows}: not there; give rows of domain, brand, fuzzer and expect")
    rows: list[dict[str, Any]] = [json.loads(line) for line in given.rows.read_text(encoding="utf-8").splitlines()]
    watchlist = Watchlist(sorted({row["brand"] for row in rows if row["brand"]}))
    kinds: dict[str, list[str]] = {}
    for row in rows:
        kinds.setdefault(row["fuzzer"] if row["expect"] == "lookalike" else "honest", []).append(row["domain"])
    kinds["all imitations"] = [domain for kind, domains in kinds.items() if kind != "honest" for domain in domains]
    if given.top is not None:
        listed = given.top.read_text(encoding="utf-8").split()
        kinds["most visited"] = [line.rpartition(",")[2] for line in listed]
    results = {}
    print(f"{'kind':24} {'n':>6} {'blocked':>14} {'flagged':>14}")
    for kind, domains in sorted(kinds.items(), key=lambda item: (item[0] in ("honest", "all imitations"), item[0])):
        found = judged(watchlist, domains)
        blocked = found[LookalikeVerdict.BLOCK]
        flagged = blocked + found[LookalikeVerdict.WARN]
        print(f"{kind:24} {len(domains):6} {share(blocked, len(domains))} {share(flagged, len(domains))}")
        results[kind] = {"domains": len(domains), "blocked": blocked, "flagged": flagged}
    text = json.dumps(results, indent=2)
    (HERE / "results" / "lookalikes.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
