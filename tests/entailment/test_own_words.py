"""How far a claim is told in its source's own words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeward.entailment.own_words import own_words, word_for_word

SOURCE = "The mill above the weir, built in 1911, employed 140 people. It was sold to Hartwick Foods in May 1998."


@pytest.mark.parametrize(
    ("claim", "share"),
    [
        ("The mill above the weir, built in 1911, employed 140 people.", 1.0),
        ("The mill employed 140 people.", 1.0),
        ("The mill was employing 140 people!", 1.0),
        ("The mill employed 140 people. It was sold to Hartwick Foods.", 1.0),
        ("The mill was sold to Hartwick Foods.", 0.75),
        ("140 people employed the mill.", 0.5),
        ("The orchestra rehearses on Tuesdays.", 0.0),
        ("It is.", 0.0),
        ("", 0.0),
    ],
)
def test_it_is_the_share_of_content_words_in_order_in_one_sentence(claim: str, share: float) -> None:
    assert own_words(SOURCE, claim) == share


def test_sentences_of_a_claim_weigh_by_their_words() -> None:
    assert own_words(SOURCE, "The mill employed 140 people. Bells ring.") == pytest.approx(4 / 6)


TWO = "The mill was sold in May. The weir was repaired by the town."


@pytest.mark.parametrize(
    "claim",
    [
        "The mill was sold in May, and the weir was repaired by the town.",
        "The weir was repaired by the town, but the mill was sold in May.",
        "The mill was sold in May; the weir was repaired by the town.",
        "The mill was sold in May, while the weir was repaired by the town. The weir was repaired.",
    ],
)
def test_clauses_that_only_add_have_a_sentence_each(claim: str) -> None:
    assert own_words(TWO, claim) == 1.0


BINDING = (
    "therefore",
    "because",
    "only if",
    "unless",
    "if",
    "so",
    "thus",
    "provided that",
    "otherwise",
    "until",
    "when",
)


@given(st.sampled_from([", ", "; ", ", and ", ", but ", " "]), st.sampled_from(BINDING), st.booleans())
def test_clauses_that_are_bound_to_each_other_are_one(joint: str, word: str, turned: bool) -> None:
    first, second = "the mill was sold in May", "the weir was repaired by the town"
    if turned:
        first, second = second, first
    assert own_words(TWO, f"{first.capitalize()}{joint}{word} {second}.") < 0.7
    assert own_words(TWO, f"{first.capitalize()}, meaning {second}.") < 0.7


@pytest.mark.parametrize(
    ("claim", "same"),
    [
        ("It was sold to Hartwick Foods in May 1998.", True),
        ("it was sold to hartwick foods in may 1998", True),
        (SOURCE, True),
        ("It was sold to Hartwick Foods.", False),
        ("It was sold to Hartwick Foods in May 1998. Bells ring.", False),
        ("", False),
    ],
)
def test_word_for_word_is_sentence_by_sentence(claim: str, same: bool) -> None:
    assert word_for_word(SOURCE, claim) is same


def test_a_piece_of_a_sentence_is_not_word_for_word() -> None:
    assert not word_for_word("The board denies that the mill was sold.", "The mill was sold.")


@given(st.text(max_size=200), st.text(max_size=80))
def test_it_is_a_share(source: str, claim: str) -> None:
    assert 0.0 <= own_words(source, claim) <= 1.0


@given(st.text(max_size=120))
def test_a_text_is_told_in_its_own_words(text: str) -> None:
    assert own_words(text, text) in (0.0, 1.0)


@pytest.mark.parametrize("source", ["mill sold " * 40_000, "The mill. " * 20_000, "x" * 100_000])
def test_a_hostile_source_is_read_in_linear_time(source: str) -> None:
    own_words(source, "The mill was sold twice, and the mill was sold again.")
    word_for_word(source, "The mill was sold twice.")
