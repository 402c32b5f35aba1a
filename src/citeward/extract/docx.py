"""DOCX (ECMA-376 / ISO 29500 WordprocessingML): the text as printed with changes accepted.

Read from the XML itself. A document library gives paragraphs and tables, but neither notes nor deletions nor hidden
runs, and it unpacks the whole container before any bound can hold.

Order is the document's: paragraphs and headings end in a line feed, table cells are parted by a tab, a text box follows
the paragraph it is anchored in, notes stand at the foot of the page that refers to them. Automatic numbers of lists and
headings are computed by the program that shows the file and are not in its text; neither are headers and footers.

Page breaks become form feeds. They are *pages* only if the file records where its last editor broke lines
(``w:lastRenderedPageBreak``): a file that never was laid out has no page numbers, and none are invented for it.
"""

from __future__ import annotations

import posixpath
from collections.abc import Mapping
from dataclasses import dataclass, field

from .document import PAGE_BREAK, Extracted, join_pages
from .docx_body import Body
from .docx_styles import Look, run_styles
from .errors import BrokenFileError
from .interface import Extractor, SourceFile
from .limits import Budget
from .package import Package
from .xml_events import parse

CONTENT_TYPES = "[Content_Types].xml"
MAIN_TYPES = frozenset(
    f"application/{kind}.main+xml"
    for kind in (
        "vnd.openxmlformats-officedocument.wordprocessingml.document",
        "vnd.openxmlformats-officedocument.wordprocessingml.template",
        "vnd.ms-word.document.macroEnabled",
        "vnd.ms-word.template.macroEnabledTemplate",
    )
)


class DocxExtractor(Extractor):
    """Reads ``application/vnd.openxmlformats-officedocument.wordprocessingml.document``."""

    media_type = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"

    def version(self) -> str:
        return "citeward-docx 1"

    def extract(self, source: SourceFile, budget: Budget) -> Extracted:
        package = Package(source, budget)
        main = _main_part(package, budget)
        folder = posixpath.dirname(main)
        sheet = f"{folder}/styles.xml"
        styles = run_styles(package.read(sheet), sheet, budget) if sheet in package else {}
        notes = {kind: _notes(package, f"{folder}/{kind}s.xml", styles, budget) for kind in ("footnote", "endnote")}
        body = Body(styles, budget, notes)
        parse(package.read(main), main, body, budget)
        texts = body.pages()
        text, pages = join_pages(texts, [str(number) for number in range(1, len(texts) + 1)])
        budget.check_pages(len(texts))
        warnings = []
        if body.left_out:
            warnings.append(f"{body.left_out:,} hidden, deleted or struck-out characters were left out")
        if len(texts) > 1 and not body.laid_out:
            warnings.append("the file has page breaks but was never laid out: page numbers are unknown")
        if package.names & {"word/header1.xml", "word/footer1.xml"}:
            warnings.append("page headers and footers were left out")
        return Extracted(
            text,
            self.media_type,
            _title(package, budget),
            pages if body.laid_out else (),
            self.version(),
            tuple(warnings),
        )


def _main_part(package: Package, budget: Budget) -> str:
    types = _ContentTypes()
    parse(package.read(CONTENT_TYPES), CONTENT_TYPES, types, budget)
    for part, content_type in types.overrides.items():
        if content_type in MAIN_TYPES and part.lstrip("/") in package:
            return part.lstrip("/")
    raise BrokenFileError(
        budget.document, "it has no main document part", "Open it in an office program and save it again"
    )


def _notes(package: Package, part: str, styles: Mapping[str, Look], budget: Budget) -> dict[str, str]:
    """Text by identifier of the foot- or endnotes; empty where the file has none."""
    if part not in package:
        return {}
    body = Body(styles, budget, {})
    parse(package.read(part), part, body, budget)
    return body.notes


def _title(package: Package, budget: Budget) -> str | None:
    part = "docProps/core.xml"
    if part not in package:
        return None
    title = _Title()
    parse(package.read(part), part, title, budget)
    return " ".join("".join(title.pieces).split()).replace(PAGE_BREAK, " ") or None


@dataclass(slots=True)
class _ContentTypes:
    overrides: dict[str, str] = field(default_factory=dict)

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        if name.endswith(" Override"):
            self.overrides[attributes.get("PartName", "")] = attributes.get("ContentType", "")

    def end(self, name: str) -> None:
        pass

    def data(self, text: str) -> None:
        pass


@dataclass(slots=True)
class _Title:
    pieces: list[str] = field(default_factory=list)
    inside: bool = False

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        self.inside = name == "http://purl.org/dc/elements/1.1/ title"

    def end(self, name: str) -> None:
        self.inside = False

    def data(self, text: str) -> None:
        if self.inside:
            self.pieces.append(text)
