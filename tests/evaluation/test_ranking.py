"""How scores order claims: against the definitions, counted out."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeward.evaluation import auroc, kept_at

ROWS = st.lists(st.tuples(st.integers(0, 6).map(lambda n: n / 6), st.booleans()), min_size=2, max_size=40).filter(
    lambda rows: len({truth for _, truth in rows}) == 2
)


@given(ROWS)
def test_auroc_is_the_share_of_pairs_in_the_right_order(rows: list[tuple[float, bool]]) -> None:
    good = [score for score, truth in rows if truth]
    bad = [score for score, truth in rows if not truth]
    counted = sum((g > b) + (g == b) / 2 for g in good for b in bad) / (len(good) * len(bad))
    assert auroc(*zip(*rows, strict=True)) == pytest.approx(counted)


@given(ROWS, st.sampled_from([0.0, 0.05, 0.1, 0.25, 0.5, 1.0]))
def test_kept_is_the_best_of_all_thresholds_that_let_few_enough_pass(
    rows: list[tuple[float, bool]], allowed: float
) -> None:
    good = [score for score, truth in rows if truth]
    bad = [score for score, truth in rows if not truth]
    kept = [
        sum(score >= threshold for score in good) / len(good)
        for threshold in [*good, math.inf]
        if sum(score >= threshold for score in bad) <= allowed * len(bad)
    ]
    assert kept_at(*zip(*rows, strict=True), false_pass=allowed) == max(kept)


def test_a_share_that_rounds_badly_is_no_pair_less() -> None:
    scores = [*range(100), 70.5]
    assert kept_at(scores, [False] * 100 + [True], false_pass=0.29) == 1.0


@pytest.mark.parametrize("truth", [True, False])
def test_one_label_alone_orders_nothing(truth: bool) -> None:
    assert math.isnan(auroc([0.1, 0.2], [truth, truth]))
    assert math.isnan(kept_at([0.1, 0.2], [truth, truth]))
