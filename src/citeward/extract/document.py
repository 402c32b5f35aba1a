"""What extraction yields: one immutable text and where its pages stand."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass

PAGE_BREAK = "\f"
"""U+000C FORM FEED, the one character between two pages. It belongs to neither."""


@dataclass(frozen=True, slots=True)
class Page:
    """One page of a text.

    Attributes:
        number: 1 for the first page of the file.
        label: what the file prints or calls the page ("iv", "A-3"); the number where it names none.
        start: offset of its first character, in code points.
        end: offset after its last character; equal to ``start`` for a page without visible text.
    """

    number: int
    label: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Extracted:
    r"""The text of one file. Offsets are code points of ``text``, end exclusive.

    Attributes:
        text: visible text only; lines end in ``\n``, pages are joined by one form feed.
        media_type: what the content is, without parameters.
        title: the file's own title. A claim of the document, to be shown, never to be trusted.
        pages: in reading order and disjoint; empty for a format, or a file, without pages.
        extractor: names and versions of all code that shaped ``text``; part of a document version's provenance,
            since another version may shape it differently.
        warnings: what was left out or could not be told, for operators.
    """

    text: str
    media_type: str
    title: str | None
    pages: tuple[Page, ...]
    extractor: str
    warnings: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        previous_end = 0
        for number, page in enumerate(self.pages, start=1):
            if page.number != number or not previous_end <= page.start <= page.end <= len(self.text):
                raise ValueError(f"page {page.number} does not follow its predecessor within the text")
            previous_end = page.end

    def page_of(self, offset: int) -> Page | None:
        """The page that holds the character at ``offset``; ``None`` for a page break and for texts without pages."""
        index = bisect_right(self.pages, offset, key=_start) - 1
        if index < 0:
            return None
        page = self.pages[index]
        return page if page.start <= offset < page.end else None

    def pages_of(self, start: int, end: int) -> tuple[Page, ...]:
        """The pages that hold characters of ``[start, end)``, in order; empty for texts without pages.

        >>> pages = (Page(1, "i", 0, 3), Page(2, "1", 4, 7))
        >>> text = Extracted("one\\ftwo", "application/pdf", None, pages, "example 1")
        >>> [page.label for page in text.pages_of(2, 5)]
        ['i', '1']
        >>> text.page_of(3) is None
        True
        """
        first = max(bisect_right(self.pages, start, key=_start) - 1, 0)
        last = bisect_right(self.pages, end - 1, key=_start)
        return tuple(page for page in self.pages[first:last] if max(start, page.start) < min(end, page.end))


def _start(page: Page) -> int:
    return page.start


def join_pages(texts: list[str], labels: list[str]) -> tuple[str, tuple[Page, ...]]:
    """Join the texts of pages with :data:`PAGE_BREAK` and say where each came to stand."""
    pages = []
    start = 0
    for number, (text, label) in enumerate(zip(texts, labels, strict=True), start=1):
        pages.append(Page(number, label, start, start + len(text)))
        start += len(text) + len(PAGE_BREAK)
    return PAGE_BREAK.join(texts), tuple(pages)
