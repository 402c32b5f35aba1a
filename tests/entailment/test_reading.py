"""Numbers, dates and names as they stand in text."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeward.entailment.reading import Bound, fold, matched, read, stem, tokenize


@pytest.mark.parametrize(
    ("text", "value", "dimension"),
    [
        ("1,250 boats", 1250, ""),
        ("one thousand two hundred and fifty boats", 1250, ""),
        ("twenty-five boats", 25, ""),
        ("a hundred boats", 100, ""),
        ("two dozen boats", 24, ""),
        ("half a million boats", 500_000, ""),
        ("3.5bn boats", 3.5e9, ""),
        ("1.2 million barrels", 1.2e6, "volume"),
        ("$4.2 million", 4.2e6, "currency"),
        ("80 euros", 80, "currency"),
        ("two thirds of it", 200 / 3, "percent"),
        ("20 per cent", 20, "percent"),
        ("3 percentage points", 3, "points"),
        ("-5 \u00b0C", -5, "temperature"),
        ("a 12-hour day", 12, "time"),
    ],
)
def test_a_quantity_is_read_with_its_value_and_dimension(text: str, value: float, dimension: str) -> None:
    quantity = read(text).quantities[0]
    assert quantity.value == pytest.approx(value)
    assert quantity.dimension == dimension


@pytest.mark.parametrize(
    ("text", "bound"),
    [
        ("about 50", Bound.ABOUT),
        ("more than 50", Bound.OVER),
        ("no more than 50", Bound.AT_MOST),
        ("at least 50", Bound.AT_LEAST),
        ("up to 50", Bound.AT_MOST),
        ("exactly 50", Bound.EXACTLY),
        ("50 or more", Bound.AT_LEAST),
        ("50 boats", Bound.PLAIN),
    ],
)
def test_how_a_number_is_meant(text: str, bound: Bound) -> None:
    assert read(text).quantities[0].bound is bound


@pytest.mark.parametrize("text", ["COVID-19 spread", "the F16 fighter", "version 4.2.1", "at 16:15"])
def test_designations_and_times_count_nothing(text: str) -> None:
    assert read(text).quantities == ()


@pytest.mark.parametrize(
    ("text", "year", "month", "day", "year_to"),
    [
        ("on 3 May 1998", 1998, 5, 3, None),
        ("on May 3rd, 1998", 1998, 5, 3, None),
        ("1998-05-03", 1998, 5, 3, None),
        ("in March 2020", 2020, 3, None, None),
        ("in 2020", 2020, None, None, None),
        ("in the mid-1990s", 1990, None, None, 1999),
        ("in the late 70's", 1970, None, None, 1979),
        ("the 19th century", 1800, None, None, 1900),
    ],
)
def test_a_date_is_read_as_far_as_it_is_named(
    text: str, year: int, month: int | None, day: int | None, year_to: int | None
) -> None:
    date = read(text).dates[0]
    assert (date.year, date.month, date.day, date.year_to) == (year, month, day, year_to)


@pytest.mark.parametrize("text", ["they may leave", "1,998 people", "they march on", "1998 people came"])
def test_what_only_looks_like_a_date_is_none(text: str) -> None:
    assert read(text).dates == ()


def test_names_are_runs_of_capitals_inside_a_sentence() -> None:
    names = read("The survey by Adeline Voss of Port Almira began in May.").names
    assert [name.words for name in names] == [("adeline", "voss", "port", "almira")]


def test_contractions_come_apart_and_offsets_stay() -> None:
    text = "It didn\u2019t cost the firm\u2019s owner $1,000."
    tokens = tokenize(text)
    assert [t.lower for t in tokens] == ["it", "did", "not", "cost", "the", "firm", "owner", "$", "1,000"]
    assert [text[t.start : t.end] for t in tokens][-1] == "1,000"


def test_forms_of_one_word_share_a_stem() -> None:
    assert stem("approve") == stem("approved") == stem("approving")
    assert stem("paid") == stem("pays")
    assert stem("countries") == stem("country")
    assert stem("mass") != stem("mas")


def test_accents_do_not_keep_names_apart() -> None:
    assert fold("Jos\u00e9") == fold("JOSE")


@given(st.lists(st.sampled_from("abcd"), max_size=20), st.lists(st.sampled_from("abcd"), max_size=20))
def test_an_alignment_is_a_longest_common_subsequence(left: list[str], right: list[str]) -> None:
    pairs = matched(left, right)
    assert all(left[i] == right[j] for i, j in pairs)
    assert all(a[0] < b[0] and a[1] < b[1] for a, b in pairwise(pairs))
    table = [[0] * (len(right) + 1) for _ in range(len(left) + 1)]
    for i, a in enumerate(left):
        for j, b in enumerate(right):
            table[i + 1][j + 1] = table[i][j] + 1 if a == b else max(table[i][j + 1], table[i + 1][j])
    assert len(pairs) == table[-1][-1]


@given(st.text(max_size=200))
def test_tokens_lie_in_order_inside_the_text(text: str) -> None:
    last = 0
    for token in tokenize(text):
        assert last <= token.start < token.end <= len(text)
        last = token.end
