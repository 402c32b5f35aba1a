"""Signs that are no words: what stands on one side only is never granted."""

from __future__ import annotations

import pytest

from citeward.entailment import guard

_SIGNS = ("-", "\u2212", "<", ">", "\u2264", "\u2265", "\u2260", "~", "\u00b1")
_MARKS = ("\u274c", "\U0001f6ab", "\u2717", "\u00ac", "\u2260", "\u24dd\u24de\u24e3")


@pytest.mark.parametrize("sign", _SIGNS)
@pytest.mark.parametrize("figure", ["5", "20", "1.5"])
def test_a_sign_on_one_side_only_is_a_veto(sign: str, figure: str) -> None:
    plain, signed = f"The reading is {figure} bar.", f"The reading is {sign}{figure} bar."
    assert guard(plain, signed) is not None
    assert guard(signed, plain) is not None
    assert guard(signed, signed) is None


@pytest.mark.parametrize("mark", _MARKS)
def test_a_mark_that_denies_is_a_veto_on_words_that_affirm(mark: str) -> None:
    assert guard("The fee is paid back.", f"{mark} The fee is paid back.") is not None
    assert guard("The fee is paid back.", f"The fee is paid {mark} back.") is not None


def test_signs_that_differ_are_a_veto() -> None:
    assert guard("The dose is \u2264 5 mg.", "The dose is \u2265 5 mg.") is not None
    assert guard("It covers A \u2192 B transfers.", "It covers A \u2190 B transfers.") is not None
    assert guard("Growth was +5 percent.", "Growth was -5 percent.") is not None


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        ("Gift cards cannot be refunded.", "\u274c Gift cards cannot be refunded."),
        ("It falls to minus 20 degrees.", "It falls to -20 degrees."),
        ("Open from 8-10 hours.", "Open from 8-10 hours."),
        ("Growth was +5 percent.", "Growth was 5 percent."),
        ("The dose is at least 5 mg.", "The dose is \u2265 5 mg."),
    ],
)
def test_the_same_said_otherwise_is_no_veto_for_its_sign(source: str, claim: str) -> None:
    finding = guard(source, claim)
    assert finding is None or "sign" not in finding.reason
