"""What takes back the sentence in front, what only supposes, and which label a statement carries."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeward.entailment import Retraction, label_of, retraction_of, supposes
from tests.strategies import LAW

POINTERS = ("This", "That", "This rule", "The above statement", "It", "This policy")
ENDS = (
    "is false", "is not true", "is a myth", "was repealed", "no longer applies", "does not apply any more", "is wrong",
    "has been abolished", "is no longer in force", "isn't true",
)  # fmt: skip


@LAW
@given(st.sampled_from(POINTERS), st.sampled_from(ENDS), st.sampled_from([".", "!", "", "..."]))
def test_law_a_pointer_and_a_denial_take_back(pointer: str, end: str, stop: str) -> None:
    assert retraction_of(f"{pointer} {end}{stop}") is Retraction.FRONT


@pytest.mark.parametrize(
    "text",
    ["Wrong!", "False.", "Not!", "Never.", "Verdict: false", "Das gilt nicht mehr.", "Das ist falsch.", "C'est faux.",
     "Esto es falso.", "Or so it was until 2020.", "in theory.", "?! Never."],
)  # fmt: skip
def test_a_bare_denial_takes_back(text: str) -> None:
    assert retraction_of(text) is Retraction.FRONT


@pytest.mark.parametrize("text", ["None of the above is true.", "None of this applies.", "Nichts davon stimmt."])
def test_a_denial_of_all_takes_back_all(text: str) -> None:
    assert retraction_of(text) is Retraction.ALL


@pytest.mark.parametrize(
    "text",
    ["It does not sail on Sundays.", "This applies to ferries.", "Gift cards cannot be refunded.", "Not waterproof",
     "It is true.", "The old rule was repealed in 2019.", "No.", "This is allowed.", "Never store it below zero."],
)  # fmt: skip
def test_a_statement_of_its_own_takes_nothing_back(text: str) -> None:
    assert retraction_of(text) is Retraction.NOTHING


def test_what_is_supposed_is_not_said() -> None:
    assert supposes("Suppose dogs are allowed in the garden.")
    assert not supposes("Dogs are supposed to stay in the garden.")


def test_a_label_is_read_before_a_whole_statement_only() -> None:
    assert label_of("Rumour: the refund is paid within 30 days.") == ("Rumour", "the refund is paid within 30 days.")
    assert label_of("Basic plan: 10 euros per month") is None
    assert label_of("The rule is this: gift cards are excluded.") is None
