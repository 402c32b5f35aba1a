"""Pages of a span: the ones that hold its characters, and no other."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeward.extract import Extracted, Page
from citeward.extract.document import join_pages


def extracted(texts: list[str]) -> Extracted:
    text, pages = join_pages(texts, [str(number) for number in range(1, len(texts) + 1)])
    return Extracted(text, "application/pdf", None, pages, "test 1")


@given(st.lists(st.text(alphabet="ab ", max_size=4), min_size=1, max_size=6), st.data())
def test_law_pages_of_a_span_are_the_pages_of_its_characters(texts: list[str], data: st.DataObject) -> None:
    document = extracted(texts)
    start = data.draw(st.integers(0, len(document.text)))
    end = data.draw(st.integers(start, len(document.text)))
    expected = {page.number for offset in range(start, end) if (page := document.page_of(offset))}
    assert {page.number for page in document.pages_of(start, end)} == expected


@given(st.lists(st.text(alphabet="ab\n", max_size=4), min_size=1, max_size=6))
def test_law_every_page_slices_to_its_text(texts: list[str]) -> None:
    document = extracted(texts)
    assert [document.text[page.start : page.end] for page in document.pages] == texts


@pytest.mark.parametrize(
    "pages",
    [
        (Page(2, "2", 0, 1),),
        (Page(1, "1", 0, 9),),
        (Page(1, "1", 2, 1),),
        (Page(1, "1", 0, 2), Page(2, "2", 1, 3)),
    ],
)
def test_pages_that_do_not_fit_the_text_cannot_be_made(pages: tuple[Page, ...]) -> None:
    with pytest.raises(ValueError, match="page"):
        Extracted("abc", "application/pdf", None, pages, "test 1")
