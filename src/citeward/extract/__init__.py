"""Files to text with page offsets: PDF, DOCX, HTML, Markdown and plain text."""

from __future__ import annotations

from .document import PAGE_BREAK, Extracted, Page
from .errors import (
    BrokenFileError,
    CharsetError,
    EncryptedError,
    ExtractionError,
    MissingExtraError,
    NoTextError,
    ScannedError,
    TimedOutError,
    TooLargeError,
    TypeMismatchError,
    UnsupportedFormatError,
)
from .interface import Extractor, SourceFile
from .isolated import extract_isolated
from .limits import ExtractLimits
from .reading import extract, extract_file

__all__ = [
    "PAGE_BREAK",
    "BrokenFileError",
    "CharsetError",
    "EncryptedError",
    "ExtractLimits",
    "Extracted",
    "ExtractionError",
    "Extractor",
    "MissingExtraError",
    "NoTextError",
    "Page",
    "ScannedError",
    "SourceFile",
    "TimedOutError",
    "TooLargeError",
    "TypeMismatchError",
    "UnsupportedFormatError",
    "extract",
    "extract_file",
    "extract_isolated",
]
