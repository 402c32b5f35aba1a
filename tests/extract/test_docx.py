"""DOCX: the text as printed, deletions and hidden runs gone, containers opened as hostile."""

from __future__ import annotations

import io

import pytest

from citeward.extract import BrokenFileError, EncryptedError, ExtractLimits, TooLargeError, extract

from .builders import MC, W, docx, lying_zip, paragraph, text_run, zipped

BREAK = '<w:r><w:br w:type="page"/></w:r>'
RENDERED = "<w:r><w:lastRenderedPageBreak/></w:r>"


def text_of(body: str, **parts: str) -> str:
    return extract(docx(body, parts={f"word/{name}.xml": part for name, part in parts.items()})).text


class TestOrder:
    def test_headings_paragraphs_lists_and_tables_come_in_document_order(self) -> None:
        document = pytest.importorskip("docx").Document()
        document.core_properties.title = "Annual  Report"
        document.add_heading("Results", level=1)
        document.add_paragraph("Net sales rose 12.5%.")
        document.add_paragraph("First point", style="List Bullet")
        table = document.add_table(rows=2, cols=2)
        for index, cell in enumerate(cell for row in table.rows for cell in row.cells):
            cell.text = f"cell {index}"
        document.add_paragraph("After the table.")
        buffer = io.BytesIO()
        document.save(buffer)
        report = extract(buffer.getvalue(), name="report.docx")
        assert report.text == (
            "Results\nNet sales rose 12.5%.\nFirst point\ncell 0\tcell 1\ncell 2\tcell 3\nAfter the table."
        )
        assert report.title == "Annual Report"
        assert report.pages == ()

    def test_runs_join_without_seams(self) -> None:
        assert text_of(paragraph("Net ", text_run("sales", "<w:b/>"), " rose")) == "Net sales rose"

    def test_tabs_breaks_and_hyphens_are_characters(self) -> None:
        assert text_of(
            paragraph("<w:r><w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t><w:noBreakHyphen/></w:r>")
        ) == ("a\tb\nc-")

    def test_footnotes_stand_at_the_foot_of_their_page(self) -> None:
        note = f'<w:footnotes {W}><w:footnote w:id="2">{paragraph("The note.")}</w:footnote></w:footnotes>'
        reference = '<w:r><w:footnoteReference w:id="2"/></w:r>'
        body = paragraph("Claim.", reference) + paragraph("More.") + paragraph(BREAK, "Next page.")
        assert text_of(body, footnotes=note) == "Claim.\nMore.\nThe note.\fNext page."

    def test_a_text_box_is_read_once(self) -> None:
        box = f"<w:txbxContent>{paragraph('Boxed.')}</w:txbxContent>"
        alternate = (
            f"<w:r><mc:AlternateContent><mc:Choice>{box}</mc:Choice><mc:Fallback>{box}</mc:Fallback>"
            "</mc:AlternateContent></w:r>"
        )
        assert extract(docx(paragraph("Host.", alternate), namespaces=f"{W} {MC}")).text == "Host.\nBoxed."

    def test_a_symbol_font_glyph_shows_as_a_hole(self) -> None:
        assert text_of(paragraph('<w:r><w:t>5</w:t><w:sym w:char="F0A3"/><w:t>7</w:t></w:r>')) == (
            "5\N{REPLACEMENT CHARACTER}7"
        )


class TestHiddenText:
    @pytest.mark.parametrize(
        "hidden",
        [
            pytest.param(text_run("HIDDEN", "<w:vanish/>"), id="hidden run"),
            pytest.param(text_run("HIDDEN", '<w:vanish w:val="1"/>'), id="hidden run, stated"),
            pytest.param(text_run("HIDDEN", '<w:sz w:val="2"/>'), id="one point"),
            pytest.param(text_run("HIDDEN", '<w:color w:val="ffffff"/>'), id="white on paper"),
            pytest.param("<w:del><w:r><w:delText>HIDDEN</w:delText></w:r></w:del>", id="tracked deletion"),
            pytest.param(f"<w:moveFrom>{text_run('HIDDEN')}</w:moveFrom>", id="moved away"),
            pytest.param("<w:r><w:instrText>HIDDEN</w:instrText></w:r>", id="field code"),
            pytest.param(text_run("HIDDEN", '<w:rStyle w:val="Secret"/>'), id="hidden style"),
            pytest.param(text_run("HIDDEN", '<w:rStyle w:val="Child"/>'), id="style based on a hidden one"),
        ],
    )
    def test_is_left_out(self, hidden: str) -> None:
        styles = (
            f'<w:styles {W}><w:style w:styleId="Secret"><w:rPr><w:vanish/></w:rPr></w:style>'
            '<w:style w:styleId="Child"><w:basedOn w:val="Secret"/></w:style>'
            '<w:style w:styleId="A"><w:basedOn w:val="B"/></w:style>'
            '<w:style w:styleId="B"><w:basedOn w:val="A"/></w:style></w:styles>'
        )
        assert text_of(paragraph("Shown", hidden, " text"), styles=styles) == "Shown text"

    @pytest.mark.parametrize(
        "shown",
        [
            pytest.param(text_run("Shown", '<w:vanish w:val="0"/>'), id="hidden: no"),
            pytest.param(f"<w:ins>{text_run('Shown')}</w:ins>", id="tracked insertion"),
            pytest.param(text_run("Shown", '<w:color w:val="FFFFFF"/><w:shd w:fill="000080"/>'), id="white on blue"),
            pytest.param(
                text_run("Shown", "<w:rPrChange><w:rPr><w:vanish/></w:rPr></w:rPrChange>"), id="was hidden once"
            ),
        ],
    )
    def test_what_shows_is_kept(self, shown: str) -> None:
        assert text_of(paragraph(shown)) == "Shown"

    def test_a_deleted_paragraph_mark_joins_its_paragraphs(self) -> None:
        assert text_of(paragraph("one ", properties="<w:rPr><w:del/></w:rPr>") + paragraph("two")) == "one two"


class TestPages:
    def test_a_laid_out_file_has_pages(self) -> None:
        report = extract(
            docx(paragraph("One.") + paragraph(RENDERED, "Two.") + paragraph("Three ", RENDERED, "goes on"))
        )
        assert report.text == "One.\fTwo.\nThree \fgoes on"
        assert [page.number for page in report.pages_of(report.text.index("Three"), len(report.text))] == [2, 3]

    def test_an_explicit_break_and_its_rendering_are_one_break(self) -> None:
        report = extract(docx(paragraph("One.", BREAK) + paragraph(RENDERED, "Two.")))
        assert [report.text[page.start : page.end] for page in report.pages] == ["One.", "Two."]

    def test_a_file_that_was_never_laid_out_has_breaks_but_no_page_numbers(self) -> None:
        report = extract(docx(paragraph("One.", BREAK) + paragraph("Two.")))
        assert report.text == "One.\fTwo."
        assert report.pages == ()
        assert report.page_of(0) is None
        assert any("page numbers are unknown" in warning for warning in report.warnings)


class TestRefusals:
    def test_a_zip_bomb_is_refused_before_it_is_unpacked(self) -> None:
        bomb = docx(paragraph("x"), parts={"word/media/image1.png": b"\0" * 8_000_000})
        with pytest.raises(TooLargeError, match="200-fold"):
            extract(bomb, name="bomb.docx")

    def test_the_sum_of_all_entries_is_bounded(self) -> None:
        with pytest.raises(TooLargeError, match="max_inflated"):
            extract(
                docx(paragraph("x"), parts={"a": b"a" * 600, "b": b"b" * 600}), limits=ExtractLimits(max_inflated=1000)
            )

    def test_a_directory_that_lies_about_a_size_is_caught_while_unpacking(self) -> None:
        honest = {"[Content_Types].xml": docx_types()}
        with pytest.raises(BrokenFileError):
            extract(lying_zip("word/document.xml", honest, 50_000_000), name="liar.docx")

    def test_a_directory_of_too_many_entries_is_refused(self) -> None:
        with pytest.raises(TooLargeError, match="max_entries"):
            extract(docx(paragraph("x"), parts={f"e{n}": b"" for n in range(50)}), limits=ExtractLimits(max_entries=20))

    def test_entity_expansion_is_refused_with_the_document_type(self) -> None:
        bomb = f'<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><w:document {W}>&b;</w:document>'
        with pytest.raises(BrokenFileError, match="document type"):
            extract(docx("", parts={"word/document.xml": bomb}))

    def test_deep_nesting_is_refused(self) -> None:
        with pytest.raises(TooLargeError, match="max_depth"):
            extract(docx("<w:sdt>" * 5000 + "</w:sdt>" * 5000))

    @pytest.mark.parametrize(
        "data",
        [
            docx(paragraph("some text " * 50))[:-60],
            docx("<w:p>"),
            docx("", parts={"word/document.xml": "<?xml version='1.0' encoding='F-8'?><x/>"}),
            docx("", parts={"word/document.xml": "<?xml version='1.0' encoding='gbk'?><x/>"}),
            zipped({"[Content_Types].xml": "<Types/>", "word/x.xml": ""}),
        ],
    )
    def test_a_broken_file_is_refused(self, data: bytes) -> None:
        with pytest.raises(BrokenFileError):
            extract(data, name="broken.docx")

    def test_an_encrypted_document_is_refused(self) -> None:
        container = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600 + "EncryptedPackage".encode("utf-16-le")
        with pytest.raises(EncryptedError, match="password"):
            extract(container, name="locked.docx")


def docx_types() -> str:
    from .builders import CONTENT_TYPES

    return CONTENT_TYPES
