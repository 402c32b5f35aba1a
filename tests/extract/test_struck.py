"""Struck-out text: shown, and no longer said. What is in force stays, and can be quoted."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeward.extract import extract

from .builders import docx, paragraph, text_run
from .test_html import text_of

WORDS = st.text("abcdefgh ", min_size=1, max_size=20).filter(lambda text: text.strip() == text)


class TestHtml:
    @pytest.mark.parametrize(
        "struck",
        [
            "<s>STRUCK</s>",
            "<del>STRUCK</del>",
            "<strike>STRUCK</strike>",
            "<del style='text-decoration:none'>STRUCK</del>",
            "<s>STRUCK <b>STRUCK</b></s>",
            "<span style='text-decoration:line-through'>STRUCK</span>",
            "<span style='TEXT-DECORATION: red LINE-THROUGH 2px'>STRUCK</span>",
            "<span style='text-decoration-line:underline line-through'>STRUCK</span>",
            "<span style='text-decoration:line-through'><i style='text-decoration:none'>STRUCK</i></span>",
            "<span style='text-decoration:none;text-decoration-line:line-through'>STRUCK</span>",
            "<span class=gone>STRUCK</span>",
        ],
    )
    def test_is_left_out_and_counted(self, struck: str) -> None:
        page = (
            f"<html><head><style>.gone{{text-decoration:line-through}}</style></head><p>It costs {struck} 20 euros.</p>"
        )
        read = extract(page.encode(), name="a.html")
        assert read.text == "It costs 20 euros."
        assert "1 struck-out elements were left out" in read.warnings

    @pytest.mark.parametrize(
        "shown",
        [
            "<u>in force</u>",
            "<ins>in force</ins>",
            "<span style='text-decoration:underline'>in force</span>",
            "<span style='text-decoration:line-through;text-decoration:none'>in force</span>",
            "<span style='text-decoration-line:line-through;text-decoration:red'>in force</span>",
        ],
    )
    def test_what_is_in_force_is_kept(self, shown: str) -> None:
        assert text_of(f"<p>It is {shown}.</p>") == "It is in force."


class TestDocx:
    @pytest.mark.parametrize(
        "properties",
        [
            "<w:strike/>",
            "<w:dstrike/>",
            '<w:strike w:val="1"/>',
            '<w:rStyle w:val="Gone"/>',
            '<w:rStyle w:val="More"/>',
        ],
    )
    def test_is_left_out(self, properties: str) -> None:
        assert _docx(properties) == "It costs 20 euros."

    @pytest.mark.parametrize(
        "properties", ['<w:strike w:val="0"/>', '<w:rStyle w:val="More"/><w:strike w:val="false"/>', "<w:u/>"]
    )
    def test_what_is_in_force_is_kept(self, properties: str) -> None:
        assert _docx(properties) == "It costs STRUCK 20 euros."

    def test_a_struck_paragraph_style_strikes_its_runs(self) -> None:
        styles = _styles('<w:style w:styleId="Repealed"><w:rPr><w:strike/></w:rPr></w:style>')
        body = paragraph("STRUCK", properties='<w:pStyle w:val="Repealed"/>') + paragraph("In force.")
        assert extract(docx(body, parts={"word/styles.xml": styles})).text.strip() == "In force."


def _styles(more: str = "") -> str:
    return (
        '<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">'
        '<w:style w:styleId="Gone"><w:rPr><w:strike/></w:rPr></w:style>'
        f'<w:style w:styleId="More"><w:basedOn w:val="Gone"/></w:style>{more}</w:styles>'
    )


def _docx(properties: str) -> str:
    data = docx(
        paragraph("It costs ", text_run("STRUCK ", properties), "20 euros."), parts={"word/styles.xml": _styles()}
    )
    return extract(data).text


class TestMarkdown:
    @pytest.mark.parametrize(
        "struck",
        [
            "~~STRUCK~~",
            "~~STRUCK **STRUCK**~~",
            "<del>STRUCK</del>",
            "<s>STRUCK</s>",
            '<span style="text-decoration: line-through">STRUCK</span>',
        ],
    )
    def test_is_left_out(self, struck: str) -> None:
        assert extract(f"It costs {struck} 20 euros.\n".encode(), name="a.md").text == "It costs  20 euros.\n"

    @pytest.mark.parametrize("shown", ["`~~shown~~`", "~~ shown", "\\~~shown~~", "<ins>shown</ins>"])
    def test_what_is_in_force_is_kept(self, shown: str) -> None:
        assert "shown" in extract(f"It is {shown} here.\n".encode(), name="a.md").text


@given(WORDS, WORDS, WORDS)
def test_law_no_format_says_what_is_struck_out(before: str, gone: str, after: str) -> None:
    gone = f"gone{gone}gone"
    html = text_of(f"<p>{before} <s>{gone}</s> {after}</p>")
    word = extract(docx(paragraph(f"{before} ", text_run(gone, "<w:strike/>"), f" {after}"))).text
    markdown = extract(f"{before} ~~{gone}~~ {after}".encode(), name="a.md").text
    kept = f"{before} {after}".split()
    assert html.split() == word.split() == markdown.split() == kept
