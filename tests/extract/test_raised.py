"""Raised and lowered figures: set apart from what they stand beside, in every format that has them."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeward.extract import extract
from citeward.extract.raised import joined, set_apart
from citeward.text import find

from .builders import docx, paragraph, text_run
from .test_html import text_of

DIGITS = st.text("0123456789", min_size=1, max_size=4)
ANY_DIGITS = st.text(st.characters(whitelist_categories=("Nd",)) | st.sampled_from("²½⅓①Ⅻ"), min_size=1, max_size=3)


class TestForms:
    @pytest.mark.parametrize(
        ("before", "text", "level", "after", "expected"),
        [
            pytest.param("10", "99", 1, "", "10⁹⁹", id="power"),
            pytest.param("10", "\N{MINUS SIGN}3", 1, "", "10⁻³", id="negative power"),
            pytest.param("CO", "2", -1, "", "CO₂", id="formula"),
            pytest.param("", "235", 1, "U", "²³⁵U", id="isotope"),
            pytest.param("25", "1,2", 1, "", "25¹,²", id="two notes"),
            pytest.param("refundable", "[12]", 1, "", "refundable[12]", id="bracketed note"),
            pytest.param("refundable", "*", 1, "", "refundable*", id="sign"),
            pytest.param("10", "n", 1, "", "10ⁿ", id="variable power"),
            pytest.param("10", "2q", 1, "", "10^(2q)", id="no form: a mark"),
            pytest.param(
                "25", "\N{ARABIC-INDIC DIGIT ONE}", 1, "", "25^(\N{ARABIC-INDIC DIGIT ONE})", id="other digits"
            ),
            pytest.param("2", "\N{FULLWIDTH DIGIT TWO}", 1, "", "2²", id="full width"),
            pytest.param("1", "st", 1, " of May", "1st of May", id="ordinal"),
            pytest.param("2", "e", 1, "", "2e", id="French ordinal"),
            pytest.param("Foo", "TM", 1, "", "FooTM", id="letters"),
            pytest.param("", "12 rooms of 20 m", 1, "", "¹² rooms of ²⁰ m", id="small print"),
        ],
    )
    def test_named(self, before: str, text: str, level: int, after: str, expected: str) -> None:
        assert before + set_apart(text, level, before, after) + after == expected

    def test_what_is_raised_twice_is_no_digit_of_what_is_raised_once(self) -> None:
        assert joined([("2", 0), ("2", 1), ("3", 2)]) == "2²^(3)"

    @given(DIGITS, ANY_DIGITS, st.sampled_from([1, -1, 2, -2]), st.sampled_from(["", " euros", "5"]))
    def test_law_no_raised_figure_is_read_with_the_number_beside_it(
        self, number: str, note: str, level: int, after: str
    ) -> None:
        text = joined([(number, 0), (note, level), (after, 0)])
        assert re.match(r"\d+", text)[0] == number  # type: ignore[index]  # it begins with a digit
        assert not find(
            f"The price is {text} for all members.", f"The price is {number}{note}{after} for all members."
        ).granted

    @given(DIGITS, st.lists(DIGITS, min_size=1, max_size=3))
    def test_law_neighbours_on_one_level_are_one_stretch(self, number: str, notes: list[str]) -> None:
        assert joined([(number, 0), *((note, 1) for note in notes)]) == joined([(number, 0), ("".join(notes), 1)])


class TestHtml:
    @pytest.mark.parametrize(
        ("body", "expected"),
        [
            pytest.param("10<sup>99</sup> euros", "10⁹⁹ euros", id="sup"),
            pytest.param("CO<sub>2</sub>", "CO₂", id="sub"),
            pytest.param("1<sup>1</sup>/<sub>2</sub> cups", "1¹/₂ cups", id="fraction"),
            pytest.param("25<sup><a href=#n>1</a></sup> euros", "25¹ euros", id="linked note"),
            pytest.param("25<sup>[<a href=#n>1</a>]</sup> euros", "25[1] euros", id="brackets around a link"),
            pytest.param("25<sup>1</sup><sup>,</sup><sup>2</sup>", "25¹,²", id="three elements"),
            pytest.param("25<span style='vertical-align:super'>1</span>", "25¹", id="style"),
            pytest.param("25<span style='vertical-align:6px;font-size:8px'>1</span>", "25¹", id="length"),
            pytest.param("25<span style='position:relative;top:-.5em'>1</span>", "25¹", id="moved up"),
            pytest.param(
                "25<sup style='vertical-align:baseline;position:relative;top:-.5em'>1</sup>", "25¹", id="reset"
            ),
            pytest.param("25<sup style='vertical-align:baseline'>1</sup>", "251", id="on the line after all"),
            pytest.param("25<sup>1<sup>2</sup></sup>", "25¹^(2)", id="raised twice"),
            pytest.param("1<sup>st</sup> May", "1st May", id="ordinal"),
            pytest.param("<math><msup><mn>10</mn><mn>6</mn></msup></math>", "10⁶", id="MathML power"),
            pytest.param("<math><mn>3</mn><mfrac><mn>1</mn><mn>2</mn></mfrac></math>", "3¹/₂", id="MathML fraction"),
            pytest.param("<math><mn>3</mn><msqrt><mn>2</mn></msqrt></math>", "3√2", id="MathML root"),
        ],
    )
    def test_keeps_its_form(self, body: str, expected: str) -> None:
        assert text_of(f"<p>{body}</p>") == expected

    def test_a_style_sheet_raises_too(self) -> None:
        assert text_of("<p>25<i class=n>1</i></p>", "<style>.n{vertical-align:super}</style>") == "25¹"

    def test_cells_are_aligned_and_not_raised(self) -> None:
        cells = "<tr><td style='vertical-align:super'>10<td style='vertical-align:sub'>6"
        assert text_of(f"<table>{cells}</table>") == "10\t6"

    def test_readings_above_the_line_are_left_out(self) -> None:
        assert text_of("<ruby>契約<rp>(</rp><rt>けいやく</rt><rp>)</rp></ruby>は有効") == "契約は有効"


class TestDocx:
    @pytest.mark.parametrize(
        ("properties", "expected"),
        [
            ('<w:vertAlign w:val="superscript"/>', "25¹ euros"),
            ('<w:vertAlign w:val="subscript"/>', "25₁ euros"),
            ('<w:position w:val="8"/>', "25¹ euros"),
            ('<w:position w:val="-8"/>', "25₁ euros"),
            ('<w:vertAlign w:val="baseline"/>', "251 euros"),
            ('<w:rStyle w:val="Note"/>', "25¹ euros"),
            ('<w:rStyle w:val="Note"/><w:vertAlign w:val="baseline"/>', "251 euros"),
        ],
    )
    def test_keeps_its_form(self, properties: str, expected: str) -> None:
        styles = (
            '<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">'
            '<w:style w:styleId="Raised"><w:rPr><w:vertAlign w:val="superscript"/></w:rPr></w:style>'
            '<w:style w:styleId="Note"><w:basedOn w:val="Raised"/></w:style></w:styles>'
        )
        data = docx(paragraph("25", text_run("1", properties), " euros"), parts={"word/styles.xml": styles})
        assert extract(data).text == expected

    @pytest.mark.parametrize(
        ("formula", "expected"),
        [
            ("<m:sSup><m:e>{10}</m:e><m:sup>{6}</m:sup></m:sSup>", "10⁶"),
            ("{3}<m:f><m:num>{1}</m:num><m:den>{2}</m:den></m:f>", "3¹/₂"),
            ("{3}<m:rad><m:deg/><m:e>{2}</m:e></m:rad>", "3√2"),
        ],
    )
    def test_formulas_keep_their_levels(self, formula: str, expected: str) -> None:
        maths = 'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'
        body = re.sub(r"\{(\d+)\}", r"<m:r><m:t>\1</m:t></m:r>", formula)
        assert extract(docx(f"<w:p><m:oMath {maths}>{body}</m:oMath></w:p>")).text == expected
