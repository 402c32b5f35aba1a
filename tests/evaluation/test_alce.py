"""ALCE's citation recall and precision, as its code counts and as it should."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from citeward.entailment import Manifest, Pair, Support
from citeward.errors import RowError
from citeward.evaluation import (
    CitedAnswer,
    CitedSentence,
    Passage,
    Score,
    Scores,
    alce,
    alce_answer,
    bootstrap,
    rated,
    read_alce,
    read_turns,
    scores_of,
    strict,
    turn_answer,
)
from citeward.rows import TurnRow

SHARED = Path(__file__).resolve().parents[2].parent / "shared" / "data" / "cited_answers"


def entails(premise: str, hypothesis: str) -> bool:
    """Every letter of the hypothesis stands in the premise."""
    return set(hypothesis) <= set(premise)


def answer(*sentences: tuple[str, tuple[int, ...]], passages: tuple[str, ...] = ("a", "b", "c", "ab")) -> CitedAnswer:
    return CitedAnswer("x", tuple(CitedSentence(t, r) for t, r in sentences), tuple(Passage(p) for p in passages))


@pytest.mark.parametrize(
    ("name", "given", "paper", "hard"),
    [
        ("one right citation", answer(("a", (0,))), (1, 1), (1, 1)),
        ("one wrong citation", answer(("a", (1,))), (0, 0), (0, 0)),
        ("an uncited sentence counts zero", answer(("a", (0,)), ("b", ())), (0.5, 1), (0.5, 1)),
        ("two that support only together are both needed", answer(("ab", (0, 1))), (1, 1), (1, 1)),
        ("one that is not needed is imprecise", answer(("a", (0, 2))), (1, 0.5), (1, 0.5)),
        ("one that supports alone is precise beside another", answer(("a", (0, 3))), (1, 1), (1, 1)),
        ("a fourth citation is not looked at", answer(("a", (0, 0, 0, 2))), (1, 1), (1, 0.75)),
        ("the three counted do not support", answer(("c", (0, 1, 3, 2))), (0, 0), (1, 0.25)),
        (
            "an invented one costs recall, and precision only in strict",
            answer(("a", (0,)), ("b", (1, 9))),
            (0.5, 1),
            (0.5, 1 / 3),
        ),
        ("[0] is the last document", answer(("ab", (-1,))), (1, 1), (0, 0)),
        ("a wrong one twice counts twice", answer(("a", (0, 2, 2))), (1, 1 / 3), (1, 1 / 3)),
    ],
)
def test_worked_examples(name: str, given: CitedAnswer, paper: tuple[float, float], hard: tuple[float, float]) -> None:
    score = alce(given, entails)
    assert score is not None
    assert (score.recall, score.precision) == pytest.approx(paper)
    assert (strict(given, entails).recall, strict(given, entails).precision) == pytest.approx(hard)


def test_an_empty_answer_is_skipped_by_the_paper_and_zero_in_strict() -> None:
    assert alce(answer(), entails) is None
    assert strict(answer(), entails).recall == 0.0


def test_an_output_is_read_as_the_published_code_reads_it() -> None:
    row = {
        "id": 7,
        "output": " The mast is high [1][2]. Boats are built there [10].<|im_end|>\nA second line [3].",
        "docs": [
            {"title": "Masts", "text": "It is high."},
            {"title": "Boats", "text": "long text", "sent": "They are built."},
        ],
    }
    found = alce_answer(row)
    assert [s.text for s in found.sentences] == ["The mast is high.", "Boats are built there."]
    assert [s.references for s in found.sentences] == [(0, 1), (9,)]
    assert [p.text for p in found.passages] == ["Title: Masts\nIt is high.", "Title: Boats\nThey are built."]


def test_a_result_file_is_read(tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    file.write_text(json.dumps({"data": [{"output": "A mast [1].", "docs": [{"title": "t", "text": "x"}]}]}))
    assert len(read_alce(file)) == 1
    file.write_text(json.dumps({"data": [{"output": 3, "docs": []}]}))
    with pytest.raises(RowError):
        read_alce(file)


def test_a_turn_of_ours_is_read_by_handles() -> None:
    row = {
        "id": "t",
        "answer": "The mast is high [S1]. Boats are built [S7].",
        "chunks": [{"id": "d", "text": "It is high.", "title": "Masts", "trust": 3}],
    }
    found = turn_answer(row)
    assert [s.references for s in found.sentences] == [(0,), (1,)]
    assert found.passages == (Passage("It is high.", 3),)
    assert read_turns([json.dumps(row), ""]) == [found]
    with pytest.raises(RowError, match="line 2"):
        read_turns([json.dumps(row), "{"])


def test_an_interval_holds_the_mean_and_is_the_same_every_time() -> None:
    found = bootstrap([0.0, 1.0] * 50)
    assert found.low < found.mean == 0.5 < found.high
    assert bootstrap([0.0, 1.0] * 50) == found


def test_ratings_by_people_give_an_answer_its_scores() -> None:
    assert rated([True, True, False], [2, 1, 0]) == rated([True, True, False], [2, 2, 0])
    assert rated([True, False], [2, 1], of_supported=[True, False]).precision == 0.5


@pytest.mark.skipif(not SHARED.is_dir(), reason="the rated sample is not beside the checkout")
def test_stored_scores_of_rated_answers_are_recomputed() -> None:
    sample = json.loads((SHARED / "alce_human_eval_sample.json").read_text(encoding="utf-8"))
    for item in sample:
        recalls = [bool(s["human_recall"]) for s in item["sentences"]]
        citations = [c["human_precision"] for s in item["sentences"] for c in s["citations"]]
        score = rated(recalls, citations)
        assert score.recall == pytest.approx(item["overall_recall_score"])
        assert score.precision == pytest.approx(item["overall_precision_score"])


def test_past_the_deadline_of_a_row_there_are_no_scores_and_no_calls() -> None:
    asked: list[int] = []

    class Counting:
        english_only = False
        manifest = Manifest("counting", "counting", ("no", "yes"), "any", "1", "1")

        def score(self, pairs: Sequence[Pair], deadline: float) -> list[float]:
            asked.append(len(pairs))
            return [0.99] * len(pairs)

    chunk = {"id": "d", "text": "The mill is open.", "acl": ["staff"], "trust": 3}
    principal = {"id": "ana", "groups": ["staff"]}
    row = {"id": 1, "principal": principal, "chunks": [chunk], "answer": "The mill is open [S1]."}
    turn = TurnRow.read(row, support=Support(Counting()))
    parsed, ledger = turn.check().parsed, turn.turn.ledger
    asked.clear()
    fresh = Support(Counting())
    assert scores_of(parsed, ledger, fresh, time.monotonic() - 1) == Scores()
    assert asked == []
    assert scores_of(parsed, ledger, fresh, time.monotonic() + 60).alce == Score(1.0, 1.0)
