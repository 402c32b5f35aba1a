"""What becomes of a claim that cites nothing, and that nothing beside one says that the answer was checked."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeward import AnswerAction, CheckedAnswer, Policy
from citeward.model import ClaimAction, Uncited
from citeward.policy import BALANCED, PERMISSIVE, STRICT, Surface
from citeward.render import labels
from tests.strategies import LAW, answers
from tests.world import check, gate, seen

CITED = "Items may be returned within 30 days of delivery [S1]."


def formats(checked: CheckedAnswer) -> tuple[str, str, str]:
    return checked.html, checked.markdown, checked.text


def bare(answer: str) -> list[str]:
    checked = check(answer)
    return [checked.parsed.claims[index].text for index in checked.decisions.uncited]


@pytest.mark.parametrize("policy", [STRICT, BALANCED])
def test_a_sentence_that_cites_nothing_is_shown_and_marked(policy: Policy) -> None:
    checked = check(f"{CITED} Refunds are paid in cash.", policy=policy)
    assert checked.decisions.claims == (ClaimAction.KEEP, ClaimAction.UNCITED)
    assert checked.action is AnswerAction.DELIVER
    for shown in formats(checked):
        assert shown.count(labels.UNCITED) == 1
        assert shown.index("in cash") < shown.index(labels.UNCITED)
        assert labels.SOURCES in shown


def test_one_that_is_kept_as_it_is_takes_the_word_of_a_checked_answer_away() -> None:
    whole = check(CITED, policy=PERMISSIVE)
    partly = check(f"{CITED} Refunds are paid in cash.", policy=PERMISSIVE)
    for shown, other in zip(formats(whole), formats(partly), strict=True):
        assert labels.SOURCES in shown
        assert labels.SOURCES not in other
        assert labels.SOURCES_OF_CITED in other
        assert labels.UNCITED not in other


def test_one_that_is_dropped_leaves_a_gap_and_blocks_an_answer_of_nothing_else() -> None:
    policy = replace(STRICT, uncited=Uncited.DROP)
    checked = check(f"{CITED} Refunds are paid in cash.", policy=policy)
    assert checked.action is AnswerAction.REDACT
    assert all("cash" not in shown for shown in formats(checked))
    assert check("Refunds are paid in cash.", policy=policy).action is AnswerAction.BLOCK


@pytest.mark.parametrize(
    "silent",
    [
        "Hello!",
        "How long do I have?",
        "# Returns",
        "## What is covered",
        "## How to return items",
        "# Pays",
        "## Get a refund",
        "**Returns**",
        "```\nreturns = 30\n```",
        "Here are the key points:",
        "I hope this helps!",
        "Let me know if you have any more questions.",
        "I could not find the answer.",
        "Thanks!",
    ],
)
def test_what_claims_nothing_is_not_marked(silent: str) -> None:
    assert bare(f"{silent}\n\n{CITED}") == []


@pytest.mark.parametrize(
    "said",
    [
        "Refunds are paid in cash.",
        "Die Erstattung erfolgt bar.",
        "## Refunds are paid in cash",
        "I have checked all of this against the sources.",
        "The refund is 10 euros:",
        "[Refunds are paid in cash](https://evil.example/).",
    ],
)
def test_what_says_something_is_marked_in_whatever_shape(said: str) -> None:
    assert len(bare(f"{CITED}\n\n{said}")) == 1


def test_yes_says_something() -> None:
    assert bare(f"Is cash paid? Yes.\n\n{CITED}") == ["Yes."]


def test_items_are_marked_and_not_their_lead_in() -> None:
    assert bare(f"You get:\n\n- {CITED}\n- a refund in cash") == ["a refund in cash"]


def test_a_row_is_marked_at_its_values_and_not_at_its_heads() -> None:
    table = "| | Period | Pays |\n|---|---|---|\n| Shop | 30 days | cash |"
    assert bare(table) == ["30 days", "cash"]


def test_a_claim_that_another_ones_marker_stands_for_is_cited() -> None:
    assert bare("Items may be returned within 30 days of delivery.\n\nSource: Returns policy [S1]") == []


def test_an_intent_and_a_surface_may_ask_for_more_and_never_for_less() -> None:
    answer = f"{CITED} Refunds are paid in cash."
    policy = replace(
        PERMISSIVE,
        uncited_intents={"filing": Uncited.DROP, "draft": Uncited.KEEP},
        surfaces={"mail": Surface(uncited=Uncited.MARK)},
    )

    def fate(policy: Policy, intent: str | None, surface: str | None) -> ClaimAction:
        checked = gate(policy=policy).check(answer, seen(intent=intent), surface=surface)
        return checked.decisions.claims[-1]

    assert fate(policy, None, None) is ClaimAction.KEEP
    assert fate(policy, None, "mail") is ClaimAction.UNCITED
    assert fate(policy, "filing", "mail") is ClaimAction.DROP
    assert fate(replace(policy, uncited=Uncited.MARK), "draft", None) is ClaimAction.UNCITED


@LAW
@given(answers(), st.sampled_from(Uncited))
def test_law_no_word_of_a_checked_answer_stands_beside_an_unmarked_claim(answer: str, uncited: Uncited) -> None:
    checked = check(answer, policy=replace(PERMISSIVE, uncited=uncited))
    left = [checked.decisions.claims[index] for index in checked.decisions.uncited]
    if ClaimAction.KEEP in left:
        assert all(labels.ours(labels.SOURCES) not in shown for shown in formats(checked)[1:])
        assert f">{labels.SOURCES}<" not in checked.html
    elif ClaimAction.UNCITED in left and checked.action is not AnswerAction.BLOCK:
        assert checked.html.count("cw-uncited") == left.count(ClaimAction.UNCITED)
