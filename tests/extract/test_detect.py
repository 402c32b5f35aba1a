"""A file is what its bytes are. A declaration may narrow that, and a dangerous contradiction is an error."""

from __future__ import annotations

import pytest

from citeward.extract import ExtractionError, TypeMismatchError, UnsupportedFormatError, extract

from .builders import docx, line, paragraph, pdf, zipped

PDF = pdf(line("Body", 700))
DOCX = docx(paragraph("Body"))
PAGE = b"<!doctype html><p>Body"


@pytest.mark.parametrize(
    ("data", "name", "media_type", "expected"),
    [
        (PDF, None, None, "application/pdf"),
        (PDF, "download", "application/octet-stream", "application/pdf"),
        (b"junk before\n" + PDF, "a.pdf", None, "application/pdf"),
        (DOCX, "a.zip", "application/zip", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
        (PAGE, None, None, "text/html"),
        (b"<!-- c --> <?xml version='1.0'?><html><body>Body", None, None, "text/html"),
        (b"Body <b>fragment", "https://example.org/x", "text/html; charset=utf-8", "text/html"),
        (b"# Body", "a.md", None, "text/markdown"),
        (b"# Body", "a.md", "text/plain", "text/markdown"),
        (b"Body", None, None, "text/plain"),
        (b"Body: see <!doctype html> below", "a.txt", None, "text/plain"),
        (b"a,b\n1,2", "a.csv", "text/csv", "text/plain"),
    ],
)
def test_the_type_is_told(data: bytes, name: str | None, media_type: str | None, expected: str) -> None:
    assert extract(data, name=name, media_type=media_type).media_type == expected


@pytest.mark.parametrize(
    ("data", "name", "media_type"),
    [
        pytest.param(b"<html><body>503 Service unavailable", "report.pdf", None, id="error page saved as a PDF"),
        pytest.param(b"failed to load", "report.pdf", None, id="error text saved as a PDF"),
        pytest.param(b"{}", "report.docx", None, id="JSON saved as DOCX"),
        pytest.param(PDF, "page.html", None, id="PDF named as a page"),
        pytest.param(DOCX, "a.pdf", None, id="DOCX named as PDF"),
        pytest.param(PDF, "a.docx", "application/pdf; x", id="agreeing type, other suffix"),
        pytest.param(PAGE, "a.txt", None, id="a page as plain text would index what it hides"),
        pytest.param(PAGE, "a.md", "text/markdown", id="a page as Markdown too"),
    ],
)
def test_a_dangerous_contradiction_is_refused(data: bytes, name: str, media_type: str | None) -> None:
    if media_type and data.startswith(b"%PDF"):
        assert extract(data, name=name, media_type=media_type).text == "Body"  # The declaration outranks the suffix.
        return
    with pytest.raises(TypeMismatchError, match="declared as"):
        extract(data, name=name, media_type=media_type)


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b"\x89PNG\r\n\x1a\n", "PNG"),
        (b"\xff\xd8\xff\xe0", "JPEG"),
        (b"RIFF\0\0\0\0WEBP", "WebP"),
        (b"{\\rtf1 x}", "RTF"),
        (b"\x1f\x8b\x08", "gzip"),
        (b"\x7fELF", "program"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "binary Office"),
        (zipped({"a.txt": "x"}), "zip archive"),
        (zipped({"xl/workbook.xml": "x"}), "Excel"),
        (zipped({"mimetype": "application/epub+zip"}), "EPUB"),
    ],
)
def test_other_formats_are_named_and_refused(data: bytes, what: str) -> None:
    with pytest.raises(UnsupportedFormatError, match=what):
        extract(data)


def test_a_media_type_nobody_reads_is_refused() -> None:
    with pytest.raises(UnsupportedFormatError, match="image/svg"):
        extract(b"<svg/>", media_type="image/svg+xml")


def test_every_error_names_the_document_and_a_remedy() -> None:
    with pytest.raises(ExtractionError) as raised:
        extract(b"\x89PNG\r\n\x1a\n", name="scan.png")
    assert str(raised.value).startswith("scan.png: ")
    assert raised.value.remedy
    assert raised.value.code == "unsupported"
