"""Works an answer names in its words: arXiv and PubMed numbers, cases, authors with a year, reports."""

from __future__ import annotations

import importlib.util
from itertools import pairwise

import pytest
from hypothesis import given

from citeward.parse import parse
from citeward.parse.works import legal as legal_room
from tests.strategies import LAW, answers

NAMED = {"arxiv", "pubmed", "legal", "prose"}
needs_eyecite = pytest.mark.skipif(importlib.util.find_spec("eyecite") is None, reason="the extra `legal` is missing")


def named(text: str) -> list[tuple[str, str]]:
    """Kind and target of every work that a text names."""
    return [(each.kind.value, each.target or "") for each in parse(text).proposals if each.kind.value in NAMED]


def claims(text: str) -> list[str]:
    return [claim.text for claim in parse(text).claims]


def prose(text: str) -> list[str]:
    return [target for kind, target in named(text) if kind == "prose"]


class TestIdentifiers:
    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("See arXiv:2301.12345v2 for it.", ("arxiv", "arXiv:2301.12345v2")),
            ("See arxiv: 2301.12345.", ("arxiv", "arXiv:2301.12345")),
            ("See arXiv 2301.12345 (2023).", ("arxiv", "arXiv:2301.12345")),
            ("Proved in hep-th/9901001.", ("arxiv", "arXiv:hep-th/9901001")),
            ("Proved in math.GT/0309136v1.", ("arxiv", "arXiv:math.gt/0309136v1")),
            ("A trial (PMID: 11122233) found it.", ("pubmed", "PMID:11122233")),
            ("The full text is PMC7654321.", ("pubmed", "PMC7654321")),
        ],
    )
    def test_an_identifier_is_a_reference(self, text: str, expected: tuple[str, str]) -> None:
        assert expected in named(text)

    @pytest.mark.parametrize(
        "text",
        ["It costs 2301.12345 units.", "The path src/9901001 is gone.", "Call 555/1234567 now.", "arXiv is a server."],
    )
    def test_a_number_without_a_label_is_a_number(self, text: str) -> None:
        assert named(text) == []

    def test_an_address_is_one_reference_and_not_two(self) -> None:
        found = parse("Read https://arxiv.org/abs/2301.12345 and https://doi.org/10.48550/arXiv.2301.12345.").proposals
        assert [each.kind.value for each in found] == ["url", "doi"]

    def test_one_in_an_entry_of_a_bibliography_is_a_reference_beside_the_entry(self) -> None:
        assert named("1. Doe, J. (2020). On tides. arXiv:2301.12345, 3.") == [
            ("prose", "Doe, J. (2020). On tides."),
            ("arxiv", "arXiv:2301.12345"),
        ]

    def test_the_label_of_a_link_is_a_reference_beside_the_link(self) -> None:
        found = parse("Read [arXiv:2301.12345](https://evil.example/x).").proposals
        assert [each.kind.value for each in found] == ["link", "arxiv"]


class TestAuthors:
    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("Smith et al. (2023) showed it.", ["Smith et al. (2023)"]),
            ("It was shown (Smith et al., 2023).", ["Smith et al., 2023"]),
            ("Smith *et al.* (2023a, p. 4) showed it.", ["Smith et al. (2023a, p. 4)"]),
            ("Smith et al. showed it.", ["Smith et al."]),
            ("Smith\net al. (2023) showed it.", ["Smith et al. (2023)"]),
            ("Smith, Jones, and O'Brien (2021) agree.", ["Smith, Jones, and O'Brien (2021)"]),
            ("van der Berg & Lee (2020) agree.", ["van der Berg & Lee (2020)"]),
            ("So it is (Smith & Jones, 2021).", ["Smith & Jones, 2021"]),
            ("So it is (see Doe, 2020a, p. 4; Roe and Poe, 2019).", ["Doe, 2020a, p. 4", "Roe and Poe, 2019"]),
            ("Müller-Lüdenscheidt (2018) found nothing.", ["Müller-Lüdenscheidt (2018)"]),
            ("It holds, according to Doe (2018).", ["Doe (2018)"]),
            ("- Doe, J., & Roe, K. (2021). On tides. *Tides*, 3.", ["Doe, J., & Roe, K. (2021). On tides. Tides, 3."]),
        ],
    )  # fmt: skip
    def test_authors_with_a_year_are_a_reference(self, text: str, expected: list[str]) -> None:
        assert prose(text) == expected

    @pytest.mark.parametrize(
        "text",
        [
            "The film Titanic (1997) is long.",
            "The Data Protection Act (2018) applies.",
            "We met (May, 2021).",
            "Sales grew (from 2019 to 2021).",
            "In 2023 the window was 30 days (30 in 2022).",
            "The set {Smith, 2021} is code: `Smith et al. (2023)`.",
            "et al. (2020)",
        ],
    )
    def test_a_year_alone_makes_none(self, text: str) -> None:
        assert prose(text) == []


class TestReports:
    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("According to the 2023 Smith report, it fell.", "2023 Smith report"),
            ("It fell, as the Smith Report (2023) says.", "Smith Report (2023)"),
            ("Gartner's 2021 study found it.", "Gartner's 2021 study"),
            (
                "As reported in the World Health Organization survey of 2019.",
                "World Health Organization survey of 2019",
            ),
        ],
    )
    def test_a_report_that_is_given_the_word_is_a_reference(self, text: str, expected: str) -> None:
        assert prose(text) == [expected]

    @pytest.mark.parametrize(
        "text", ["Send the 2023 Annual Report to the board.", "The report of 2019 is lost.", "Reports say so."]
    )
    def test_one_that_is_talked_about_is_none(self, text: str) -> None:
        assert prose(text) == []


class TestCases:
    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("As held in Mata v. Avianca. The court said no.", "Mata v. Avianca"),
            ("Under *Mata v. Avianca, Inc.*, counsel must check.", "Mata v. Avianca, Inc."),
            ("Roe v. Wade (1973) was overruled.", "Roe v. Wade (1973)"),
            ("See In re Gault.", "In re Gault"),
            ("See Donoghue v Stevenson [1932] UKHL 100.", "Donoghue v Stevenson [1932] UKHL 100"),
            ("A party in Acme Inc. v. Widgets of the World Corp. lost.", "Acme Inc. v. Widgets of the World Corp."),
        ],
    )
    def test_the_parties_are_a_reference(self, text: str, expected: str) -> None:
        assert prose(text) == [expected]

    @pytest.mark.parametrize(
        "text", ["England v Australia was a draw.", "Mac vs. PC again.", "Use v. 2.0 of it.", "the state v. the union"]
    )
    def test_sides_and_versions_are_none(self, text: str) -> None:
        assert prose(text) == []

    @needs_eyecite
    @pytest.mark.parametrize(
        "cite",
        [
            "Mata v. Avianca, Inc., 678 F. Supp. 3d 443, 448 (S.D.N.Y. 2023)",
            "Roe v. Wade, 410 U.S. 113, 93 S. Ct. 705 (1973)",
            "Varghese v. China Southern Airlines Co., Ltd., 925 F.3d 1339 (11th Cir. 2019)",
            "In re Gault, 387 U.S. 1 (1967)",
            "2023 WL 4114965",
        ],
    )
    def test_a_place_in_a_reporter_is_one_with_its_name_and_its_court(self, cite: str) -> None:
        assert named(f"As held in {cite}, it must be checked.") == [("legal", cite)]

    @needs_eyecite
    @pytest.mark.parametrize("text", ["We sold 30 Boxes 12 times.", "In 2020 Smith bought 12 cars.", "42 U.S.C. 1983"])
    def test_a_number_on_either_side_of_a_word_is_no_reporter(self, text: str) -> None:
        assert named(text) == []

    def test_without_the_extra_the_name_is_still_seen(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(legal_room, "_reporters", frozenset)
        assert named("Mata v. Avianca, 678 F. Supp. 3d 443 (2023)") == [("prose", "Mata v. Avianca")]


class TestPlace:
    def test_the_words_stay_words_of_the_claim(self) -> None:
        assert claims("Tides turn, as Doe *et al.* (2020) show. So it is.") == [
            "Tides turn, as Doe et al. (2020) show.",
            "So it is.",
        ]

    def test_no_sentence_ends_inside_a_reference(self) -> None:
        assert claims("Doe, J. (2020). On tides. Tides, 3.") == ["Doe, J. (2020). On tides. Tides, 3."]

    def test_one_in_a_quotation_belongs_to_what_is_quoted_where_that_is_cited(self) -> None:
        quoted = 'It says "as Doe et al. (2001) have shown before"'
        assert prose(f"{quoted} [S1].") == []
        assert prose(f"{quoted}.") == ["Doe et al. (2001)"]

    def test_a_marker_behind_it_is_a_reference_of_its_own(self) -> None:
        found = parse("Doe et al. (2020) show it [S1].").proposals
        assert [each.kind.value for each in found] == ["prose", "marker"]
        assert len({each.group for each in found}) == 2

    @LAW
    @given(answers())
    def test_every_work_stands_where_it_says(self, answer: str) -> None:
        parsed = parse(answer)
        for each in parsed.proposals:
            assert answer[each.start : each.end] == each.reference
        places = [(each.start, each.end) for each in parsed.proposals if each.kind.value in NAMED]
        assert all(end <= start for (_, end), (start, _) in pairwise(places))
