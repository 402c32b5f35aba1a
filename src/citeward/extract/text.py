"""Plain text: the bytes, decoded. A form feed ends a page, as in RFCs and line-printer output."""

from __future__ import annotations

from .charset import decode
from .document import PAGE_BREAK, Extracted, join_pages
from .interface import Extractor, SourceFile
from .limits import Budget


class TextExtractor(Extractor):
    """Reads ``text/plain``."""

    media_type = "text/plain"

    def version(self) -> str:
        return "citeward-text 1"

    def extract(self, source: SourceFile, budget: Budget) -> Extracted:
        text, codec = decode(source.data, source.charset, source.name)
        pages = text.removesuffix(PAGE_BREAK).split(PAGE_BREAK)
        budget.check_pages(len(pages))
        extractor = f"{self.version()} ({codec})"
        if len(pages) == 1:
            return Extracted(text, self.media_type, None, (), extractor)
        joined, marked = join_pages(pages, [str(number) for number in range(1, len(pages) + 1)])
        return Extracted(joined, self.media_type, None, marked, extractor)
