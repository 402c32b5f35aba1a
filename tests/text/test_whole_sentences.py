"""Whole sentences of manuals: what stands in another sentence, term or item does not turn them round."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from citeward.text import find

law = settings(deadline=None)

_GOVERNING = [
    "If set to On, the list shows the common prefix before it cycles",
    "No error is reported unless the name was not found",
    "You must not change this setting while the server is running",
    "Unless the pattern is ambiguous, the name of the first match is used",
]
_TERMS = [
    "mark-directories (On)\n",
    "mark\u2212directories (On)\n",
    "local_inherit ",
    "formula(object)\n",
    "clf ()\n",
    "pwd [-LP]\n",
    "hash\n",
    "nosort ",
    "visible: ",
]
_RULES = ["Add a slash to the name of every folder", "Show the full name of the current folder"]


@given(st.sampled_from(_GOVERNING), st.sampled_from(_TERMS), st.sampled_from(_RULES), st.booleans())
@law
def test_a_sentence_ends_before_a_term_in_lower_case(before: str, term: str, rule: str, whole: bool) -> None:
    source = f"{before}.\n{term}{rule}.\n"
    quote = f"{' '.join(term.split())} {rule}." if whole else f"{rule}."
    assert find(source, quote, diagnose=False).granted
    assert not find(f"{before} and\n{rule.lower()}.", rule.lower(), diagnose=False).granted


@pytest.mark.parametrize(
    ("source", "quote"),
    [
        ("You must not use the prem.\nfor trade or for storage.", "for trade or for storage."),
        ("You must not call Mr.\nvan Houten after ten at night.", "van Houten after ten at night."),
        ("Der Mieter darf die Räume nicht einschl.\nder Höfe gewerblich nutzen.", "der Höfe gewerblich nutzen."),
        ("The tenant must not keep animals, e.g.\nlarge dogs, in the house.", "large dogs, in the house."),
        ("If the tenant pays the dues etc.\nlate the landlord may terminate.", "late the landlord may terminate."),
        ("You must not write to A. Smith or visit the office.", "Smith or visit the office."),
    ],
)
def test_an_abbreviation_at_the_end_of_a_line_ends_no_sentence(source: str, quote: str) -> None:
    assert not find(source, quote).granted


@pytest.mark.parametrize(
    ("source", "quote"),
    [
        ("If b is a vector, then h contains the parts of A.\nThe value of eps1 is zero.", "The value of eps1 is zero."),
        ("If V is given, h is equal to u*h. The value is a number.", "The value is a number."),
        (
            "The file should produce no output when source-d.\nIt is desirable to add one.",
            "It is desirable to add one.",
        ),
        (
            "Here where is used rather than envir as in S.\n• The seeds differ in length.",
            "• The seeds differ in length.",
        ),
        ("It does not end this licence.\nd. Each copy must show the notice.", "d. Each copy must show the notice."),
    ],
)
def test_a_letter_or_an_item_ends_what_stands_before(source: str, quote: str) -> None:
    assert find(source, quote).granted


@pytest.mark.parametrize("mark", ["- ", "• ", "d. ", "(a) ", "1. "])
def test_a_quotation_with_its_own_bullet_still_stands_under_the_lead_in(mark: str) -> None:
    assert not find(f"You must not:\n{mark}share your password with others", f"{mark}share your password").granted
    assert find(f"You must:\n{mark}share your password with others", f"{mark}share your password").granted


@pytest.mark.parametrize(
    "sentence",
    [
        "The test and [ commands look at how many arguments there are.",
        'Strings are entered using either double (") or single quotes.',
        "It starts a search, except when followed by ‘=’ or ‘(’ or a space.",
        'The argument type="n" suppresses the points of the figure.',
        'Data are loaded with data(package="rpart") before the first use.',
        'The text is split at whitespace {" ", "-", ";"} of any length.',
        "Include support for the [[ command of the shell.",
        "The && and || operators are often used\nwith one or the other | of the shell.",
    ],
)
def test_a_sentence_that_speaks_of_marks_is_granted_whole(sentence: str) -> None:
    for around in ("{}", "It rains. {} It snows.", "It rains.\n{}\nIt snows."):
        match = find(around.format(sentence), " ".join(sentence.split()))
        assert match.granted, (around, match.reason)
        assert " ".join(match.excerpts[0].split()) == " ".join(sentence.split())


@pytest.mark.parametrize(
    ("source", "quote"),
    [
        ("The firm (advised by J. Smith. Smith and Partners) was convicted.", "Smith and Partners) was convicted."),
        ("“The firm paid. It was fined” he lied to all.", "It was fined” he lied to all."),
        ("The firm ( advised by the Smiths ) was convicted.", "by the Smiths ) was convicted."),
    ],
)
def test_what_leaves_an_aside_is_no_whole_sentence(source: str, quote: str) -> None:
    assert not find(source, quote).granted
