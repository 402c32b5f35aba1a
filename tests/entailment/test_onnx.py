"""Any ONNX directory: labels are read or demanded, evidence is windowed and never cut."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from citeward.entailment import EmbeddedBackend, LexicalBackend, OnnxBackend, Pair, TokenBackend, describe_model
from citeward.entailment.backends import embedded
from citeward.entailment.own_words import own_words
from citeward.entailment.probability import logit
from citeward.errors import CheckFailed, ConfigError

pytest.importorskip("onnxruntime")
pytest.importorskip("tokenizers")

from .tiny_onnx import write_model

LABELS = {"id2label": {"0": "contradiction", "1": "entailment"}, "max_position_embeddings": 32}
SAYS = {"proof": (0.0, 6.0), "lie": (6.0, 0.0), "claim": (0.0, 0.0)}


def soon() -> float:
    return time.monotonic() + 30


def test_the_label_order_is_the_one_in_the_configuration(tmp_path: Path) -> None:
    usual = OnnxBackend(write_model(tmp_path / "a", SAYS, LABELS))
    turned = OnnxBackend(
        write_model(tmp_path / "b", SAYS, LABELS | {"id2label": {"0": "entailment", "1": "contradiction"}})
    )
    pair = [Pair("a proof", "claim")]
    assert usual.score(pair, soon())[0] > 0.9
    assert turned.score(pair, soon())[0] < 0.1
    assert usual.manifest.labels == ("contradiction", "entailment")
    assert usual.manifest.digest() != turned.manifest.digest()


@pytest.mark.parametrize(
    "labels", [{}, {"0": "LABEL_0", "1": "LABEL_1"}, {"0": "yes", "1": "supported"}, {"0": "a", "2": "b"}]
)
def test_labels_that_do_not_tell_are_demanded_and_not_guessed(tmp_path: Path, labels: dict[str, str]) -> None:
    directory = write_model(tmp_path, SAYS, {"id2label": labels})
    with pytest.raises(ConfigError):
        OnnxBackend(directory)


def test_weights_beside_the_graph_are_not_used_unhashed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever could change that file would change what passes, under the hash that was looked at."""
    directory = write_model(tmp_path / "apart", SAYS, LABELS, apart=True)
    monkeypatch.chdir(directory)  # where the runtime would find it
    with pytest.raises(ConfigError, match="beside it"):
        OnnxBackend(directory)
    with pytest.raises(ConfigError, match="beside it"):
        describe_model(directory)


@pytest.mark.parametrize("written", [b"", b"\x3a\xff\xff\xff\xff\x7f", b"\x3b", b"\xff" * 20, b"not a graph at all"])
def test_what_is_no_graph_is_refused(tmp_path: Path, written: bytes) -> None:
    directory = write_model(tmp_path, SAYS, LABELS)
    (directory / "model.onnx").write_bytes(written)
    with pytest.raises(ConfigError):
        OnnxBackend(directory)


def test_a_caller_may_name_the_labels(tmp_path: Path) -> None:
    directory = write_model(tmp_path, SAYS, {})
    backend = OnnxBackend(directory, labels=("LABEL_0", "LABEL_1"), positive="LABEL_1")
    assert backend.score([Pair("a proof", "claim")], soon())[0] > 0.9
    with pytest.raises(ConfigError):
        OnnxBackend(directory, labels=("a", "b"), positive="c")


def test_a_single_output_is_a_sigmoid_over_a_named_label(tmp_path: Path) -> None:
    directory = write_model(tmp_path, {"proof": (6.0,)}, {"id2label": {"0": "supported"}}, labels=1)
    assert OnnxBackend(directory).score([Pair("a proof", "claim"), Pair("nothing", "claim")], soon()) == pytest.approx(
        [0.9975, 0.5], abs=1e-3
    )


def test_what_stands_past_the_window_still_counts(tmp_path: Path) -> None:
    backend = OnnxBackend(write_model(tmp_path, SAYS, LABELS))
    pairs = [
        Pair("word " * 200 + "proof", "claim"),
        Pair("proof " + "word " * 200, "claim"),
        Pair("word " * 200, "claim"),
    ]
    last, first, never = backend.score(pairs, soon())
    assert last > 0.9
    assert first > 0.9
    assert never == pytest.approx(0.5)


def test_ten_thousand_tokens_of_evidence_are_judged(tmp_path: Path) -> None:
    backend = OnnxBackend(write_model(tmp_path, SAYS, LABELS))
    source = ". ".join(["Some words about something else"] * 2500) + ". The claim has a proof ."
    assert backend.score([Pair(source, "claim")], soon())[0] > 0.9


def test_a_claim_longer_than_the_window_is_judged_piece_by_piece(tmp_path: Path) -> None:
    backend = OnnxBackend(write_model(tmp_path, SAYS, LABELS))
    assert backend.score([Pair("proof", "claim " * 200 + "lie")], soon())[0] <= 0.5


def test_scores_do_not_depend_on_what_else_is_in_the_batch(tmp_path: Path) -> None:
    backend = OnnxBackend(write_model(tmp_path, SAYS, LABELS))
    pairs = [Pair("word " * k + ("proof" if k % 2 else "lie"), "claim") for k in range(25)]
    assert backend.score(pairs, soon()) == pytest.approx([backend.score([pair], soon())[0] for pair in pairs])


def test_an_empty_batch_is_answered(tmp_path: Path) -> None:
    assert OnnxBackend(write_model(tmp_path, SAYS, LABELS)).score([], soon()) == []


def test_past_its_deadline_there_is_no_answer(tmp_path: Path) -> None:
    with pytest.raises(CheckFailed):
        OnnxBackend(write_model(tmp_path, SAYS, LABELS)).score([Pair("proof", "claim")], time.monotonic() - 1)


def test_numbers_that_are_none_are_no_answer(tmp_path: Path) -> None:
    backend = OnnxBackend(write_model(tmp_path, {"proof": (float("nan"), 1.0)}, LABELS))
    with pytest.raises(CheckFailed):
        backend.score([Pair("proof", "claim")], soon())


def test_a_model_of_another_shape_is_no_answer(tmp_path: Path) -> None:
    per_token = OnnxBackend(write_model(tmp_path / "a", SAYS, LABELS, per_token=True))
    with pytest.raises(CheckFailed):
        per_token.score([Pair("proof", "claim")], soon())
    three = OnnxBackend(
        write_model(
            tmp_path / "b", SAYS, LABELS | {"id2label": {"0": "entailment", "1": "neutral", "2": "contradiction"}}
        )
    )
    with pytest.raises(CheckFailed):
        three.score([Pair("proof", "claim")], soon())


@pytest.mark.parametrize("missing", ["model.onnx", "config.json", "tokenizer.json"])
def test_a_directory_with_a_file_missing_is_refused(tmp_path: Path, missing: str) -> None:
    write_model(tmp_path, SAYS, LABELS)
    (tmp_path / missing).unlink()
    with pytest.raises(ConfigError):
        OnnxBackend(tmp_path)


def test_a_token_model_scores_a_claim_by_its_weakest_token(tmp_path: Path) -> None:
    config = {"id2label": {"0": "supported", "1": "hallucinated"}, "max_position_embeddings": 64}
    backend = TokenBackend(write_model(tmp_path, {"good": (4.0, 0.0), "bad": (0.0, 4.0)}, config, per_token=True))
    good, mixed, source_only = backend.score(
        [Pair("good", "good good"), Pair("good", "good bad good"), Pair("bad bad", "good")], soon()
    )
    assert good > 0.9
    assert mixed < 0.1
    assert source_only > 0.9


def test_a_token_model_must_tell_which_label_is_which(tmp_path: Path) -> None:
    directory = write_model(tmp_path, SAYS, {"id2label": {"0": "LABEL_0", "1": "LABEL_1"}}, per_token=True)
    with pytest.raises(ConfigError):
        TokenBackend(directory)
    assert TokenBackend(directory, negative="LABEL_1").manifest.backend == "token-level"


def test_the_embedded_default_takes_what_is_there(tmp_path: Path) -> None:
    words = EmbeddedBackend(tmp_path)
    assert words.manifest.model.startswith("lexical alone ")
    write_model(
        tmp_path, SAYS, LABELS | {"id2label": {"0": "unsupported", "1": "supported"}, "order": "claim, evidence"}
    )
    (tmp_path / "model.onnx").rename(tmp_path / "model.int8.onnx")
    both = EmbeddedBackend(tmp_path)
    assert both.manifest.digest() != words.manifest.digest()
    pair = [Pair("a proof of the claim", "the claim")]
    assert both.score(pair, soon())[0] > words.score(pair, soon())[0]
    alone = EmbeddedBackend(tmp_path, cross_encoder=False)
    assert alone.manifest == words.manifest


def test_the_halves_of_the_embedded_model_are_added_as_the_weights_say(tmp_path: Path) -> None:
    write_model(tmp_path, SAYS, LABELS | {"id2label": {"0": "unsupported", "1": "supported"}})
    (tmp_path / "model.onnx").rename(tmp_path / "model.int8.onnx")
    pairs = [Pair("a proof of the claim", "the claim"), Pair("the old mill was sold", "the mill was sold")]
    pairs.append(Pair("Nobody came. The mill was sold.", "The mill was sold."))
    words, meaning = LexicalBackend().score(pairs, soon()), OnnxBackend(tmp_path).score(pairs, soon())
    shares = [own_words(p.source, p.claim) for p in pairs]
    digests = {EmbeddedBackend(tmp_path).manifest.digest()}
    for lexical, cross, shift, own in ((1.0, 0.25, 0.0, 0.5), (0.0, 1.0, -0.5, 0.0)):
        said = {
            "format": 1,
            "lexical": lexical,
            "cross": cross,
            "shift": shift,
            "own words": own,
            "word for word": own / 2,
        }
        (tmp_path / "combination.json").write_text(json.dumps(said))
        both, alone = EmbeddedBackend(tmp_path), EmbeddedBackend(tmp_path, cross_encoder=False)
        for i, helped in enumerate((own * shares[0], own * shares[1], own * 1.5)):
            joint = lexical * logit(words[i]) + cross * logit(meaning[i]) + shift + helped
            assert logit(both.score(pairs, soon())[i]) == pytest.approx(joint, abs=1e-6)
            assert logit(alone.score(pairs, soon())[i]) == pytest.approx(logit(words[i]) + helped, abs=1e-6)
        digests |= {both.manifest.digest(), alone.manifest.digest()}
    assert len(digests) == 5


@pytest.mark.parametrize(
    "said",
    [
        "{",
        "[]",
        '{"format": 1}',
        '{"format": 1, "lexical": 1, "cross": 1, "shift": 0, "own words": 0}',
        '{"format": 2, "lexical": 1, "cross": 1, "shift": 0, "own words": 0, "word for word": 0}',
        '{"format": 1, "lexical": -1, "cross": 1, "shift": 0, "own words": 0, "word for word": 0}',
        '{"format": 1, "lexical": 1, "cross": 1, "shift": 0, "own words": 0, "word for word": -1}',
        '{"format": 1, "lexical": 1, "cross": 1, "shift": NaN, "own words": 0, "word for word": 0}',
        '{"format": 1, "lexical": Infinity, "cross": 1, "shift": 0, "own words": 0, "word for word": 0}',
    ],
)
def test_a_combination_that_makes_no_sense_is_an_error_and_not_a_guess(tmp_path: Path, said: str) -> None:
    write_model(tmp_path, SAYS, LABELS)
    (tmp_path / "model.onnx").rename(tmp_path / "model.int8.onnx")
    (tmp_path / "combination.json").write_text(said)
    with pytest.raises(ConfigError, match="combination"):
        EmbeddedBackend(tmp_path)


def test_without_the_runtime_the_lexical_model_answers_alone_and_the_manifest_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_model(tmp_path, SAYS, LABELS)
    (tmp_path / "model.onnx").rename(tmp_path / "model.int8.onnx")
    monkeypatch.setattr(embedded, "runtime_installed", lambda: False)
    backend = EmbeddedBackend(tmp_path)
    assert backend.manifest == EmbeddedBackend(tmp_path, cross_encoder=False).manifest
    assert "cross-encoder" not in backend.manifest.model
    pair = [Pair("a proof of the claim", "the claim")]
    assert backend.score(pair, soon()) == LexicalBackend().score(pair, soon())


@pytest.mark.parametrize(
    ("kind", "window"), [("bert", 34), ("roberta", 32), ("mpnet", 32), ("xlm-roberta", 32), (None, 34)]
)
def test_the_window_leaves_out_places_that_no_token_can_take(tmp_path: Path, kind: str | None, window: int) -> None:
    config = LABELS | {"max_position_embeddings": 34} | ({"model_type": kind} if kind else {})
    assert OnnxBackend(write_model(tmp_path, SAYS, config)).manifest.window == f"{window} tokens, windowed"
