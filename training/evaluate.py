"""Measure the shipped default on the held-out slices of the sets it was trained on.

    python -m training.evaluate --data DIR [--most 60]

How well a model does there says how much it has learnt, not how it will do elsewhere; for that see the unseen sets of
``benchmarks/entailment.py quality``. Writes ``training/results/held-out.json``.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence
from pathlib import Path

from citeward.entailment import Support
from citeward.evaluation import Judged
from training.data import load

RESULTS = Path(__file__).parent / "results"
_PATIENCE_S = 3600.0


def auroc(scores: Sequence[float], truth: Sequence[bool]) -> float:
    """Share of (supported, unsupported) pairs in the right order, ties counted half; small slices only."""
    good = [s for s, y in zip(scores, truth, strict=True) if y]
    bad = [s for s, y in zip(scores, truth, strict=True) if not y]
    return sum((g > b) + (g == b) / 2 for g in good for b in bad) / (len(good) * len(bad))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--most", type=int, default=60, help="pairs of each slice")
    args = parser.parse_args()
    support = Support.default()
    table: dict[str, dict[str, float]] = {}
    for name, pairs in load(args.data)[1].items():
        chosen = pairs[: args.most]
        truth = [pair.supported for pair in chosen]
        verdicts = support.judge_now([Judged(p.source, p.claim) for p in chosen], time.monotonic() + _PATIENCE_S)
        kept = sum(v.state == "supported" for v, y in zip(verdicts, truth, strict=True) if y) / sum(truth)
        passed = sum(v.state == "supported" for v, y in zip(verdicts, truth, strict=True) if not y)
        false_pass = passed / (len(truth) - sum(truth))
        table[name] = {"n": len(chosen), "auroc": auroc([v.score for v in verdicts], truth)}
        table[name] |= {"balanced": (kept + 1 - false_pass) / 2, "false pass": false_pass, "false strip": 1 - kept}
        print(f"{name:22} " + " ".join(f"{value:8.3f}" for value in table[name].values()), flush=True)
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / "held-out.json").write_text(json.dumps(table, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
