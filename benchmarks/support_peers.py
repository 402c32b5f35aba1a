"""What else ranks claims by their sources without a network, on the same sets as ``entailment.py quality``.

    python benchmarks/support_peers.py --sets DIR [--embedder DIR]

Word coverage, the longest common subsequence of words (recall of ROUGE-L, Lin 2004), the fuzzy ratio of the rapidfuzz
library, and with ``--embedder`` the cosine of a sentence embedder (an ONNX directory: ``model.onnx``,
``tokenizer.json``; mean pooling). None of them has thresholds of its own, so that only AUROC can be compared. Prints a
table and writes ``benchmarks/results/support-peers.json``.
"""

from __future__ import annotations

import argparse
import json
import statistics
from collections.abc import Callable
from pathlib import Path

import numpy as np
from rapidfuzz.fuzz import partial_token_set_ratio, token_set_ratio

from citeward.entailment.lexical import features
from citeward.entailment.reading import matched, tokenize
from citeward.evaluation import auroc
from entailment import DEVELOPMENT, RELATED, RESULTS, UNSEEN, read

Score = Callable[[str, str], float]
_TOKENS = 256
"""What the embedder was made for; a longer source is cut, as its makers do."""


def coverage(source: str, claim: str) -> float:
    return features(source, claim)[0]


def rouge(source: str, claim: str) -> float:
    said, given = [t.lower for t in tokenize(claim)], [t.lower for t in tokenize(source)]
    return len(matched(said, given)) / len(said) if said else 0.0


def fuzzy(source: str, claim: str) -> float:
    return token_set_ratio(claim, source) + partial_token_set_ratio(claim, source) / 1000


class Embedder:
    """Unit vectors of texts."""

    def __init__(self, folder: Path) -> None:
        from onnxruntime import InferenceSession, SessionOptions
        from tokenizers import Tokenizer

        options = SessionOptions()
        options.intra_op_num_threads = 1
        self.session = InferenceSession(str(folder / "model.onnx"), options, providers=["CPUExecutionProvider"])
        self.tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self.tokenizer.enable_truncation(_TOKENS)
        self.tokenizer.no_padding()
        self.inputs = {node.name for node in self.session.get_inputs()}
        self.known: dict[str, np.ndarray] = {}

    def __call__(self, text: str) -> np.ndarray:
        if text not in self.known:
            row = self.tokenizer.encode(text)
            columns = {"input_ids": row.ids, "attention_mask": row.attention_mask, "token_type_ids": row.type_ids}
            feeds = {name: np.array([values]) for name, values in columns.items() if name in self.inputs}
            mean = self.session.run(None, feeds)[0][0].mean(axis=0)
            self.known[text] = mean / np.linalg.norm(mean)
        return self.known[text]

    def cosine(self, source: str, claim: str) -> float:
        return float(self(source) @ self(claim))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sets", type=Path, required=True)
    parser.add_argument("--embedder", type=Path)
    args = parser.parse_args()
    peers: dict[str, Score] = {"coverage": coverage, "rouge-l": rouge, "rapidfuzz": fuzzy}
    if args.embedder is not None:
        peers["cosine"] = Embedder(args.embedder).cosine
    print(f"{'set':22} " + " ".join(f"{name:>16}" for name in peers))
    table: dict[str, dict[str, float]] = {}
    for name in (*DEVELOPMENT, *UNSEEN, *RELATED):
        labels = read(args.sets, name)
        truth = [label.supported for label in labels]
        table[name] = {p: auroc([score(x.source, x.claim) for x in labels], truth) for p, score in peers.items()}
        show(name, table[name])
    for title, names in (("DEVELOPMENT", DEVELOPMENT), ("UNSEEN", UNSEEN), ("RELATED", RELATED)):
        table[title] = {p: statistics.mean(table[n][p] for n in names) for p in peers}
        show(title, table[title])
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / "support-peers.json").write_text(json.dumps(table, indent=1) + "\n", encoding="utf-8")


def show(name: str, row: dict[str, float]) -> None:
    print(f"{name:22} " + " ".join(f"{value:16.3f}" for value in row.values()), flush=True)


if __name__ == "__main__":
    main()
