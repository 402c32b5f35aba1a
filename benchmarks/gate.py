"""The gate without a support model: a 4 kB answer with 20 citations, parsed, verified, decided, rendered to HTML.

Everything is measured in one interleaved run against the same yardstick, the bare pyromark event loop over the same
text, because two noisy cores make absolute times mean little. Run it with ``make bench``.
"""

from __future__ import annotations

import json
import statistics
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pyromark
from rich.console import Console
from rich.table import Table
from timing import interleaved

from citeward import Chunk, Gate, Principal
from citeward.parse import OPTIONS, parse
from citeward.policy import STRICT
from citeward.render import html, select
from citeward.verify import Need

ROUNDS = 300
RESULT = Path(__file__).parent / "results" / "gate.json"
STAFF = frozenset({"staff"})
UNWEIGHED = replace(STRICT, requirements=replace(STRICT.requirements, support=Need.SKIP))
SENTENCES = (
    "The standard requires that every contractor laptop uses full-disk encryption with keys in the vault [S{a}].",
    "Exceptions need written approval from the security office and expire after ninety days [S{b}].",
    "Employees who travel should read the guidance on **border crossings** before they leave the country.",
    "The help desk can rotate a key within one working day; a lost device must be reported at once.",
)
PASSAGE = (
    "Every contractor laptop uses full-disk encryption with keys escrowed in the corporate vault. Exceptions need "
    "written approval from the security office and expire after ninety days. The help desk answers within a day. "
)


def answer() -> str:
    """Ten paragraphs, a heading, a list: about 4 kB and 20 citations of 8 sources."""
    blocks = ["# Laptop policy"]
    for number in range(10):
        blocks.append(" ".join(SENTENCES).format(a=number % 8 + 1, b=(number + 3) % 8 + 1))
    blocks.append("- Ask the help desk.\n- Use the *portal*.\n- Keep `state.json`.")
    return "\n\n".join(blocks)


def main() -> None:
    """Measures, prints and stores ratios."""
    text = answer()
    chunks = [
        Chunk(f"d{n}", PASSAGE * 3, "1", f"Document {n}", f"https://acme.example/{n}", STAFF, 3, handle=f"S{n}")
        for n in range(1, 9)
    ]
    gate = replace(Gate.in_memory(chunks, UNWEIGHED), support=None)
    turn = gate.open(Principal("ana", STAFF), chunks)
    checked = gate.check(text, turn)
    assert checked.counts == {"ok": 20}, checked.counts
    handles = turn.ledger.handles

    def bare() -> None:
        for _ in pyromark.events_with_range(text, options=OPTIONS):
            pass

    def rendered() -> None:
        html(select(checked.parsed, checked.judgements, checked.decisions))

    steps: dict[str, Callable[[], object]] = {
        "bare pyromark event loop": bare,
        "parse": lambda: parse(text, handles),
        "select and HTML": rendered,
        "whole gate, HTML out": lambda: gate.check(text, turn).html,
    }
    times = interleaved(steps, ROUNDS)
    medians = {name: statistics.median(found) for name, found in times.items()}
    yardstick = medians["bare pyromark event loop"]
    table = Table(title=f"{len(text):,} characters, 20 citations, {ROUNDS} interleaved rounds, CPU time of one thread")
    for column in ("step", "x bare loop", "p50 ms", "p95 ms"):
        table.add_column(column, justify="left" if column == "step" else "right")
    for name, median in medians.items():
        p95 = statistics.quantiles(times[name], n=20)[-1]
        table.add_row(name, f"{median / yardstick:.1f}", f"{median * 1e3:.3f}", f"{p95 * 1e3:.3f}")
    Console().print(table)
    RESULT.parent.mkdir(exist_ok=True)
    ratios = {name: round(median / yardstick, 2) for name, median in medians.items()}
    shape = {"characters": len(text), "citations": 20, "rounds": ROUNDS}
    milliseconds = {name: round(median * 1e3, 3) for name, median in medians.items()}
    result = {"what": shape, "ratio_to_bare_loop": ratios, "p50_ms_on_a_shared_machine": milliseconds}
    RESULT.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
