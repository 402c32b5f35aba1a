"""What a raw heading, a label and a pronoun add to the words of a claim: nothing is granted without them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeward.parse import parse
from citeward.verify import Case
from citeward.verify.clauses import clauses_of
from citeward.verify.wording import Statement, Wording
from tests.verify.test_pages import NOON
from tests.world import ANA, seen

LEAVE = "Staff receive 25 days of leave"
HEADING = st.sampled_from(["h1", "h2", "h3", "h4", "h5", "h6", "summary", "caption", "legend"])


def judged(answer: str) -> Statement:
    parsed = parse(answer)
    case = Case(parsed, {item.handle: item for item in seen().ledger}, ANA, "default", NOON)
    return Wording(case, clauses_of(parsed)).statement(next(p.index for p in parsed.proposals if p.handle == "S1"))


@pytest.mark.parametrize("subject", ["Contractors", "Children", "Police"])
def test_a_plural_that_opens_its_sentence_is_what_they_stands_for(subject: str) -> None:
    assert judged(f"{subject} are a growing group. They receive 25 days of leave [S1].").text.startswith(subject)


@given(
    HEADING, st.sampled_from(["", " class='x'"]), st.sampled_from(["Old rules", "Interns &amp; pupils", "<b>Bonn</b>"])
)
def test_law_a_heading_of_raw_html_is_context_of_what_stands_under_it(tag: str, attr: str, words: str) -> None:
    said = {"Interns &amp; pupils": "Interns & pupils", "<b>Bonn</b>": "Bonn"}.get(words, words)
    found = parse(f"<{tag}{attr}>{words}</{tag}>\n\n{LEAVE} [S1].").claims[-1]
    assert [each.text for each in found.context] == [said]


def test_a_block_of_raw_html_that_is_no_heading_is_no_context() -> None:
    assert parse(f"<div>Old rules</div>\n\n{LEAVE} [S1].").claims[-1].context == ()


def test_the_next_heading_ends_the_section_of_a_raw_one() -> None:
    assert [c.text for c in parse(f"<h2>Old</h2>\n\nA.\n\n## New\n\n{LEAVE} [S1].").claims[-1].context] == ["New"]


@pytest.mark.parametrize(("label", "turned"), [("**Before:**", True), ("**Important:**", False)])
def test_a_label_that_says_it_was_so_is_context(label: str, turned: bool) -> None:
    said = judged(f"{label} {LEAVE} [S1].")
    assert (said.fits("", f"{LEAVE}.").value > 2) is turned
