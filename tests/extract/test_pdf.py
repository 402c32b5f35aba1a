"""PDF: what a reader sees on the pages, with the pages it stands on."""

from __future__ import annotations

import pytest

from citeward.extract import (
    BrokenFileError,
    EncryptedError,
    ExtractLimits,
    NoTextError,
    ScannedError,
    TooLargeError,
    extract,
)
from citeward.extract.pdf import compose

from .builders import line, pdf

IMAGE = "q 400 0 0 400 72 200 cm BI /W 1 /H 1 /CS /G /BPC 8 ID \x80 EI Q\n"


def text_of(*pages: str, **options: str | int) -> str:
    return extract(pdf(*pages, **options), name="report.pdf").text  # type: ignore[arg-type]  # options are pdf's own


class TestPages:
    def test_pages_are_joined_by_a_form_feed_that_belongs_to_neither(self) -> None:
        report = extract(pdf(line("Net sales rose", 100), line("by 12.5%.", 700)))
        assert report.text == "Net sales rose\fby 12.5%."
        assert [(page.number, page.start, page.end) for page in report.pages] == [(1, 0, 14), (2, 15, 24)]
        assert report.page_of(14) is None

    def test_a_quotation_across_a_page_break_names_both_pages(self) -> None:
        report = extract(pdf(line("Net sales rose", 100), line("by 12.5%.", 700), line("Costs fell.", 700)))
        start = report.text.index("rose")
        assert [page.number for page in report.pages_of(start, report.text.index("12.5%") + 5)] == [1, 2]

    def test_a_page_without_text_keeps_its_number(self) -> None:
        report = extract(pdf(line("One", 700), "", line("Three", 700)))
        assert [page.number for page in report.pages_of(report.text.index("Three"), len(report.text))] == [3]
        assert report.pages[1].start == report.pages[1].end

    def test_page_labels_are_the_ones_the_document_prints(self) -> None:
        labels = "/PageLabels << /Nums [0 << /S /r >> 1 << /S /D /P (A-) >>] >>"
        report = extract(pdf(line("Preface", 700), line("Annex", 700), labels=labels))
        assert [page.label for page in report.pages] == ["i", "A-1"]

    def test_lines_end_in_line_feeds_and_a_broken_word_keeps_hyphen_and_break(self) -> None:
        assert text_of(line("a demon-", 700) + line("stration of it", 686)) == "a demon-\nstration of it"

    def test_headers_and_footers_are_kept(self) -> None:
        assert text_of(line("Annual report", 770) + line("Body.", 400) + line("Page 7 of 9", 20)) == (
            "Annual report\nBody.\nPage 7 of 9"
        )

    def test_a_turned_page_reads_like_any_other(self) -> None:
        turned = "".join(
            f"BT /F1 12 Tf 0 1 -1 0 {x} 72 Tm ({text}) Tj ET\n" for x, text in ((100, "Turned"), (120, "text"))
        )
        assert text_of(turned, rotate=90) == "Turned\ntext"

    def test_a_page_box_may_begin_anywhere(self) -> None:
        assert text_of(line("Shifted", 1300, x=1100), box="1000 1000 1612 1792") == "Shifted"

    def test_the_title_is_the_documents_own(self) -> None:
        assert extract(pdf(line("Body", 700), info="/Title (A  Title)")).title == "A Title"


class TestHiddenText:
    """A hidden instruction or sentence is not evidence: no reader can check it."""

    @pytest.mark.parametrize(
        "hidden",
        [
            pytest.param(line("HIDDEN", 500, before="3 Tr"), id="render mode 3"),
            pytest.param(line("HIDDEN", 500, before="7 Tr"), id="render mode 7: clip only"),
            pytest.param(line("HIDDEN", 500, before="1 g"), id="white on paper"),
            pytest.param(line("HIDDEN", 500, before="0.992 g"), id="nearly white on paper"),
            pytest.param(line("HIDDEN", 500, before="/GS gs"), id="no opacity"),
            pytest.param(line("HIDDEN", 500, size=0.9), id="type too small to read"),
            pytest.param(line("HIDDEN", 500, x=900), id="right of the page"),
            pytest.param(line("HIDDEN", -50), id="below the page"),
            pytest.param(line("HIDDEN", 500) + "q 1 g 60 490 300 30 re f Q\n", id="under a white rectangle"),
            pytest.param(line("HIDDEN", 500) + IMAGE, id="under a picture"),
            pytest.param("q 0 0 10 10 re W n " + line("HIDDEN", 500) + "Q\n", id="clipped away"),
            pytest.param(
                "q 0 0 1 rg 60 490 300 30 re f Q " + line("HIDDEN", 500, before="0 0 1 rg"), id="blue on blue"
            ),
            pytest.param(line("HIDDEN", 700, before="1 g"), id="white under a visible word"),
        ],
    )
    def test_is_left_out(self, hidden: str) -> None:
        shown = line("Shown", 700)
        content = hidden + shown if "Tr" not in hidden else shown + hidden
        report = extract(pdf(content))
        assert report.text == "Shown"
        assert any("no reader sees" in warning for warning in report.warnings)

    def test_a_layer_that_is_switched_off_is_left_out(self) -> None:
        data = pdf(
            line("Shown", 700) + "/OC /L BDC " + line("HIDDEN", 500) + "EMC\n",
            labels="/OCProperties << /OCGs [6 0 R] /D << /OFF [6 0 R] >> >>",
            extra="/Properties << /L 6 0 R >>",
            info="/Type /OCG /Name (Layer)",
        )
        assert extract(data).text == "Shown"

    @pytest.mark.parametrize(
        "shown",
        [
            pytest.param("q 0 0 0.4 rg 60 490 300 30 re f Q " + line("Shown", 500, before="1 g"), id="white on blue"),
            pytest.param(line("Shown", 500, before="0.7 g"), id="grey"),
            pytest.param(line("Shown", 500, size=4), id="small print"),
            pytest.param(line("Shown", 500, before="1 Tr"), id="outlined"),
            pytest.param(line("Shown", 500) + "q 1 g 60 100 300 30 re f Q\n", id="a rectangle elsewhere"),
            pytest.param(IMAGE + line("Shown", 500), id="on a picture"),
            pytest.param(line("a-b_c.d", 500), id="thin marks"),
        ],
    )
    def test_unusual_but_readable_text_is_kept(self, shown: str) -> None:
        assert text_of(shown) in {"Shown", "a-b_c.d"}

    def test_a_hidden_word_leaves_no_hole(self) -> None:
        words = "BT /F1 12 Tf 72 500 Td (is ) Tj 3 Tr (not ) Tj 0 Tr (granted) Tj ET"
        assert text_of(words) == "is granted"

    def test_a_glyph_without_a_character_shows_as_a_hole(self) -> None:
        assert compose([ord("1"), 0, ord("2")], [True, True, True]) == ("1\N{REPLACEMENT CHARACTER}2", 0)

    def test_utf16_units_become_characters(self) -> None:
        assert compose([0xD835, 0xDFD9, ord("x"), 0xD835], [True] * 4) == ("\U0001d7d9x\N{REPLACEMENT CHARACTER}", 0)


class TestRefusals:
    def test_a_scan_is_refused_as_a_scan(self) -> None:
        with pytest.raises(ScannedError, match="pictures"):
            extract(pdf(IMAGE))

    def test_an_invisible_layer_over_a_scan_is_no_evidence(self) -> None:
        with pytest.raises(ScannedError, match="6 characters of invisible text"):
            extract(pdf(IMAGE + line("HIDDEN", 500, before="3 Tr")))

    def test_blank_pages_are_no_text(self) -> None:
        with pytest.raises(NoTextError, match="no page has visible text"):
            extract(pdf("", ""))

    def test_an_encrypted_file_is_refused(self) -> None:
        canvas = pytest.importorskip("reportlab.pdfgen.canvas")
        encryption = pytest.importorskip("reportlab.lib.pdfencrypt")
        locked = canvas.Canvas("locked.pdf", encrypt=encryption.StandardEncryption("user", "owner"))
        locked.drawString(72, 700, "Secret")
        with pytest.raises(EncryptedError, match=r"locked\.pdf: .*password"):
            extract(locked.getpdfdata(), name="locked.pdf")

    @pytest.mark.parametrize("data", [b"%PDF-1.7\n", b"%PDF-1.7\ngarbage" * 100, pdf(line("x", 700))[:40]])
    def test_a_broken_file_is_refused(self, data: bytes) -> None:
        with pytest.raises(BrokenFileError, match="damaged or truncated"):
            extract(data)

    def test_more_pages_than_allowed_are_refused(self) -> None:
        with pytest.raises(TooLargeError, match="max_pages"):
            extract(pdf(*[line("x", 700)] * 4), limits=ExtractLimits(max_pages=3))

    def test_more_text_than_allowed_is_refused_not_cut(self) -> None:
        with pytest.raises(TooLargeError, match="max_text"):
            extract(pdf(line("word " * 10, 700)), limits=ExtractLimits(max_text=20))

    def test_a_huge_page_is_drawn_within_its_pixels(self) -> None:
        limits = ExtractLimits(max_page_pixels=500_000)
        assert extract(pdf(line("Poster", 9000, size=200), box="0 0 14400 14400"), limits=limits).text == "Poster"


def _shown(*pieces: str) -> str:
    """Operators that show text from (72, 700) in 10 point Helvetica; a piece that is no string is operators."""
    return f"q BT /F1 10 Tf 72 700 Td {' '.join(pieces)} ET Q\n"


class TestLostSpaces:
    """Words a page shows apart, without a character between them."""

    @pytest.mark.parametrize(
        ("pieces", "expected"),
        [
            pytest.param(["(ho) Tj 3.1 Tc [(wt) 310] TJ 0 Tc (he pier) Tj"], "how the pier", id="character spacing"),
            pytest.param(["[(how) -250 (the) -250 (pier)] TJ"], "how the pier", id="moved pen"),
            pytest.param(["[(is) -300 (a) -300 (b) -300 (or)] TJ"], "is a b or", id="words of one letter"),
            pytest.param(["(how) Tj 20.5 0 Td (the) Tj"], "how the", id="another place"),
            pytest.param(["3 Tc (AWARD) Tj"], "AWARD", id="spaced-out word"),
            pytest.param(["(of ) Tj 3 Tc (great) Tj 0 Tc ( joy) Tj"], "of great joy", id="spaced-out word in a line"),
            pytest.param(["3 Tc [(TWO) -400 (WORDS)] TJ"], "TWO WORDS", id="spaced-out words"),
            pytest.param(["[(A) 80 (V) 60 (A) -60 (lon)] TJ"], "AVAlon", id="kerning"),
            pytest.param(["(a b) Tj"], "a b", id="written spaces"),
        ],
    )
    def test_are_told_from_places(self, pieces: list[str], expected: str) -> None:
        assert text_of(_shown(*pieces)) == expected

    def test_turned_text_is_mended_alike(self) -> None:
        turned = "BT /F1 10 Tf 0 1 -1 0 100 72 Tm (ho) Tj 3.1 Tc [(wt) 310] TJ 0 Tc (he pier) Tj ET\n"
        assert text_of(turned, rotate=90) == "how the pier"


class TestRaised:
    @pytest.mark.parametrize(
        ("pieces", "expected"),
        [
            pytest.param(["(costs 25) Tj /F1 6 Tf 4 Ts (1) Tj"], "costs 25¹", id="rise"),
            pytest.param(
                ["(costs 25) Tj /F1 6 Tf 4 Ts (1) Tj /F1 10 Tf 0 Ts ( euros) Tj"], "costs 25¹ euros", id="line goes on"
            ),
            pytest.param(["(about 10) Tj 5 Ts (6) Tj 0 Ts ( cells) Tj"], "about 10⁶ cells", id="of full size"),
            pytest.param(["(of CO) Tj /F1 6 Tf -2 Ts (2) Tj /F1 10 Tf 0 Ts ( or) Tj"], "of CO₂ or", id="lowered"),
            pytest.param(["/F1 6 Tf 4 Ts (1) Tj /F1 10 Tf 0 Ts (Members pay.) Tj"], "¹Members pay.", id="note"),
            pytest.param(
                ["(the 1) Tj /F1 6 Tf 4 Ts (st) Tj /F1 10 Tf 0 Ts ( of May) Tj"], "the 1st of May", id="letters"
            ),
            pytest.param(["(seats 401 guests) Tj"], "seats 401 guests", id="on the line"),
            pytest.param(["(in 19) Tj /F1 8 Tf (99) Tj"], "in 1999", id="smaller on the line"),
        ],
    )
    def test_keeps_its_form(self, pieces: list[str], expected: str) -> None:
        assert text_of(_shown(*pieces)) == expected

    def test_a_drop_cap_raises_nothing(self) -> None:
        dropped = line("I", 690, size=30) + line("n 1999 the committee met in Rome and agreed on", 702, x=82, size=10)
        assert "1999" in text_of(dropped)

    def test_columns_stay_apart(self) -> None:
        table = line("10", 700) + line("6", 705, x=140, size=8)
        assert text_of(table).split() == ["10", "6"]


class TestStruck:
    """A line through words takes them back; other lines do not."""

    @pytest.mark.parametrize(
        "stroke",
        [
            pytest.param("q 1 w 70 704 m 260 704 l S Q", id="a drawn line"),
            pytest.param("q 1 0 0 RG 0.5 w 70 703 m 260 703 l S Q", id="a thin red line"),
            pytest.param("q 70 703 190 1 re f Q", id="a flat rectangle"),
            pytest.param("q 1 w 70 704 m 135 704 l S Q", id="a line that stops within the last word"),
        ],
    )
    def test_words_with_a_line_through_them_are_left_out(self, stroke: str) -> None:
        report = extract(pdf(line("This is repealed.", 700) + line("This is in force.", 650) + stroke))
        assert report.text == "This is in force."
        assert any("struck out" in warning for warning in report.warnings)

    @pytest.mark.parametrize(
        "stroke",
        [
            pytest.param("q 1 w 70 697.5 m 260 697.5 l S Q", id="underlined"),
            pytest.param("q 1 w 70 712 m 260 712 l S Q", id="a rule above"),
            pytest.param("q 0.9 g 70 696 190 16 re f Q", id="highlighted"),
            pytest.param("q 1 w 60 690 m 60 720 l S Q", id="a rule beside"),
            pytest.param("q 1 w 300 704 m 400 704 l S Q", id="a rule behind"),
        ],
    )
    def test_other_lines_take_nothing_back(self, stroke: str) -> None:
        assert text_of(stroke + "\n" + line("This is in force.", 700)) == "This is in force."

    def test_a_part_of_a_line_can_be_struck(self) -> None:
        words = line("It costs 10 euros", 700)
        # "10" stands from 113.4 to 126.7 points, the next word begins at 130.
        assert text_of(words + "q 1 w 113 704 m 128 704 l S Q") == "It costs euros"
