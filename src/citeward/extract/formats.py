"""Every format citeward reads, one extractor each."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from .docx import DocxExtractor
from .html import HtmlExtractor
from .interface import Extractor
from .markdown import MarkdownExtractor
from .pdf import PdfExtractor
from .text import TextExtractor

EXTRACTORS: Mapping[str, Extractor] = MappingProxyType(
    {
        extractor.media_type: extractor
        for extractor in (PdfExtractor(), DocxExtractor(), HtmlExtractor(), MarkdownExtractor(), TextExtractor())
    }
)
"""Extractor by media type."""
