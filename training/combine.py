"""Weigh the two halves of the embedded model: the mean of their logits, each calibrated. Writes combination.json.

    python -m training.combine --data DIR --model DIR [--mix work]

What a claim in the source's own words is helped by was chosen on development sets (0.5, 1 and 1.5 differ little).
The lexical logit is calibrated already (``fit_lexical``); the cross-encoder's is here, on the held-out slices of the
training sets, run as the product runs it.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

from citeward.entailment import OnnxBackend, guard
from citeward.entailment import Pair as Question
from citeward.entailment.probability import logit
from citeward.entailment.questions import questions_of
from citeward.entailment.selection import BUDGET
from training.data import MIXES, load
from training.platt import platt

OWN_WORDS = 1.5
WORD_FOR_WORD = 3.0
"""A sentence of the source is carried by it; so much lifts it over any threshold that the rest may call for."""
_PATIENCE_S = 3600.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--mix", choices=MIXES, default="general", help="whose held-out slices")
    args = parser.parse_args()
    _, held = load(args.data, args.mix)
    pairs = [pair for rows in held.values() for pair in rows if guard(pair.source, pair.claim) is None]
    asked = [questions_of(Question(pair.source, pair.claim))[0] for pair in pairs]
    scores = OnnxBackend(args.model, budget=BUDGET, threads=1).score(asked, time.monotonic() + _PATIENCE_S)
    slope, offset = platt([logit(score) for score in scores], pairs)
    combination = {"format": 1, "lexical": 0.5, "cross": round(slope / 2, 6), "shift": round(offset / 2, 6)}
    combination |= {"own words": OWN_WORDS, "word for word": WORD_FOR_WORD}
    (args.model / "combination.json").write_text(json.dumps(combination, indent=1) + "\n", encoding="utf-8")
    print(len(pairs), "pairs:", combination)


if __name__ == "__main__":
    main()
