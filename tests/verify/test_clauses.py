"""Which words a marker stands for, and what is judged of them."""

from __future__ import annotations

import pytest
from hypothesis import given

from citeward.parse import parse
from citeward.verify.clauses import Clause, clauses_of
from tests.strategies import LAW, answers


def clauses(answer: str) -> list[tuple[str, str]]:
    """Each marker with its words."""
    parsed = parse(answer)
    found = clauses_of(parsed)
    return [
        (p.reference, parsed.claims[p.claim].text[found[p.index].start : found[p.index].end].strip())
        for p in parsed.proposals
        if p.index in found
    ]


RULE = "Laptops use full-disk encryption"
KEYS = "the help desk keeps the keys in a vault"


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (f"{RULE} [S1].", [("[S1]", f"{RULE}.")]),
        (f"{RULE}. [S1]", [("[S1]", f"{RULE}.")]),
        (f"[S1] {RULE}.", [("[S1]", f"{RULE}.")]),
        (f"{RULE} [S1][S2].", [("[S1]", f"{RULE}."), ("[S2]", f"{RULE}.")]),
        (f"{RULE} [S1], and {KEYS} [S2].", [("[S1]", RULE), ("[S2]", f"{KEYS}.")]),
        (f"{RULE}, [S1] and {KEYS}. [S2]", [("[S1]", RULE), ("[S2]", f"{KEYS}.")]),
        (f"{RULE}; {KEYS} [S2].", [("[S2]", f"{RULE}; {KEYS}.")]),
        (f"{RULE} [S1], and {KEYS}.", [("[S1]", RULE)]),
        (f"**{RULE}** [S1], and *{KEYS}* [S2].", [("[S1]", RULE), ("[S2]", f"{KEYS}.")]),
        (f"[S1] {RULE}, and [S2] {KEYS}.", [("[S1]", RULE), ("[S2]", f"{KEYS}.")]),
        (f"{RULE} [S1] with keys in a vault [S2].", [("[S1]", RULE), ("[S2]", f"{RULE} with keys in a vault.")]),
        ("It covers laptops [S1] and phones [S2].", [("[S1]", "It covers laptops and phones.")] * 1
         + [("[S2]", "It covers laptops and phones.")]),
        (f"{RULE} [S1] up to 64 bits.", [("[S1]", f"{RULE} up to 64 bits.")]),
        ("As shown in 10.1000/xyz, items are returned [S1].",
         [("10.1000/xyz", "As shown in 10.1000/xyz, items are returned."),
          ("[S1]", "As shown in 10.1000/xyz, items are returned.")]),
    ],
)  # fmt: skip
def test_a_marker_stands_for_the_words_since_the_clause_before_it(answer: str, words: list[tuple[str, str]]) -> None:
    assert clauses(answer) == words


def test_what_follows_the_last_marker_of_a_clause_is_its_own_too() -> None:
    """Or a false ending would be slipped in behind a granted marker."""
    assert clauses(f"{RULE} [S1] since the year 1873.") == [("[S1]", f"{RULE} since the year 1873.")]


@LAW
@given(answers())
def test_law_every_clause_lies_in_its_claim_and_the_last_marker_of_a_stretch_stands_for_all_of_it(answer: str) -> None:
    parsed = parse(answer)
    found = clauses_of(parsed)
    stretches: dict[tuple[int, int], list[Clause]] = {}
    for index, clause in found.items():
        claim = parsed.claims[parsed.proposals[index].claim]
        assert 0 <= clause.start <= clause.end <= len(claim.text)
        stretches.setdefault((claim.index, clause.stretch), []).append(clause)
    for members in stretches.values():
        last = max(members, key=lambda clause: clause.place)
        assert all(last.start <= clause.start and clause.end <= last.end for clause in members)


def test_a_hostile_sentence_of_markers_and_joints_costs_linear_work() -> None:
    parsed = parse(f"{RULE} [S1], and " * 5_000)
    assert len(clauses_of(parsed)) == 5_000
