"""What a file is, from its bytes. A name or a declared type may narrow the answer, never contradict it."""

from __future__ import annotations

import codecs
import io
import re
import zipfile
from pathlib import PurePosixPath
from typing import NoReturn

from .docx import CONTENT_TYPES, DocxExtractor
from .errors import BrokenFileError, EncryptedError, TypeMismatchError, UnsupportedFormatError

PDF = "application/pdf"
DOCX = DocxExtractor.media_type
HTML = "text/html"
MARKDOWN = "text/markdown"
TEXT = "text/plain"

_CONVERT = "Convert it to PDF, DOCX, HTML, Markdown or plain text"

_BY_SUFFIX = {
    ".pdf": PDF, ".docx": DOCX, ".docm": DOCX, ".dotx": DOCX, ".html": HTML, ".htm": HTML, ".xhtml": HTML,
    ".md": MARKDOWN, ".markdown": MARKDOWN, ".txt": TEXT, ".text": TEXT,
}  # fmt: skip
_ALIASES = {
    "application/x-pdf": PDF, "application/xhtml+xml": HTML, "text/x-markdown": MARKDOWN,
    "application/vnd.openxmlformats-officedocument.wordprocessingml.template": DOCX,
    "application/vnd.ms-word.document.macroenabled.12": DOCX,
}  # fmt: skip
_SAYS_NOTHING = frozenset(
    {"", "application/octet-stream", "binary/octet-stream", "application/zip", "application/x-zip-compressed"}
)

_SIGNATURES = (
    (b"\x89PNG\r\n\x1a\n", "a PNG image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"GIF8", "a GIF image"),
    (b"II*\x00", "a TIFF image"),
    (b"MM\x00*", "a TIFF image"),
    (b"{\\rtf", "an RTF document"),
    (b"%!PS", "a PostScript file"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"BZh", "a bzip2 archive"),
    (b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive"),
    (b"\xfd7zXZ\x00", "an xz archive"),
    (b"Rar!\x1a\x07", "a RAR archive"),
    (b"\x28\xb5\x2f\xfd", "a Zstandard archive"),
    (b"\x7fELF", "a program"),
    (b"MZ\x90\x00", "a program"),
    (b"AT&TFORM", "a DjVu document"),
)
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ZIP = (b"PK\x03\x04", b"PK\x05\x06")
_PDF_MARK = b"%PDF-"
_PDF_JUNK_BYTES = 1024
"""How far into a declared PDF its header is looked for, as readers do (ISO 32000-1, annex H, note 13)."""

# WHATWG MIME Sniffing 7.1: leading white space and comments, then one of these tags. What leads is skipped
# possessively: a run of comments could otherwise be divided in exponentially many ways.
_LEADING = rb"(?:\s|<!--.{0,4096}?-->|<\?xml[^>]{0,256}\?>)*+"
_HTML_START = re.compile(
    _LEADING + rb"<(?:!doctype\s+html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p)(?=[\s>/])",
    re.IGNORECASE | re.DOTALL,
)
_HTML_PAGE_START = re.compile(_LEADING + rb"<(?:!doctype\s+html|html)(?=[\s>/])", re.IGNORECASE | re.DOTALL)
_SNIFFED_BYTES = 16 * 1024


def media_type_of(data: bytes, name: str, declared: str | None) -> str:
    """The media type of ``data``, one that has an extractor.

    Raises:
        UnsupportedFormatError: it is something no extractor reads.
        TypeMismatchError: ``declared``, or else the suffix of ``name``, says something dangerously different.
        EncryptedError, BrokenFileError: it is an encrypted or damaged container.
    """
    wanted = _declared(name, declared)
    found = _binary(data, name, pdf_expected=wanted == PDF)
    if found is not None:
        if wanted not in {None, found}:
            _mismatch(name, wanted, found)
        return found
    if wanted in {PDF, DOCX}:
        _mismatch(name, wanted, HTML if _looks_like(_HTML_START, data) else "text or a damaged file")
    if wanted in {TEXT, MARKDOWN} and _looks_like(_HTML_PAGE_START, data):
        # As text, everything the page hides would be indexed.
        _mismatch(name, wanted, HTML)
    if wanted is not None:
        return wanted
    return HTML if _looks_like(_HTML_START, data) else TEXT


def _declared(name: str, declared: str | None) -> str | None:
    essence = (declared or "").partition(";")[0].strip().lower()
    if essence not in _SAYS_NOTHING:
        essence = _ALIASES.get(essence, essence)
        suffix = _BY_SUFFIX.get(PurePosixPath(name).suffix.lower())
        if essence == TEXT and suffix == MARKDOWN:
            return MARKDOWN  # How most servers send Markdown.
        if essence in {PDF, DOCX, HTML, MARKDOWN, TEXT}:
            return essence
        if essence.startswith("text/") and essence not in {"text/rtf", "text/xml"}:
            return TEXT
        raise UnsupportedFormatError(name, f"media type {essence[:80]!r} is not read", _CONVERT)
    return _BY_SUFFIX.get(PurePosixPath(name).suffix.lower())


def _binary(data: bytes, name: str, *, pdf_expected: bool) -> str | None:
    """The type of a file that is not text; ``None`` for what may be text."""
    head = data[:_PDF_JUNK_BYTES] if pdf_expected else data[:64].lstrip()[: len(_PDF_MARK)]
    if _PDF_MARK in head and not (pdf_expected and _looks_like(_HTML_START, data)):
        return PDF
    if data.startswith(_ZIP):
        return _zip_type(data, name)
    if data.startswith(_OLE):
        if "EncryptedPackage".encode("utf-16-le") in data:
            raise EncryptedError(name, "the Office document is encrypted", "Remove the password and save it again")
        raise UnsupportedFormatError(name, "it is a binary Office document (.doc, .xls, .ppt)", "Save it as .docx")
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        raise UnsupportedFormatError(name, "it is a WebP image", "Recognise its text (OCR) and ingest the result")
    for signature, what in _SIGNATURES:
        if data.startswith(signature):
            remedy = "Recognise its text (OCR) and ingest the result" if what.endswith("image") else _CONVERT
            raise UnsupportedFormatError(name, f"it is {what}", remedy)
    return None


def _zip_type(data: bytes, name: str) -> str:
    # Entry names stand uncompressed in the directory; the container itself is opened only under its limits.
    if CONTENT_TYPES.encode() in data and (b"word/document" in data or b"word/" in data):
        return DOCX
    for mark, what in (
        (b"xl/workbook", "an Excel workbook"),
        (b"ppt/presentation", "a PowerPoint presentation"),
        (b"application/epub+zip", "an EPUB book"),
        (b"application/vnd.oasis.opendocument", "an OpenDocument file"),
    ):
        if mark in data:
            raise UnsupportedFormatError(name, f"it is {what}", _CONVERT)
    if not zipfile.is_zipfile(io.BytesIO(data)):
        raise BrokenFileError(name, "its zip container is truncated", "Fetch the file again")
    raise UnsupportedFormatError(name, "it is a zip archive", "Unpack it and ingest the documents in it")


def _looks_like(pattern: re.Pattern[bytes], data: bytes) -> bool:
    head = data[:_SNIFFED_BYTES].removeprefix(codecs.BOM_UTF8)
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        head = head[2:].replace(b"\x00", b"")  # Markup is ASCII, so this is enough to recognise it.
    return pattern.match(head) is not None


def _mismatch(name: str, wanted: str | None, found: str) -> NoReturn:
    raise TypeMismatchError(
        name,
        f"it is declared as {wanted} but is {found}",
        "It may be an error page saved under the document's name: fetch it again, or declare what it is",
    )
