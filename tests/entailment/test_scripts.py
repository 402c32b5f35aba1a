"""Words that mix alphabets do not say what they look like."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeward.entailment import Manifest, Support, SupportState
from citeward.entailment.scripts import mixed_word
from citeward.evaluation import Judged

O = "\u043e"  # noqa: E741  # Cyrillic, drawn as the Latin letter
RULE = "Items may be returned within 30 days of purchase."


@pytest.mark.parametrize(
    ("text", "word"),
    [
        (f"Items may n{O}t be returned", f"n{O}t"),
        ("Items may be returned by \u0410cme", "\u0410cme"),
        ("\u0391cme sells", "\u0391cme"),
        ("TGF\u03b2 at 3 \u00b5m and 5 \u03bcm, \u0394t, na\u00efve caf\u00e9", None),
        ("\u041c\u043e\u0441\u043a\u0432\u0430 is a city", None),
        ("", None),
    ],
)
def test_letters_that_pass_for_latin_ones_are_seen_beside_them(text: str, word: str | None) -> None:
    assert mixed_word(text) == word


@given(st.text("abcdefgh .,-'\u00e9\u03b2\u00b5", max_size=60))
def test_what_is_written_in_one_alphabet_is_left_alone(text: str) -> None:
    assert mixed_word(text) is None


class Certain:
    """A backend that believes everything."""

    english_only = False
    manifest = Manifest("told", "certain", ("no", "yes"), "any", "1", "1")

    def score(self, pairs: list[object], deadline: float) -> list[float]:
        return [0.99] * len(pairs)


def test_a_hidden_negation_is_never_supported_whatever_the_model_says() -> None:
    support = Support(Certain())  # type: ignore[arg-type]  # reads no pair
    plain, hidden = support.judge_now([Judged(RULE, RULE), Judged(RULE, RULE.replace("may", f"may n{O}t"))])
    assert plain.state is SupportState.SUPPORTED
    assert hidden.state is SupportState.UNCERTAIN
    assert "mixes alphabets" in hidden.reason
