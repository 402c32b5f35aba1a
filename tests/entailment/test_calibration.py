"""From scores to decisions, and what is promised of them."""

from __future__ import annotations

import random
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeward.entailment.calibration import (
    UNCALIBRATED,
    Calibrator,
    Labelled,
    Method,
    Scale,
    Thresholds,
    choose,
    cross_validated,
    curves,
    drift,
    fit,
    precision_at,
    quantiles,
    rates_at,
    wilson,
    write_html,
    write_png,
)
from citeward.entailment.probability import sigmoid
from citeward.errors import ConfigError, InputError


def sample(count: int, seed: int = 1, group: str = "") -> list[Labelled]:
    """Scores that are well ordered and badly scaled: P(supported) is the square root of the score."""
    rng = random.Random(seed)
    scores = [rng.random() for _ in range(count)]
    return [Labelled(score, rng.random() < score**0.5, group) for score in scores]


@pytest.mark.parametrize("method", [Method.PLATT, Method.ISOTONIC])
def test_a_fit_brings_scores_to_the_share_that_holds(method: Method) -> None:
    rows = sample(4000)
    scale = fit([r.score for r in rows], [r.supported for r in rows], method)
    assert scale(0.25) == pytest.approx(0.5, abs=0.08)
    assert scale(0.81) == pytest.approx(0.9, abs=0.08)


def test_a_model_that_is_far_too_sure_of_itself_is_toned_down() -> None:
    rng = random.Random(3)
    honest = [rng.gauss(0, 1.5) for _ in range(4000)]
    labels = [rng.random() < sigmoid(value) for value in honest]
    for times in (10.0, 5.0, 0.1):  # tenfold, a third of the scores are as good as 0 or 1
        found = fit([sigmoid(times * value) for value in honest], labels, Method.PLATT)
        assert 0.85 < found.slope * times < 1.35
        assert found.offset == pytest.approx(0, abs=0.1)


@given(
    st.lists(st.tuples(st.floats(0, 1), st.booleans()), min_size=4, max_size=60),
    st.sampled_from([Method.PLATT, Method.ISOTONIC]),
)
def test_a_mapping_never_turns_two_scores_round(rows: list[tuple[float, bool]], method: Method) -> None:
    scale = fit([s for s, _ in rows], [y for _, y in rows], method)
    mapped = [scale(k / 20) for k in range(21)]
    assert all(0 <= p <= 1 for p in mapped)
    assert all(a <= b + 1e-9 for a, b in pairwise(mapped))


def test_cross_validation_maps_each_score_by_a_fit_that_has_not_seen_it() -> None:
    rows = sample(500)
    mapped, loss = cross_validated([r.score for r in rows], [r.supported for r in rows], Method.PLATT)
    assert len(mapped) == 500
    assert 0 < loss < 0.7


def test_the_upper_threshold_is_the_lowest_that_keeps_to_the_wanted_rate() -> None:
    rows = sample(3000)
    found = choose(rows, 0.05, certain=False)
    assert rates_at(rows, found.supported_from)[0].value <= 0.05
    lower = max(r.score for r in rows if r.score < found.supported_from)
    assert rates_at(rows, lower)[0].value > 0.05
    assert rates_at(rows, found.unsupported_below)[1].value >= 0.90


def test_to_be_certain_costs_more() -> None:
    rows = sample(3000)
    sure = choose(rows, 0.05)
    assert sure.supported_from > choose(rows, 0.05, certain=False).supported_from
    assert rates_at(rows, sure.supported_from)[0].high <= 0.05


def test_too_few_labels_are_refused_with_the_number_it_takes() -> None:
    with pytest.raises(InputError, match="at least 73 unsupported"):
        choose(sample(80), 0.05)


def test_a_rate_no_threshold_reaches_is_refused() -> None:
    rows = [Labelled(1.0, bool(k % 2)) for k in range(400)]
    with pytest.raises(InputError, match="do not reach"):
        choose(rows, 0.05)


def test_groups_weigh_the_same_whatever_their_size() -> None:
    rows = [Labelled(1.0, False, "small")] * 10 + [Labelled(0.0, False, "large")] * 990
    assert rates_at(rows, 0.5)[0].value == pytest.approx(0.5)


def test_no_event_in_seventy_three_still_leaves_five_percent_possible() -> None:
    assert wilson(0, 73).high == pytest.approx(0.05, abs=1e-3)
    assert wilson(5, 100).low < 0.05 < wilson(5, 100).high
    assert (wilson(0, 0).low, wilson(0, 0).high) == (0.0, 1.0)


def test_precision_depends_on_the_base_rate() -> None:
    assert precision_at(0.05, 0.5, 0.5) == pytest.approx(10 / 11)
    assert precision_at(0.05, 0.5, 0.9) > precision_at(0.05, 0.5, 0.1)


def calibrator() -> Calibrator:
    return Calibrator(
        "m",
        Scale(Method.ISOTONIC, ((0.1, 0.2), (0.9, 0.8))),
        Thresholds(0.7, 0.3),
        0.04,
        0.05,
        0.4,
        0.5,
        0.9,
        500,
        (0.0,) * 21,
    )


def test_a_file_brings_back_the_same_calibrator(tmp_path: Path) -> None:
    made = calibrator()
    made.write(tmp_path / "c.json")
    again = Calibrator.read(tmp_path / "c.json")
    assert again == made
    assert again.version == made.version
    assert UNCALIBRATED.version == "none"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"format": 1', '"format": 2'),
        ('"isotonic"', '"magic"'),
        ('"supported_from": 0.7', '"supported_from": 0.1'),
        ('"model": "m",', ""),
        ("{", "["),
    ],
)
def test_a_file_that_is_no_calibrator_is_refused(tmp_path: Path, old: str, new: str) -> None:
    file = tmp_path / "c.json"
    file.write_text(calibrator().to_json().replace(old, new, 1))
    with pytest.raises(ConfigError):
        Calibrator.read(file)


def test_both_pictures_are_drawn(tmp_path: Path) -> None:
    rows = sample(400)
    points = curves(rows)
    assert sum(count for _, _, count in points.reliability) == 400
    assert points.trade_off[0][1:] == (1.0, 1.0)
    write_html(tmp_path / "c.html", points, Thresholds(0.7, 0.3), "a <title>")
    page = (tmp_path / "c.html").read_text()
    assert page.count("<svg") == 2
    assert "a &lt;title&gt;" in page
    assert "<script" not in page
    pytest.importorskip("matplotlib")
    write_png(tmp_path / "c.png", points, Thresholds(0.7, 0.3), "title")
    assert (tmp_path / "c.png").read_bytes().startswith(b"\x89PNG")


def test_scores_that_moved_are_told_from_scores_that_did_not() -> None:
    rng = random.Random(3)
    reference = quantiles([rng.random() for _ in range(2000)])
    assert not drift(reference, [rng.random() for _ in range(1000)]).drifted
    assert drift(reference, [rng.random() ** 3 for _ in range(1000)]).drifted


def test_drift_is_not_told_from_a_handful() -> None:
    with pytest.raises(InputError):
        drift(quantiles([0.1, 0.9]), [0.5] * 20)
    with pytest.raises(InputError):
        drift((), [0.5] * 200)
