"""Bibliographies, entry by entry; one broken entry does not hide the others."""

from __future__ import annotations

import json
from contextlib import suppress

import pytest

from citeward.errors import RowError
from citeward.references import read_bibliography

BIB = r"""
@string{jcm = "Journal of Coastal Measurements"}
@comment{not an entry}
@article{brandt2019,
  title = {Tidal {Mixing} in a {Narrow} Estuary},
  author = {Brandt, Ada and Halim, Noor and Ferreira, Tom{\'a}s},
  journal = jcm # { B}, year = 2019, doi = {10.5555/TIDE.1}
}
@misc{preprint, title={Gauges}, author={Ada Brandt and others}, year={2021}, eprint={2101.00001}, archivePrefix={arXiv}}
@article{broken, title = {Never closed, author = {X}
@book{nodoi, title = "A Book", author = "Lund, Bo", year = 2001}
"""


def test_bibtex() -> None:
    pytest.importorskip("pybtex")
    entries = {entry.key: entry for entry in read_bibliography(BIB)}
    assert list(entries) == ["brandt2019", "preprint", "broken", "nodoi"]
    first = entries["brandt2019"].cite
    assert first is not None
    assert first.claimed is not None
    assert (str(first.target), first.claimed.year, first.claimed.venue) == (
        "doi:10.5555/tide.1",
        2019,
        "Journal of Coastal Measurements B",
    )
    assert [str(name) for name in first.claimed.authors.names] == ["Ada Brandt", "Noor Halim", "Tomás Ferreira"]
    preprint = entries["preprint"].cite
    assert preprint is not None
    assert str(preprint.target) == "arxiv:2101.00001"
    assert preprint.claimed is not None
    assert preprint.claimed.authors.open_ended
    assert entries["broken"].problem
    assert entries["brandt2019"].line == 4
    nodoi = entries["nodoi"].cite
    assert nodoi is not None
    assert nodoi.target is None


def test_csl_json() -> None:
    items = [
        {"id": "a", "type": "article", "title": "Tides", "author": [{"family": "Brandt", "given": "A."}],
         "issued": {"date-parts": [[2019, 3]]}, "DOI": "10.5555/tide.1"},
        5,
        {"id": "c", "title": ["no", 5], "author": "Brandt A", "PMID": "123"},
    ]  # fmt: skip
    first, second, third = read_bibliography(json.dumps(items))
    assert first.cite is not None
    assert first.cite.claimed is not None
    assert (str(first.cite.target), first.cite.claimed.year) == ("doi:10.5555/tide.1", 2019)
    assert second.problem
    assert third.cite is not None
    assert str(third.cite.target) == "pmid:123"


def test_a_list_in_markdown() -> None:
    text = """# References

1. Brandt A, Halim N. *Tidal mixing in a narrow estuary*. J Coast Meas.
   2019. [link](https://doi.org/10.5555/tide.1)
2. Halim N (2020). Storms. https://arxiv.org/abs/2101.00001

[^x]: Lund, B. A book without an identifier. 2001.
"""
    entries = list(read_bibliography(text))
    assert [(entry.key, str(entry.cite.target) if entry.cite else "") for entry in entries] == [
        ("1", "doi:10.5555/tide.1"),
        ("2", "arxiv:2101.00001"),
        ("x", "None"),
    ]
    assert [entry.line for entry in entries] == [3, 5, 7]


def test_two_dois_in_one_entry_are_one_too_many() -> None:
    (entry,) = read_bibliography('[{"id": "a", "DOI": "10.5555/a", "URL": "https://doi.org/10.5555/b", "title": "x"}]')
    assert entry.cite is not None
    assert entry.cite.conflicting


def test_broken_json_is_an_error() -> None:
    with pytest.raises(RowError):
        list(read_bibliography('{"id": '))


@pytest.mark.parametrize("text", ["@a{" * 20_000, "{" * 50_000 + "@", "\\" * 50_000, "- " * 50_000])
def test_hostile_files_end(text: str) -> None:
    with suppress(RowError):
        list(read_bibliography(text, "bibtex" if text.startswith("@") else "markdown"))


def test_abbreviations_of_abbreviations_do_not_grow_without_end() -> None:
    """Ten lines would else ask for ten thousand million characters."""
    lines = ['@string{a0 = "' + "x" * 10 + '"}']
    lines += [f"@string{{a{n} = {' # '.join([f'a{n - 1}'] * 10)}}}" for n in range(1, 12)]
    lines += ["@article{bomb, title = a11, doi = {10.1000/1}}", "@article{fine, title = {Tides}, journal = a1}"]
    bomb, fine = read_bibliography("\n".join(lines))
    assert bomb.cite is not None
    assert bomb.cite.claimed is not None
    assert bomb.cite.claimed.title == ""
    assert (fine.key, fine.problem) == ("fine", "")
