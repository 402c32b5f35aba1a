"""Fit the lexical half of the embedded model: boosted trees over the package's features, written as plain JSON.

    python -m training.fit_lexical --data DIR --out lexical.json

Three choices, made on development sets. Only features that point one way, and are held to it: the others
(how many names, how many negations) told data sets apart. Only pairs on which the guards are silent: where they are
not, the trees are not asked. No inference sets of single short sentences, no templated or noisy ones: what
is lexical there is not lexical elsewhere.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import lightgbm
import numpy as np

from citeward.entailment import Pair as Question
from citeward.entailment import guard, select
from citeward.entailment.lexical import FEATURES, features
from citeward.entailment.questions import questions_of
from training.data import WEIGHTS, Pair, load
from training.platt import platt

Rows = np.ndarray[Any, np.dtype[np.float64]]

SETS = (
    *("fm2", "factcheck_gpt", "wice", "fib_xsum", "evidence_inference", "infotabs", "tabfact_pairs"),
    *("ex_fever", "clapnq", "xquad_claims"),
)
SIGNS = {
    "content share": 1,
    "rare content share": 1,
    "best sentence share": 1,
    "two best sentences share": 1,
    "bigram share": 1,
    "trigram share": 1,
    "longest run share": 1,
    "four letter share": 1,
    "order share": 1,
    "missing words": -1,
    "longest missing word": -1,
    "number share": 1,
    "missing numbers": -1,
    "name share": 1,
    "missing names": -1,
    "negation difference": -1,
    "hedges lost": -1,
    "certainty gained": -1,
    "direction conflict": -1,
    "opposites": -1,
    "condition lost": -1,
    "verbatim": 1,
    "missing tail": -1,
    "months missing": -1,
    "first word found": 1,
    "bigram share in best sentence": 1,
}
"""The features in use, and which way each may point."""
COLUMNS = [FEATURES.index(name) for name in SIGNS]
BUDGETS = (60, 100, 140, 180)
"""Words of evidence, drawn per pair."""


def matrix(pairs: Sequence[Pair], rng: random.Random) -> Rows:
    """Every feature of every pair, as in use: opening phrases off, figures and dates in the source's form."""
    rows = []
    for pair in pairs:
        asked = questions_of(Question(pair.source, pair.claim))[0]
        rows.append(features(select(asked.source, asked.claim, rng.choice(BUDGETS)).text, asked.claim))
    return np.array(rows)


def weights(pairs: Sequence[Pair]) -> Rows:
    """Every set counts by its weight in the mixture, and half for each label."""
    count: dict[tuple[str, bool], int] = {}
    for pair in pairs:
        count[pair.origin, pair.supported] = count.get((pair.origin, pair.supported), 0) + 1
    raw = np.array([WEIGHTS[pair.origin] / count[pair.origin, pair.supported] for pair in pairs])
    return np.asarray(raw * len(pairs) / raw.sum(), dtype=np.float64)


def flatten(booster: lightgbm.Booster) -> dict[str, list[Any]]:
    """LightGBM's nested dump as the flat arrays of ``citeward.entailment.lexical.Trees``."""
    out: dict[str, list[Any]] = {k: [] for k in ("feature", "threshold", "left", "right", "value", "roots")}

    def add(node: dict[str, Any]) -> int:
        at = len(out["feature"])
        leaf = "leaf_value" in node
        out["feature"].append(-1 if leaf else COLUMNS[node["split_feature"]])
        out["threshold"].append(0.0 if leaf else float(node["threshold"]))
        out["value"].append(round(node["leaf_value"], 6) if leaf else 0.0)
        out["left"].append(0)
        out["right"].append(0)
        if not leaf:
            out["left"][at] = add(node["left_child"])
            out["right"][at] = add(node["right_child"])
        return at

    for tree in booster.dump_model()["tree_info"]:
        out["roots"].append(add(tree["tree_structure"]))
    return out


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--seed", type=int, default=5)
    args = parser.parse_args()
    rng = random.Random(args.seed)
    train, held = (
        [pair for name in SETS for pair in side.get(name, []) if guard(pair.source, pair.claim) is None]
        for side in load(args.data)
    )
    booster = lightgbm.train(
        {
            "objective": "binary",
            "learning_rate": 0.04,
            "num_leaves": 12,
            "min_data_in_leaf": 60,
            "feature_fraction": 0.6,
            "bagging_fraction": 0.7,
            "bagging_freq": 1,
            "lambda_l2": 5.0,
            "monotone_constraints": list(SIGNS.values()),
            "seed": args.seed,
            "num_threads": 1,
            "deterministic": True,
            "verbose": -1,
        },
        lightgbm.Dataset(
            matrix(train, rng)[:, COLUMNS], [float(pair.supported) for pair in train], weight=weights(train)
        ),
        num_boost_round=args.rounds,
    )
    slope, offset = platt(booster.predict(matrix(held, rng)[:, COLUMNS], raw_score=True), held)
    model = {
        "format": 1,
        "features": list(FEATURES),
        "scale": round(slope, 6),
        "shift": round(offset, 6),
        **flatten(booster),
    }
    args.out.write_text(json.dumps(model, separators=(",", ":")), encoding="utf-8")
    gain = booster.feature_importance("gain")
    names = list(SIGNS)
    print(f"{len(train)} pairs, {args.out.stat().st_size} bytes, scale {slope:.3f}, shift {offset:.3f}")
    print(", ".join(f"{names[i]} {gain[i] / gain.sum():.2f}" for i in np.argsort(-gain)[:14]))


if __name__ == "__main__":
    main()
