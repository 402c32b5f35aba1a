"""Pages to text: whatever `citeward.extract` reads, in a process of its own that a hostile page can only end."""

from __future__ import annotations

from dataclasses import dataclass

from citeward.extract import ExtractionError, ExtractLimits, MissingExtraError, extract_isolated

from .snapshot import PageText

_PAGE_LIMITS = ExtractLimits(
    max_bytes=16 * 1024 * 1024, max_text=4 * 1024 * 1024, max_pages=1_000, seconds=5.0, memory_bytes=1024 * 1024 * 1024
)
"""A cited page is read while somebody waits: less of everything than an ingested file gets."""


@dataclass(frozen=True, slots=True)
class IsolatedReader:
    """A `TextExtractor` for HTML, PDF, DOCX, Markdown and text, by media type. Needs the extra `extract`.

    What a reader does not see (scripts, hidden text, comments) is not in the text. A page that cannot be read has none.
    """

    limits: ExtractLimits = _PAGE_LIMITS

    def __call__(self, body: bytes, content_type: str, charset: str | None) -> PageText | None:
        """See `TextExtractor`. Raises MissingExtraError where the library for the format is not installed."""
        declared = content_type if charset is None else f"{content_type}; charset={charset}"
        try:
            found = extract_isolated(body, name="page", media_type=declared, limits=self.limits)
        except MissingExtraError:
            raise
        except ExtractionError:
            return None
        return PageText(found.text, found.title or "", found.extractor)
