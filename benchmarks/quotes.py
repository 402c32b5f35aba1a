"""Quote matching beside its peers, interleaved in one process: what one quote in one document costs.

    python benchmarks/quotes.py [--size 1000000] [--rounds 5] [--out benchmarks/results/quotes.json]

Peers that are installed take part: rapidfuzz, regex, cite-right, citations; difflib always. Times are medians of CPU
time over the rounds, in microseconds; every round runs every matcher on the same quotes, so the ratios hold on a noisy
machine. Speed only: what each of them grants is another matter, measured by the vectors.
"""

from __future__ import annotations

import argparse
import difflib
import importlib.util
import json
import random
import re
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from citeward.text import SourceIndex, find, find_many, index

Job = Callable[[], object]
LATIN = "abcdefghijklmnopqrstuvwxyz"
MIXED = LATIN + "äöüßéèñçœ"
CYRILLIC = "абвгдежзийклмнопрстуфхцчшщыьэюя"
QUOTES = 6
OURS = "citeward, cached, the quote given to the peers"


def document(letters: str, size: int, seed: int) -> str:
    """Lines of sentences made of 4,000 words, deterministic."""
    rng = random.Random(seed)
    words = ["".join(rng.choices(letters, k=rng.randint(2, 9))) for _ in range(4000)]
    lines: list[str] = []
    length = 0
    while length < size:
        line = " ".join(rng.choices(words, k=rng.randint(8, 18))).capitalize() + "."
        lines.append(line)
        length += len(line) + 1
    return "\n".join(lines)


def quotes_of(text: str) -> dict[str, list[str]]:
    """Quotes spread over the document: as they stand, re-wrapped, in capitals, and with one word changed."""
    lines = text.split("\n")
    picked = [lines[len(lines) * at // (QUOTES + 1)] for at in range(1, QUOTES + 1)]
    following = [lines[len(lines) * at // (QUOTES + 1) + 1] for at in range(1, QUOTES + 1)]
    return {
        "exact": picked,
        "re-wrapped": [f"{one} {two}" for one, two in zip(picked, following, strict=True)],
        "upper case": [one.upper() for one in picked],
        "absent": [one.replace(one.split()[3], "zzzzz") for one in picked],
    }


def peers(text: str, quote: str) -> dict[str, Job]:
    """One cold search per installed peer."""
    jobs: dict[str, Job] = {"difflib": lambda: _difflib(text, quote)}
    if importlib.util.find_spec("rapidfuzz"):
        from rapidfuzz import fuzz

        jobs["rapidfuzz partial_ratio_alignment"] = lambda: fuzz.partial_ratio_alignment(quote, text, score_cutoff=90)
    if importlib.util.find_spec("regex"):
        import regex

        pattern = regex.compile(f"(?b)(?:{regex.escape(quote)}){{e<={max(1, len(quote) // 20)}}}")
        jobs["regex fuzzy"] = lambda: pattern.search(text)
    if importlib.util.find_spec("cite_right"):
        import cite_right

        jobs["cite-right"] = lambda: cite_right.align_citations(quote, [text])
    if importlib.util.find_spec("citations"):
        import citations

        jobs["citations, cold"] = lambda: (citations.clear_caches(), citations.resolve_in(quote, text))
        jobs["citations, cached"] = lambda: citations.resolve_in(quote, text)
    return jobs


def _difflib(text: str, quote: str) -> object:
    return difflib.SequenceMatcher(None, text, quote, autojunk=False).find_longest_match()


def clock(job: Job, repeat: int) -> float:
    """Microseconds of CPU time per call."""
    start = time.process_time_ns()
    for _ in range(repeat):
        job()
    return (time.process_time_ns() - start) / repeat / 1000


def interleave(jobs: dict[str, tuple[Job, int]], rounds: int) -> dict[str, float]:
    """The median of each job over the rounds."""
    times: dict[str, list[float]] = {name: [] for name in jobs}
    for _ in range(rounds):
        for name, (job, repeat) in jobs.items():
            times[name].append(clock(job, repeat))
    return {name: statistics.median(values) for name, values in times.items()}


def compare(text: str, rounds: int, *, slow: bool) -> dict[str, float]:
    """Our own paths on all kinds of quotes, the peers on exact ones, and a bare search of the same bytes."""
    indexed = index(text)
    kinds = quotes_of(text)
    data = indexed.raw.skeleton.data
    jobs: dict[str, tuple[Job, int]] = {
        "limit: one byte absent from the skeleton (memchr)": (lambda: data.find(b"\x01"), 50),
        "limit: str.find of the exact quote": (_all(text.find, kinds["exact"]), 5),
        "citeward, cold": (_all(lambda quote: find(text, quote), kinds["exact"][:1]), 3),
    }
    for kind, quotes in kinds.items():
        jobs[f"citeward, cached, {kind}"] = (_all(lambda quote: find(indexed, quote, diagnose=False), quotes), 10)
    jobs["citeward, cached, absent, with nearest passage"] = (_all(lambda q: find(indexed, q), kinds["absent"]), 3)
    middle = kinds["exact"][QUOTES // 2]
    jobs[OURS] = (lambda: find(indexed, middle), 20)
    for name, job in peers(text, middle).items():
        if slow or name not in ("difflib", "regex fuzzy", "cite-right"):
            jobs[name] = (job, 20 if "cached" in name else 1)
    found = interleave(jobs, rounds)
    for name, quotes in [
        (name, kinds[name.removeprefix("citeward, cached, ")])
        for name in found
        if name.removeprefix("citeward, cached, ") in kinds
    ]:
        found[name] /= len(quotes)
    found["limit: str.find of the exact quote"] /= QUOTES
    found["citeward, cached, absent, with nearest passage"] /= QUOTES
    return found


def _all(act: Callable[[str], object], quotes: list[str]) -> Job:
    def run() -> None:
        for quote in quotes:
            act(quote)

    return run


def building(texts: dict[str, str], rounds: int) -> dict[str, dict[str, float]]:
    """Speed of indexing in megabytes of UTF-8 per second, and memory per code point."""
    times = interleave({name: (lambda text=text: index(text), 3) for name, text in texts.items()}, rounds)
    out: dict[str, dict[str, float]] = {}
    for name, text in texts.items():
        indexed: SourceIndex = index(text)
        out[name] = {
            "MB/s": len(text.encode()) / times[name],
            "million code points/s": len(text) / times[name],
            "index bytes per code point": indexed.raw.skeleton.nbytes / len(text),
            "str bytes per code point": sys.getsizeof(text) / len(text),
        }
    return out


def small(rounds: int) -> dict[str, float]:
    """The gate's case: a chunk of 1,500 code points, indexed and matched, and one already indexed."""
    found: dict[str, float] = {}
    for name, letters in (("ASCII", LATIN), ("non-ASCII", MIXED)):
        text = document(letters, 1500, 3)
        indexed, quote = index(text), text.split("\n")[4]
        wrapped = " ".join(text.split("\n")[4:6])
        jobs: dict[str, tuple[Job, int]] = {
            f"{name}: index": (lambda t=text: index(t), 300),
            f"{name}: index and match": (lambda t=text, q=quote: find(t, q), 300),
            f"{name}: match, cached": (lambda i=indexed, q=quote: find(i, q), 300),
            f"{name}: match, cached, re-wrapped": (lambda i=indexed, q=wrapped: find(i, q), 300),
        }
        found |= interleave(jobs, rounds)
    return found


def many(text: str, rounds: int) -> dict[str, float]:
    """Two thousand quotes over one document, per quote."""
    rng = random.Random(5)
    lines = text.split("\n")
    quotes = [rng.choice(lines) for _ in range(2000)]
    indexed = index(text)
    found = interleave(
        {
            "find, one by one": (_all(lambda quote: find(indexed, quote, diagnose=False), quotes), 1),
            "find_many": (lambda: find_many(indexed, quotes, diagnose=False), 1),
        },
        rounds,
    )
    return {name: value / len(quotes) for name, value in found.items()}


def show(title: str, figures: dict[str, float], against: str | None = None) -> None:
    print(f"\n{title}")
    for name, value in figures.items():
        ratio = f"  {value / figures[against]:10.1f} x" if against is not None else ""
        print(f"  {name:52s} {value:12.1f}{ratio}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", type=int, default=1_000_000, help="code points of the document")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--out", type=Path, default=Path(__file__).parent / "results" / "quotes.json")
    options = parser.parse_args()
    texts = {
        "ASCII": document(LATIN, options.size, 1),
        "Latin with accents": document(MIXED, options.size, 1),
        "Cyrillic": document(CYRILLIC, options.size, 1),
        "mostly ASCII, curly quotes": re.sub(r"\b(\w{7})\b", "“\\1”", document(LATIN, options.size, 1)),
    }
    results: dict[str, Any] = {"size": options.size, "python": sys.version.split()[0]}
    results["building"] = building(texts, options.rounds)
    for name, figures in results["building"].items():
        show(f"Building the index: {name}", figures)
    results["ascii"] = compare(texts["ASCII"], options.rounds, slow=True)
    show("One quote in one ASCII document, microseconds", results["ascii"], OURS)
    results["accents"] = compare(texts["Latin with accents"], options.rounds, slow=False)
    show("One quote in one document with accents, microseconds", results["accents"], OURS)
    results["small"] = small(options.rounds)
    show("A chunk of 1,500 code points, microseconds", results["small"])
    results["many"] = many(texts["ASCII"], max(1, options.rounds // 2))
    show("Two thousand quotes over one document, microseconds per quote", results["many"])
    options.out.parent.mkdir(parents=True, exist_ok=True)
    options.out.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
