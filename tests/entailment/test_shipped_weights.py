"""The weights that ship: whole, licensed, calibrated, and the same for everyone who runs them."""

from __future__ import annotations

import hashlib
import json
import math
import time

import pytest

from citeward.entailment import EmbeddedBackend, Pair, Support, embedded_weights
from citeward.entailment.calibration import shipped_calibrator
from citeward.evaluation import KINDS, flips, twins

WEIGHTS = embedded_weights()
LARGEST = 25_000_000
"""Bytes of weights that a package may reasonably bring along."""


def soon() -> float:
    return time.monotonic() + 120


def some_pairs() -> list[Pair]:
    made = [pair for kind in KINDS for pair in flips(kind, 4)] + twins("synonym", 8) + twins("verbatim", 8)
    return [Pair(pair.source, pair.claim) for pair in made]


def test_the_files_are_those_the_configuration_names() -> None:
    config = json.loads((WEIGHTS / "config.json").read_text(encoding="utf-8"))
    graph = (WEIGHTS / "model.int8.onnx").read_bytes()
    assert hashlib.sha256(graph).hexdigest() == config["sha256"]
    assert config["id2label"] == {"0": "unsupported", "1": "supported"}
    assert sum(file.stat().st_size for file in WEIGHTS.iterdir()) <= LARGEST


def test_licence_and_card_lie_beside_them() -> None:
    assert "Apache License, Version 2.0" in (WEIGHTS / "LICENSE.md").read_text(encoding="utf-8")
    card = (WEIGHTS / "MODEL_CARD.md").read_text(encoding="utf-8")
    assert "Unseen sets" in card


@pytest.mark.parametrize("cross_encoder", [True, False])
def test_a_calibrator_ships_for_the_default_and_for_the_default_without_its_runtime(cross_encoder: bool) -> None:
    if cross_encoder:
        pytest.importorskip("onnxruntime")
        pytest.importorskip("tokenizers")
    backend = EmbeddedBackend(cross_encoder=cross_encoder)
    calibrator = shipped_calibrator(backend.manifest)
    assert calibrator.version != "none"
    assert calibrator.model == backend.manifest.digest()
    assert calibrator.false_pass <= 0.05
    assert calibrator.kept > 0.2
    assert ("cross-encoder" in backend.manifest.model) is cross_encoder


def test_a_score_depends_on_nothing_but_its_pair() -> None:
    pytest.importorskip("onnxruntime")
    pytest.importorskip("tokenizers")
    pairs = some_pairs()
    one, two = EmbeddedBackend(threads=1), EmbeddedBackend(threads=2)
    together = one.score(pairs, soon())
    assert [one.score([pair], soon())[0] for pair in pairs] == together
    assert two.score(list(reversed(pairs)), soon()) == list(reversed(together))


def test_the_default_takes_the_cross_encoder_where_it_can_run() -> None:
    pytest.importorskip("onnxruntime")
    pytest.importorskip("tokenizers")
    assert Support.default().manifest.model.startswith("lexical and cross-encoder ")


@pytest.mark.parametrize(
    "claim",
    [
        "Values: " + ",".join("7" * 300),
        "Key: " + "a1," * 300,
        "\u5e93\u5b58" * 250 + "\u3002",
        "Run " + "x=f(x)/2;" * 80,
        "https://example.org/" + "a-b_c/" * 120,
        "z" * 5_000,
    ],
)
def test_a_claim_without_spaces_is_judged_in_pieces(claim: str) -> None:
    pytest.importorskip("onnxruntime")
    source = "Items may be returned within 30 days."
    told = EmbeddedBackend().score([Pair(source, source), Pair(source, claim)], soon())
    assert told[0] > 0.9
    assert 0.0 <= told[1] < 0.7


def test_a_claim_of_a_hundred_thousand_words_fails_alone() -> None:
    pytest.importorskip("onnxruntime")
    source = "Items may be returned within 30 days."
    told = EmbeddedBackend().score([Pair(source, source), Pair(source, "a-b " * 50_000)], soon())
    assert told[0] > 0.9
    assert math.isnan(told[1])
