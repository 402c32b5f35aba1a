"""Measure the shipped default on the held-out slices of the sets it was trained on.

    python -m training.evaluate --data DIR [--mix work] [--most 60] [--weights DIR]

How well a model does there says how much it has learnt, not how it will do elsewhere; for that see the unseen sets of
``benchmarks/entailment.py quality``. Writes ``training/results/held-out.json``.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

from citeward.entailment import Support
from citeward.evaluation import Judged, auroc, kept_at
from training.data import MIXES, load

RESULTS = Path(__file__).parent / "results"
_PATIENCE_S = 3600.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--mix", choices=MIXES, default="general", help="whose sets")
    parser.add_argument("--weights", type=Path, help="another model than the shipped one; nothing is written")
    parser.add_argument("--most", type=int, default=60, help="pairs of each slice but the authored ones")
    args = parser.parse_args()
    support = Support.default(args.weights)
    table: dict[str, dict[str, float]] = {}
    for name, pairs in load(args.data, args.mix)[1].items():
        chosen = pairs if name.startswith("authored") else pairs[: args.most]
        truth = [pair.supported for pair in chosen]
        verdicts = support.judge_now([Judged(p.source, p.claim) for p in chosen], time.monotonic() + _PATIENCE_S)
        kept = sum(v.state == "supported" for v, y in zip(verdicts, truth, strict=True) if y) / sum(truth)
        passed = sum(v.state == "supported" for v, y in zip(verdicts, truth, strict=True) if not y)
        false_pass = passed / (len(truth) - sum(truth))
        scores = [v.score for v in verdicts]
        table[name] = {"n": len(chosen), "auroc": auroc(scores, truth), "kept at 5 %": kept_at(scores, truth)}
        table[name] |= {"balanced": (kept + 1 - false_pass) / 2, "false pass": false_pass, "false strip": 1 - kept}
        print(f"{name:22} " + " ".join(f"{value:8.3f}" for value in table[name].values()), flush=True)
    if args.weights:
        return
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / "held-out.json").write_text(json.dumps(table, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
