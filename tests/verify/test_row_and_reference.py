"""What a cell, a box and a pronoun add to the words of a claim: nothing is granted without them."""

from __future__ import annotations

import pytest

from citeward.parse import parse
from citeward.verify import Case
from citeward.verify.clauses import clauses_of
from citeward.verify.wording import Statement, Wording
from tests.verify.test_pages import NOON
from tests.world import ANA, seen


def judged(answer: str) -> Statement:
    parsed = parse(answer)
    case = Case(parsed, {item.handle: item for item in seen().ledger}, ANA, "default", NOON)
    return Wording(case, clauses_of(parsed)).statement(next(p.index for p in parsed.proposals if p.handle == "S1"))


@pytest.mark.parametrize(
    "answer",
    [
        "| Rule | Allowed? |\n|---|---|\n| Dogs in the garden [S1] | No |",
        "| Rule | Allowed? |\n|---|---|\n| Dogs in the garden [S1] | \u2717 |",
        "| Dogs are allowed in the garden [S1] | no |\n|---|---|\n| a | b |",
        "| Plan | Price | Note |\n|---|---|---|\n| Basic | 10 euros [S1] | until 2019 |",
        "- [ ] Dogs are allowed in the garden [S1]",
        "Contractors work here too. They receive 25 days of leave [S1].",
        "The firm pays the town. They receive 25 days of leave [S1].",
    ],
)
def test_what_cannot_be_told_is_open(answer: str) -> None:
    assert judged(answer).open


@pytest.mark.parametrize(
    "answer",
    [
        "| Rule | Allowed? |\n|---|---|\n| Dogs in the garden [S1] | Yes |",
        "| Rule | Allowed? |\n|---|---|\n| Dogs in the house | No |\n| Dogs in the garden [S1] | Yes |",
        "| Rule | Allowed? |\n|---|---|\n| Dogs in the house | No [S1] |",
        "| Rule | Allowed? | |\n|---|---|---|\n| Dogs in the house | No | [S1] |",
        "| Plan | Price | Note |\n|---|---|---|\n| Basic | 10 euros [S1] | per month |",
        "- [x] Dogs are allowed in the garden [S1]",
        "Employees are well off. They receive 25 days of leave [S1].",
        "They receive 25 days of leave [S1].",
        "What do employees get? They receive 25 days of leave [S1].",
    ],
)
def test_what_can_be_told_is_not(answer: str) -> None:
    assert not judged(answer).open
