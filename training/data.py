"""Training pairs: the licensed sets named in DATA.md, one shape, with a held-out slice of each.

A pair is a source, a claim, a label, and, where known, the character spans of the claim that the source does not carry
(empty for a supported claim, None when the data do not say). Rows whose source also occurs in a measuring set carry
``overlaps_dev`` and are never read.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

Span = tuple[int, int]

# Share of a pass that each set gets. Noisy, leaky and templated sets, and those a network of
# this size hardly learns, get small doses (see DATA.md).
WEIGHTS = {
    "fm2": 3.2,
    "factcheck_gpt": 2.0,
    "wice": 1.4,
    "fib_xsum": 1.2,
    "evidence_inference": 0.5,
    "pubmedqa_yesno": 0.2,
    "infotabs": 2.0,
    "tabfact_pairs": 0.3,
    "mnli_dev": 4.5,
    "snli_dev": 1.4,
    "scitail": 1.2,
    "neg_nli": 1.2,
    "conjnli": 0.8,
    "folio": 0.3,
    "ambient": 0.8,
    "ex_fever": 0.4,
    "strategyqa_facts": 0.1,
    "clapnq": 0.4,
    "help_mono": 0.3,
    "scone": 0.3,
    "xquad_claims": 0.2,
}
FILES = {"wice": ("wice_oracle", "wice_partial")}


@dataclass(frozen=True, slots=True)
class Pair:
    """One training example; ``spans`` are code point offsets into ``claim``, end exclusive."""

    source: str
    claim: str
    supported: bool
    spans: tuple[Span, ...] | None
    origin: str


def unsupported_spans(claim: str, label: str) -> tuple[Span, ...] | None:
    """The spans of WiCE's unsupported tokens, where they stand in the claim in their order."""
    _, found, listed = label.partition("unsupported tokens: ")
    if not found:
        return None
    spans, at = [], 0
    for token in listed.split():
        at = claim.find(token, at)
        if at < 0:
            return None
        spans.append((at, at + len(token)))
        at += len(token)
    return tuple(spans)


def held_out(key: str, share: float = 0.06) -> bool:
    """True for a fixed share of keys, by hash, so that a source never falls on both sides."""
    return int.from_bytes(hashlib.sha256(key.encode()).digest()[:4], "big") < share * 2**32


def load(folder: Path) -> tuple[dict[str, list[Pair]], dict[str, list[Pair]]]:
    """(training, held out), each by set name. Raises FileNotFoundError when a set is missing."""
    train: dict[str, list[Pair]] = {}
    kept: dict[str, list[Pair]] = {}
    for name in WEIGHTS:
        for file in FILES.get(name, (name,)):
            for line in (folder / f"{file}.jsonl").open(encoding="utf-8"):
                row = json.loads(line)
                if row.get("overlaps_dev") or row.get("lang", "en") != "en":
                    continue
                supported = bool(row["supported"])
                spans = () if supported else unsupported_spans(row["claim"], row["label_raw"])
                pair = Pair(row["source"], row["claim"], supported, spans, name)
                side = kept if held_out(name + row["source"][:200]) else train
                side.setdefault(name, []).append(pair)
    return train, kept
