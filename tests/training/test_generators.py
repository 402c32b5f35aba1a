"""What the generators of training pairs promise: edits keep spans, operations meaning, labels truth."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from citeward.entailment import guard
from training.data import Pair, held_out, unsupported_spans
from training.synthetic import Generator, dates, meaning, units
from training.synthetic import numbers as number_operations
from training.synthetic.edits import Context, Edit, Operation, apply
from training.synthetic.kinds import CHANGE, SAME, STRONGER, WEAKER
from training.synthetic.statements import STATEMENTS, fill, values

THOUSAND = {"It sold one thousand copies.", "It sold 1000 copies.", "It sold 1 thousand copies."}


def context(passage: str = "") -> Context:
    return Context(random.Random(1), passage, ["Ada Byron", "Leeds"], [])


def test_edits_report_where_the_new_pieces_stand() -> None:
    text, spans = apply("The bridge is 50 metres long.", [Edit(14, 16, "60"), Edit(17, 23, "feet")])
    assert text == "The bridge is 60 feet long."
    assert [text[a:b] for a, b in spans] == ["60", "feet"]


@pytest.mark.parametrize(
    ("operation", "text", "allowed"),
    [
        (units.same_unit, "It is 5 km long.", {"It is 5,000 m long."}),
        (units.same_percent, "A share of 20% was sold.", {"A share of 20 percent was sold."}),
        (number_operations.same_number, "It sold 1,000 copies.", THOUSAND),
        (meaning.same_contraction, "They did not agree.", {"They didn't agree."}),
        (dates.same_date, "It opened on 3 May 2011.", {"It opened on May 3, 2011.", "It opened on 2011-05-03."}),
    ],
)  # fmt: skip
def test_operations_of_class_same_keep_the_meaning(operation: Operation, text: str, allowed: set[str]) -> None:
    edits = operation(text, context())
    assert apply(text, edits)[0] in allowed


@pytest.mark.parametrize(
    ("operation", "text"),
    [
        (number_operations.change_number, "It sold 1,000 copies."),
        (units.change_unit, "It is 5 km long."),
        (units.change_money, "It cost $500 in all."),
        (dates.change_year, "It opened in 1998."),
        (meaning.negate, "The firm has paid a dividend."),
        (meaning.change_comparison, "Costs were higher in spring."),
        (meaning.strengthen_modal, "The drug may cause headaches."),
    ],
)
def test_operations_that_change_a_meaning_change_the_text(operation: Operation, text: str) -> None:
    edits = operation(text, context())
    assert apply(text, edits)[0] != text


@pytest.mark.parametrize(
    ("operation", "holds"), [(number_operations.weaken_bound, True), (number_operations.change_bound, False)]
)
def test_a_stated_bound_holds_where_the_meaning_is_weakened_and_breaks_where_it_is_changed(
    operation: Operation, holds: bool
) -> None:
    text = "The town has 987 old trees."
    for seed in range(40):
        edits = operation(text, Context(random.Random(seed), ""))
        claim = apply(text, edits or [])[0]
        finding = guard(text, claim)
        assert claim != text
        assert holds is (finding is None), claim


def test_every_statement_fills_and_marks_its_changed_slot() -> None:
    rng = random.Random(3)
    for statement in STATEMENTS:
        assert len(statement.forms) >= 2
        slots = values(rng)
        for form in (*statement.forms, *statement.weaker, *statement.wrong):
            assert "{" not in fill(form, slots)[0]
    text, spans = fill("Open until {n} pm.", {"n": "7"}, "n")
    assert [text[a:b] for a, b in spans] == ["7"]


def test_unsupported_tokens_of_wice_are_found_in_order() -> None:
    claim = "Cage served from 1940 to 1945."
    spans = unsupported_spans(claim, "partially_supported: unsupported tokens: Cage from to 1945") or ()
    assert [claim[a:b] for a, b in spans] == ["Cage", "from", "to", "1945"]
    assert unsupported_spans(claim, "not_supported") is None


PASSAGES = """
Adeline Voss founded the mill at Ravensworth in 1911 with a loan of 4,000 pounds. The mill employed 140 people. It was \
sold to Hartwick Foods in May 1998 because of a shortage of money.
Visitors may leave their bags at the entrance if the guard agrees. The museum was opened by Marcus Okafor in 2003. \
Ticket sales rose by 12 percent in the first year, and most of the visitors came from Port Almira.
The bridge near Dunholm is 95 metres long and was repaired by a small firm. It carries two lanes of traffic. Some of \
the cables must be replaced before the winter of 2031, according to the chairman.
""".strip().splitlines()


def generator(seed: int) -> Generator:
    rows = [Pair(passage, passage.split(". ")[0] + ".", True, (), "wice") for passage in PASSAGES]
    return Generator(rows, seed)


def test_draws_are_the_same_for_a_seed_and_balanced_between_labels() -> None:
    first, second = generator(11), generator(11)
    drawn = [first.draw() for _ in range(400)]
    assert drawn == [second.draw() for _ in range(400)]
    assert 120 < sum(pair.supported for pair in drawn) < 280


def test_spans_lie_within_the_claim_and_only_unsupported_claims_have_them() -> None:
    source = generator(5)
    for pair in [source.draw() for _ in range(400)]:
        assert pair.claim == pair.claim.strip() != ""
        assert not (pair.supported and pair.spans)
        for start, end in pair.spans or ():
            assert 0 <= start < end <= len(pair.claim)


def test_an_unsupported_claim_is_never_a_piece_of_its_source() -> None:
    source = generator(7)
    for pair in [source.draw() for _ in range(400)]:
        assert pair.supported or pair.claim not in pair.source


def test_every_class_of_operation_is_drawn_from() -> None:
    source = generator(3)
    for _ in range(3000):
        source.draw()
    used = Counter(kind.partition(": ")[2] for kind in source.counts.elements())
    applicable = {"number", "percentage", "unit", "year", "name", "negation", "modality", "condition", "detail"}
    assert applicable <= used.keys()
    assert used.keys() - {""} <= CHANGE.keys() | SAME.keys() | STRONGER.keys() | WEAKER.keys()


def test_a_source_falls_on_one_side_of_the_held_out_slice() -> None:
    keys = [f"source {i}" for i in range(4000)]
    share = sum(held_out(key) for key in keys) / len(keys)
    assert 0.04 < share < 0.08
    assert [held_out(key) for key in keys] == [held_out(key) for key in keys]
