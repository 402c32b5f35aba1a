"""What one file may cost. Every limit names the abuse it stops; passing one is an error, never a shorter text."""

from __future__ import annotations

import time
from dataclasses import dataclass, fields

from .errors import TimedOutError, TooLargeError

MIB = 1024 * 1024


@dataclass(frozen=True, slots=True)
class ExtractLimits:
    """Bounds for one extraction. All are positive; a text is never silently cut short at one.

    In-process extraction checks ``seconds`` between pages, parts and nodes: a parser that hangs inside one call is
    ended only by :func:`~citeward.extract.extract_isolated`, which also enforces ``memory_bytes``.
    """

    max_bytes: int = 64 * MIB
    """Bytes of the file. Stops a file that alone fills memory."""

    max_text: int = 32 * MIB
    """Code points of extracted text. Stops a small file that expands into an index nobody can hold."""

    max_pages: int = 10_000
    """Pages. Stops a PDF whose page tree names one page a million times."""

    max_entries: int = 4_096
    """Entries of a zip container. Stops directories of millions of empty files."""

    max_inflated: int = 256 * MIB
    """Bytes all entries of a zip container unpack to. Stops zip bombs."""

    max_ratio: int = 200
    """Unpacked bytes per packed byte of one entry above 1 MiB. Stops zip bombs that stay under ``max_inflated``."""

    max_depth: int = 1_000
    """Nesting of XML or HTML elements. Stops documents that exhaust the stack or make tree building quadratic."""

    max_page_pixels: int = 16 * MIB
    """Pixels a PDF page is drawn at, one per point where that fits. Stops page boxes the size of a football field."""

    seconds: float = 120.0
    """Wall-clock seconds. Stops files built to keep a parser busy."""

    memory_bytes: int = 2048 * MIB
    """Address space of the isolated process, in bytes. Stops decoders that allocate what a header promises."""

    def __post_init__(self) -> None:
        for field in fields(self):
            if not getattr(self, field.name) > 0:
                raise ValueError(
                    f"ExtractLimits.{field.name} must be positive. Raise a limit to allow more; none turns off"
                )


@dataclass(frozen=True, slots=True)
class Budget:
    """The limits of one running extraction: who is being read, and until when."""

    document: str
    limits: ExtractLimits
    deadline: float

    @classmethod
    def start(cls, document: str, limits: ExtractLimits) -> Budget:
        """Begin to count the seconds of ``limits`` for ``document``, the name errors carry."""
        return cls(document, limits, time.monotonic() + limits.seconds)

    def check_time(self) -> None:
        """Raise :class:`TimedOutError` when the seconds are used up."""
        if time.monotonic() > self.deadline:
            raise TimedOutError(
                self.document,
                f"extraction took longer than {self.limits.seconds:g} seconds",
                "Split the file, or raise ExtractLimits.seconds for a source you trust",
            )

    def check_bytes(self, count: int) -> None:
        """Raise :class:`TooLargeError` for a file of more than ``max_bytes``."""
        self._check(count, self.limits.max_bytes, "max_bytes", "bytes in the file")

    def check_text(self, count: int) -> None:
        """Raise :class:`TooLargeError` for more than ``max_text`` code points of text."""
        self._check(count, self.limits.max_text, "max_text", "code points of text")

    def check_pages(self, count: int) -> None:
        """Raise :class:`TooLargeError` for more than ``max_pages`` pages."""
        self._check(count, self.limits.max_pages, "max_pages", "pages")

    def check_depth(self, count: int) -> None:
        """Raise :class:`TooLargeError` for elements nested deeper than ``max_depth``."""
        self._check(count, self.limits.max_depth, "max_depth", "nested elements")

    def _check(self, count: int, limit: int, name: str, unit: str) -> None:
        if count > limit:
            raise TooLargeError(
                self.document,
                f"more than {limit:,} {unit}",
                f"Split the file, or raise ExtractLimits.{name} for a source you trust",
            )
