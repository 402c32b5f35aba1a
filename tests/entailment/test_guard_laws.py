"""Laws of the guards, over generated sentences: the source's own is never refused, what is turned round always."""

from __future__ import annotations

from itertools import permutations

from hypothesis import assume, given
from hypothesis import strategies as st

from citeward.entailment import guard
from citeward.entailment.guards.lexicon import ROLES
from citeward.entailment.reading import read

THINGS = ("adults", "children", "visitors", "pensioners", "residents", "guides", "tourists", "members")
PLACES = ("Berlin", "Bonn", "Leeds", "Turin", "Malmo", "Porto")
SHAPES = (
    "The entrance fee is {0} euro for {2} and {1} euro for {3}.",
    "The entrance fee is {0} euro for {2}, and for {3} it is {1} euro.",
    "In summer, {2} pay {0} euro and {3} pay {1} euro.",
    "Every day {2} pay {0} euro while {3} pay {1} euro.",
    "Tours cost {2} {0} euro; {3} pay {1} euro.",
)
LIMITS = (
    ("within {0} {1}", "after {0} {1}"),
    ("before {0} {1}", "after {0} {1}"),
    ("until {0} {1}", "after {0} {1}"),
)
FACTS = (
    "the goods may be returned to the shop",
    "complaints are accepted by the office",
    "the deposit is paid back to the tenant",
    "a new card can be ordered by phone",
)
units = st.sampled_from(("days", "hours", "weeks", "months", "minutes"))
counts = st.integers(2, 97)
figures = st.lists(st.integers(2, 950), min_size=2, max_size=2, unique=True)
things = st.permutations(THINGS).map(lambda found: found[:2])
sentences = st.one_of(
    st.builds(lambda shape, n, who: shape.format(*n, *who), st.sampled_from(SHAPES), figures, things),
    st.builds(
        lambda fact, n, unit, limits: f"{fact.capitalize()} {limits[0].format(n, unit)}.",
        st.sampled_from(FACTS),
        counts,
        units,
        st.sampled_from(LIMITS),
    ),
    st.builds("Formerly, {} in {}.".format, st.sampled_from(FACTS), st.sampled_from(PLACES)),
    st.builds("{} was not opened in {}.".format, st.sampled_from(PLACES), st.integers(1800, 2020)),
    st.builds(
        "Sales were ${} million, compared with ${} million in the year before.".format, st.integers(2, 99), counts
    ),
)
roles = st.permutations(sorted(word for word in ROLES if word.isalpha())).map(lambda found: found[:2])


@given(st.lists(sentences, min_size=1, max_size=8), st.data())
def test_a_sentence_cut_from_the_source_is_never_refused(told: list[str], data: st.DataObject) -> None:
    assert guard(" ".join(told), data.draw(st.sampled_from(told))) is None


@given(st.sampled_from(SHAPES), figures, things)
def test_two_values_exchanged_are_refused(shape: str, values: list[int], who: list[str]) -> None:
    source = shape.format(*values, *who)
    assert guard(source, shape.format(*reversed(values), *who)) is not None
    assert guard(source, shape.format(*reversed(values), *reversed(who))) is None


@given(figures, things)
def test_the_value_of_one_thing_told_of_the_other_is_refused(values: list[int], who: list[str]) -> None:
    source = SHAPES[0].format(*values, *who)
    for value, thing in permutations(range(2)):
        assert guard(source, f"The entrance fee for {who[thing]} is {values[value]} euro.") is not None
    for k in range(2):
        assert guard(source, f"The entrance fee for {who[k]} is {values[k]} euro.") is None


@given(st.sampled_from(FACTS), counts, units, st.sampled_from(LIMITS), st.booleans(), st.booleans())
def test_a_limit_of_time_turned_round_is_refused_wherever_it_stands(
    fact: str, count: int, unit: str, limits: tuple[str, str], turn: bool, front: bool
) -> None:
    given_, said = (words.format(count, unit) for words in (limits if turn else limits[::-1]))
    source = f"{fact.capitalize()} {given_}."
    assert guard(source, f"{said.capitalize()}, {fact}." if front else f"{fact.capitalize()} {said}.") is not None
    assert guard(source, f"{given_.capitalize()}, {fact}.") is None


@given(
    st.sampled_from(FACTS),
    st.sampled_from(
        (
            " - not!",
            " NOT!",
            ", not.",
            ". Not!",
            "; this no longer applies.",
            ". This is not true.",
            ", which is false.",
        )
    ),
)
def test_a_statement_taken_back_at_its_end_is_refused(fact: str, tail: str) -> None:
    assert guard(f"{fact.capitalize()} on Mondays.", f"{fact.capitalize()} on Mondays{tail}") is not None
    assert guard(f"{fact.capitalize()} on Mondays.", f"{fact.capitalize()} on Mondays!") is None


@given(roles)
def test_one_party_for_the_other_is_refused_unless_both_words_mean_the_same(parties: list[str]) -> None:
    one, other = parties
    assume(one[:4] != other[:4])
    template = "The {} shall pay the costs of the carriage within a month."
    source = f"The {other} delivers the goods to the port. {template.format(one)}"
    assert (guard(source, template.format(other)) is None) == (ROLES[one] == ROLES[other])


@given(st.integers(1, 20), st.sampled_from((0, 15, 30, 45)), st.integers(1, 20))
def test_a_duration_is_the_same_in_every_spelling_and_no_other(hours: int, minutes: int, more: int) -> None:
    part = {0: "", 15: " and a quarter", 30: " and a half", 45: " and three quarters"}[minutes]
    spellings = [f"{hours * 60 + minutes} minutes", f"{hours}{part} hours", f"{hours + minutes / 60:g} hours"]
    spellings += [f"{hours} hours and {minutes} minutes", f"{hours} hours {minutes} minutes"] if minutes else []
    for one, same in permutations(spellings, 2):
        assert guard(f"The outage lasted {one}.", f"The outage lasted {same}.") is None
    for one in spellings:
        assert guard(f"The outage lasted {one}.", f"The outage lasted {hours + more}{part} hours.") is not None


@given(st.lists(st.integers(100, 999), min_size=2, max_size=2, unique=True).map(sorted))
def test_a_range_lends_its_unit_and_scale_to_both_ends(ends: list[int]) -> None:
    low, high = (n / 100 for n in ends)
    written = (
        f"${low:.2f}-{high:.2f} billion",
        f"${low:.2f} billion to ${high:.2f} billion",
        f"between ${low:.2f} billion and ${high:.2f} billion",
    )
    for one, same in permutations(written, 2):
        assert guard(f"The firm expects sales of {one}.", f"The firm expects sales of {same}.") is None
    assert [round(q.value) for q in read(written[0]).quantities] == [10_000_000 * n for n in ends]


@given(
    st.permutations(PLACES).map(lambda found: found[:3]),
    st.lists(st.integers(2, 950), min_size=6, max_size=6, unique=True),
    st.sampled_from(("| {} | {} days | {} euro |", "{}\t{} days\t{} euro")),
)
def test_a_cell_is_granted_to_its_row_and_column_alone(towns: list[str], values: list[int], shape: str) -> None:
    rows = [shape.format(town, values[k], values[k + 3]) for k, town in enumerate(towns)]
    head = ["| Town | Leave | Bonus |", "|---|---|---|"] if "|" in shape else []
    source = "\n".join([*head, *rows])
    for k, town in enumerate(towns):
        for other, value in enumerate(values[:3]):
            for claim in (f"{town}, leave: {value} days", f"The staff in {town} get {value} days of leave."):
                assert (guard(source, claim) is None) == (k == other)
