r"""PDF, through PDFium: every page's text in PDFium's reading order, headers and footers included, hidden text not.

* Lines end in ``\n``; PDFium's ``\r\n`` and trailing spaces go.
* A word broken at a line end keeps its hyphen and its break ("demon-\nstration"): whether the hyphen belongs to the
  word is for the matcher to tolerate, not for the extractor to decide.
* Lost spaces, raised figures and the lines they break are told from the places of the glyphs (:mod:`.pdf_lines`).
* Pages are joined by a form feed. A quotation that runs across one matches, and is reported with both pages.
* A glyph that the font gives no character for is U+FFFD: a hole in a number must show.
* Which glyphs a reader sees is decided in :mod:`.pdf_visibility`.

PDFium is C++ and not thread-safe: one lock serialises its use in this process, and a crash takes the process with it.
Read files you do not trust with :func:`~citeward.extract.extract_isolated`.
"""

from __future__ import annotations

import ctypes
from itertools import groupby
from threading import Lock
from typing import TYPE_CHECKING

from .document import Extracted, join_pages
from .errors import BrokenFileError, EncryptedError, MissingExtraError, NoTextError, ScannedError
from .interface import Extractor, SourceFile
from .limits import Budget
from .pdf_lines import Mended, measure, mend
from .raised import joined

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument  # type: ignore[import-untyped]  # it ships no type information

_PDFIUM = Lock()
_LINE_END_HYPHEN = 0x02
"""What PDFium puts for a hyphen at the end of a line that continues on the next."""

_WHITE = frozenset({0x20, 0x0A})
_UNMAPPED = "\N{REPLACEMENT CHARACTER}"
_LABEL_CHARACTERS = 64


class PdfExtractor(Extractor):
    """Reads ``application/pdf``."""

    media_type = "application/pdf"

    def version(self) -> str:
        try:
            import numpy  # noqa: F401  # the visibility check needs it; say so before a file is opened
            import pypdfium2
        except ImportError:
            raise MissingExtraError(
                "pypdfium2", "the library that reads PDF is not installed", "Run: pip install 'citeward[extract]'"
            ) from None
        return f"citeward-pdf 1, pypdfium2 {pypdfium2.PYPDFIUM_INFO}, pdfium {pypdfium2.PDFIUM_INFO.version}"

    def extract(self, source: SourceFile, budget: Budget) -> Extracted:
        reader = self.version()
        with _PDFIUM:
            document = _open(source)
            try:
                return _read(document, reader, budget)
            finally:
                document.close()


def _open(source: SourceFile) -> PdfDocument:
    import pypdfium2
    from pypdfium2 import raw

    try:
        return pypdfium2.PdfDocument(source.data)
    except pypdfium2.PdfiumError as error:
        if error.err_code in {raw.FPDF_ERR_PASSWORD, raw.FPDF_ERR_SECURITY}:
            raise EncryptedError(
                source.name, "the PDF is encrypted with a password", "Save a copy without the password, if you may"
            ) from None
        raise BrokenFileError(
            source.name, "the PDF is damaged or truncated", "Fetch the file again, or print it to a new PDF"
        ) from None


def _read(document: PdfDocument, reader: str, budget: Budget) -> Extracted:
    budget.check_pages(len(document))
    texts: list[str] = []
    labels: list[str] = []
    hidden = unmapped = length = 0
    pictures = False
    for index in range(len(document)):
        budget.check_time()
        text, dropped, holds_picture = _read_page(document, index, budget)
        texts.append(text)
        labels.append(_label(document, index))
        length += len(text) + 1
        budget.check_text(length)
        hidden += dropped
        pictures = pictures or holds_picture
        unmapped += text.count(_UNMAPPED)
    if not any(texts):
        _refuse_wordless(budget.document, hidden, pictures)
    text, pages = join_pages(texts, labels)
    warnings = []
    if hidden:
        warnings.append(f"{hidden:,} characters that no reader sees, or that are struck out, were left out")
    if unmapped:
        warnings.append(f"{unmapped:,} glyphs have no character: quotations of them cannot be verified")
    empty = sum(not page for page in texts)
    if empty:
        warnings.append(f"{empty:,} of {len(texts):,} pages have no visible text")
    title = " ".join(document.get_metadata_value("Title").split()) or None
    return Extracted(text, PdfExtractor.media_type, title, pages, reader, tuple(warnings))


def _refuse_wordless(name: str, hidden: int, pictures: bool) -> None:
    unseen = f" ({hidden:,} characters of invisible text are not evidence of what the pictures show)" if hidden else ""
    if pictures:
        raise ScannedError(
            name,
            f"its pages are pictures without visible text{unseen}",
            "Recognise the text (OCR) and ingest the result",
        )
    raise NoTextError(name, f"no page has visible text{unseen}", "Check that this is the document you mean")


def _read_page(document: PdfDocument, index: int, budget: Budget) -> tuple[str, int, bool]:
    """The visible text of one page, the number of characters left out, and whether it holds a picture."""
    import pypdfium2
    from pypdfium2 import raw

    from .pdf_visibility import look

    try:
        page = document[index]
    except pypdfium2.PdfiumError:
        raise _damaged(budget, index) from None
    try:
        text_page = page.get_textpage()
        try:
            characters = raw.FPDFText_CountChars(text_page)
            codes = [raw.FPDFText_GetUnicode(text_page, position) for position in range(characters)]
            glyphs = measure(text_page, characters, budget)
            sight = look(page, text_page, codes, glyphs, budget)
        finally:
            text_page.close()
    except pypdfium2.PdfiumError:
        raise _damaged(budget, index) from None
    finally:
        page.close()
    text, dropped = compose(codes, sight.visible, mend(codes, glyphs, sight.visible))
    return text, dropped, sight.holds_picture


def _damaged(budget: Budget, index: int) -> BrokenFileError:
    return BrokenFileError(
        budget.document, f"page {index + 1} is damaged", "Fetch the file again, or print it to a new PDF"
    )


_UNTOUCHED = Mended(frozenset(), frozenset(), {})


def compose(codes: list[int], visible: list[bool], mended: Mended = _UNTOUCHED) -> tuple[str, int]:
    r"""Turn PDFium's characters (UTF-16 units on some platforms) into text, less the invisible ones.

    White space is kept where something visible precedes it on the line, so that a dropped word leaves no double space.

    >>> compose([*map(ord, "a bad\r\nb")], [True, True, False, False, False, True, True, True])
    ('a\nb', 3)
    """
    units: list[int] = []
    levels: list[int] = []
    dropped = 0

    def put(unit: int, level: int = 0) -> None:
        units.append(unit)
        levels.append(level)

    for index, (code, is_visible) in enumerate(zip(codes, visible, strict=True)):
        if index in mended.no_break:
            continue
        if index in mended.space_before and units and units[-1] not in _WHITE:
            put(0x20)
        if code in {0x20, 0xA0, 0x09}:
            if units and units[-1] not in _WHITE:
                put(0x20 if code == 0x09 else code)
        elif code in {0x0D, 0x0A, 0x0B, 0x0C, 0x85, 0x2028, 0x2029}:
            while units and units[-1] == 0x20:
                units.pop()
                levels.pop()
            if units and units[-1] != 0x0A:
                put(0x0A)
        elif not is_visible:
            dropped += 1
        elif code == _LINE_END_HYPHEN:
            put(0x2D)
            put(0x0A)
        elif code == 0xAD:
            put(0x2D)  # A soft hyphen that left ink on the page is a hyphen.
        else:
            put(code if code >= 0x20 and not 0x7F <= code <= 0x9F else ord(_UNMAPPED), mended.levels.get(index, 0))
    if not mended.levels:
        return _from_units(units).strip(), dropped
    runs = groupby(zip(units, levels, strict=True), key=lambda pair: pair[1])
    return joined((_from_units([unit for unit, _ in run]), level) for level, run in runs).strip(), dropped


def _from_units(units: list[int]) -> str:
    text = "".join(map(chr, units))
    if any("\ud800" <= character <= "\udfff" for character in text):
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def _label(document: PdfDocument, index: int) -> str:
    """The page's own label (ISO 32000-2, 12.4.2), or its number."""
    from pypdfium2 import raw

    buffer = ctypes.create_string_buffer(2 * _LABEL_CHARACTERS)
    size = raw.FPDF_GetPageLabel(document, index, buffer, len(buffer))
    if not 2 < size <= len(buffer):
        return str(index + 1)
    label = " ".join(buffer.raw[: size - 2].decode("utf-16-le", "replace").split())
    return label or str(index + 1)
