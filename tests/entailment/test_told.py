"""What a source tells outright, what a sentence joins, and the false neighbours of both."""

from __future__ import annotations

import time
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeward.entailment import Manifest, Pair, Support, SupportState
from citeward.entailment.claims import facts_of, label_and_value
from citeward.entailment.told import is_told
from citeward.ledger import digest
from citeward.verify import SupportPair
from tests.strategies import LAW

SOURCE = (
    "Dosage guide. Adults take two tablets twice a day. Children under 12 take one tablet a day. "
    "The Basic plan costs 10 euros per month. Employees receive 25 days of annual leave. "
    "The ferry carries 40 cars and leaves at nine. It does not sail on Sundays. "
    "Members outside the city pay 30 euros. Staff on sick leave keep 12 days of annual leave. "
    "The pool opens at six if the weather allows."
)

TOLD = [
    "Adults: two tablets twice a day",
    "Dosage: Children under 12: one tablet a day",
    "Basic plan \u2013 10 euros per month",
    "For Basic, the price per month is 10 euros.",
    "The ferry leaves at nine.",
    "The ferry does not sail on Sundays.",
    "According to the guide, the ferry carries 40 cars.",
    "The ferry carries 40 cars, and the Basic plan costs 10 euros per month.",
]
NOT_TOLD = [
    "Adults: one tablet a day",
    "Children: one tablet a day",
    "Pro plan: 10 euros per month",
    "Overdose: Adults: two tablets twice a day",
    "Basic: 25 days",
    "For Basic, the price per year is 10 euros.",
    "The ferry sails on Sundays.",
    "The ferry leaves on Sundays.",
    "Members: 30 euros",
    "Sick leave: 12 days",
    "The pool opens at six.",
    "Pool: six",
    "The ferry carries 40 cars, so the Basic plan costs 10 euros per month.",
    "",
]


@pytest.mark.parametrize("claim", TOLD)
def test_it_is_told_outright(claim: str) -> None:
    assert is_told(SOURCE, claim)


@pytest.mark.parametrize("claim", NOT_TOLD)
def test_its_false_neighbour_is_not(claim: str) -> None:
    assert not is_told(SOURCE, claim)


def test_a_label_whose_sentence_says_two_values_tells_neither() -> None:
    assert not is_told("Basic costs 10 euros and Pro costs 25 euros and Basic is small.", "Basic: 10 euros")


JOINED = {
    "The trial lasted 24 weeks and included 412 adults.": (
        "The trial lasted 24 weeks",
        "The trial included 412 adults.",
    ),
    "Basic costs 10 euros and the Pro plan costs 25 euros.": ("Basic costs 10 euros", "the Pro plan costs 25 euros."),
    "The mill was sold in May; the weir was repaired.": ("The mill was sold in May", "the weir was repaired."),
    "The mill was built in May and sold in June.": ("The mill was built in May", "The mill was sold in June."),
    "You may return books and pay later.": ("You may return books", "You may pay later."),
    "The mill was sold. The weir was repaired.": ("The mill was sold.", "The weir was repaired."),
}


@pytest.mark.parametrize(("text", "facts"), JOINED.items())
def test_each_fact_is_a_sentence_with_its_subject(text: str, facts: tuple[str, ...]) -> None:
    assert facts_of(text) == facts


@pytest.mark.parametrize(
    "text",
    [
        "The mill was sold because the weir was broken and the town had money.",
        "In Berlin, staff get 25 days and interns get 10 days.",
        "The pool opens at six and the bar opens at nine if the weather allows.",
        "The mill was sold before the weir was repaired and the town was glad.",
        "Either the mill was sold and the weir was kept or nothing happened.",
        "Only members swim and guests are asked to wait.",
        "Salt and pepper are sold here.",
        "The mill was sold.",
    ],
)
def test_what_is_bound_or_holds_for_both_is_not_taken_apart(text: str) -> None:
    assert facts_of(text) == ()


class Doubtful:
    """A backend that knows some sentences, and is in doubt of all others."""

    english_only = True
    manifest = Manifest("fake", "doubtful", (), "", "", "")

    def __init__(self, **known: float) -> None:
        self._known = {name.replace("_", " "): score for name, score in known.items()}
        self.batches = 0

    def score(self, pairs: Sequence[Pair], deadline: float) -> list[float]:
        self.batches += 1
        return [self._known.get(pair.claim.lower().rstrip("."), 0.6) for pair in pairs]


def state_of(backend: Doubtful, source: str, claim: str) -> SupportState:
    pair = SupportPair("default", source, claim, digest(source), 3)
    return Support(backend).judge_now([pair], time.monotonic() + 60)[0].state


APART = "In May the town sold the mill to its tenant. The weir had been repaired by its owner long ago."
MERGED = "The mill was sold in May and the weir was repaired."


def test_merged_facts_are_supported_where_each_of_them_is() -> None:
    backend = Doubtful(the_mill_was_sold_in_may=0.99, the_weir_was_repaired=0.99)
    assert state_of(backend, APART, MERGED) is SupportState.SUPPORTED
    assert backend.batches == 2


def test_merged_facts_are_no_better_than_the_weakest_of_them() -> None:
    assert state_of(Doubtful(the_mill_was_sold_in_may=0.99), APART, MERGED) is SupportState.UNCERTAIN


def test_merged_facts_are_as_likely_as_all_of_them_together() -> None:
    backend = Doubtful(the_mill_was_sold_in_may=0.92, the_weir_was_repaired=0.92)
    assert state_of(backend, APART, MERGED) is SupportState.UNCERTAIN


def test_a_model_that_says_no_is_not_overruled() -> None:
    assert state_of(Doubtful(the_ferry_leaves_at_nine=0.01), SOURCE, "The ferry leaves at nine.") is (
        SupportState.UNSUPPORTED
    )
    assert state_of(Doubtful(), SOURCE, "The ferry leaves at nine.") is SupportState.SUPPORTED


_words = st.lists(
    st.sampled_from(
        ["mill", "weir", "town", "red", "old", "tall", "costs", "was", "is", "10", "25", "and", "not", ",", "."]
    ),
    max_size=12,
)


@LAW
@given(_words.map(" ".join))
def test_law_facts_say_nothing_that_the_sentence_does_not(text: str) -> None:
    for fact in facts_of(text):
        assert set(fact.lower().split()) <= set(text.lower().replace(",", " ").replace(".", " .").split()) | set(
            text.lower().split()
        )


_VALUES = frozenset({"the", "old", "mill", "costs", "25", "red", "weir", "is", "tall", "and"})


@LAW
@given(_words.map(" ".join))
def test_law_a_value_is_only_told_in_words_of_the_source(claim: str) -> None:
    if is_told("The old mill costs 25. The red weir is tall.", claim):
        assert set(claim.replace(".", " ").replace(",", " ").lower().split()) <= _VALUES


def test_a_label_and_its_value() -> None:
    assert label_and_value("Basic \u2014 10 euros.") == ("Basic", "", "10 euros")
    assert label_and_value("The mill was sold: ask the town") is None
