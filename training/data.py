"""Training pairs: the licensed sets named in DATA.md, one shape, with a held-out slice of each.

A pair is a source, a claim, a label, and, where known, the character spans of the claim that the source does not carry
(empty for a supported claim, None when the data do not say). Rows whose source also occurs in a measuring set carry
``overlaps_dev`` and are never read.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

from training import twins
from training.overlap import Blocks, rows_of

Span = tuple[int, int]

# Share of a pass that each set gets, by mix. Noisy, leaky and templated sets, and those a network of
# this size hardly learns, get small doses (see DATA.md).
MIXES: dict[str, dict[str, float]] = {
    "general": {
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
    },
    # What a fresh base learns first: without it, contrastive pairs taught one nothing for 7,000 pairs.
    "inference": {"mnli_dev": 5.0, "snli_dev": 2.0, "scitail": 1.6, "neg_nli": 1.6, "conjnli": 1.0},
    # Pairs as assistants write them, and one fact changed; the rest keeps long sources and inference in mind.
    "work": {
        "authored": 9.0,
        "twins": 9.0,
        "vitaminc_real": 3.0,
        "fm2": 1.2,
        "factcheck_gpt": 0.9,
        "wice": 0.9,
        "fib_xsum": 0.8,
        "infotabs": 1.0,
        "tabfact_pairs": 0.4,
        "evidence_inference": 0.3,
        "pubmedqa_yesno": 0.1,
        "mnli_dev": 1.0,
        "snli_dev": 0.3,
        "scitail": 0.3,
        "neg_nli": 0.3,
        "conjnli": 0.2,
        "ambient": 0.1,
        "clapnq": 0.1,
        "ex_fever": 0.1,
        "help_mono": 0.1,
        "scone": 0.1,
        "xquad_claims": 0.1,
    },
}
FILES = {"wice": ("wice_oracle", "wice_partial")}
DEVELOPMENT: dict[str, list[str]] = json.loads(Path(__file__).with_name("authored.json").read_text(encoding="utf-8"))
"""Collections of the authored pairs that are never trained on, by shape of the text; whole ones, with their kin."""
_SHAPES = {name: shape for shape, names in DEVELOPMENT.items() for name in names}
_MEASURED_ELSEWHERE = frozenset({"wice_oracle"})
"""Collections of the authored pairs most of whose passages also occur in a measuring set."""


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


def slice_of(name: str, row: dict[str, Any]) -> str | None:
    """The held-out slice that a row belongs to; "" for training, None for neither."""
    if name == "twins":
        return name if held_out(name + row["passage"]) else ""
    if name != "authored":
        return name if held_out(name + row["source"][:200]) else ""
    collection = row["collection"]
    if collection in _SHAPES:
        return f"authored: {_SHAPES[collection]}"
    # Some are written over passages of other sets, which hold passages out by themselves.
    apart = collection in _MEASURED_ELSEWHERE or held_out(collection + row["source"][:200])
    return None if apart else ""


def _rows(folder: Path, name: str) -> Iterator[dict[str, Any]]:
    return chain.from_iterable(rows_of(folder / f"{file}.jsonl") for file in FILES.get(name, (name,)))


def load(
    folder: Path, mix: str = "general", avoided: Blocks | None = None
) -> tuple[dict[str, list[Pair]], dict[str, list[Pair]]]:
    """(training, held out) of the sets of ``mix``, by set and slice, without sources that share a run with ``avoided``.

    Raises FileNotFoundError when a set is missing.
    """
    train: dict[str, list[Pair]] = {}
    kept: dict[str, list[Pair]] = {}
    for name in MIXES[mix]:
        for row in twins.rows() if name == "twins" else _rows(folder, name):
            if row.get("overlaps_dev") or row.get("lang", "en") != "en":
                continue
            held = slice_of(name, row)
            if held is None or (avoided is not None and avoided.touch(row["source"])):
                continue
            supported = bool(row["supported"])
            spans = () if supported else unsupported_spans(row["claim"], row["label_raw"])
            pair = Pair(row["source"], row["claim"], supported, spans, name)
            (kept if held else train).setdefault(held or name, []).append(pair)
    return train, kept
