"""What is a formula and what is money, or a bracket that somebody escaped."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeward.model import ProposalKind
from citeward.parse import Cite, Math, Text, parse
from tests.parse.seen import shown_text

AMOUNTS = st.integers(1, 9_999).map(str) | st.sampled_from(["2.50", "1,200", "0.99"])
BETWEEN = st.sampled_from(["-", "/", "\u2013", " to ", " and ", " or US", ",", " or ", "\u2014", "/mo, or ", " vs. "])


def formulas(answer: str) -> list[tuple[str, bool]]:
    return [(event.text, event.display) for event in parse(answer).events if isinstance(event, Math)]


def cited(answer: str) -> int:
    return sum(proposal.kind is ProposalKind.MARKER for proposal in parse(answer).proposals)


@given(st.lists(st.tuples(AMOUNTS, BETWEEN), min_size=2, max_size=5), st.booleans())
def test_law_amounts_of_money_are_words_and_markers_between_them_are_read(
    amounts: list[tuple[str, str]], marked: bool
) -> None:
    marker = " [S1]" if marked else ""
    prices = "".join(f"${amount}{marker}{between}" for amount, between in amounts) + "$7"
    answer = f"Small boxes are {prices} each."
    assert formulas(answer) == []
    assert cited(answer) == (len(amounts) if marked else 0)
    assert shown_text(parse(answer)).replace(" ", "") == answer.replace(marker, "").replace(" ", "")


@pytest.mark.parametrize(
    "maths",
    [
        "x+y=2",
        "x",
        "n",
        "0.05",
        "a, b",
        "(x, y)",
        "\\alpha",
        "O(n)",
        "f(x)",
        "n!",
        "2^{10}",
        "E = mc^2",
        "ABC",
        "p < .05",
    ],
)
def test_maths_between_dollars_goes_on_working(maths: str) -> None:
    assert formulas(f"It follows that ${maths}$ holds, and `$5-$7` is code.") == [(maths, False)]
    assert formulas(f"So\n\n$$\n{maths}\n$$\n") == [(f"\n{maths}\n", True)]


@pytest.mark.parametrize("text", ["$HOME/bin:$PATH", "$5 (or US$7)", "a $5 fee and a 6$ fee", "$12", "\\$3-\\$4"])
def test_dollars_around_no_maths_are_dollars(text: str) -> None:
    assert formulas(text) == []
    assert shown_text(parse(text)) == text.replace("\\", "")


@pytest.mark.parametrize(
    ("answer", "found"),
    [
        (r"Inline \(E=mc^2\) holds [S1].", [("E=mc^2", False)]),
        (r"The sum \(a_1[S1]\) is positive [S1].", [("a_1[S1]", False)]),
        (r"So \[x_{[S2]} > 0\] holds [S1].", [("x_{[S2]} > 0", True)]),
        ("So\n\\[\nx^2 = y\n\\]\nholds [S1].", [("x^2 = y", True)]),
        (r"With \(a*b\) and \(c*d\) [S1].", [("a*b", False), ("c*d", False)]),
        (r"The number \(n\) [S1], `\(x\)` in code.", [("n", False)]),
        (r"Two slashes \\(x=1\\) [S1].", []),
        (r"He said \[sic\] and \(see below\) and \[1\] [S1].", []),
        (r"From \(well-known\) or \(2020-2021\) and/or \[S1-S3\] [S1].", []),
    ],
)
def test_what_tex_delimits_is_a_formula_where_there_is_maths_in_it(answer: str, found: list[tuple[str, bool]]) -> None:
    assert formulas(answer) == found
    assert cited(answer) == 1, "what is escaped is counted as unread, and cites nothing"


def test_an_escaped_marker_stays_text() -> None:
    parsed = parse(r"See \[S1\] there.")
    assert "".join(event.text for event in parsed.events if isinstance(event, Cite | Text)) == "See [S1] there."
    assert [proposal.kind for proposal in parsed.proposals] == [ProposalKind.UNREAD]
