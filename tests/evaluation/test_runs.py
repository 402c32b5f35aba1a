"""Evaluations, calibration runs, the flip suite and rows of ``citeward support``."""

from __future__ import annotations

import json

import pytest

from citeward.entailment import LexicalBackend, Support
from citeward.errors import InputError, RowError
from citeward.evaluation import (
    KINDS,
    TWINS,
    CitedAnswer,
    CitedSentence,
    Label,
    Passage,
    agreement,
    calibrate,
    evaluate,
    flips,
    read_labels,
    read_rated,
    support_row,
    twins,
)


def test_a_row_comes_out_with_score_decision_reason_and_span() -> None:
    source = "Boats are built there. The mast is 330 metres high."
    out = support_row({"id": 5, "source": source, "claim": "The mast is 350 metres high.", "more": 1})
    assert out["id"] == 5
    assert out["supported"] is False
    assert out["guard"] == "number"
    assert 0 <= out["score"] <= 1
    low, high = out["best_span"]
    assert source[low:high] == "330 metres"
    json.dumps(out)


@pytest.mark.parametrize("row", [3, {}, {"source": "a"}, {"source": "a", "claim": None}, {"source": 1, "claim": "b"}])
def test_a_row_that_cannot_be_read_names_the_field(row: object) -> None:
    with pytest.raises(RowError):
        support_row(row)


def test_an_evaluation_counts_what_became_of_every_sentence() -> None:
    mast = Passage("The mast above the bay is 330 metres high.", 3)
    sentences = (
        CitedSentence("The mast above the bay is 330 metres high.", (0,)),
        CitedSentence("The mast above the bay is 350 metres high.", (0, 4)),
        CitedSentence("Boats are built in the old harbour.", ()),
        CitedSentence("I could not find this in the sources.", ()),
    )
    found = evaluate([CitedAnswer("a", sentences, (mast,)), CitedAnswer("b", (), ())], Support.default(), samples=50)
    assert (found.answers, found.skipped) == (2, 1)
    assert found.alce_recall.mean == pytest.approx(0.25)
    assert found.alce_precision.mean == pytest.approx(1.0)
    assert found.strict_precision.mean == pytest.approx((1 / 3 + 0) / 2)
    assert found.uncited == pytest.approx(1 / 3)
    assert found.unsupported == pytest.approx(1 / 3)
    assert found.invented == pytest.approx(1 / 3)
    assert found.tiers == {"A": 2}
    json.dumps(found.as_json())


def labels() -> list[Label]:
    good = [Label(p.source, p.claim, True, "twins") for p in twins("verbatim", 120)]
    bad = [Label(p.source, p.claim, False, kind) for kind in KINDS for p in flips(kind, 15)]
    silent = [
        Label(a.source, b.claim, False, "other")
        for a, b in zip(twins("verbatim", 120, 1), twins("verbatim", 120, 2), strict=True)
    ]
    return good + bad + silent


def test_a_run_makes_a_calibrator_that_keeps_to_the_wanted_rate() -> None:
    found = calibrate(LexicalBackend(), labels(), wanted=0.05, base_rate=0.7, certain=False)
    assert found.false_pass.value <= 0.06
    assert found.kept.value > 0.9
    assert found.calibrator.for_model(LexicalBackend().manifest) is found.calibrator
    Support(LexicalBackend(), calibrator=found.calibrator)


def test_a_run_is_the_same_every_time() -> None:
    once, again = (calibrate(LexicalBackend(), labels(), certain=False).calibrator for _ in range(2))
    assert once.to_json() == again.to_json()


def test_a_run_with_too_few_labels_is_refused() -> None:
    with pytest.raises(InputError, match="too few"):
        calibrate(LexicalBackend(), labels()[:10] + labels()[-10:])


def test_labels_are_read_from_lines() -> None:
    line = json.dumps({"source": "a", "claim": "b", "supported": 1, "dataset": "d", "more": 2})
    assert read_labels([line, ""]) == [Label("a", "b", True, "d")]
    for broken in ("{", "[]", '{"source": "a", "claim": "b"}', '{"source": "a", "claim": "b", "supported": "yes"}'):
        with pytest.raises(RowError, match="line 2"):
            read_labels([line, broken])


@pytest.mark.parametrize("kind", KINDS)
def test_flips_change_one_thing_and_are_distinct(kind: str) -> None:
    pairs = flips(kind, 200)
    assert len({(p.source, p.claim) for p in pairs}) == 200
    assert all(p.claim not in p.source and not p.supported for p in pairs)
    assert pairs == flips(kind, 200)
    assert pairs != flips(kind, 200, seed=1)


@pytest.mark.parametrize("kind", TWINS)
def test_twins_say_the_same(kind: str) -> None:
    pairs = twins(kind, 50)
    assert len(pairs) == 50
    assert all(p.supported for p in pairs)


@pytest.mark.parametrize("kind", KINDS)
def test_the_default_passes_none_of_the_flips_as_supported(kind: str) -> None:
    support = Support.default()
    passed = [support_row({"source": p.source, "claim": p.claim}, support)["supported"] for p in flips(kind, 100)]
    assert sum(passed) <= 5


@pytest.mark.parametrize(
    "kind",
    [
        "verbatim",
        "opening phrase",
        "number words",
        "date form",
        "unit conversion",
        "stated rounding",
        "percent sign",
        "clause dropped",
    ],
)
def test_the_default_keeps_what_is_near_verbatim(kind: str) -> None:
    support = Support.default()
    kept = [support_row({"source": p.source, "claim": p.claim}, support)["supported"] for p in twins(kind, 50)]
    assert sum(kept) >= 40


def test_the_markers_of_a_rated_sentence_are_no_figures_of_its_claim() -> None:
    row = {
        "docs": {"7": {"text": "The mast above the bay is 330 metres high."}, "2": {"text": "Boats are built there."}},
        "sentences": [
            {"text": " The mast above the bay is 330 metres high [7][2].", "markers": [7, 2], "recall_label": 1},
            {"text": "The mast above the bay is 350 metres high [7, 2].", "markers": [7, 2], "recall_label": 0},
        ],
    }
    (read,) = read_rated([row])
    assert [sentence.text for sentence in read.answer.sentences] == [
        "The mast above the bay is 330 metres high.",
        "The mast above the bay is 350 metres high.",
    ]
    found = agreement([read], Support.default())
    assert found is not None
    assert (found.accuracy, found.auroc) == (1.0, 1.0)
