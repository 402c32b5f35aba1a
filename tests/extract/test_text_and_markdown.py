"""Plain text and Markdown: the file's own characters, strictly decoded."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeward.extract import CharsetError, NoTextError, UnsupportedFormatError, extract


class TestPlainText:
    @pytest.mark.parametrize(
        "data",
        [
            "Zürich 𝟙".encode(),
            b"\xef\xbb\xbf" + "Zürich 𝟙".encode(),
            b"\xff\xfe" + "Zürich 𝟙".encode("utf-16-le"),
            b"\xfe\xff" + "Zürich 𝟙".encode("utf-16-be"),
            b"\xff\xfe\0\0" + "Zürich 𝟙".encode("utf-32-le"),
        ],
    )
    def test_utf8_or_a_byte_order_mark_is_evident(self, data: bytes) -> None:
        assert extract(data, name="note.txt").text == "Zürich 𝟙"

    def test_another_encoding_needs_a_declaration(self) -> None:
        data = "Zürich".encode("cp1252")
        with pytest.raises(CharsetError, match="byte 1 is not utf-8"):
            extract(data, name="note.txt")
        assert extract(data, media_type="text/plain; charset=windows-1252").text == "Zürich"

    @pytest.mark.parametrize("charset", ["utf-7", "unicode_escape", "rot13", "nonsense", "idna"])
    def test_encodings_that_hide_markup_are_not_read(self, charset: str) -> None:
        with pytest.raises(CharsetError, match="declared encoding"):
            extract(b"abc", media_type=f"text/plain; charset={charset}")

    def test_line_ends_are_line_feeds(self) -> None:
        assert extract(b"a\r\nb\rc\nd").text == "a\nb\nc\nd"

    def test_form_feeds_part_pages(self) -> None:
        rfc = extract(b"one\n\x0ctwo\n\x0c", name="rfc.txt")
        assert [(page.number, rfc.text[page.start : page.end]) for page in rfc.pages] == [(1, "one\n"), (2, "two\n")]

    def test_text_without_form_feeds_has_no_pages(self) -> None:
        assert extract(b"one").pages == ()

    @pytest.mark.parametrize("data", [b"a\0b", bytes(range(1, 32)) * 4])
    def test_a_binary_file_is_not_text(self, data: bytes) -> None:
        with pytest.raises(UnsupportedFormatError, match="binary"):
            extract(data, name="note.txt")

    @pytest.mark.parametrize("data", [b"", b" \n\t "])
    def test_nothing_is_no_text(self, data: bytes) -> None:
        with pytest.raises(NoTextError):
            extract(data, name="note.txt")

    @given(st.text(st.characters(blacklist_categories=("Cs", "Cc")), min_size=1).filter(str.strip))
    def test_law_text_is_its_own_extraction(self, text: str) -> None:
        assert extract(text.encode(), media_type="text/plain").text == text.removeprefix("\ufeff") or text.startswith(
            "<"
        )


class TestMarkdown:
    def test_the_source_is_the_text(self) -> None:
        source = '# Results #\n\nNet *sales* rose **12.5%**, see [report](https://example.org/a "t").\n\n- one\n- two\n'
        report = extract(source.encode(), name="report.md")
        assert report.text == source
        assert report.title == "Results"
        assert report.warnings == ()

    @pytest.mark.parametrize(
        "hidden",
        [
            "<!-- HIDDEN -->",
            "<!--\nHIDDEN\n\nHIDDEN\n-->",
            "[//]: # (HIDDEN)",
            "[a]: /x 'HIDDEN'\n[a]: /y 'HIDDEN'",
            "<script>\nHIDDEN\n</script>",
            "<div hidden>\n\nHIDDEN\n\n<div>HIDDEN</div>\n\nHIDDEN\n\n</div>",
            '<p style="color:#fff">HIDDEN</p>',
            "<span style='display:none'>HIDDEN</span>",
            "> [b]: /z (HIDDEN)",
        ],
    )
    def test_what_the_rendered_page_does_not_show_is_left_out(self, hidden: str) -> None:
        report = extract(f"before\n\n{hidden}\n\nafter".encode(), name="a.md")
        assert "HIDDEN" not in report.text
        assert report.text.startswith("before\n") and report.text.endswith("\nafter")
        assert report.warnings

    @pytest.mark.parametrize(
        "shown", ["`<!-- shown -->`", "    <!-- shown -->", "```\n[a]: /shown\n```", "- [x] shown", "<b>shown</b>"]
    )
    def test_code_and_visible_markup_are_kept(self, shown: str) -> None:
        source = f"before\n\n{shown}\n\nafter"
        assert extract(source.encode(), name="a.md").text == source

    def test_a_definition_in_a_list_leaves_the_next_item_its_marker(self) -> None:
        text = extract(b"- one\n\n  [a]: /x\n\n- two\n", name="a.md").text
        assert text.splitlines()[0] == "- one" and text.splitlines()[-1] == "- two"
