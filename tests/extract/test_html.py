"""HTML: the text a browser shows, and nothing it does not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeward.extract import CharsetError, ExtractLimits, NoTextError, TooLargeError, extract


def text_of(body: str, head: str = "") -> str:
    page = f"<!doctype html><html><head><title>T</title>{head}</head><body>{body}</body></html>"
    return extract(page.encode(), name="page.html").text


class TestLayout:
    def test_blocks_are_lines_and_white_space_collapses(self) -> None:
        body = "<h1>Head</h1>\n<p>Some <b>bold</b>\n   text<br>next line</p><ul><li>one<li>two</ul>"
        assert text_of(body) == "Head\n\nSome bold text\nnext line\n\none\ntwo"

    def test_inline_markup_leaves_no_seam(self) -> None:
        assert text_of("<p>12<b>.</b>5<sup>%</sup> <i>net</i></p>") == "12.5% net"

    def test_cells_of_a_row_are_parted_by_tabs(self) -> None:
        assert text_of("<table><tr><td>a<td>b<tr><td>c<td>d</table>") == "a\tb\nc\td"

    def test_preformatted_text_keeps_its_spaces(self) -> None:
        assert text_of("<p>x</p><pre>  a = 1\n    b = 2</pre>") == "x\n\n  a = 1\n    b = 2"

    def test_the_whole_page_counts(self) -> None:
        assert text_of("<nav>Menu</nav><main>Body</main><footer>Imprint</footer>") == "Menu\n\nBody\n\nImprint"

    def test_there_are_no_pages_and_the_title_is_apart(self) -> None:
        page = extract(b"<!doctype html><title> A  title </title><p>Body")
        assert (page.text, page.title, page.pages, page.page_of(0)) == ("Body", "A title", (), None)


class TestHiddenText:
    @pytest.mark.parametrize(
        "hidden",
        [
            "<p hidden>HIDDEN</p>",
            "<p hidden=until-found>HIDDEN</p>",
            "<div style='DISPLAY : none !important'><p style='display:block'>HIDDEN</p></div>",
            "<p style='visibility:hidden'>HIDDEN</p>",
            "<p style='opacity:0'>HIDDEN</p>",
            "<p style='opacity:0.01'>HIDDEN</p>",
            "<p style='font-size:0'>HIDDEN</p>",
            "<p style='font-size:1px'>HIDDEN</p>",
            "<p style='font-size:0'><span style='font-size:1em'>HIDDEN</span></p>",
            "<p style='position:absolute;left:-9999px'>HIDDEN</p>",
            "<p style='position:fixed;top:-100em'>HIDDEN</p>",
            "<p style='text-indent:-9999px'>HIDDEN</p>",
            "<p style='margin-left:-9999px'>HIDDEN</p>",
            "<p style='transform:translateX(-9999px)'>HIDDEN</p>",
            "<p style='transform:scale(0)'>HIDDEN</p>",
            "<p style='position:absolute;clip:rect(0,0,0,0)'>HIDDEN</p>",
            "<p style='clip-path:inset(50%)'>HIDDEN</p>",
            "<p style='width:1px;height:1px;overflow:hidden'>HIDDEN</p>",
            "<p style='max-height:0;overflow:hidden'>HIDDEN</p>",
            "<p style='color:white'>HIDDEN</p>",
            "<p style='color:#fefefe'>HIDDEN</p>",
            "<p style='color:rgb(255 255 255)'>HIDDEN</p>",
            "<p style='color:rgba(0,0,0,0)'>HIDDEN</p>",
            "<p style='color:transparent'>HIDDEN</p>",
            "<div style='background:#000'><p style='color:black'>HIDDEN</p></div>",
            "<table><tr><td bgcolor=#0000ff><font color=blue>HIDDEN</font></td></tr></table>",
            "<!-- HIDDEN -->",
            "<script>HIDDEN</script>",
            "<style>HIDDEN</style>",
            "<template><p>HIDDEN</p></template>",
            "<noscript>HIDDEN</noscript>",
            "<iframe>HIDDEN</iframe>",
            "<dialog>HIDDEN</dialog>",
            "<select><option>HIDDEN</select>",
            "<img alt=HIDDEN><input value=HIDDEN placeholder=HIDDEN>",
            "<svg><title>HIDDEN</title><desc>HIDDEN</desc></svg>",
            "<math><annotation>HIDDEN</annotation></math>",
        ],
    )
    def test_is_left_out(self, hidden: str) -> None:
        assert text_of(f"<p>before</p>{hidden}<p>after</p>").split() == ["before", "after"]

    @pytest.mark.parametrize(
        "shown",
        [
            "<p style='visibility:hidden'><b style='visibility:visible'>Shown</b></p>",
            "<p style='font-size:0'><b style='font-size:14px'>Shown</b></p>",
            "<p style='background:#003;color:white'>Shown</p>",
            "<p style='background:url(x.png);color:white'>Shown</p>",
            "<p style='position:relative;left:-4px'>Shown</p>",
            "<p style='opacity:.6;color:#999'>Shown</p>",
            "<p style='width:1px'>Shown</p>",
            "<p style='display:nonesense'>Shown</p>",
            "<p aria-hidden=true>Shown</p>",
            "<details><summary></summary>Shown</details>",
            "<dialog open>Shown</dialog>",
            "<svg><text>Shown</text></svg>",
        ],
    )
    def test_what_shows_is_kept(self, shown: str) -> None:
        assert text_of(shown).strip() == "Shown"

    @pytest.mark.parametrize(
        ("sheet", "expected"),
        [
            (".x { display: none }", ""),
            ("p.x { color: #fff }", ""),
            ("/* .x{} */ a{b:c} .y, .x{display:none}", ""),
            ("@media screen { .x { display: none } }", ""),
            (".x{display:none !important} #i{display:block}", ""),
            (".x{display:block} div > .x{display:none}", ""),
            ("@media print { .x { display: none } }", "Shown"),
            (".x{display:none} .x.on{display:block}", "Shown"),
            ("#i{display:block} .x{display:none}", "Shown"),
            (".x:hover{display:none}", "Shown"),
            ("@import url(x); .y{content:'}.x{display:none}'}", "Shown"),
            ("@font-face{font-family:x} .x{", "Shown"),
        ],
    )
    def test_the_pages_own_style_sheet_decides(self, sheet: str, expected: str) -> None:
        assert (
            text_of("<p>.</p><div><p class='x on' id=i>Shown</p></div>", f"<style>{sheet}</style>").lstrip(".\n")
            == expected
        )

    def test_hidden_ends_where_a_browser_ends_it(self) -> None:
        assert text_of("<p hidden>HIDDEN<div>Shown</div>") == "Shown"

    def test_linked_style_sheets_are_named_in_a_warning(self) -> None:
        page = extract(b"<!doctype html><link rel=stylesheet href=a.css><p>Body")
        assert page.warnings == ("1 linked style sheets were not fetched: text that only they hide was kept",)

    def test_a_page_that_hides_everything_is_no_text(self) -> None:
        with pytest.raises(NoTextError):
            text_of("<p hidden>HIDDEN</p>")


class TestCharsets:
    @pytest.mark.parametrize(
        ("data", "media_type"),
        [
            ("<meta charset=utf-8><p>Zürich</p>".encode(), None),
            ("<meta charset=windows-1252><p>Zürich</p>".encode("cp1252"), None),
            ("<meta charset=iso-8859-1><p>Zürich</p>".encode("cp1252"), None),
            ("<p>Zürich</p>".encode("cp1252"), "text/html; charset=windows-1252"),
            (b"\xef\xbb\xbf" + "<meta charset=windows-1252><p>Zürich</p>".encode(), None),
            (b"\xff\xfe" + "<p>Zürich</p>".encode("utf-16-le"), None),
        ],
    )
    def test_declared_encodings_are_honoured(self, data: bytes, media_type: str | None) -> None:
        assert extract(data, name="page.html", media_type=media_type).text == "Zürich"

    @pytest.mark.parametrize("data", ["<p>Zürich</p>".encode("cp1252"), b"<meta charset=utf-7><p>+ADw-script"])
    def test_others_are_refused_not_guessed(self, data: bytes) -> None:
        with pytest.raises(CharsetError):
            extract(data, name="page.html")


class TestHostilePages:
    def test_deep_nesting_is_refused(self) -> None:
        with pytest.raises(TooLargeError, match="max_depth"):
            text_of("<div>" * 20_000 + "x")

    def test_open_formatting_elements_are_refused(self) -> None:
        with pytest.raises(TooLargeError, match="formatting elements"):
            text_of("<a><b><i>" * 20_000 + "<p>x")

    def test_styles_that_match_everything_many_times_are_refused(self) -> None:
        sheet = "<style>" + "*{display:block}" * 2_000 + "</style>"
        with pytest.raises(TooLargeError, match="style rules"):
            text_of("<p>x</p>" * 1_000, sheet)

    def test_a_wall_of_comments_is_read(self) -> None:
        assert text_of("<!---->" * 20_000 + "<p>x") == "x"

    @given(st.text(alphabet="<>/!-abph \"'={}style:;none", max_size=80))
    def test_any_markup_yields_text_or_an_error_of_ours(self, markup: str) -> None:
        extract(f"<!doctype html><p>x</p>{markup}".encode(), limits=ExtractLimits(seconds=30))
