"""Citations of cases."""

from __future__ import annotations

import pytest

from citeward.references import CaseRelation, compare_case_names, find_cases

pytest.importorskip("eyecite")


def test_the_year_is_the_one_in_the_cites_own_parenthesis() -> None:
    text = "Ostrow v. Harbor Lines, 576 U.S. 644, 675 (2015); see Mass. Gen. Laws ch. 207 (West 1999)"
    assert [(case.slot, case.year) for case in find_cases(text)] == [("576 U.S. 644", 2015)]


def test_a_cite_without_a_year_has_none() -> None:
    (case,) = find_cases("Ostrow v. Harbor Lines, 576 U.S. 644 is followed in (1999)")
    assert case.year is None


def test_offsets_are_those_of_the_slot() -> None:
    text = "Compare Ostrow v. Harbor Lines, Inc., 12 F.3d 345, 350-51 (2d Cir. 1994)."
    (case,) = find_cases(text)
    assert text[case.start : case.end] == "12 F.3d 345"
    assert case.name == "Ostrow v. Harbor Lines, Inc."


def test_numbers_of_commercial_databases_are_marked() -> None:
    (case,) = find_cases("Ostrow v. Harbor Lines, 2019 WL 4639462 (Tex. App. 2019)")
    assert case.is_vendor_number


@pytest.mark.parametrize(
    ("claimed", "recorded", "relation"),
    [
        ("El Al Isr. Airlines, Ltd. v. Tseng", "El Al Israel Airlines, Ltd. v. Tsui Yuan Tseng", CaseRelation.SAME),
        ("Ostrow v. United States", "Ostrow v. U.S.", CaseRelation.SAME),
        ("State ex rel. Ostrow v. Lund", "State v. Lund", CaseRelation.SAME),
        ("Estate of Ostrow v. Harbor Lines", "Ostrow v. Harbor Lines, Inc.", CaseRelation.SAME),
        ("Smith v. Jones", "Smithson v. Jonestown Bank", CaseRelation.DIFFERENT),
        ("In re Harbor Lines", "Ostrow v. Harbor Lines", CaseRelation.ONE_PARTY),
        ("", "Ostrow v. Harbor Lines", CaseRelation.DIFFERENT),
    ],
)
def test_case_names(claimed: str, recorded: str, relation: CaseRelation) -> None:
    assert compare_case_names(claimed, recorded) is relation
