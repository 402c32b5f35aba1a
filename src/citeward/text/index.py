"""A source made ready for quotes: its skeleton, and on demand the text without markup and page furniture."""

from __future__ import annotations

import sys
from hashlib import sha256

from .locate import Locator
from .markup import Cleaned, clean, has_markup
from .sentinels import is_no_source
from .skeleton import Skeleton, build_skeleton


class View:
    """One reading of a source: a text, its skeleton and a judge of places in it."""

    __slots__ = ("cleaned", "locator", "original", "skeleton", "text")

    def __init__(self, text: str, cleaned: Cleaned | None = None, original: str = "") -> None:
        self.text = text
        self.original = text if cleaned is None else original
        """The source's own text, which `spans` cuts."""
        self.skeleton: Skeleton = build_skeleton(text)
        self.locator = Locator(text, self.skeleton)
        self.cleaned = cleaned
        """The way back to the source's own offsets; None where the text is the source's."""

    def spans(self, start: int, end: int) -> tuple[tuple[int, int], ...]:
        """A span of this view in code points of the source."""
        return ((start, end),) if self.cleaned is None else self.cleaned.spans(start, end)


class SourceIndex:
    """One document version, indexed once. Build with `index`; safe to share between threads.

    Building is linear and takes one pass; memory is about one byte per code point on top of the text.
    """

    __slots__ = ("_cleaned", "_sha256", "no_source", "raw", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.raw = View(text)
        self.no_source = is_no_source(text)
        """Whether the text is empty or an extraction error: no quote is ever granted against it."""
        self._cleaned: View | bool | None = None
        self._sha256: str | None = None

    @property
    def sha256(self) -> str:
        """SHA-256 of the text in UTF-8, in hexadecimal."""
        if self._sha256 is None:
            self._sha256 = sha256(self.text.encode("utf-8", "surrogatepass")).hexdigest()
        return self._sha256

    @property
    def cleaned(self) -> View | None:
        """The view without markup and page furniture; None when the source has none. Built when first asked for."""
        if self._cleaned is None:
            found = clean(self.text) if has_markup(self.text) else None
            self._cleaned = False if found is None else View(found.text, found, self.text)
        return self._cleaned if isinstance(self._cleaned, View) else None

    @property
    def nbytes(self) -> int:
        """Memory held, text included, in bytes."""
        total = sys.getsizeof(self.text) + self.raw.skeleton.nbytes
        if isinstance(self._cleaned, View):
            total += sys.getsizeof(self._cleaned.text) + self._cleaned.skeleton.nbytes
        return total


def index(text: str) -> SourceIndex:
    """Index one document version."""
    return SourceIndex(text)
