"""Identifiers in running text, each in one canonical spelling."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeward.references import canonical_doi, find_identifiers, parse_cite, parse_identifier


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("10.5555/ABC.1", "doi:10.5555/abc.1"),
        ("doi: 10.5555/abc.1.", "doi:10.5555/abc.1"),
        ("https://dx.doi.org/10.5555/abc.1", "doi:10.5555/abc.1"),
        ("https://doi.org/10.5555%2Fabc(1)", "doi:10.5555/abc(1)"),
        ("(10.5555/a(b)c)", "doi:10.5555/a(b)c"),
        ("<https://doi.org/10.5555/abc>", "doi:10.5555/abc"),
        (
            "10.5555/1097(19980815)17:15<1661::aid-1>3.0.co;2-2",
            "doi:10.5555/1097(19980815)17:15<1661::aid-1>3.0.co;2-2",
        ),
        ("https://pubs.example.org/doi/full/10.5555/abc", "doi:10.5555/abc"),
        ("10.48550/arXiv.2101.00001v3", "doi:10.48550/arxiv.2101.00001"),
        ("arXiv:2101.00001v3", "arxiv:2101.00001"),
        ("https://arxiv.org/pdf/2101.00001v3.pdf", "arxiv:2101.00001"),
        ("arXiv:hep-th/9901001", "arxiv:hep-th/9901001"),
        ("math.GT/0309136", "arxiv:math.gt/0309136"),
        ("files/0309136", None),
        ("PMID: 11122233", "pmid:11122233"),
        ("https://pubmed.ncbi.nlm.nih.gov/11122233/", "pmid:11122233"),
        ("PMC7654321", "pmcid:PMC7654321"),
        ("10.5555/", None),
        ("10.55/abc", None),
        ("version 10.5555 of 2020/21", None),
        ("", None),
    ],
)
def test_one_identifier(text: str, expected: str | None) -> None:
    found = parse_identifier(text)
    assert (None if found is None else str(found)) == expected


def test_a_version_is_kept_apart_because_registries_do_not_know_versioned_dois() -> None:
    found = parse_identifier("10.48550/arXiv.2101.00001v3")
    assert found is not None
    assert (found.value, found.version) == ("10.48550/arxiv.2101.00001", 3)


def test_identifiers_are_found_where_they_stand() -> None:
    text = "See (doi:10.5555/a(b)c), arXiv:2101.00001 and PMID 123."
    assert [text[i.start : i.end] for i in find_identifiers(text)] == [
        "doi:10.5555/a(b)c",
        "arXiv:2101.00001",
        "PMID 123",
    ]


def test_a_sentence_is_not_an_identifier() -> None:
    assert parse_identifier("as shown in 10.5555/abc") is None
    assert canonical_doi("as shown in 10.5555/abc") is None


@given(st.text(max_size=300))
def test_identifiers_never_overlap_and_lie_in_the_text(text: str) -> None:
    end = 0
    for found in find_identifiers(text):
        assert end <= found.start < found.end <= len(text)
        end = found.end


@given(st.from_regex(r"10\.[0-9]{4,6}/[a-z0-9]{1,8}([.\-_/][a-z0-9]{1,6}){0,3}", fullmatch=True))
def test_every_notation_of_a_doi_is_the_same_doi(doi: str) -> None:
    for notation in (
        doi,
        doi.upper(),
        f"doi:{doi}",
        f"https://doi.org/{doi}",
        f"https://doi.org/{doi.replace('/', '%2F')}",
    ):
        assert canonical_doi(notation) == parse_identifier(doi).value  # type: ignore[union-attr]  # matches by construction


@pytest.mark.parametrize(
    "text", ["10.5555/" + "(" * 50_000, "https://" + "a" * 90_000, "[" * 90_000, "arxiv:" * 20_000]
)
def test_hostile_text_is_read_once(text: str) -> None:
    assert len(find_identifiers(text)) <= 1


def test_a_reference_to_two_works_names_neither() -> None:
    assert parse_cite("Brandt. Tides. doi:10.5555/a or doi:10.5555/b").conflicting
    assert not parse_cite("Brandt. Tides. doi:10.5555/a https://doi.org/10.5555/A").conflicting


def test_text_longer_than_a_reference_is_not_read() -> None:
    assert parse_cite("x" * 5_000 + " 10.5555/a").target is None
