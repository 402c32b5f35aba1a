"""What holds for every title and every list of authors, not only for the examples."""

from __future__ import annotations

from hypothesis import assume, given
from hypothesis import strategies as st

from citeward.references import (
    AuthorRelation,
    Authors,
    Name,
    RecordTitle,
    TitleRelation,
    compare_authors,
    compare_titles,
)
from citeward.references.titles import keys, plain_title, words

_WORDS = (
    "tidal mixing narrow estuary salt sediment winter reading gauge model network clam protein structure signal "
    "deep learning robust estimate noise storm coast harbour vessel current thermal layer random field graph"
)
_FAMILIES = "Brandt Halim Ferreira Osei Lund Roy Kim Okafor Lindqvist Petrov Nakamura Silva"
_GIVENS = "Ada Noor Tomás Bo Carla Dmitri Eun Farah Goro Hana Ivo Jun"
LEXICON = _WORDS.split()
WORD = st.sampled_from(LEXICON)
TITLE = st.lists(WORD, min_size=3, max_size=14)
MARKUP = st.sampled_from(
    ["<i>{}</i>", "<b>{}</b>", "{{{}}}", "<jats:italic>{}</jats:italic>", r"\emph{{{}}}", "“{}”", "{},", "{}"]
)
SPACE = st.sampled_from([" ", "  ", "\n   ", "\t", "\u00a0", " - ", "-", " – "])
FAMILY = st.sampled_from(_FAMILIES.split())
GIVEN = st.sampled_from(_GIVENS.split())


def relation(claimed: str, recorded: str) -> TitleRelation:
    return compare_titles(claimed, [RecordTitle(recorded)])


@given(TITLE, st.data())
def test_a_title_with_one_content_word_changed_never_matches(title: list[str], data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(title) - 1))
    other = data.draw(WORD.filter(lambda word: word != title[place]))
    changed = [*title[:place], other, *title[place + 1 :]]
    assert relation(" ".join(changed), " ".join(title)) not in (TitleRelation.EQUAL, TitleRelation.SHORTENED)


@given(TITLE, st.data())
def test_a_title_with_one_word_added_or_lost_never_matches(title: list[str], data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(title)))
    longer = " ".join([*title[:place], data.draw(WORD), *title[place:]])
    assert relation(longer, " ".join(title)) is not TitleRelation.EQUAL
    assert relation(" ".join(title), longer) is not TitleRelation.EQUAL


@given(TITLE, st.data())
def test_case_markup_and_whitespace_never_unmatch(title: list[str], data: st.DataObject) -> None:
    dressed = ""
    for word in title:
        cased = data.draw(st.sampled_from([word, word.upper(), word.title()]))
        dressed += data.draw(MARKUP).format(cased) + data.draw(SPACE)
    assert relation(dressed, " ".join(title)) is TitleRelation.EQUAL
    assert relation(" ".join(title), dressed) is TitleRelation.EQUAL


@given(st.text(max_size=120))
def test_every_title_with_letters_equals_itself(title: str) -> None:
    assume(keys(plain_title(title)) and "ed" not in title.lower())
    assert relation(title, title) is TitleRelation.EQUAL


@given(st.text(max_size=200), st.text(max_size=200))
def test_two_titles_are_always_comparable(one: str, other: str) -> None:
    assert relation(one, other) in TitleRelation
    assert isinstance(words(plain_title(one)), tuple)


PEOPLE = st.lists(st.tuples(FAMILY, GIVEN), min_size=1, max_size=8, unique_by=lambda person: person[0])


@given(PEOPLE, st.sampled_from(["{g} {f}", "{f} {i}", "{i}. {f}", "{f}, {g}", "{f}, {i}."]))
def test_every_way_to_write_a_list_names_the_same_people(people: list[tuple[str, str]], form: str) -> None:
    recorded = [Name(family=family, given=given_name) for family, given_name in people]
    written = [Name(literal=form.format(f=family, g=given_name, i=given_name[0])) for family, given_name in people]
    assert compare_authors(Authors(tuple(written)), recorded) is AuthorRelation.AGREE


@given(PEOPLE, st.data())
def test_a_list_with_one_stranger_in_it_never_agrees(people: list[tuple[str, str]], data: st.DataObject) -> None:
    recorded = [Name(family=family, given=given_name) for family, given_name in people]
    place = data.draw(st.integers(0, len(people) - 1))
    written = [*recorded[:place], Name(literal="John Doe"), *recorded[place + 1 :]]
    assert compare_authors(Authors(tuple(written)), recorded) is not AuthorRelation.AGREE
